import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { SsoConnection } from './connection.ts'
import { ssoErrors } from './errors.ts'
import { samlResponses } from './saml-response.ts'
import type { VerifiedResponse } from './saml-response.ts'

interface SamlResponsesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
}

const PREFIX = 'mandate_sr_'
const LIFETIME_MS = 120_000

/** Verified responses between the form that brought them and the browser that shows whose they are: once, for two minutes. */
export class SamlResponses {
  readonly #deps: SamlResponsesDeps
  constructor(deps: SamlResponsesDeps) {
    this.#deps = deps
  }

  /** Keeps a response; returns the secret that finds it again. */
  async keep(tx: Tx, { id, version }: SsoConnection, response: VerifiedResponse): Promise<string> {
    const { clock, keyring } = this.#deps
    const now = clock.now()
    const secret = newSecret(PREFIX)
    const hash = hashSecret(secret)
    const row = {
      hash,
      ssoConnectionId: id,
      connectionVersion: version,
      responseSealed: keyring.seal(JSON.stringify(response), placeOf(hash)),
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      usedAt: null,
    }
    await tx.run(samlResponses.insert(row))
    return secret
  }

  /** Takes a response out: one conditional write decides (rule G2). Throws `sso_attempt_over`. */
  async take(secret: string, { id, version }: SsoConnection): Promise<VerifiedResponse> {
    const { db, clock, keyring } = this.#deps
    const hash = hasValidChecksum(secret, PREFIX) ? hashSecret(secret) : ''
    const now = clock.now()
    const row = await db.tx((tx) =>
      tx.get(sql`
        UPDATE sso_saml_responses SET used_at = ${now}
        WHERE hash = ${hash} AND sso_connection_id = ${id} AND connection_version = ${version}
          AND used_at IS NULL AND expires_at > ${now}
        RETURNING ${samlResponses.columns}`),
    )
    if (!row) throw new AppError(ssoErrors.sso_attempt_over)
    const { responseSealed } = samlResponses.decode(row)
    return JSON.parse(keyring.open(responseSealed, placeOf(hash))) as VerifiedResponse
  }
}

const placeOf = (hash: string) => ({ table: 'sso_saml_responses', column: 'response_sealed', row: hash })
