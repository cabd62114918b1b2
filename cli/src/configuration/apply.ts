import type { Server } from '#/connection/server.ts'
import type { Operation } from '#/operations/operation.ts'
import { pathOf } from '#/operations/send.ts'
import type { Kind, Members } from './kind.ts'
import type { Change } from './plan.ts'
import { Secrets, withoutNulls } from './references.ts'
import { operationOf } from './state.ts'
import type { State } from './state.ts'

interface ApplyDeps {
  readonly server: Server
  readonly state: State
  readonly env: Readonly<Record<string, string | undefined>>
  /** Told after each change. */
  readonly done: (change: Change) => void
}

/** Makes the changes of a plan, in its order. Every secret is read before the first. */
export async function applyChanges(changes: readonly Change[], { server, state, env, done }: ApplyDeps): Promise<void> {
  const secrets = new Secrets(env)
  for (const change of changes) if ('wanted' in change) await secrets.prepare(change.wanted)
  const applier = new Applier(server, state, secrets)
  for (const change of changes) {
    await applier.apply(change)
    done(change)
  }
}

class Applier {
  readonly #server: Server
  readonly #state: State
  readonly #secrets: Secrets
  constructor(server: Server, state: State, secrets: Secrets) {
    this.#server = server
    this.#state = state
    this.#secrets = secrets
  }

  async apply(change: Change): Promise<void> {
    switch (change.action) {
      case 'set':
        return this.#set(change)
      case 'create':
        return this.#create(change.kind, change.key, change.wanted)
      case 'update':
        return this.#update(change)
      case 'replace':
        await this.#remove(change)
        return this.#create(change.kind, change.key, change.wanted)
      case 'delete':
        return this.#remove(change)
    }
  }

  async #set({ single, differences }: Extract<Change, { action: 'set' }>): Promise<void> {
    const patch = Object.fromEntries(Object.entries(differences).map(([name, { to }]) => [name, to]))
    for (const [member, path] of Object.entries(single.parts ?? {})) {
      if (member in patch) await this.#server.request('PATCH', path, { body: patch[member] })
      delete patch[member]
    }
    if (Object.keys(patch).length > 0) await this.#server.request('PATCH', single.path, { body: patch })
  }

  async #create(kind: Kind, key: string, wanted: Members): Promise<void> {
    const operation = await operationOf(kind, kind.create ?? '')
    const members = this.#ready(wanted)
    const parent = kind.parent ? [String(members[kind.parent.member])] : []
    const body = only(members, operation)
    const { keyed } = operation
    const made = await this.#server.request<Members>('POST', pathOf(operation, parent), { body, keyed })
    const id = String(made['id'])
    this.#state.references.add(kind.name, key, id)
    if (kind.update === undefined) return
    // What can be said of it only once it is there, such as that it is turned off.
    const update = await operationOf(kind, kind.update)
    const later = Object.entries(only(members, update)).filter(
      ([name, value]) => !(name in body) && made[name] !== value,
    )
    if (later.length > 0 && update.method === 'PATCH')
      await this.#server.request('PATCH', pathOf(update, [id]), { body: Object.fromEntries(later) })
  }

  async #update({
    kind,
    wanted,
    existing,
    differences,
  }: Extract<Change, { action: 'update' | 'replace' }>): Promise<void> {
    const operation = await operationOf(kind, kind.update ?? '')
    const isWhole = operation.method === 'PUT'
    const said = isWhole ? { ...existing.members, ...wanted } : changed(wanted, differences)
    const body = only(this.#ready(said), operation)
    const [query, path] = [kind.updateQuery?.(existing.raw), pathOf(operation, [existing.id])]
    await this.#server.request(operation.method, path, { body: isWhole ? withoutNulls(body) : body, query })
  }

  async #remove({ kind, existing }: Extract<Change, { action: 'delete' | 'update' | 'replace' }>): Promise<void> {
    const operation = await operationOf(kind, kind.remove ?? '')
    const parent = kind.parent ? [String(existing.raw[kind.parent.member])] : []
    await this.#server.request('DELETE', pathOf(operation, [...parent, existing.id]))
  }

  #ready(members: Members): Members {
    return this.#secrets.filled(this.#state.references.resolved(members)) as Members
  }
}

/** The members that changed, and the secrets, which nobody can compare. */
const changed = (wanted: Members, differences: Members): Members =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name]) => name in differences || /(^|_)(secret|password)$/.test(name)),
  )

const only = (members: Members, { body = [] }: Operation): Record<string, unknown> =>
  Object.fromEntries(body.flatMap(({ name }) => (name in members ? [[name, members[name]]] : [])))
