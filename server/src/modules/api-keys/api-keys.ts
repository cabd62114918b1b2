import { hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { tooManyRequests } from '#/platform/http/too-many-requests.ts'
import { networkOf } from '#/platform/limits/network.ts'
import { newId } from '#/platform/ids.ts'
import { KEY_PREFIX } from './api-key.ts'
import { apiKeyCreated } from './events.ts'
import { isKeyScope } from './scopes.ts'
import { ApiKeyStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/events/event.ts'
import type { Events } from '#/platform/events/events.ts'
import type { Limits } from '#/platform/limits/limits.ts'
import type { ApiKey } from './api-key.ts'

interface ApiKeysDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly limits: Limits
}

interface NewApiKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt?: number
}

const NOTE_USE_EVERY_MS = 60_000
const GUESSES = { burst: 20, periodMs: 10 * 60_000 }

/** Admin API keys: made once, recognised by their hash. */
export class ApiKeys {
  readonly #deps: ApiKeysDeps
  readonly #store: ApiKeyStore
  constructor(deps: ApiKeysDeps) {
    this.#deps = deps
    this.#store = new ApiKeyStore(deps.db)
  }

  /** The living key a secret belongs to. Guessing is throttled by address; a key that is right always passes. */
  async authenticate(secret: string, address: string): Promise<ApiKey | undefined> {
    // What was never a key of ours costs no query, so a flood of garbage stays cheap.
    if (!hasValidChecksum(secret, KEY_PREFIX)) return undefined
    // The index compares hashes: how long it takes says nothing about the secret.
    const key = await this.#store.findByHash(hashSecret(secret))
    if (!key || !isAlive(key, this.#deps.clock.now())) {
      await this.#countGuess(address)
      return undefined
    }
    await this.#noteUse(key, address)
    return key
  }

  /** Makes a key, within the caller's transaction. The secret exists in the answer only. */
  async create(
    tx: Tx,
    input: NewApiKey,
    actor: Actor,
    secret: string = newKeySecret(),
  ): Promise<{ key: ApiKey; secret: string }> {
    const key = newKey(secret, input, actor, this.#deps.clock.now())
    await this.#store.insert(tx, key)
    await this.#deps.events.record(tx, apiKeyCreated, {
      actor,
      target: { type: 'api_key', id: key.id },
      data: { id: key.id, name: key.name, scopes: key.scopes },
    })
    return { key, secret }
  }

  async #countGuess(address: string): Promise<void> {
    const { allowed, retryAfterSeconds } = await this.#deps.limits.hit(`api-key-guess:${networkOf(address)}`, GUESSES)
    if (!allowed) throw tooManyRequests(retryAfterSeconds, GUESSES)
  }

  async #noteUse(key: ApiKey, address: string): Promise<void> {
    const now = this.#deps.clock.now()
    if (key.lastUsedAt !== null && key.lastUsedAt > now - NOTE_USE_EVERY_MS) return
    try {
      await this.#store.touch(key.id, now, address, now - NOTE_USE_EVERY_MS)
    } catch (error) {
      // A disk that is full must not keep operators from reading: only the note is lost.
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
  }
}

/** The secret of a new key, for a caller that must know it before the key is stored. */
export const newKeySecret = (): string => newSecret(KEY_PREFIX)

/** Checked at use, never left to a cleanup job (rule G4). */
const isAlive = (key: ApiKey, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

function newKey(secret: string, input: NewApiKey, actor: Actor, now: number): ApiKey {
  const unknown = input.scopes.find((scope) => !isKeyScope(scope))
  if (unknown !== undefined) throw new TypeError(`"${unknown}" is not a scope of an API key`)
  return {
    id: newId('key', now),
    name: input.name,
    hint: secret.slice(-4),
    hash: hashSecret(secret),
    scopes: [...input.scopes],
    createdBy: actor.id,
    createdAt: now,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    lastUsedAddress: null,
  }
}
