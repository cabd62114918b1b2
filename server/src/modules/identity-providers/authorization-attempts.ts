import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import { hashSecret, hasValidChecksum, newSecret, randomText } from '#/platform/crypto/secrets.ts'
import type { Db } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { providerErrors } from './errors.ts'
import type { TripSecrets } from './relying-party.ts'
import { authorizationAttempts } from './authorization-attempt.ts'
import type { AuthorizationAttempt } from './authorization-attempt.ts'

interface RoundTripsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
}

/** What a round trip is begun for. */
export type NewRoundTrip = Pick<AuthorizationAttempt, 'providerId' | 'purpose' | 'sessionId' | 'goingOn'> & {
  /** The secret of the browser's cookie. */
  readonly browserId: string
}

const PREFIX = 'mandate_rt_'
const LIFETIME_MS = 600_000

/**
 * People on their way to a provider and back. The state that travels with them is good for one provider, in the browser
 * that set out, once, and for ten minutes (RFC 9700 §4.7).
 */
export class AuthorizationAttempts {
  readonly #deps: RoundTripsDeps
  constructor(deps: RoundTripsDeps) {
    this.#deps = deps
  }

  /** Begins one and answers what goes along. */
  async begin({ browserId, ...trip }: NewRoundTrip): Promise<TripSecrets> {
    const { db, clock, keyring } = this.#deps
    const now = clock.now()
    const secrets = { nonce: randomText(43), codeVerifier: randomText(64) }
    const state = newSecret(PREFIX)
    const hash = hashSecret(state)
    const row: AuthorizationAttempt = {
      ...trip,
      hash,
      browserHash: hashSecret(browserId),
      secretsSealed: keyring.seal(JSON.stringify(secrets), placeOf(hash)),
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      usedAt: null,
    }
    await db.run(authorizationAttempts.insert(row))
    return { state, ...secrets }
  }

  /**
   * Ends the round trip a state belongs to: one conditional write decides, so that a state works once. A state of
   * another provider or browser is refused and stays good for its own.
   */
  async end(
    state: string,
    providerId: string,
    browserId: string,
  ): Promise<{ readonly trip: AuthorizationAttempt; readonly secrets: TripSecrets }> {
    const { db, clock, keyring } = this.#deps
    const hash = hasValidChecksum(state, PREFIX) ? hashSecret(state) : ''
    const now = clock.now()
    const row = await db.tx((tx) =>
      tx.get(sql`
        UPDATE oauth_round_trips SET used_at = ${now}
        WHERE hash = ${hash} AND provider_id = ${providerId} AND browser_hash = ${hashSecret(browserId)}
          AND used_at IS NULL AND expires_at > ${now}
        RETURNING ${authorizationAttempts.columns}`),
    )
    if (!row) throw new AppError(providerErrors.round_trip_over)
    const trip = authorizationAttempts.decode(row)
    const secrets = JSON.parse(keyring.open(trip.secretsSealed, placeOf(hash))) as Omit<TripSecrets, 'state'>
    return { trip, secrets: { state, ...secrets } }
  }
}

const placeOf = (hash: string) => ({ table: 'oauth_round_trips', column: 'secrets_sealed', row: hash })
