import { isRecoveryCode, newRecoveryCode, plainCode } from './recovery-code.ts'
import { SecondFactorStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'

interface RecoveryCodesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

const COUNT = 10

/**
 * The codes that stand in for a lost authenticator app, each for one time. Stored under a key that is not in the
 * database, and together with their person: one's codes mean nothing for another.
 */
export class RecoveryCodes {
  readonly #deps: RecoveryCodesDeps
  readonly #store: SecondFactorStore
  constructor(deps: RecoveryCodesDeps) {
    this.#deps = deps
    this.#store = new SecondFactorStore(deps.db)
  }

  /** Replaces every code of a person by new ones, which are told this once. The caller holds the factor. */
  async replace(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: COUNT }, newRecoveryCode)
    await this.#store.removeCodes(tx, userId)
    const hashes = codes.map((code) => this.#hash(userId, plainCode(code)))
    await this.#store.addCodes(tx, userId, hashes, this.#deps.clock.now())
    return codes
  }

  /** Uses a code up; false when it is not one of this person, or was used. */
  async use(tx: Tx, userId: string, plain: string): Promise<boolean> {
    if (!isRecoveryCode(plain)) return false
    return this.#store.useCode(tx, userId, this.#hash(userId, plain), this.#deps.clock.now())
  }

  left(userId: string, queries?: Queries): Promise<number> {
    return this.#store.codesLeft(userId, queries)
  }

  #hash(userId: string, plain: string): string {
    return this.#deps.keyring.mac('factor', `recovery-code:${userId}:${plain}`)
  }
}
