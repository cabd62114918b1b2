import { hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { newId } from '#/platform/ids.ts'
import { isAlive, KEY_PREFIX } from './api-key.ts'
import { apiKeyCreated } from './events.ts'
import { isKeyScope } from './scopes.ts'
import { ApiKeyStore } from './store.ts'
import { UseNotes } from './last-used.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
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
  readonly expiresAt?: number | null
}

const GUESSES = { burst: 20, periodMs: 10 * 60_000 }

/** Admin API keys: made once, recognised by their hash. */
export class ApiKeys {
  readonly #deps: ApiKeysDeps
  readonly #store: ApiKeyStore
  readonly #notes: UseNotes
  constructor(deps: ApiKeysDeps) {
    this.#deps = deps
    this.#store = new ApiKeyStore(deps.db)
    this.#notes = new UseNotes({ store: this.#store, clock: deps.clock })
  }

  /** The living key a secret belongs to. Guessing is throttled by address; a key that is right always passes. */
  async authenticate(secret: string, ip: string): Promise<ApiKey | undefined> {
    // What was never a key of ours costs no query, so a flood of garbage stays cheap.
    if (!hasValidChecksum(secret, KEY_PREFIX)) return undefined
    // The index compares hashes: how long it takes says nothing about the secret.
    const now = this.#deps.clock.now()
    const key = await this.#store.findByHash(hashSecret(secret), now)
    if (!key || !isAlive(key, now)) {
      await this.#deps.limits.require(`api-key-guess:${networkOf(ip)}`, GUESSES)
      return undefined
    }
    this.#notes.note(key, ip)
    return key
  }

  /** What a key is called, also one that was deleted. */
  nameOf(id: string): Promise<string | undefined> {
    return this.#store.nameOf(id)
  }

  /** Resolves when every use up to now is noted. */
  settled(): Promise<void> {
    return this.#notes.settled()
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
}

/** The secret of a new key, for a caller that must know it before the key is stored. */
export const newKeySecret = (): string => newSecret(KEY_PREFIX)

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
    lastUsedIp: null,
    active: true,
    formerHash: null,
    formerUntil: null,
  }
}
