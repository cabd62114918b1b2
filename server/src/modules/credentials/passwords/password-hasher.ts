import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Threads } from '#/platform/threads.ts'
import { formatHash, parseHash } from './argon2.ts'
import { readImportedHash } from './imported/imported-hash.ts'
import { Semaphore } from './semaphore.ts'
import type { Cost, PasswordHash } from './argon2.ts'
import type { Derivation, Trial } from './hashing-worker.ts'

interface PasswordHasherOptions {
  /** How many hashes run at once; all cores but one, so that tokens go on being issued. */
  readonly slots?: number
  /** How many processes share the cores. */
  readonly processes?: number
  /** How many may wait. A wait of about a second is bearable; more is an attack or a mistake in size. */
  readonly waiting?: number
  readonly cost?: Cost
}

// 19 MiB and two passes: OWASP's first choice for argon2id.
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
/** The dearest hash of another system, bcrypt of cost 16, takes some five seconds. */
const LONGEST_TRY_MS = 60_000

/** Those of this process, which all that hash in it share. */
const threads = new Threads<Derivation | Trial>(new URL('./hashing-worker.ts', import.meta.url), {
  longestMs: LONGEST_TRY_MS,
})

/** Hashes and verifies passwords, a few at a time, in threads that give way to the event loop. */
export class PasswordHasher {
  readonly #slots: Semaphore
  readonly #cost: Cost

  constructor({ slots, processes = 1, waiting = 32, cost = COST }: PasswordHasherOptions = {}) {
    this.#slots = new Semaphore({
      slots: slots ?? Math.max(1, Math.floor((availableParallelism() - 1) / processes)),
      waiting,
    })
    this.#cost = cost
  }

  /** The text to store for a password. Throws `unavailable` when too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const tag = await this.#derive(password, { ...this.#cost, salt, tag: Buffer.alloc(TAG_BYTES) })
    return formatHash({ ...this.#cost, salt, tag: Buffer.from(tag) })
  }

  /**
   * Whether this is the password of a stored hash. Without one, or with one that can't be read, it does the same work
   * and answers false, so that the time tells nobody whether there is a user.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const known = stored === null ? undefined : parseHash(stored)
    if (stored !== null && !known && (await this.#isImported(password, stored))) return true
    const hash = known ?? { ...this.#cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }
    const tag = await this.#derive(password, hash)
    return timingSafeEqual(tag, hash.tag) && known !== undefined
  }

  /** Whether a hash is of our kind and costs what ours cost. One that another system made is not, and is replaced. */
  isCurrent(stored: string): boolean {
    const hash = parseHash(stored)
    return hash !== undefined && hash.memory >= this.#cost.memory && hash.passes >= this.#cost.passes
  }

  /** The same for a hash that another system made. A wrong password then costs what it costs for nobody as well. */
  async #isImported(password: string, stored: string): Promise<boolean> {
    if ('problem' in readImportedHash(stored)) return false
    return this.#slots.run(() => threads.ask<boolean>({ password, imported: stored }))
  }

  // One Unicode form, since keyboards differ in how they write the same letter. Bytes, so that nothing ends at a NUL.
  #derive(password: string, { salt, tag, ...cost }: PasswordHash): Promise<Uint8Array> {
    const question = { password: password.normalize('NFC'), salt: new Uint8Array(salt), tagLength: tag.length, ...cost }
    return this.#slots.run(() => threads.ask<Uint8Array>(question))
  }
}
