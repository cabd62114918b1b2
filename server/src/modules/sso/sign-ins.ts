import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { randomText } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { ProviderFailure } from '#/modules/identity-providers/index.ts'
import type { RelyingParty } from '#/modules/identity-providers/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { SsoAttempt } from './attempt.ts'
import type { SsoAttempts } from './attempts.ts'
import { identityOfClaims, namesOf } from './attribute-mapping.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoConnections } from './connections.ts'
import { ssoErrors } from './errors.ts'
import { ssoSignInRefused } from './events.ts'
import { grantFor } from './group-mapping.ts'
import type { GroupGrant } from './group-mapping.ts'
import type { AssertedIdentity } from './identity.ts'
import type { SsoJoins } from './joins.ts'
import type { SsoMatching, SsoMatchRefusal } from './matching.ts'
import { relyingPartyConnection } from './oidc.ts'

export interface SsoSignInsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly connections: SsoConnections
  readonly attempts: SsoAttempts
  readonly joins: SsoJoins
  readonly matching: SsoMatching
  readonly relyingParty: RelyingParty
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

/** Who sets out, and where they want to go on to afterwards. */
export interface SsoDeparture {
  readonly browserId: string
  readonly goingOn: string
  /** Whom the identity provider is to expect. */
  readonly loginHint?: string | undefined
  /** `test` only shows what comes back. */
  readonly purpose?: SsoAttempt['purpose']
}

/** Why somebody who came back is not signed in. */
export type SsoRefusal = SsoMatchRefusal | 'denied' | 'groups_left_out'

/** How it ended, and where the person wanted to go on to. */
export type SsoOutcome = { readonly connection: SsoConnection; readonly goingOn: string } & (
  | { readonly kind: 'signed_in'; readonly user: User }
  /** There is an account that has their address: with the secret they join the two once they have proven it. */
  | { readonly kind: 'join'; readonly user: User; readonly secret: string }
  | { readonly kind: 'refused'; readonly reason: SsoRefusal; readonly email: string | null }
  /** What it said, whether it speaks for the address, and what the groups come to. */
  | {
      readonly kind: 'tested'
      readonly result: AssertedIdentity | 'denied' | 'failed'
      readonly speaks: boolean
      readonly grant: GroupGrant
    }
)

/** Each begun attempt is a row for twenty minutes. */
const DEPARTURES = { burst: 60, periodMs: 60_000 }

/** Signing in where one works: out to the identity provider, and back. */
export class SsoSignIns {
  readonly #deps: SsoSignInsDeps
  constructor(deps: SsoSignInsDeps) {
    this.#deps = deps
  }

  /** Begins a sign-in by OpenID Connect; returns where to send the browser. Throws `sso_unavailable` when that can't be known. */
  async depart(connectionId: string, departure: SsoDeparture, context: RequestContext): Promise<string> {
    const { attempts, relyingParty } = this.#deps
    const connection = await this.#getOidc(connectionId)
    await this.#deps.limits.require(`sso_departure:${networkOf(context.ip)}`, DEPARTURES)
    const { browserId, goingOn, loginHint, purpose = 'sign_in' } = departure
    const secrets = { nonce: randomText(43), codeVerifier: randomText(64) }
    const state = await attempts.begin(connection, { browserId, purpose, goingOn }, secrets)
    const hint = loginHint === undefined ? {} : { login_hint: loginHint }
    try {
      return await relyingParty.authorizationUrl(this.#open(connection), { state, ...secrets }, hint)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      this.#logFailure(connection, error)
      throw new AppError(ssoErrors.sso_unavailable)
    }
  }

  /** Ends a sign-in by OpenID Connect. Throws `sso_attempt_over` for a state that is not this browser's, not this connection's, or used. */
  async arrive(
    connectionId: string,
    { browserId, answer }: { readonly browserId: string; readonly answer: URLSearchParams },
    context: RequestContext,
  ): Promise<SsoOutcome> {
    const connection = await this.#getOidc(connectionId)
    const state = answer.get('state') ?? ''
    const { attempt, secrets } = await this.#deps.attempts.end(state, connection, browserId)
    const { nonce = '', codeVerifier = '' } = secrets
    const identity = await this.#identity(connection, answer, { state, nonce, codeVerifier })
    return this.land({ connection, attempt, browserId, identity }, context)
  }

  /** What becomes of somebody who came back, by whichever protocol: `attempt` was ended by that, and `identity` proven. */
  async land(
    {
      connection,
      attempt: { goingOn, purpose = 'sign_in' },
      browserId,
      identity,
    }: {
      readonly connection: SsoConnection
      readonly attempt: Pick<SsoAttempt, 'goingOn'> & Partial<Pick<SsoAttempt, 'purpose'>>
      readonly browserId: string
      readonly identity: AssertedIdentity | 'denied' | 'failed'
    },
    context: RequestContext,
  ): Promise<SsoOutcome> {
    const common = { connection, goingOn }
    if (purpose === 'test') return this.#tested(common, identity)
    if (typeof identity === 'string') return this.#refuse(common, identity, null, context)
    if (identity.groupsLeftOut && connection.groupRoles.length > 0) {
      return this.#refuse(common, 'groups_left_out', identity.email, context)
    }
    const match = await this.#deps.matching.signIn({ connection, identity, context })
    if (match.kind === 'refused') return this.#refuse(common, match.reason, identity.email, context)
    if (match.kind === 'signed_in') return { ...common, ...match }
    const waiting = { connection, identity, userId: match.user.id, browserId, goingOn }
    return { ...common, ...match, secret: await this.#deps.joins.begin(waiting) }
  }

  async #tested(
    common: Pick<SsoOutcome, 'connection' | 'goingOn'>,
    result: AssertedIdentity | 'denied' | 'failed',
  ): Promise<SsoOutcome> {
    const { connection } = common
    const groups = typeof result === 'string' ? [] : result.groups
    const speaks = typeof result !== 'string' && (await this.#deps.matching.speaksFor({ connection, identity: result }))
    return { ...common, kind: 'tested', result, speaks, grant: grantFor(connection, groups) }
  }

  async #identity(
    connection: SsoConnection,
    answer: URLSearchParams,
    secrets: { readonly state: string; readonly nonce: string; readonly codeVerifier: string },
  ): Promise<AssertedIdentity | 'denied' | 'failed'> {
    const wanted = [namesOf(connection, 'email'), connection.groupRoles.length > 0 ? namesOf(connection, 'groups') : []]
    try {
      const party = this.#open(connection)
      const claims = await this.#deps.relyingParty.claimsOf(party, answer, secrets, wanted.flat())
      return identityOfClaims(connection, claims)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.reason === 'failed') this.#logFailure(connection, error)
      return error.reason
    }
  }

  async #refuse(
    common: Pick<SsoOutcome, 'connection' | 'goingOn'>,
    reason: SsoRefusal,
    email: string | null,
    context: RequestContext,
  ): Promise<SsoOutcome> {
    const { db, events } = this.#deps
    const { id } = common.connection
    await events.recordAlone(db, ssoSignInRefused, {
      actor: actorOf('system', 'sso-sign-in', context),
      target: { type: 'sso_connection', id },
      result: 'denied',
      data: { connection_id: id, reason },
    })
    return { ...common, kind: 'refused', reason, email }
  }

  async #getOidc(id: string): Promise<SsoConnection> {
    const connection = await this.#deps.connections.getEnabled(id)
    if (connection.oidc === null) throw new AppError(ssoErrors.sso_connection_not_found)
    return connection
  }

  #open(connection: SsoConnection) {
    return relyingPartyConnection(connection, this.#deps.keyring, this.#deps.issuer)
  }

  #logFailure({ id, name }: SsoConnection, error: ProviderFailure): void {
    const reasons = messagesOf(error)
    this.#deps.log.warn({ connection: name, connection_id: id, reasons }, 'an identity provider could not be used')
  }
}

/** What happened, without what it happened to: errors of the library carry the claims of people. */
const messagesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
