import { newEs256Key } from '#/platform/crypto/es256-key.ts'
import { newRs256Key } from '#/platform/crypto/rs256-key.ts'
import { placeOf } from './key.ts'
import { newKid } from './kid.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { SigningAlgorithm } from '#/protocol/oauth.ts'
import type { SigningKey } from './key.ts'

/** A new key as it is stored, which does not sign yet. */
export async function newKey(
  algorithm: SigningAlgorithm,
  { clock, keyring }: { readonly clock: Clock; readonly keyring: Keyring },
): Promise<SigningKey> {
  const { publicJwk, privateText } = await (algorithm === 'RS256' ? newRs256Key() : newEs256Key())
  const createdAt = clock.now()
  const kid = newKid(createdAt)
  const privateSealed = keyring.seal(privateText, placeOf(kid))
  return {
    ...{ kid, algorithm, publicJwk, privateSealed, createdAt },
    ...{ activatedAt: null, retiredAt: null, publishedUntil: null, revokedAt: null },
  }
}

/** The same key, signing from the start. */
export const signing = (key: SigningKey): SigningKey => ({ ...key, activatedAt: key.createdAt })

/** The same key, newer than another: of two that are made in one millisecond lists could name either first. */
export const after = (older: SigningKey | undefined, key: SigningKey): SigningKey => ({
  ...key,
  createdAt: Math.max(key.createdAt, (older?.createdAt ?? 0) + 1),
})
