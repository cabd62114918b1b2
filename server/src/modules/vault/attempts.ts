import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { hashSecret, hasValidChecksum, newSecret, randomText } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { vaultAttempts } from './attempt.ts'
import type { VaultAttempt } from './attempt.ts'
import { vaultErrors } from './errors.ts'
import type { VaultProvider } from './provider.ts'

interface VaultAttemptsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
}

/** What a way to a provider is begun for. */
export type NewVaultAttempt = Pick<VaultAttempt, 'userId' | 'scopes' | 'label'> & {
  /** The secret of the browser's cookie. */
  readonly browserId: string
}

const PREFIX = 'mandate_vs_'
const LIFETIME_MS = 600_000

/**
 * People on their way to a provider of the vault. The state that travels with them is good for one provider as it was, in
 * the browser that set out, for the person who did, once, and for ten minutes (RFC 9700 §4.7).
 */
export class VaultAttempts {
  readonly #deps: VaultAttemptsDeps
  constructor(deps: VaultAttemptsDeps) {
    this.#deps = deps
  }

  /** Begins one; returns what goes along. */
  async begin(
    { id, version }: VaultProvider,
    { browserId, ...attempt }: NewVaultAttempt,
  ): Promise<{ readonly state: string; readonly codeVerifier: string }> {
    const { db, clock, keyring } = this.#deps
    const now = clock.now()
    const [state, codeVerifier] = [newSecret(PREFIX), randomText(64)]
    const hash = hashSecret(state)
    const row: VaultAttempt = {
      ...attempt,
      hash,
      vaultProviderId: id,
      providerVersion: version,
      browserHash: hashSecret(browserId),
      verifierSealed: keyring.seal(codeVerifier, placeOf(hash)),
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      usedAt: null,
    }
    await db.run(vaultAttempts.insert(row))
    return { state, codeVerifier }
  }

  /**
   * Ends the attempt that a state belongs to: one conditional write decides, so that a state works once (rule G2). One of
   * another person, browser or provider, or of the provider before it changed, is refused.
   */
  async end(
    state: string,
    { id, version }: VaultProvider,
    { userId, browserId }: { readonly userId: string; readonly browserId: string },
  ): Promise<{ readonly attempt: VaultAttempt; readonly codeVerifier: string }> {
    const { db, clock, keyring } = this.#deps
    const hash = hasValidChecksum(state, PREFIX) ? hashSecret(state) : ''
    const now = clock.now()
    const row = await db.tx((tx) =>
      tx.get(sql`
        UPDATE vault_attempts SET used_at = ${now}
        WHERE hash = ${hash} AND vault_provider_id = ${id} AND provider_version = ${version}
          AND user_id = ${userId} AND browser_hash = ${hashSecret(browserId)}
          AND used_at IS NULL AND expires_at > ${now}
        RETURNING ${vaultAttempts.columns}`),
    )
    if (!row) throw new AppError(vaultErrors.vault_attempt_over)
    const attempt = vaultAttempts.decode(row)
    return { attempt, codeVerifier: keyring.open(attempt.verifierSealed, placeOf(hash)) }
  }
}

const placeOf = (hash: string) => ({ table: 'vault_attempts', column: 'verifier_sealed', row: hash })
