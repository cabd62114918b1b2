import type { Clock } from '#/platform/clock.ts'
import { importPublicJwk, UnusableJwk } from '#/platform/crypto/jwk.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import type { ClientKeys } from './client.ts'

interface RemoteKeysDeps {
  readonly fetch: SafeFetch
  readonly clock: Clock
  readonly log: { warn(details: object, message: string): void }
}

type Keys = ClientKeys['keys']

/** What an address answered last, and when it was asked last. */
interface KnownSet {
  keys: Keys
  fetchedAt: number
  askedAt: number
  asking: Promise<void> | undefined
}

const FRESH_MS = 300_000
/** An unknown key makes us ask again, but however many are made up, not more often than this. */
const ASK_AGAIN_MS = 30_000
const MAX_SETS = 1000
const MAX_KEYS = 50
const NEVER = Number.NEGATIVE_INFINITY

/** Keys that clients publish at an address of theirs (`jwks_uri`, RFC 7591 §2), remembered for five minutes. */
export class RemoteKeys {
  readonly #deps: RemoteKeysDeps
  readonly #sets = new Map<string, KnownSet>()
  constructor(deps: RemoteKeysDeps) {
    this.#deps = deps
  }

  /** The usable keys at an address; none when it can't be read. */
  async at(uri: string): Promise<Keys> {
    const known = this.#known(uri)
    if (!this.#isFresh(known)) await this.#ask(uri, known)
    return this.#isFresh(known) ? known.keys : []
  }

  /** The keys asked for anew, because none of those known fits. */
  async again(uri: string): Promise<Keys> {
    const known = this.#known(uri)
    await this.#ask(uri, known)
    return this.#isFresh(known) ? known.keys : []
  }

  #isFresh({ fetchedAt }: KnownSet): boolean {
    return this.#deps.clock.now() - fetchedAt <= FRESH_MS
  }

  async #ask(uri: string, known: KnownSet): Promise<void> {
    const now = this.#deps.clock.now()
    if (known.asking === undefined && now - known.askedAt < ASK_AGAIN_MS) return
    known.asking ??= this.#fetch(uri, known, now).finally(() => (known.asking = undefined))
    await known.asking
  }

  async #fetch(uri: string, known: KnownSet, now: number): Promise<void> {
    known.askedAt = now
    try {
      known.keys = await this.#read(uri)
      known.fetchedAt = now
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof SyntaxError)) throw error
      this.#deps.log.warn({ err: error, uri }, 'the keys of a client could not be read')
    }
  }

  async #read(uri: string): Promise<Keys> {
    const headers = { accept: 'application/jwk-set+json, application/json' }
    const answer = await this.#deps.fetch(uri, { headers, redirect: 'manual', timeoutMs: 5000, maxBytes: 64 * 1024 })
    if (answer.status !== 200) throw new SyntaxError(`the status is ${answer.status}`)
    const set: unknown = JSON.parse(await answer.text())
    const { keys } = (typeof set === 'object' && set !== null ? set : {}) as { keys?: unknown }
    if (!Array.isArray(keys)) throw new SyntaxError('there is no array of keys')
    // A set may hold keys for other purposes and kinds we don't know: they are none of ours, not a fault.
    return keys.slice(0, MAX_KEYS).filter(isUsable)
  }

  #known(uri: string): KnownSet {
    const known = this.#sets.get(uri) ?? { keys: [], fetchedAt: NEVER, askedAt: NEVER, asking: undefined }
    // Written again, so that the oldest in the map is the one not asked for longest.
    this.#sets.delete(uri)
    this.#sets.set(uri, known)
    const [oldest] = this.#sets.keys()
    if (this.#sets.size > MAX_SETS && oldest !== undefined) this.#sets.delete(oldest)
    return known
  }
}

function isUsable(key: unknown): key is Keys[number] {
  try {
    importPublicJwk(key)
  } catch (error) {
    if (error instanceof UnusableJwk) return false
    throw error
  }
  return (key as Keys[number])['use'] !== 'enc'
}
