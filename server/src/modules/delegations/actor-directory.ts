import { allows } from '#/modules/api-keys/index.ts'
import type { Clients } from '#/modules/clients/index.ts'
import type { Users } from '#/modules/users/index.ts'

export const actorKinds = ['person', 'agent', 'app', 'client'] as const
export type ActorKind = (typeof actorKinds)[number]

/** What somebody who acts is called, and whether they still may. */
export interface ActorName {
  readonly kind: ActorKind
  /** The id that the routes of their kind take. */
  readonly id: string
  /** Null for whoever may not be told. */
  readonly name: string | null
  readonly active: boolean
}

/** Names by the id that tokens have: of users their id, of clients their client_id. Whoever is gone is left out. */
export type ActorNames = ReadonlyMap<string, ActorName>

interface ActorDirectoryDeps {
  readonly clients: Pick<Clients, 'findAllByClientId'>
  readonly users: Pick<Users, 'findAll'>
}

/** Looks up what those are called whom tokens name. */
export class ActorDirectory {
  readonly #deps: ActorDirectoryDeps
  constructor(deps: ActorDirectoryDeps) {
    this.#deps = deps
  }

  /** In two reads, however many. Names of people are for those who may read users. */
  async namesOf(ids: readonly string[], scopes: readonly string[]): Promise<ActorNames> {
    const wanted = [...new Set(ids)]
    const isPerson = (id: string): boolean => id.startsWith('usr_')
    const [clients, users] = await Promise.all([
      this.#deps.clients.findAllByClientId(wanted.filter((id) => !isPerson(id))),
      this.#deps.users.findAll(wanted.filter(isPerson)),
    ])
    const tellsPeople = allows(scopes, 'users:read')
    return new Map<string, ActorName>([
      ...clients.map(({ clientId, id, clientName, kind, active }) => {
        const shown = kind === 'agent' || kind === 'app' ? kind : 'client'
        return [clientId, { kind: shown, id, name: clientName, active }] as const
      }),
      ...users.map(({ id, name, email, disabledAt }) => {
        const shown = name === '' ? email : name
        return [id, { kind: 'person', id, name: tellsPeople ? shown : null, active: disabledAt === null }] as const
      }),
    ])
  }
}
