import type { Clock } from '#/platform/clock.ts'
import { hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfSsoConnection, RowEnding } from '#/modules/lifecycle/index.ts'
import type { SsoConnection, SsoConnections } from '#/modules/sso/index.ts'
import { scimErrors } from './errors.ts'
import { scimTokenCreated, scimTokenRevoked } from './events.ts'
import { scimTokens } from './tables.ts'
import type { ScimToken } from './tables.ts'

interface ScimTokensDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly connections: Pick<SsoConnections, 'get' | 'getEnabled'>
}

const PREFIX = 'mandate_scim_'
const MAX_TOKENS = 5
const NOTED_EVERY_MS = 60_000

/** The tokens by which identity providers come in: each for one connection, stored as a hash, shown once. */
export class ScimTokens {
  readonly #deps: ScimTokensDeps
  readonly #tokens: KeysetList<ScimToken>
  constructor(deps: ScimTokensDeps) {
    this.#deps = deps
    this.#tokens = new KeysetList(deps.db, scimTokens)
  }

  /** The connection that a token is good for; undefined for one that is not of it, and for a connection that is off. */
  async authenticate(secret: string, connectionId: string): Promise<SsoConnection | undefined> {
    if (!hasValidChecksum(secret, PREFIX) || !isId('sso', connectionId)) return undefined
    const { db, clock, connections } = this.#deps
    const token = await this.#tokens.find(sql`hash = ${hashSecret(secret)} AND sso_connection_id = ${connectionId}`)
    if (!token) return undefined
    const now = clock.now()
    if ((token.lastUsedAt ?? 0) < now - NOTED_EVERY_MS) {
      await db.run(sql`UPDATE scim_tokens SET last_used_at = ${now} WHERE id = ${token.id}`)
    }
    const connection = await connections.get(connectionId)
    return connection.enabled ? connection : undefined
  }

  async list(connectionId: string, request: PageRequest): Promise<Page<ScimToken>> {
    const { id } = await this.#deps.connections.get(connectionId)
    return this.#tokens.page([sql`sso_connection_id = ${id}`], request)
  }

  async get(connectionId: string, id: string): Promise<ScimToken> {
    const connection = await this.#deps.connections.get(connectionId)
    const which = sql`id = ${id} AND sso_connection_id = ${connection.id}`
    return (isId('scit', id) ? await this.#tokens.find(which) : undefined) ?? notFound()
  }

  /** Makes a token; its secret is shown this once. */
  async create(connectionId: string, name: string, actor: Actor): Promise<{ token: ScimToken; secret: string }> {
    const { db, clock, events, connections } = this.#deps
    const connection = await connections.get(connectionId)
    const now = clock.now()
    const secret = newSecret(PREFIX)
    const token: ScimToken = {
      id: newId('scit', now),
      ssoConnectionId: connection.id,
      name,
      hash: hashSecret(secret),
      lastUsedAt: null,
      createdAt: now,
    }
    await db.tx(async (tx) => {
      // Two at once may make one more than there should be, which harms nobody.
      const count = await this.#tokens.count([sql`sso_connection_id = ${connection.id}`], tx)
      if (count >= MAX_TOKENS) throw new AppError(scimErrors.too_many_scim_tokens)
      await tx.run(scimTokens.insert(token))
      await events.record(tx, scimTokenCreated, eventOf(token, actor))
    })
    return { token, secret }
  }

  /** Ends a token; nobody comes in by it from now on. */
  async revoke(connectionId: string, id: string, actor: Actor): Promise<void> {
    const token = await this.get(connectionId, id)
    await this.#deps.db.tx(async (tx) => {
      if ((await tx.run(sql`DELETE FROM scim_tokens WHERE id = ${token.id}`)) !== 1) notFound()
      await this.#deps.events.record(tx, scimTokenRevoked, eventOf(token, actor))
    })
  }
}

const eventOf = ({ id, ssoConnectionId, name }: ScimToken, actor: Actor) => ({
  actor,
  target: { type: 'sso_connection', id: ssoConnectionId },
  data: { id, connection_id: ssoConnectionId, name },
})

const notFound = (): never => {
  throw new AppError(scimErrors.scim_token_not_found)
}

/** The tokens that end with their connection. */
export const scimTokensEnding: RowEnding<OfSsoConnection> = {
  table: 'scim_tokens',
  counts: null,
  end: () => sql`DELETE FROM scim_tokens`,
  which: ({ ssoConnectionId }) => sql`sso_connection_id = ${ssoConnectionId}`,
}
