import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { canonicalEmail, parseName, userErrors } from '#/modules/users/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import { SsoConnectionStore } from './connection-store.ts'
import type { SsoConnection } from './connection.ts'
import { SsoDomainStore } from './domain-store.ts'
import { domainOfEmail } from './domain.ts'
import { ssoErrors } from './errors.ts'
import { ssoIdentityLinked } from './events.ts'
import type { GroupGrants } from './group-grants.ts'
import { SsoIdentityStore } from './identity-store.ts'
import type { AssertedIdentity, SsoIdentity } from './identity.ts'

/** The groups that provisioning keeps somebody in for a connection; undefined for people whom it does not keep. */
export type ProvisionedGroups = (tx: Tx, connectionId: string, userId: string) => Promise<readonly string[] | undefined>

interface SsoMatchingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Pick<Users, 'hold' | 'create' | 'findByEmail'>
  readonly grants: GroupGrants
  readonly provisionedGroups: ProvisionedGroups
}

/** Somebody whom an identity provider vouches for, and the request they came back with. */
export interface Arrival {
  readonly connection: SsoConnection
  readonly identity: AssertedIdentity
  readonly context: RequestContext
}

/** Why somebody who proved who they are where they work is nobody here. */
export type SsoMatchRefusal =
  | 'no_email'
  | 'email_unverified'
  | 'domain_unverified'
  | 'user_disabled'
  | 'not_provisioned'
  | 'failed'

/** Whom they are taken for. With `join` there is an account that has their address, and they have yet to prove it. */
export type SsoMatch =
  | { readonly kind: 'signed_in'; readonly user: User }
  | { readonly kind: 'join'; readonly user: User }
  | { readonly kind: 'refused'; readonly reason: SsoMatchRefusal }

// Of two arrivals of one new person at once the second finds what the first made.
const LOOKS = 3

/**
 * Finds or makes the user behind an identity. Known is who the connection knows by subject. Anybody else must have an
 * address of a domain that the connection has verified; when somebody here has it, they prove first that they are that
 * person, since the address alone decides for nobody (rule RP5).
 */
export class SsoMatching {
  readonly #deps: SsoMatchingDeps
  readonly #connections: SsoConnectionStore
  readonly #domains: SsoDomainStore
  readonly #identities: SsoIdentityStore
  constructor(deps: SsoMatchingDeps) {
    this.#deps = deps
    this.#connections = new SsoConnectionStore(deps.db)
    this.#domains = new SsoDomainStore(deps.db)
    this.#identities = new SsoIdentityStore(deps.db)
  }

  async signIn(arrival: Arrival): Promise<SsoMatch> {
    for (let look = 0; look < LOOKS; look++) {
      const match = (await this.#recognise(arrival)) ?? (await this.#meet(arrival))
      if (match) return match
    }
    return refused('failed')
  }

  /** Gives the identity to a user who has proven the account. Throws when what was decided on holds no more. */
  async join(tx: Tx, arrival: Arrival, userId: string): Promise<User> {
    await this.#requireUnchanged(tx, arrival.connection)
    const user = await this.#deps.users.hold(tx, userId)
    const { email } = arrival.identity
    const isTheirs = email !== null && canonicalEmail(email) === user?.emailCanonical
    // Whoever signed up with an address that nobody has proven may be a stranger to it.
    if (!user || user.disabledAt !== null || !isTheirs) throw new AppError(ssoErrors.sso_join_over)
    if (!user.emailVerified) throw new AppError(ssoErrors.sso_join_unproven)
    if (!(await this.speaksFor(arrival, tx))) throw new AppError(ssoErrors.sso_join_over)
    const linked = await this.#link(tx, arrival, user, 'joined')
    if (!linked) throw new AppError(ssoErrors.sso_join_over)
    return linked
  }

  #recognise({ connection, identity, context }: Arrival): Promise<SsoMatch | undefined> {
    const { db, clock, users, grants } = this.#deps
    return db.tx(async (tx): Promise<SsoMatch | undefined> => {
      await this.#requireUnchanged(tx, connection)
      const known = await this.#identities.findBySubject(connection.id, identity.subject, tx)
      const user = known && (await users.hold(tx, known.userId))
      if (!known || !user) return undefined
      if (user.disabledAt !== null) return refused('user_disabled')
      const groups = await this.#groupsOf(tx, connection, user, identity)
      const arriving = { connection, identity: known, user, groups, isNew: false }
      const given = await grants.apply(tx, arriving, actorFor(connection, context))
      const { email, name } = identity
      await this.#identities.update(tx, known.id, { email, name, ...given.identity, lastUsedAt: clock.now() })
      return { kind: 'signed_in', user: given.user }
    })
  }

  /** Somebody whom the connection does not know; undefined when that changed in the meantime. */
  async #meet(arrival: Arrival): Promise<SsoMatch | undefined> {
    const { email, emailDenied } = arrival.identity
    // An address that this server does not take counts as a missing one.
    if (email === null || canonicalEmail(email) === undefined) return refused('no_email')
    if (emailDenied) return refused('email_unverified')
    if (!(await this.speaksFor(arrival))) return refused('domain_unverified')
    const user = await this.#deps.users.findByEmail(email)
    if (user) return this.#welcome(arrival, user)
    return arrival.connection.createsUsers ? this.#signUp(arrival, email) : refused('not_provisioned')
  }

  /** Somebody who has the address here: one whom the connection itself provisioned has nothing to prove. */
  #welcome(arrival: Arrival, { id, disabledAt }: User): Promise<SsoMatch | undefined> {
    const { db, users, provisionedGroups } = this.#deps
    const { connection } = arrival
    return db.tx(async (tx): Promise<SsoMatch | undefined> => {
      await this.#requireUnchanged(tx, connection)
      const user = await users.hold(tx, id)
      if (!user || user.disabledAt !== disabledAt) return undefined
      if (disabledAt !== null) return refused('user_disabled')
      const isTheirs = user.systemRole === null && canonicalEmail(arrival.identity.email ?? '') === user.emailCanonical
      const isKept = isTheirs && (await provisionedGroups(tx, connection.id, id)) !== undefined
      if (!isKept || !(await this.speaksFor(arrival, tx))) return { kind: 'join', user }
      const linked = await this.#link(tx, arrival, user, 'provisioned')
      return linked && { kind: 'signed_in', user: linked }
    })
  }

  /** The groups that an identity provider says somebody is in, by either of the ways it can say so. */
  async #groupsOf(tx: Tx, { id }: SsoConnection, user: User, { groups }: AssertedIdentity): Promise<readonly string[]> {
    const provisioned = await this.#deps.provisionedGroups(tx, id, user.id)
    return provisioned === undefined ? groups : [...new Set([...groups, ...provisioned])]
  }

  async #signUp(arrival: Arrival, email: string): Promise<SsoMatch | undefined> {
    const { db, users } = this.#deps
    const { connection, identity, context } = arrival
    const input = { email, name: parseName(identity.name ?? '') ?? '', emailVerified: true }
    try {
      return await db.tx(async (tx) => {
        await this.#requireUnchanged(tx, connection)
        if (!(await this.speaksFor(arrival, tx))) return refused('domain_unverified')
        const made = await users.create(input, ({ id }) => actorOf('user', id, context), tx)
        const user = await this.#link(tx, arrival, made, 'signed_up')
        // Throwing undoes the user: of two at once only one becomes somebody.
        if (!user) throw new LinkedMeanwhile()
        return { kind: 'signed_in', user }
      })
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined
      if (error instanceof LinkedMeanwhile || code === userErrors.email_taken) return undefined
      throw error
    }
  }

  /** Notes whom the subject is here, and gives what their groups come to; undefined when somebody has it by now. */
  async #link(
    tx: Tx,
    { connection, identity, context }: Arrival,
    user: User,
    how: 'signed_up' | 'joined' | 'provisioned',
  ): Promise<User | undefined> {
    const { clock, events, grants } = this.#deps
    const now = clock.now()
    const row: SsoIdentity = {
      id: newId('ssoi', now),
      ssoConnectionId: connection.id,
      subject: identity.subject,
      userId: user.id,
      email: identity.email,
      name: identity.name,
      organizationRole: null,
      systemRole: null,
      createdAt: now,
      lastUsedAt: now,
    }
    if (!(await this.#identities.insert(tx, row))) return undefined
    const groups = await this.#groupsOf(tx, connection, user, identity)
    const arriving = { connection, identity: row, user, groups, isNew: true }
    const given = await grants.apply(tx, arriving, actorFor(connection, context))
    await this.#identities.update(tx, row.id, given.identity)
    await events.record(tx, ssoIdentityLinked, {
      actor: actorOf('user', user.id, context),
      target: { type: 'user', id: user.id },
      data: { id: row.id, user_id: user.id, connection_id: connection.id, how },
    })
    return given.user
  }

  /** Whether the connection speaks for the address of somebody. */
  async speaksFor({ connection, identity }: Omit<Arrival, 'context'>, tx?: Tx): Promise<boolean> {
    const domain = domainOfEmail(identity.email ?? '')
    return domain !== undefined && this.#domains.isVerified(connection.id, domain, tx)
  }

  /** Holds the connection as it was when the person set out: turned off or changed since, it vouches for nobody. */
  async #requireUnchanged(tx: Tx, connection: SsoConnection): Promise<void> {
    if (!(await this.#connections.holdAsIs(tx, connection))) throw new AppError(ssoErrors.sso_attempt_over)
  }
}

class LinkedMeanwhile extends Error {}

/** What a connection gives is given in its name. */
const actorFor = ({ id }: SsoConnection, context: RequestContext): Actor => actorOf('system', id, context)

const refused = (reason: SsoMatchRefusal): SsoMatch => ({ kind: 'refused', reason })
