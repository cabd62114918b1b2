import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// 62^43 > 2^256.
const RANDOM_CHARACTERS = 43
// 62^6 > 2^32.
const CHECKSUM_CHARACTERS = 6
// The largest multiple of 62 in a byte: what lies above it would favour the first letters.
const FAIR_BYTES = 248

const BODY = /^[0-9A-Za-z]{49}$/

/**
 * Makes a secret: a prefix that says what it opens, 256 random bits in base 62, and a checksum, so that scanners can tell
 * a leaked secret from a look-alike and a mistyped one is refused without asking the database.
 */
export function newSecret(prefix: string): string {
  const body = prefix + randomText(RANDOM_CHARACTERS)
  return body + checksum(body)
}

/** Whether a text is a secret of this prefix that arrived whole; says nothing about whether it was ever given out. */
export function hasValidChecksum(secret: string, prefix: string): boolean {
  if (!secret.startsWith(prefix) || !BODY.test(secret.slice(prefix.length))) return false
  return checksum(secret.slice(0, -CHECKSUM_CHARACTERS)) === secret.slice(-CHECKSUM_CHARACTERS)
}

/** How a secret is stored. A fast hash is right here: 256 random bits can't be guessed, unlike a password. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

/** Compares two texts in a time that tells nothing about where they differ, nor about their lengths. */
export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}

/**
 * Compares two digests of one kind in a time that tells nothing about where they differ. Everybody knows their length, so
 * they need not be hashed once more, which takes nine times as long.
 */
export function equalDigests(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Uniformly random letters and digits. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes((length - text.length) * 2)) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let letters = ''
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    letters = ALPHABET[rest % 62] + letters
    rest = Math.floor(rest / 62)
  }
  return letters
}
