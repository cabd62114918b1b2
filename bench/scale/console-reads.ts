import type { MandateTarget } from '#bench/targets/mandate.ts'
import { BUSY, seededId, SIZE } from './seeded-tables.ts'

/** One request for something that the console shows. */
export interface Read {
  /** As the description names it. */
  readonly route: string
  readonly path: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: {
    readonly type?: string
    readonly enum?: readonly string[]
    readonly maximum?: number
    readonly minLength?: number
    readonly anyOf?: readonly { readonly const?: string }[]
  }
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly security?: readonly Record<string, unknown>[]
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
}

const DAY = 86_400_000

/** Ids of seeded things that stand in for the parameters of a path, by how it begins: ordinary ones, and those with most below. */
const examples: readonly (readonly [start: string, ...ids: string[]])[] = [
  ['/api/v1/users/', seededId('usr', 7), seededId('usr', BUSY)],
  ['/api/v1/agents/{id}/policies/', seededId('agt', 7), seededId('pol', 7)],
  ['/api/v1/agents/', seededId('agt', 7), seededId('agt', BUSY)],
  ['/api/v1/admin/organizations/', seededId('org', 7)],
  ['/api/v1/admin/tokens/', seededId('tok', 1), seededId('tok', SIZE.tokens - 4)],
  ['/api/v1/admin/apps/', seededId('app', 7)],
  ['/api/v1/admin/oauth/consents/', seededId('con', 7)],
  ['/api/v1/admin/saved-views/', seededId('view', 7)],
  ['/api/v1/audit-logs/', seededId('aud', 7)],
  ['/api/v1/webhooks/', seededId('wh', 0)],
  ['/api/v1/admin/webhooks/', seededId('wh', 0)],
  ['/api/v1/roles/', seededId('role', 7)],
  ['/api/v1/permissions/', seededId('perm', 7)],
]

/** Beginnings that fit everybody, some, one and nobody, and what is no beginning at all. */
const people = ['p', 'person', 'person9', 'person99999@example.com', 'zebra', '@example', 'usr_', seededId('usr', 7)]
const things = ['a', 'agent', 'Agent 77', 'application 9', 'zebra', seededId('agt', 7)]

/** What texts a filter is tried with. */
const texts: Readonly<Record<string, readonly string[]>> = {
  q: [
    ...people,
    ...things,
    'o',
    'organization',
    'role',
    'https',
    ...(['tok', 'aud', 'sess', 'con', 'pol', 'whd', 'org'] as const).map((prefix) => seededId(prefix, 9)),
  ],
  search: [...people, ...things, 'organization', '192.0.2.1', 'req_seed', 'person" or'],
  tier: ['free', 'none'],
  user_id: [seededId('usr', 7), seededId('usr', BUSY), seededId('usr', 99_999_999)],
  client_id: ['agent-2000', `agent-${BUSY}`, 'nobody'],
  client_ids: [Array.from({ length: 20 }, (_, n) => `agent-${BUSY + n}`).join(',')],
  actor: [seededId('usr', 7), `agent-${BUSY}`, 'https://api.example.com', 'nobody'],
  actor_id: [seededId('usr', 7), seededId('usr', BUSY), 'nobody'],
  target_id: [seededId('usr', 7), 'nobody'],
  target_type: ['user', 'agent'],
  action: ['user.updated', 'login.*', 'user.*', 'token.exchanged', 'vault.*'],
  event: ['user.created', 'token.revoked'],
  broken: ['true'],
  min_depth: ['2'],
  days: ['1', '30', '90'],
  list: ['users'],
  kinds: ['user.*', 'vault.*'],
  after: [String(SIZE.events / 2)],
  limit: ['100', '200', '1000', '2000'],
  ids: [seededId('perm', 7)],
  resource: ['documents'],
  permission: ['documents:read7'],
  name: ['Role 7'],
}

const isForOperators = ({ security = [] }: Operation): boolean => security.some((way) => 'operatorToken' in way)

/** Every read of the console that the seeded store has an example for. */
export async function consoleReads(target: MandateTarget, now: number): Promise<Read[]> {
  const document = (await (await fetch(`${target.origin}/openapi.json`)).json()) as OpenApi
  return Object.entries(document.paths).flatMap(([route, { get }]) =>
    get !== undefined && isForOperators(get) && !isLeftOut(route)
      ? pathsOf(route).flatMap((path) => variants(path, get.parameters ?? [], now).map((it) => ({ route, path: it })))
      : [],
  )
}

/** The log stream says nothing by itself, and verification reads the whole chain in steps that its reader asks for. */
const isLeftOut = (route: string): boolean => /logs\/(stream|verify)$/.test(route)

function pathsOf(route: string): string[] {
  if (!route.includes('{')) return [route]
  const [start, ...ids] = examples.find(([begin]) => route.startsWith(begin)) ?? []
  if (start === undefined) return []
  const names = route.match(/\{[^}]+\}/g)?.length ?? 0
  if (names === 1) return ids.map((id) => route.replace(/\{[^}]+\}/, id))
  let next = 0
  return ids.length >= names ? [route.replaceAll(/\{[^}]+\}/g, () => ids[next++] ?? '')] : []
}

/** A path as it is, and with each filter by itself; from the middle, with the totals, and since long ago. */
function variants(path: string, parameters: readonly Parameter[], now: number): string[] {
  const queries = parameters.filter((parameter) => parameter.in === 'query')
  const has = (name: string): boolean => queries.some((parameter) => parameter.name === name)
  const given = queries.flatMap((parameter) =>
    valuesOf(parameter).map((value) => `${parameter.name}=${encodeURIComponent(value)}`),
  )
  // Some routes have to be told of whom.
  const needed = ['q', 'client_ids', 'ids'].find(has)
  const told = needed === undefined ? ['', ...given] : given.filter((one) => one.startsWith(`${needed}=`))
  const owned = has('client_id') && has('user_id') && has('active')
  const asked = owned
    ? told.flatMap((one) => (one.startsWith('active=') ? [`${one}&client_id=agent-${BUSY}`] : [one])).concat(bothOwners)
    : told
  const more = [
    ...(has('cursor') ? [`cursor=${encodeURIComponent(`${new Date(now - 15 * DAY).toISOString()}|z`)}`] : []),
    ...(has('include_total') ? ['include_total=true'] : []),
    ...(has('from') ? [`from=${encodeURIComponent(new Date(now - 29 * DAY).toISOString())}`] : []),
  ]
  const all = ['', ...more].flatMap((extra) => asked.map((one) => [one, extra].filter(Boolean).join('&')))
  return [...new Set(all)].map((query) => (query === '' ? path : `${path}?${query}`))
}

const bothOwners = `client_id=agent-${BUSY}&user_id=${seededId('usr', BUSY)}`

function valuesOf({ name, schema = {} }: Parameter): readonly string[] {
  if (name === 'include_total' || name === 'cursor') return []
  const listed = schema.enum ?? schema.anyOf?.flatMap((one) => one.const ?? [])
  if (listed !== undefined && listed.length > 0) return listed
  if (schema.type === 'boolean') return ['true', 'false']
  const { maximum = Infinity, minLength = 0 } = schema
  return (texts[name] ?? []).filter((text) => text.length >= minLength && !(Number(text) > maximum))
}
