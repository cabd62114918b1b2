import type { Clock } from '#/platform/clock.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
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
import { samlSessions } from './saml-session.ts'
import { logoutResponseUrl, readLogoutMessage } from './saml/logout.ts'
import type { IdentityProvider, ServiceProvider } from './saml/parties.ts'
import type { LogoutMessage } from './saml/logout.ts'
import { SamlRefusal } from './saml/refusal.ts'

interface SamlLogoutsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly replays: Replays
  readonly sessions: Pick<Sessions, 'find' | 'end'>
  readonly connections: Pick<SsoConnections, 'getEnabled'>
  readonly keys: Pick<SamlKeys, 'of'>
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void }
}

interface Parties {
  readonly serviceProvider: ServiceProvider
  readonly identityProvider: IdentityProvider
}

type LogoutRequest = Extract<LogoutMessage, { kind: 'request' }>

const MESSAGES = { burst: 120, periodMs: 60_000 }
const MAX_SESSIONS = 100

/** Single logout: a person signs out where they work, and the sessions that this opened here end too. */
export class SamlLogouts {
  readonly #deps: SamlLogoutsDeps
  constructor(deps: SamlLogoutsDeps) {
    this.#deps = deps
  }

  /** Notes what the provider calls a session, once it is there. */
  async note({ id }: Session, connectionId: string, { nameId, sessionIndex }: VerifiedResponse): Promise<void> {
    const row = {
      sessionId: id,
      ssoConnectionId: connectionId,
      nameHash: hashSecret(nameId.value),
      indexHash: sessionIndex === null ? null : hashSecret(sessionIndex),
      createdAt: this.#deps.clock.now(),
    }
    await this.#deps.db.run(sql`${samlSessions.insert(row)} ON CONFLICT (session_id) DO NOTHING`)
  }

  /**
   * Takes a logout request from the raw query that a browser brought, and ends the sessions it names; the signature says
   * who asks, so that it needs no cookie. Returns where to send the answer. Throws `saml_response_refused`.
   */
  async receive(connectionId: string, rawQuery: string, context: RequestContext): Promise<string> {
    const { limits, clock, replays } = this.#deps
    const connection = await this.#deps.connections.getEnabled(connectionId)
    if (connection.type !== 'saml') throw new AppError(ssoErrors.sso_connection_not_found)
    await limits.require(`saml_logout:${networkOf(context.ip)}`, MESSAGES)
    const parties = await this.#parties(connection)
    const message = await this.#read(connection, rawQuery, parties)
    if (message.kind !== 'request') return this.#refuse(connection, 'unsolicited', 'nobody asked to sign out there')
    const name = `saml_logout:${connection.id}:${message.id}`
    if (!(await replays.claim(name, message.acceptableUntil))) this.#refuse(connection, 'replayed', 'it came before')
    await this.#end(connection, message, context)
    const answer = { now: clock.now(), inResponseTo: message.id, relayState: message.relayState }
    return logoutResponseUrl({ ...parties, ...answer }) ?? this.#deps.issuer
  }

  /** Without an index every session of the person through the connection is meant (Core §3.7.1). */
  async #end({ id }: SsoConnection, { nameId, sessionIndexes }: LogoutRequest, context: RequestContext): Promise<void> {
    const { db, sessions } = this.#deps
    const rows = await db.all(sql`
      SELECT ${samlSessions.columns} FROM sso_saml_sessions
      WHERE sso_connection_id = ${id} AND name_hash = ${hashSecret(nameId.value)}
      ORDER BY created_at DESC LIMIT ${MAX_SESSIONS}`)
    const indexes = new Set(sessionIndexes.map((index) => hashSecret(index)))
    const meant = rows
      .map((row) => samlSessions.decode(row))
      .filter(({ indexHash }) => indexes.size === 0 || (indexHash !== null && indexes.has(indexHash)))
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
