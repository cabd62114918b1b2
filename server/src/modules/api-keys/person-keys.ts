import { AppError } from '#/platform/errors/app-error.ts'
import { isAlive, isPermanentFullKey } from './api-key.ts'
import { apiKeyErrors } from './errors.ts'
import { apiKeyDeleted } from './events.ts'
import { requireHeld } from './scope-limits.ts'
import { ApiKeyStore } from './store.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { ApiKey } from './api-key.ts'

interface PersonKeysDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Pick<Lifecycle, 'ended'>
  /** Whether a person owns the server, holding that until the transaction ends. */
  readonly hasOwner: (tx: Tx) => Promise<boolean>
}

/** Who ends keys, and what they hold themselves. */
interface Revoker {
  readonly scopes: readonly string[]
  readonly actor: Actor
}

/**
 * The keys that go back to one person: those they made, and those that were made by these. A key belongs to the server and
 * goes on without its maker, so whoever disables, demotes or deletes a person is shown them, and can end them with it.
 */
export class PersonKeys {
  readonly #deps: PersonKeysDeps
  readonly #store: ApiKeyStore
  constructor(deps: PersonKeysDeps) {
    this.#deps = deps
    this.#store = new ApiKeyStore(deps.db)
  }

  list(userId: string, request: PageRequest): Promise<Page<ApiKey>> {
    return this.#store.listOf(userId, request)
  }

  /** All of them, newest first. */
  async all(userId: string): Promise<ApiKey[]> {
    return (await this.#store.allOf(this.#deps.db, userId)).toSorted((one, other) => other.createdAt - one.createdAt)
  }

  /** Those that open something now. */
  async living(userId: string): Promise<ApiKey[]> {
    const now = this.#deps.clock.now()
    return (await this.#store.allOf(this.#deps.db, userId)).filter((key) => isAlive(key, now))
  }

  /**
   * Ends all of them, also those that are turned off. Throws `api_key_too_wide` unless the caller may end each, and
   * `last_admin_key` when nobody would get back in.
   */
  async revoke(tx: Tx, userId: string, by: Revoker): Promise<void> {
    const { clock, events, lifecycle } = this.#deps
    const keys = await this.#store.holdAllOf(tx, userId)
    requireMayEnd(by, keys)
    await this.#keepWayIn(tx, keys)
    for (const { id, name, scopes } of keys) {
      await this.#store.update(tx, id, { revokedAt: clock.now(), formerHash: null, formerUntil: null })
      await lifecycle.ended(tx, 'apiKeyDeleted', { by: 'api-key', apiKeyId: id }, 'api_key_deleted')
      const data = { id, name, scopes }
      await events.record(tx, apiKeyDeleted, { actor: by.actor, target: { type: 'api_key', id }, data })
    }
  }

  /** How many would end. Refuses what the caller may not end. */
  async countRevoked(userId: string, by: Pick<Revoker, 'scopes'>): Promise<number> {
    const keys = await this.#store.allOf(this.#deps.db, userId)
    requireMayEnd(by, keys)
    return keys.length
  }

  async #keepWayIn(tx: Tx, ending: readonly ApiKey[]): Promise<void> {
    const now = this.#deps.clock.now()
    if (!ending.some((key) => isPermanentFullKey(key, now)) || (await this.#deps.hasOwner(tx))) return
    const ends = new Set(ending.map(({ id }) => id))
    const others = (await this.#store.holdPermanent(tx)).filter(({ id }) => !ends.has(id))
    if (!others.some((key) => isPermanentFullKey(key, now))) throw new AppError(apiKeyErrors.last_admin_key)
  }
}

const requireMayEnd = (by: Pick<Revoker, 'scopes'>, keys: readonly ApiKey[]): void =>
  requireHeld(by, ['api-keys:write', ...keys.flatMap(({ scopes }) => scopes)])
