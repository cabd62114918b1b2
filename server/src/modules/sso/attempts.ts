import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { ssoAttempts } from './attempt.ts'
import type { SsoAttempt } from './attempt.ts'
import type { SsoConnection } from './connection.ts'
import { ssoErrors } from './errors.ts'

interface SsoAttemptsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
}

/** What a way to an identity provider is begun for. */
export type NewSsoAttempt = Pick<SsoAttempt, 'purpose' | 'goingOn'> & {
  /** The secret of the browser's cookie. */
  readonly browserId: string
}

/** What a protocol keeps here while the person is away. */
export type AttemptSecrets = Readonly<Record<string, string>>

const PREFIX = 'mandate_ss_'
const LIFETIME_MS = 600_000

/**
 * People on their way to an identity provider and back. The state that travels with them is good for one connection as it
 * was, in the browser that set out, once, and for ten minutes (RFC 9700 §4.7).
 */
export class SsoAttempts {
  readonly #deps: SsoAttemptsDeps
  constructor(deps: SsoAttemptsDeps) {
    this.#deps = deps
  }

  /** Begins one; returns the state that goes along. */
  async begin(
    { id, version }: SsoConnection,
    { browserId, ...attempt }: NewSsoAttempt,
    secrets: AttemptSecrets,
  ): Promise<string> {
    const { db, clock, keyring } = this.#deps
    const now = clock.now()
    const state = newSecret(PREFIX)
    const hash = hashSecret(state)
    const row: SsoAttempt = {
      ...attempt,
      hash,
      ssoConnectionId: id,
      connectionVersion: version,
      browserHash: hashSecret(browserId),
      secretsSealed: keyring.seal(JSON.stringify(secrets), placeOf(hash)),
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      usedAt: null,
    }
    await db.run(ssoAttempts.insert(row))
    return state
  }

  /** Whether a state is of somebody who only tries the connection out. Uses nothing up. */
  async isTest(state: string, { id }: SsoConnection): Promise<boolean> {
    const { db, clock } = this.#deps
    const hash = hasValidChecksum(state, PREFIX) ? hashSecret(state) : ''
    const row = await db.get(sql`
      SELECT 1 AS found FROM sso_attempts
      WHERE hash = ${hash} AND sso_connection_id = ${id} AND purpose = 'test' AND used_at IS NULL
        AND expires_at > ${clock.now()}`)
    return row !== undefined
  }

  /**
   * Ends the attempt that a state belongs to: one conditional write decides, so that a state works once (rule G2). One of
   * another browser or connection, or of the connection before it changed, is refused and stays good for its own.
   */
  async end(
    state: string,
    { id, version }: SsoConnection,
    browserId: string,
  ): Promise<{ readonly attempt: SsoAttempt; readonly secrets: AttemptSecrets }> {
    const { db, clock, keyring } = this.#deps
    const hash = hasValidChecksum(state, PREFIX) ? hashSecret(state) : ''
    const now = clock.now()
    const row = await db.tx((tx) =>
      tx.get(sql`
        UPDATE sso_attempts SET used_at = ${now}
        WHERE hash = ${hash} AND sso_connection_id = ${id} AND connection_version = ${version}
          AND browser_hash = ${hashSecret(browserId)} AND used_at IS NULL AND expires_at > ${now}
        RETURNING ${ssoAttempts.columns}`),
    )
    if (!row) throw new AppError(ssoErrors.sso_attempt_over)
    const attempt = ssoAttempts.decode(row)
    return { attempt, secrets: JSON.parse(keyring.open(attempt.secretsSealed, placeOf(hash))) as AttemptSecrets }
  }
}

const placeOf = (hash: string) => ({ table: 'sso_attempts', column: 'secrets_sealed', row: hash })
