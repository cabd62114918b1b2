import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * An authenticator app (RFC 6238 with the usual six digits). A code counts once, and nobody wants to wait for the next
 * half minute: it starts with the code before the current one, which servers accept as well, and has three to give.
 */
export class AuthenticatorApp {
  readonly #key: Buffer
  #step = Math.floor(Date.now() / STEP_MS) - 1

  /** `secret` is base 32, as a person would type it in. */
  constructor(secret: string) {
    const bits = [...secret.replaceAll(/\s/g, '')].map((letter) =>
      ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
    )
    this.#key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  }

  /** The next code that was not used yet. */
  next(): string {
    return this.#code(this.#step++)
  }

  #code(step: number): string {
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(step))
    const digest = createHmac('sha1', this.#key).update(counter).digest()
    // RFC 4226 §5.3: the last half byte says where the four bytes begin.
    const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff
    return String(number % 1_000_000).padStart(6, '0')
  }
}
