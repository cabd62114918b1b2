import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { SsoConnection } from './connection.ts'
import { ssoErrors } from './errors.ts'
import type { AssertedIdentity } from './identity.ts'
import { ssoJoins } from './join.ts'
import type { SsoJoin } from './join.ts'

interface SsoJoinsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
}

/** Who waits to join, and where they want to go on to. */
interface NewSsoJoin {
  readonly connection: SsoConnection
  readonly identity: AssertedIdentity
  readonly userId: string
  readonly browserId: string
  readonly goingOn: string
}

const PREFIX = 'mandate_sj_'
const LIFETIME_MS = 900_000

/**
 * Identities that wait for the person to prove the account that has their address. What the identity provider proved is
 * kept here, for that account, in the browser that came back, once, and for fifteen minutes.
 */
export class SsoJoins {
  readonly #deps: SsoJoinsDeps
  constructor(deps: SsoJoinsDeps) {
    this.#deps = deps
  }

  /** Begins one; returns the secret that finds it again. */
  async begin({ connection, identity, userId, browserId, goingOn }: NewSsoJoin): Promise<string> {
    const { db, clock, keyring } = this.#deps
    const now = clock.now()
    const secret = newSecret(PREFIX)
    const hash = hashSecret(secret)
    const row: SsoJoin = {
      hash,
      ssoConnectionId: connection.id,
      connectionVersion: connection.version,
      browserHash: hashSecret(browserId),
      userId,
      identitySealed: keyring.seal(JSON.stringify(identity), placeOf(hash)),
      goingOn,
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      usedAt: null,
    }
    await db.run(ssoJoins.insert(row))
    return secret
  }

  /** What waits for a person in their browser. Throws `sso_join_over`. */
  async get(secret: string, browserId: string): Promise<SsoJoin> {
    const { db, clock } = this.#deps
    const row = await db.get(sql`
      SELECT ${ssoJoins.columns} FROM sso_joins WHERE ${waiting(secret, browserId, clock.now())}`)
    return row ? ssoJoins.decode(row) : over()
  }

  /** Ends what waits, for its user alone: one conditional write decides. Throws `sso_join_over`. */
  async end(
    tx: Tx,
    secret: string,
    { browserId, userId }: { readonly browserId: string; readonly userId: string },
  ): Promise<{ readonly join: SsoJoin; readonly identity: AssertedIdentity }> {
    const { clock, keyring } = this.#deps
    const now = clock.now()
    const row = await tx.get(sql`
      UPDATE sso_joins SET used_at = ${now} WHERE ${waiting(secret, browserId, now)} AND user_id = ${userId}
      RETURNING ${ssoJoins.columns}`)
    if (!row) return over()
    const join = ssoJoins.decode(row)
    return { join, identity: JSON.parse(keyring.open(join.identitySealed, placeOf(join.hash))) as AssertedIdentity }
  }

  /** Whether an account waits in a browser for its person to prove it. */
  async waitsFor(userId: string, browserId: string, queries: Queries = this.#deps.db): Promise<boolean> {
    const now = this.#deps.clock.now()
    const row = await queries.get(sql`
      SELECT 1 AS found FROM sso_joins
      WHERE user_id = ${userId} AND browser_hash = ${hashSecret(browserId)} AND used_at IS NULL AND expires_at > ${now}
      LIMIT 1`)
    return row !== undefined
  }
}

const waiting = (secret: string, browserId: string, now: number) => sql`
  hash = ${hasValidChecksum(secret, PREFIX) ? hashSecret(secret) : ''} AND browser_hash = ${hashSecret(browserId)}
    AND used_at IS NULL AND expires_at > ${now}`

const placeOf = (hash: string) => ({ table: 'sso_joins', column: 'identity_sealed', row: hash })

const over = (): never => {
  throw new AppError(ssoErrors.sso_join_over)
}
