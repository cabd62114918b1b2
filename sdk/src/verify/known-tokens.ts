import type { AccessToken } from './token.ts'

interface KnownToken {
  readonly token: AccessToken
  /** The text of the key that verified it. */
  readonly key: string
}

// In each of two generations.
const MAX_TOKENS = 5_000

/**
 * Tokens that were verified, by their SHA-256: a token is verified once, and known until it expires or its key is gone.
 * When a generation is full it becomes the old one, and what is in use moves from there to the new one.
 */
export class KnownTokens {
  #tokens = new Map<string, KnownToken>()
  #older = new Map<string, KnownToken>()

  /** The token of a hash while it has time left and its key is the one that verified it. */
  find(hash: string, seconds: number, keyOf: (kid: string) => string | undefined): AccessToken | undefined {
    const known = this.#tokens.get(hash) ?? this.#older.get(hash)
    if (known === undefined || known.token.expiresAt <= seconds || keyOf(known.token.kid) !== known.key)
      return undefined
    if (!this.#tokens.has(hash)) this.add(hash, known)
    return known.token
  }

  /** Remembers a token; what was not asked for in the longest time makes room. */
  add(hash: string, known: KnownToken): void {
    if (this.#tokens.size >= MAX_TOKENS) {
      this.#older = this.#tokens
      this.#tokens = new Map()
    }
    this.#tokens.set(hash, known)
  }
}
