import { randomBytes } from 'node:crypto'

// Crockford's base 32: no letters that look like digits.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 12
const GROUP = 4

/** A new recovery code: 60 random bits in three groups that can be copied by hand, `k7m2-9xq4-t0bz`. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte & 31])
  return Array.from({ length: CHARACTERS / GROUP }, (_, i) => letters.slice(i * GROUP, (i + 1) * GROUP).join('')).join(
    '-',
  )
}

/** A code as it was typed, without what typing adds: spaces, hyphens, capitals. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]+/g, '')

const RECOVERY = /^[0-9a-hjkmnp-tv-z]{12}$/

/** Whether a plain code has the form of a recovery code. */
export const isRecoveryCode = (plain: string): boolean => RECOVERY.test(plain)

/** Whether a plain code has the form of one from an authenticator app. */
export const isAppCode = (plain: string): boolean => /^[0-9]{6}$/.test(plain)
