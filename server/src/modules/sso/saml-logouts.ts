import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { Replays } from '#/platform/replays/replays.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Session, Sessions } from '#/modules/sessions/index.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoConnections } from './connections.ts'
import { ssoErrors } from './errors.ts'
import type { SamlKeys } from './saml-keys.ts'
import { identityProviderOf, serviceProviderOf } from './saml-parties.ts'
import type { VerifiedResponse } from './saml-response.ts'
import type { SsoAttempts } from './attempts.ts'
import { logoutPlace } from './sso-session.ts'
import { SsoSessionStore } from './sso-session-store.ts'
import { logoutRequestUrl, logoutResponseUrl, readLogoutMessage } from './saml/logout.ts'
import type { IdentityProvider, ServiceProvider } from './saml/parties.ts'
import type { LogoutMessage } from './saml/logout.ts'
import { SamlRefusal } from './saml/refusal.ts'
import { newMessageId } from './saml/requests.ts'

interface SamlLogoutsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
  readonly limits: Limits
  readonly replays: Replays
  readonly sessions: Pick<Sessions, 'find' | 'end'>
  readonly connections: Pick<SsoConnections, 'get' | 'getEnabled'>
  readonly attempts: SsoAttempts
  readonly keys: Pick<SamlKeys, 'of'>
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

interface Parties {
  readonly serviceProvider: ServiceProvider
  readonly identityProvider: IdentityProvider
}

type LogoutRequest = Extract<LogoutMessage, { kind: 'request' }>
type LogoutResponse = Extract<LogoutMessage, { kind: 'response' }>

const MESSAGES = { burst: 120, periodMs: 60_000 }
const DEPARTURE = { table: 'none', column: 'saml_logout', row: '' }
const DEPARTURE_MS = 60_000
const SIGNED_OUT = '/logout'

/** How the provider of a connection calls a session, for our request to end it there. */
type LogoutName = Pick<VerifiedResponse, 'nameId' | 'sessionIndex'>

/** Somebody who is about to sign out where they work too. */
interface Departure {
  readonly connection: string
  readonly url: string
  readonly goodUntil: number
}

/**
 * Single logout, in both directions: a person signs out where they work, and the sessions end that this opened here; or
 * they sign out here, and their browser takes our request there.
 */
export class SamlLogouts {
  readonly #deps: SamlLogoutsDeps
  readonly #sessions: SsoSessionStore
  constructor(deps: SamlLogoutsDeps) {
    this.#deps = deps
    this.#sessions = new SsoSessionStore(deps.db)
  }

  /** Notes which connection opened a session, and what a provider by SAML calls it. */
  async note({ id }: Session, connectionId: string, response?: VerifiedResponse): Promise<void> {
    const { clock, keyring } = this.#deps
    const { nameId, sessionIndex = null } = response ?? {}
    const name = nameId && ({ nameId, sessionIndex } satisfies LogoutName)
    await this.#sessions.put({
      sessionId: id,
      ssoConnectionId: connectionId,
      nameHash: nameId === undefined ? null : hashSecret(nameId.value),
      indexHash: sessionIndex === null ? null : hashSecret(sessionIndex),
      logoutSealed: name ? keyring.seal(JSON.stringify(name), logoutPlace(connectionId)) : null,
      createdAt: clock.now(),
    })
  }

  /**
   * Where somebody goes on who signed out of a session, by way of where they work if that signed them in and can be told:
   * to a page of ours that leads there, since no redirect of a form may. Never keeps anybody from signing out here.
   */
  async depart({ id }: Pick<Session, 'id'>, browserId: string, goingOn = SIGNED_OUT): Promise<string> {
    const row = await this.#sessions.find(id)
    if (!row?.logoutSealed) return goingOn
    const connection = await this.#deps.connections.get(row.ssoConnectionId).catch(() => undefined)
    if (connection?.enabled !== true || !connection.saml?.sloUrl) return goingOn
    const { keyring, clock, attempts } = this.#deps
    const { nameId, sessionIndex } = JSON.parse(
      keyring.open(row.logoutSealed, logoutPlace(connection.id)),
    ) as LogoutName
    const message = { id: newMessageId(), now: clock.now(), nameId, sessionIndex: sessionIndex ?? undefined }
    const attempt = { browserId, purpose: 'logout', goingOn } as const
    const relayState = await attempts.begin(connection, attempt, { requestId: message.id })
    const url = logoutRequestUrl({ ...(await this.#parties(connection)), ...message, relayState })
    if (url === undefined) return goingOn
    const departure: Departure = { connection: connection.name, url, goodUntil: clock.now() + DEPARTURE_MS }
    return `${SIGNED_OUT}?${new URLSearchParams({ onward: keyring.seal(JSON.stringify(departure), DEPARTURE) })}`
  }

  /** Where `depart` leads on to; undefined for what is too old, or not ours. */
  onward(sealed: string): Pick<Departure, 'connection' | 'url'> | undefined {
    try {
      const departure = JSON.parse(this.#deps.keyring.open(sealed, DEPARTURE)) as Departure
      return departure.goodUntil > this.#deps.clock.now() ? departure : undefined
    } catch {
      return undefined
    }
  }

  /**
   * Takes a logout message from the raw query that a browser brought. A request ends the sessions it names; the signature
   * says who asks, so that it needs no cookie. The answer to ours comes back to the browser that took it there. Returns
   * where to send the browser. Throws `saml_response_refused`.
   */
  async receive(
    connectionId: string,
    { rawQuery, browserId }: { readonly rawQuery: string; readonly browserId: string },
    context: RequestContext,
  ): Promise<string> {
    const { limits, clock, replays } = this.#deps
    const connection = await this.#deps.connections.getEnabled(connectionId)
    if (connection.type !== 'saml') throw new AppError(ssoErrors.sso_connection_not_found)
    await limits.require(`saml_logout:${networkOf(context.ip)}`, MESSAGES)
    const parties = await this.#parties(connection)
    const message = await this.#read(connection, rawQuery, parties)
    if (message.kind === 'response') return this.#comeBack(connection, message, browserId)
    const name = `saml_logout:${connection.id}:${message.id}`
    if (!(await replays.claim(name, message.acceptableUntil))) this.#refuse(connection, 'replayed', 'it came before')
    await this.#end(connection, message, context)
    const answer = { now: clock.now(), inResponseTo: message.id, relayState: message.relayState }
    return logoutResponseUrl({ ...parties, ...answer }) ?? this.#deps.issuer
  }

  /** Ends the attempt that an answer belongs to. Whatever it says, the person is signed out here. */
  async #comeBack(connection: SsoConnection, answer: LogoutResponse, browserId: string): Promise<string> {
    const { attempt, secrets } = await this.#deps.attempts.end(answer.relayState ?? '', connection, browserId)
    if (attempt.purpose !== 'logout' || secrets['requestId'] !== answer.inResponseTo) {
      return this.#refuse(connection, 'unsolicited', 'nobody asked to sign out there')
    }
    const { id, name } = connection
    if (!answer.succeeded)
      this.#deps.log.warn({ connection: name, connection_id: id }, 'an identity provider did not sign somebody out')
    return attempt.goingOn
  }

  /** Without an index every session of the person through the connection is meant (Core §3.7.1). */
  async #end({ id }: SsoConnection, { nameId, sessionIndexes }: LogoutRequest, context: RequestContext): Promise<void> {
    const { sessions } = this.#deps
    const rows = await this.#sessions.listByName(id, hashSecret(nameId.value))
    const indexes = new Set(sessionIndexes.map((index) => hashSecret(index)))
    const meant = rows.filter(({ indexHash }) => indexes.size === 0 || (indexHash !== null && indexes.has(indexHash)))
    for (const { sessionId } of meant) {
      const session = await sessions.find(sessionId)
      if (session?.revokedAt === null) await sessions.end(session, actorOf('system', id, context))
    }
  }

  async #read(connection: SsoConnection, rawQuery: string, parties: Parties): Promise<LogoutMessage> {
    try {
      return await readLogoutMessage(rawQuery, { ...parties, now: this.#deps.clock.now() })
    } catch (error) {
      if (!(error instanceof SamlRefusal)) throw error
      return this.#refuse(connection, error.reason, error.message)
    }
  }

  async #parties(connection: SsoConnection): Promise<Parties> {
    const { keys, issuer } = this.#deps
    const serviceProvider = serviceProviderOf(connection, await keys.of(connection.id), issuer)
    return { serviceProvider, identityProvider: identityProviderOf(connection) }
  }

  #refuse({ id, name }: SsoConnection, reason: string, message: string): never {
    this.#deps.log.warn({ connection: name, connection_id: id, reason, message }, 'a SAML logout message was refused')
    throw new AppError(ssoErrors.saml_response_refused)
  }
}
