import type { Clock } from '#/platform/clock.ts'
import { hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { AuthorizationCodeStore } from './code-store.ts'
import type { AuthorizationCode } from './code.ts'

const LIFETIME_MS = 60_000

/** All that a code is bound to when it is issued. */
export type CodeBinding = Pick<
  AuthorizationCode,
  | 'clientId'
  | 'userId'
  | 'sessionId'
  | 'consentId'
  | 'redirectUri'
  | 'codeChallenge'
  | 'scope'
  | 'resource'
  | 'nonce'
  | 'dpopJkt'
  | 'authenticatedAt'
  | 'idToken'
>

interface AuthorizationCodesDeps {
  readonly db: Db
  readonly clock: Clock
}

/** Authorization codes: short-lived, used once, kept only as hashes (RFC 6749 §4.1.2). */
export class AuthorizationCodes {
  readonly #deps: AuthorizationCodesDeps
  readonly #store: AuthorizationCodeStore
  constructor(deps: AuthorizationCodesDeps) {
    this.#deps = deps
    this.#store = new AuthorizationCodeStore(deps.db)
  }

  /** Makes a code in the transaction that recorded the person's answer, and tells it this once. */
  async issue(tx: Tx, binding: CodeBinding): Promise<string> {
    const code = newSecret('mandate_ac_')
    const now = this.#deps.clock.now()
    await this.#store.insert(tx, {
      ...binding,
      hash: hashSecret(code),
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      usedAt: null,
      rootId: null,
      misses: 0,
    })
    return code
  }

  /** What a code stands for, whatever its state: `stateOfCode` tells that. */
  find(code: string): Promise<AuthorizationCode | undefined> {
    return this.#store.find(hashSecret(code))
  }

  /** Counts a wrong verifier against the code. */
  miss(code: string): Promise<void> {
    return this.#store.miss(this.#deps.db, hashSecret(code))
  }

  /** Uses the code up before anything is issued, noting the root of the family it becomes; false for all but one. */
  consume(tx: Tx, hash: string, rootTokenId: string): Promise<boolean> {
    return this.#store.consume(tx, hash, rootTokenId, this.#deps.clock.now())
  }
}
