import { createLocalJWKSet } from 'jose'
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { discover, endpointOf } from '#/oauth/metadata.ts'
import { throwRefusal } from '#/oauth/network.ts'
import type { Network } from '#/oauth/network.ts'
import { InvalidTokenError, KeysUnavailableError } from './errors.ts'

interface KnownKeys {
  readonly resolve: JWTVerifyGetKey
  /** The keys as they were told, by `kid`: what a key signed stays verified while its text stays the same. */
  readonly texts: ReadonlyMap<string, string>
  readonly fetchedAt: number
}

// How long keys are taken without asking again: a key that was withdrawn dies here no later than that.
const FRESH_MS = 300_000
// How long keys are taken while the server can't be asked.
const STALE_MS = 24 * 3_600_000
// Unknown key ids make nobody ask more often than this, whoever sends them.
const COOLDOWN_MS = 10_000
// Without any key nothing works, so it is tried again sooner.
const FIRST_COOLDOWN_MS = 1_000
const MAX_KEYS = 100

/** The signing keys of an issuer, kept so that a rotation is noticed and an outage is not. */
export class KeyCache {
  readonly #issuer: string
  readonly #network: Network
  #jwksUri: string | undefined
  #known: KnownKeys | undefined
  #refresh: Promise<void> | undefined
  #askedAt = -Infinity
  #hasFailed = false

  constructor(issuer: string, network: Network) {
    this.#issuer = issuer
    this.#network = network
  }

  /** The text of a key, if no question has to be asked for it. */
  freshText(kid: string): string | undefined {
    return this.#isOlderThan(FRESH_MS) ? undefined : this.#known?.texts.get(kid)
  }

  /** Finds keys for `jwtVerify`. */
  readonly resolver: JWTVerifyGetKey = async (header, token) => {
    const { kid } = header
    if (typeof kid !== 'string') throw new InvalidTokenError('it names no key')
    if (this.freshText(kid) === undefined) await this.#learn(kid)
    const known = this.#known
    if (known === undefined || this.#isOlderThan(STALE_MS)) {
      throw new KeysUnavailableError('the signing keys of the server can not be fetched')
    }
    if (!known.texts.has(kid)) throw new InvalidTokenError(`no key of the server is called ${kid}`)
    return known.resolve(header, token)
  }

  /** Asks when that may help. While the server is away, what is known goes on without a wait. */
  async #learn(kid: string): Promise<void> {
    const has = this.#known?.texts.has(kid) === true
    const cooldown = this.#known === undefined ? FIRST_COOLDOWN_MS : COOLDOWN_MS
    const maySend = this.#now() - this.#askedAt >= cooldown
    if (this.#refresh === undefined && maySend && (!has || this.#isOlderThan(FRESH_MS))) {
      this.#askedAt = this.#now()
      this.#refresh = this.#fetch().finally(() => {
        this.#refresh = undefined
      })
    }
    const canGoOn = has && this.#hasFailed && !this.#isOlderThan(STALE_MS)
    if (!canGoOn) await this.#refresh
  }

  /** What goes wrong leaves the keys that there are. */
  async #fetch(): Promise<void> {
    try {
      this.#jwksUri ??= endpointOf(await discover(this.#issuer, this.#network), 'jwks_uri')
      const exchange = await this.#network.exchange(this.#jwksUri, { headers: { accept: 'application/json' } })
      throwRefusal(exchange)
      const keys = usable(exchange.body['keys'])
      if (keys.length === 0) throw new InvalidTokenError('the server has no keys')
      const texts = new Map(keys.map((key) => [String(key.kid), JSON.stringify(key)]))
      this.#known = { resolve: createLocalJWKSet({ keys }), texts, fetchedAt: this.#now() }
      this.#hasFailed = false
    } catch {
      this.#hasFailed = true
    }
  }

  #isOlderThan(milliseconds: number): boolean {
    return this.#known === undefined || this.#now() - this.#known.fetchedAt > milliseconds
  }

  #now(): number {
    return this.#network.clock.now()
  }
}

/** The keys that have a name; what else is there is left out (RFC 7517 §5). */
function usable(keys: unknown): JSONWebKeySet['keys'] {
  if (!Array.isArray(keys)) return []
  const objects = (keys as unknown[]).filter((key) => typeof key === 'object' && key !== null)
  return (objects as JSONWebKeySet['keys']).filter(({ kid }) => typeof kid === 'string').slice(0, MAX_KEYS)
}
