import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** How much of a half minute must be left for the code of the one before to arrive in time. */
const AMPLE_MS = 10_000

/**
 * An authenticator app (RFC 6238 with the usual six digits). A code counts once, and nobody wants to wait for the next
 * half minute: it begins with the code before the current one and goes on to the one after, which servers accept too.
 */
export class AuthenticatorApp {
  readonly #key: Buffer
  #last = 0

  /** `secret` is base 32, as a person would type it in. */
  constructor(secret: string) {
    const bits = [...secret.replaceAll(/\s/g, '')].map((letter) =>
      ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
    )
    this.#key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  }

  /** A code that was not used yet; waits when there is none that counts already. */
  async next(): Promise<string> {
    const current = Math.floor(Date.now() / STEP_MS)
    const hasTime = STEP_MS - (Date.now() % STEP_MS) > AMPLE_MS
    this.#last = Math.max(this.#last + 1, hasTime ? current - 1 : current)
    if (this.#last > current + 1) await sleep((this.#last - 1) * STEP_MS - Date.now())
    return this.#code(this.#last)
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
