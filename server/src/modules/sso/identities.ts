import type { Clock } from '#/platform/clock.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import type { Users } from '#/modules/users/index.ts'
import { SsoConnectionStore } from './connection-store.ts'
import { ssoErrors } from './errors.ts'
import { ssoIdentityUnlinked } from './events.ts'
import type { GroupGrants } from './group-grants.ts'
import { SsoIdentityStore } from './identity-store.ts'
import type { DescribedIdentity } from './identity.ts'
import { SsoSessionStore } from './sso-session-store.ts'

interface SsoIdentitiesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Pick<Users, 'hold'>
  readonly grants: Pick<GroupGrants, 'apply'>
  /** Ends a session with every token that came from it. */
  readonly endSession: (id: string, reason: string, actor: Actor) => Promise<void>
}

/** Where people sign in because they work there. A company decides that, so only operators take it from somebody. */
export class SsoIdentities {
  readonly #deps: SsoIdentitiesDeps
  readonly #store: SsoIdentityStore
  readonly #connections: SsoConnectionStore
  readonly #sessions: SsoSessionStore
  constructor(deps: SsoIdentitiesDeps) {
    this.#deps = deps
    this.#store = new SsoIdentityStore(deps.db)
    this.#connections = new SsoConnectionStore(deps.db)
    this.#sessions = new SsoSessionStore(deps.db)
  }

  /** What connections know a user by, newest first. */
  list(userId: string, request: PageRequest): Promise<Page<DescribedIdentity>> {
    return this.#store.listOfUser(userId, request)
  }

  /** What would end were one unlinked. Throws `sso_identity_not_found`. */
  async countUnlinked(userId: string, id: string): Promise<Counts> {
    const { ssoConnectionId: connectionId } = await this.get(userId, id)
    return { sessions: (await this.#sessionsOf(connectionId, userId)).length }
  }

  /** One of a user. Throws `sso_identity_not_found`. */
  async get(userId: string, id: string): Promise<DescribedIdentity> {
    return (isId('ssoi', id) ? await this.#store.findOfUser(userId, id) : undefined) ?? notFound()
  }

  /**
   * Takes from a connection what it knows a user by, with what their groups there gave, and ends the sessions that it opened
   * for them. Whoever comes back through it proves the account anew, unless the company provisions them.
   */
  async unlink(userId: string, id: string, actor: Actor): Promise<void> {
    const { db, events, users, grants, endSession } = this.#deps
    const { ssoConnectionId: connectionId } = await this.get(userId, id)
    const counts = await this.countUnlinked(userId, id)
    await db.tx(async (tx) => {
      const user = await users.hold(tx, userId)
      const identity = user && (await this.#store.take(tx, userId, id))
      if (!identity) return notFound()
      const connection = await this.#connections.find(connectionId, tx)
      if (connection) await grants.apply(tx, { connection, identity, user, groups: [], isNew: false }, actor)
      // Those end right after, each by itself.
      const data = { id, user_id: userId, connection_id: connectionId, counts }
      await events.record(tx, ssoIdentityUnlinked, { actor, target: { type: 'user', id: userId }, data })
      return undefined
    })
    // Asked anew: somebody may have come in by it while it was still there.
    for (const session of await this.#sessionsOf(connectionId, userId))
      await endSession(session, 'sso_identity_unlinked', actor)
  }

  #sessionsOf(connectionId: string, userId: string): Promise<readonly string[]> {
    return this.#sessions.listOfUser(connectionId, userId, this.#deps.clock.now())
  }
}

const notFound = (): never => {
  throw new AppError(ssoErrors.sso_identity_not_found)
}
