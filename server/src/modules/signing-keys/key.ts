import { readPrivateKey, readPublicKey } from '#/platform/crypto/es256-key.ts'
import { integer, integerOrNull, json, table, text, word } from '#/platform/db/table.ts'
import type { KeyObject } from 'node:crypto'
import type { PublicEcJwk } from '#/platform/crypto/es256-key.ts'
import type { PublicRsaJwk } from '#/platform/crypto/rs256-key.ts'
import type { Keyring, SealContext } from '#/platform/crypto/keyring.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { SigningAlgorithm } from '#/protocol/oauth.ts'

export const signingKeys = table('signing_keys', {
  kid: text,
  algorithm: word<SigningAlgorithm>(),
  publicJwk: json<PublicEcJwk | PublicRsaJwk>(),
  privateSealed: text,
  createdAt: integer,
  activatedAt: integerOrNull,
  retiredAt: integerOrNull,
  publishedUntil: integerOrNull,
  revokedAt: integerOrNull,
})

/** A signing key as it is stored. */
export type SigningKey = EntityOf<typeof signingKeys>

/** The key that signs now. */
export interface ActiveKey {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  readonly privateKey: KeyObject
}

/** One entry of the key set (RFC 7517 §4): public members only. */
export type SigningJwk = (PublicEcJwk | PublicRsaJwk) & {
  readonly use: 'sig'
  readonly alg: SigningAlgorithm
  readonly kid: string
}

/** Whether a key is published ahead, signs, or has done so. */
type Turn = 'next' | 'active' | 'retired'

/** A signing key ready for use. The private half is there for the active key only. */
export interface OpenKey {
  readonly kid: string
  readonly turn: Turn
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject | undefined
  readonly jwk: SigningJwk
  readonly publishedUntil: number | null
}

/** How long verifiers may keep the key set: a key that is published for longer is known to all of them. */
export const KEY_SET_MAX_AGE_SECONDS = 300

/** From when on every verifier that honours `Cache-Control` knows a key; nodes follow each other within a second. */
export const knownFrom = ({ createdAt }: Pick<SigningKey, 'createdAt'>): number =>
  createdAt + (KEY_SET_MAX_AGE_SECONDS + 1) * 1000

/** Where the private half of a key is sealed to. */
export const placeOf = (kid: string): SealContext => ({ table: 'signing_keys', column: 'private_sealed', row: kid })

export const turnOf = ({ activatedAt, retiredAt }: Pick<SigningKey, 'activatedAt' | 'retiredAt'>): Turn => {
  if (retiredAt !== null) return 'retired'
  return activatedAt === null ? 'next' : 'active'
}

/** Opens a stored key. */
export function openKey(key: SigningKey, keyring: Keyring): OpenKey {
  const { kid, publicJwk, algorithm } = key
  const turn = turnOf(key)
  return {
    kid,
    turn,
    publicKey: readPublicKey(publicJwk),
    privateKey: turn === 'active' ? readPrivateKey(keyring.open(key.privateSealed, placeOf(kid))) : undefined,
    jwk: { ...publicMembers(publicJwk), use: 'sig', alg: algorithm, kid },
    publishedUntil: key.publishedUntil,
  }
}

const publicMembers = (jwk: PublicEcJwk | PublicRsaJwk): PublicEcJwk | PublicRsaJwk =>
  jwk.kty === 'EC' ? { kty: 'EC', crv: jwk.crv, x: jwk.x, y: jwk.y } : { kty: 'RSA', n: jwk.n, e: jwk.e }

/** Whether the key set still carries a key; looked at on every use, never left to the cleanup. */
export const isPublished = ({ publishedUntil }: { publishedUntil: number | null }, now: number): boolean =>
  publishedUntil === null || publishedUntil > now
