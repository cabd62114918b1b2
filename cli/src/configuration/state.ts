import type { Server } from '#/connection/server.ts'
import { Failure } from '#/frame/failure.ts'
import { pathOf } from '#/operations/send.ts'
import type { Operation } from '#/operations/operation.ts'
import type { Kind, Members } from './kind.ts'
import { kinds, singles } from './kinds.ts'
import { References } from './references.ts'

/** An object as it is on the server. */
export interface Existing {
  readonly id: string
  /** What requests take of it, with names in place of ids. */
  readonly members: Members
  readonly raw: Members
  /** Whether the file is not expected to know it. */
  readonly ignored: boolean
}

/** What a server has now. */
export interface State {
  readonly singles: ReadonlyMap<string, Members>
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, Existing>>
  /** Members that can be said of an object, by kind. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>
  readonly references: References
}

/** The operation of a kind by its id. */
export async function operationOf(kind: Kind, id: string): Promise<Operation> {
  const found = (await kind.load()).operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}

/** Reads everything that configuration holds. */
export async function readState(server: Server): Promise<State> {
  const references = new References()
  const settings = new Map<string, Members>()
  for (const { name, path, members } of singles) {
    const now = await server.request<Members>('GET', path)
    settings.set(name, Object.fromEntries((members ?? Object.keys(now)).map((member) => [member, now[member] ?? null])))
  }
  const objects = new Map<string, Map<string, Existing>>()
  const taken = new Map<string, ReadonlySet<string>>()
  for (const kind of kinds) {
    const members = await membersTaken(kind)
    taken.set(kind.name, members)
    objects.set(kind.name, await readKind(server, kind, { before: objects, references, members }))
  }
  return { singles: settings, objects, taken, references }
}

interface Reading {
  readonly before: ReadonlyMap<string, ReadonlyMap<string, Existing>>
  readonly references: References
  readonly members: ReadonlySet<string>
}

async function readKind(
  server: Server,
  kind: Kind,
  { before, references, members: taken }: Reading,
): Promise<Map<string, Existing>> {
  const found = await listOf(server, kind, before)
  const existing = new Map<string, Existing>()
  // Oldest first, so that of several of one name each keeps its own.
  for (const raw of found.toReversed()) {
    const whole = await detailOf(server, kind, raw)
    const shaped = references.named(kind.shape?.(whole) ?? whole) as Members
    const name = kind.keyOf(shaped)
    let key = name
    for (let i = 2; existing.has(key); i++) key = `${name} (${i})`
    const id = String(raw['id'])
    if (!kind.parent && kind.create) references.add(kind.name, key, id)
    const members = Object.fromEntries(Object.entries(shaped).filter(([member]) => taken.has(member)))
    existing.set(key, { id, members, raw, ignored: kind.ignores?.(raw) === true })
  }
  return existing
}

async function listOf(server: Server, kind: Kind, before: ReadonlyMap<string, ReadonlyMap<string, Existing>>) {
  const operation = await operationOf(kind, kind.list)
  const parents = kind.parent ? [...(before.get(kind.parent.kind)?.values() ?? [])].map(({ id }) => [id]) : [[]]
  const found: Members[] = []
  try {
    for (const values of parents)
      for await (const page of server.pages(pathOf(operation, values), { limit: 200 })) found.push(...page.data)
  } catch (error) {
    // What is turned off on this server, such as the gateway, has nothing.
    if (!(error instanceof Failure) || error.about.code !== 'route_not_found') throw error
  }
  return found
}

async function detailOf(server: Server, kind: Kind, raw: Members): Promise<Members> {
  if (kind.detail === undefined) return raw
  const operation = await operationOf(kind, kind.detail)
  return server.request<Members>('GET', pathOf(operation, [String(raw['id'])]))
}

/** Members that can be said of an object: when it is made, or later. */
async function membersTaken(kind: Kind): Promise<ReadonlySet<string>> {
  const names = [kind.create, kind.update].filter((id) => id !== undefined)
  const operations = await Promise.all(names.map((id) => operationOf(kind, id)))
  const fields = operations.flatMap(({ body = [] }) => body.map(({ name }) => name))
  return new Set([...fields, ...(kind.parent ? [kind.parent.member] : [])])
}
