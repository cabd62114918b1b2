import type { AccessToken } from './token.ts'

interface KnownToken {
  readonly token: AccessToken
  /** The text of the key that verified it. */
  readonly key: string
}

const MAX_TOKENS = 10_000

/** Tokens that were verified, by their SHA-256: a token is verified once, and known until it expires or its key is gone. */
export class KnownTokens {
  readonly #tokens = new Map<string, KnownToken>()

  /** The token of a hash while it has time left and its key is the one that verified it. */
  find(hash: string, seconds: number, keyOf: (kid: string) => string | undefined): AccessToken | undefined {
    const known = this.#tokens.get(hash)
    if (known === undefined) return undefined
    if (known.token.expiresAt <= seconds) {
      this.#tokens.delete(hash)
      return undefined
    }
    return keyOf(known.token.kid) === known.key ? known.token : undefined
  }

  /** Remembers a token; the one that was remembered first makes room. */
  add(hash: string, known: KnownToken): void {
    this.#tokens.delete(hash)
    const [first] = this.#tokens.size >= MAX_TOKENS ? this.#tokens.keys() : []
    if (first !== undefined) this.#tokens.delete(first)
    this.#tokens.set(hash, known)
  }
}
