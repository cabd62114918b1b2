import type { MandateTarget } from '#bench/targets/mandate.ts'
import { seededId } from './seeded-tables.ts'

/** How long one list took, in milliseconds: medians over some requests. */
export interface ListTimes {
  readonly path: string
  readonly first: number
  /** A page from the middle; none of a list that is not ordered by time. */
  readonly deep?: number
}

/** Ids of seeded things that stand in for `{id}`, by how the path begins. The ones with the most below them. */
const examples: readonly (readonly [start: string, id: string])[] = [
  ['/api/v1/users/', seededId('usr', 7)],
  ['/api/v1/agents/', seededId('agt', 7)],
  ['/api/v1/admin/organizations/', seededId('org', 7)],
]

const REPEATS = 9

/** The paths of every list an admin key can read, from the server's own description. */
export async function listPaths(target: MandateTarget): Promise<string[]> {
  const document = (await (await fetch(`${target.origin}/openapi.json`)).json()) as OpenApi
  return Object.entries(document.paths)
    .filter(([, { get }]) => get !== undefined && isList(get) && isForAdmins(get))
    .flatMap(([path]) => {
      if (!path.includes('{')) return [path]
      const example = examples.find(([start]) => path.startsWith(start))
      return example ? [path.replace(/\{[^}]+\}/, example[1])] : []
    })
    .filter((path) => !path.includes('{'))
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly Record<string, unknown>[]
}
interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
}

/** One that goes on behind a cursor, and needs nothing else to be asked. */
const isList = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name }) => name === 'cursor') && !parameters.some((one) => one.in === 'query' && one.required)

const isForAdmins = ({ security = [] }: Operation): boolean =>
  security.some((way) => Object.keys(way).some((name) => /admin|key/i.test(name)))

/** Times the first page of a list, and one from the middle. */
export async function timeList(target: MandateTarget, path: string, middle: Date): Promise<ListTimes> {
  const deep = `${path}?cursor=${encodeURIComponent(`${middle.toISOString()}|z`)}`
  const first = await median(target, path)
  return (await ask(target, deep)) === 400 ? { path, first } : { path, first, deep: await median(target, deep) }
}

async function median(target: MandateTarget, path: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < REPEATS; i++) {
    const begin = performance.now()
    const status = await ask(target, path)
    if (status !== 200 && status !== 404) throw new Error(`${path} answered ${status}`)
    times.push(performance.now() - begin)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? Number.NaN
}

async function ask(target: MandateTarget, path: string): Promise<number> {
  const answer = await fetch(`${target.origin}${path}`, { headers: { authorization: `Bearer ${target.adminKey}` } })
  await answer.text()
  return answer.status
}
