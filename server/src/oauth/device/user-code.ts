import { randomInt } from 'node:crypto'

// RFC 8628 §6.1: consonants only, so that no word comes up, and none that looks or sounds like a digit: 20^8 codes.
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const HALF = 4

/** A new user code: two groups of four, for reading aloud. */
export function newUserCode(): string {
  const letters = Array.from({ length: 2 * HALF }, () => ALPHABET[randomInt(ALPHABET.length)])
  return grouped(letters.join(''))
}

/** The code a person typed or pasted, as we write it: any case, with or without hyphen or spaces. */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > 40) return undefined
  const plain = typed.replace(/[\s\p{Dash}]/gu, '')
  // Before upper case, which would turn ß into SS.
  const letters = /^[A-Z]*$/i.test(plain) ? plain.toUpperCase() : ''
  const isCode = letters.length === 2 * HALF && [...letters].every((letter) => ALPHABET.includes(letter))
  return isCode ? grouped(letters) : undefined
}

/** What a guess got right so far when it got something right. */
export const firstHalf = (userCode: string): string => userCode.slice(0, HALF)

const grouped = (letters: string): string => `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
