import { createPublicKey, hash } from 'node:crypto'
import { decodeBase64url } from '#/platform/encoding/base64url.ts'
import type { KeyObject } from 'node:crypto'

/** A JSON Web Key that we don't take: not public, of another kind, too weak, or not a key at all. */
export class UnusableJwk extends Error {}

/** The members that make a public key what it is (RFC 7638 §3.2), in the order their thumbprint wants. */
const REQUIRED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
}

// RFC 9449 §4.3: a key sent to us must not contain its private half; who shows it has no secret left.
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth']

const MIN_RSA_BITS = 2048
// Verifying costs the square of the length, and the sender chooses it.
const MAX_RSA_BITS = 4096

/** The SHA-256 thumbprint of a key (RFC 7638 §3), base64url. Throws `UnusableJwk` when a required member is absent. */
export const jwkThumbprint = (jwk: object): string => thumbprintOf(requiredMembers(jwk))

const thumbprintOf = (members: Readonly<Record<string, string>>): string =>
  hash('sha256', JSON.stringify(members), 'base64url')

/** A public key from a JWK: EC P-256, RSA of 2048 to 4096 bits, or Ed25519. Throws `UnusableJwk` for all else. */
export const importPublicJwk = (jwk: unknown): KeyObject => keyOf(checkedMembers(jwk))

function checkedMembers(jwk: unknown): Record<string, string> {
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) throw new UnusableJwk('not a JSON object')
  const shown = PRIVATE_MEMBERS.find((name) => Object.hasOwn(jwk, name))
  if (shown !== undefined) throw new UnusableJwk(`the private member ${shown} is present`)
  const members = requiredMembers(jwk)
  checkStrength(members)
  return members
}

function keyOf(members: Record<string, string>): KeyObject {
  try {
    return createPublicKey({ key: members, format: 'jwk' })
  } catch (cause) {
    throw new UnusableJwk('the members do not form a key', { cause })
  }
}

/** A public key with the name that its members give it. */
interface NamedKey {
  readonly key: KeyObject
  readonly thumbprint: string
}

const MAX_KNOWN_KEYS = 1000

/**
 * Public keys that come again with each request of their holder, such as those of proofs: importing one takes a quarter of
 * the time that verifying a signature does. A JWK is looked at as strictly each time; only its key is made once.
 */
export class PublicJwks {
  /** A Map keeps insertion order, so its first key is the one that was imported longest ago. */
  readonly #known = new Map<string, KeyObject>()

  /** Throws `UnusableJwk` like `importPublicJwk`. */
  import(jwk: unknown): NamedKey {
    const members = checkedMembers(jwk)
    const thumbprint = thumbprintOf(members)
    const known = this.#known.get(thumbprint)
    if (known) return { key: known, thumbprint }
    const key = keyOf(members)
    this.#known.set(thumbprint, key)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_KNOWN_KEYS && oldest !== undefined) this.#known.delete(oldest)
    return { key, thumbprint }
  }
}

function requiredMembers(jwk: object): Record<string, string> {
  const given = jwk as Readonly<Record<string, unknown>>
  const kind = given['kty']
  const names = typeof kind === 'string' && Object.hasOwn(REQUIRED_MEMBERS, kind) ? REQUIRED_MEMBERS[kind] : undefined
  if (!names) throw new UnusableJwk('kty is none of EC, OKP, RSA')
  const members: Record<string, string> = {}
  for (const name of names) {
    const value = given[name]
    if (typeof value !== 'string') throw new UnusableJwk(`${name} is not a text`)
    members[name] = value
  }
  return members
}

function checkStrength(members: Readonly<Record<string, string>>): void {
  if (members['kty'] === 'EC') {
    if (members['crv'] !== 'P-256') throw new UnusableJwk('the curve is not P-256')
    // RFC 7518 §6.2.1.2: coordinates have the full length of the field. OpenSSL refuses points off the curve.
    if (lengthOf(members['x']) !== 32 || lengthOf(members['y']) !== 32) throw new UnusableJwk('x or y is not 32 bytes')
  } else if (members['kty'] === 'OKP') {
    if (members['crv'] !== 'Ed25519') throw new UnusableJwk('the curve is not Ed25519')
    if (lengthOf(members['x']) !== 32) throw new UnusableJwk('x is not 32 bytes')
  } else checkRsaStrength(members)
}

function checkRsaStrength(members: Readonly<Record<string, string>>): void {
  const modulus = decodeBase64url(members['n'] ?? '')
  const exponent = decodeBase64url(members['e'] ?? '')
  // RFC 7518 §2 Base64urlUInt: the fewest bytes, so that one key has one thumbprint.
  if (!modulus?.[0] || !exponent?.[0]) throw new UnusableJwk('n or e is not a canonical number')
  const bits = modulus.length * 8 - Math.clz32(modulus[0]) + 24
  if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS) throw new UnusableJwk('the RSA key is not of 2048 to 4096 bits')
  const value = exponent.length > 4 ? 0 : exponent.readUIntBE(0, exponent.length)
  if (value < 3 || value % 2 === 0) throw new UnusableJwk('the RSA exponent is not a small odd number')
}

const lengthOf = (text: string | undefined): number => decodeBase64url(text ?? '')?.length ?? 0
