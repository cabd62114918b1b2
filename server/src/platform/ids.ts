import { randomFillSync } from 'node:crypto'

/** Every prefix an id of this server can carry, one per kind of resource. */
export type IdPrefix =
  | 'usr'
  | 'agt'
  | 'app'
  | 'cli'
  | 'org'
  | 'role'
  | 'perm'
  | 'key'
  | 'sess'
  | 'con'
  | 'aud'
  | 'flow'
  | 'run'
  | 'wh'
  | 'whd'
  | 'vp'
  | 'vc'
  | 'vg'
  | 'sso'
  | 'ssod'
  | 'ssok'
  | 'scit'
  | 'scu'
  | 'scg'
  | 'ssoi'
  | 'inv'
  | 'pol'
  | 'tok'
  | 'rule'
  | 'tmpl'
  | 'req'
  | 'arq'
  | 'dev'
  | 'node'
  | 'eml'
  | 'idp'
  | 'lgo'
  | 'oac'
  | 'pky'
  | 'res'
  | 'rev'
  | 'ups'
  | 'view'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARACTERS = 9
const RANDOM_CHARACTERS = 26
const IDS_PER_PURCHASE = 128

/** Random bytes bought in bulk: asking the system for each id alone costs five times the rest of the id. */
class RandomBytes {
  readonly #bytes = new Uint8Array(RANDOM_CHARACTERS * IDS_PER_PURCHASE)
  #used = this.#bytes.length

  next(): number {
    if (this.#used === this.#bytes.length) {
      randomFillSync(this.#bytes)
      this.#used = 0
    }
    return this.#bytes[this.#used++] as number
  }
}

const random = new RandomBytes()

/**
 * Makes an id: prefix, 45 bits of time so that ids sort by creation, 130 random bits so that they can't be guessed.
 * Crockford's base 32 in lower case, because its alphabet sorts like its values.
 */
export function newId(prefix: IdPrefix, now: number): string {
  let tail = ''
  for (let i = 0; i < RANDOM_CHARACTERS; i++) tail += ALPHABET[random.next() & 31]
  return `${firstId(prefix, now)}${tail}`
}

/** The text that sorts before every id made at or after a moment, and behind every earlier one. */
export function firstId(prefix: IdPrefix, at: number): string {
  let time = at
  let head = ''
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    head = ALPHABET[time % 32] + head
    time = Math.floor(time / 32)
  }
  return `${prefix}_${head}`
}

/** When an id was made, by its own account: epoch milliseconds. */
export function timeOfId(id: string): number {
  const start = id.indexOf('_') + 1
  return [...id.slice(start, start + TIME_CHARACTERS)].reduce((time, c) => time * 32 + ALPHABET.indexOf(c), 0)
}

const SHAPE = /^[0-9a-hjkmnp-tv-z]{35}$/

/** Whether a text has the shape of an id with this prefix; a path parameter of another shape is a 404. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && SHAPE.test(text.slice(prefix.length + 1))
}
