import { readPrivateKey, readPublicKey } from '#/platform/crypto/es256-key.ts'
import { integer, integerOrNull, json, table, text, word } from '#/platform/db/table.ts'
import type { KeyObject } from 'node:crypto'
import type { PublicEcJwk } from '#/platform/crypto/es256-key.ts'
import type { Keyring, SealContext } from '#/platform/crypto/keyring.ts'
import type { EntityOf } from '#/platform/db/table.ts'

export const signingKeys = table('signing_keys', {
  kid: text,
  algorithm: word<'ES256'>(),
  publicJwk: json<PublicEcJwk>(),
  privateSealed: text,
  createdAt: integer,
  retiredAt: integerOrNull,
  publishedUntil: integerOrNull,
})

/** A signing key as it is stored. */
export type SigningKey = EntityOf<typeof signingKeys>

/** The key that signs now. */
export interface ActiveKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** One entry of the key set (RFC 7517 §4): public members only. */
export interface SigningJwk extends PublicEcJwk {
  readonly use: 'sig'
  readonly alg: 'ES256'
  readonly kid: string
}

/** A signing key ready for use. The private half is there for the active key only. */
export interface OpenKey {
  readonly kid: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject | undefined
  readonly jwk: SigningJwk
  readonly publishedUntil: number | null
}

/** Where the private half of a key is sealed to. */
export const placeOf = (kid: string): SealContext => ({ table: 'signing_keys', column: 'private_sealed', row: kid })

/** Opens a stored key. */
export function openKey(key: SigningKey, keyring: Keyring): OpenKey {
  const { kid, publicJwk } = key
  const isActive = key.retiredAt === null
  return {
    kid,
    publicKey: readPublicKey(publicJwk),
    privateKey: isActive ? readPrivateKey(keyring.open(key.privateSealed, placeOf(kid))) : undefined,
    jwk: { kty: 'EC', use: 'sig', alg: 'ES256', kid, crv: 'P-256', x: publicJwk.x, y: publicJwk.y },
    publishedUntil: key.publishedUntil,
  }
}

/** Whether the key set still carries a key; looked at on every use, never left to the cleanup. */
export const isPublished = ({ publishedUntil }: { publishedUntil: number | null }, now: number): boolean =>
  publishedUntil === null || publishedUntil > now
