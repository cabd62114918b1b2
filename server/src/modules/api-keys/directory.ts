import type { Static } from 'typebox'
import { toIsoOrNull } from '#/platform/clock.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId } from '#/platform/ids.ts'
import { isExpired, isPermanentFullKey } from './api-key.ts'
import { newKeySecret } from './api-keys.ts'
import { changesBetween, given, ifGiven, unique } from '#/platform/merge-patch.ts'
import { apiKeyErrors } from './errors.ts'
import { apiKeyDeleted, apiKeyRotated, apiKeyUpdated } from './events.ts'
import { ApiKeyStore } from './store.ts'
import { requireHeld, requireWithin } from './scope-limits.ts'
import { isKnownScope } from './scopes.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { ApiKey } from './api-key.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { AdminPrincipal } from './authenticator.ts'
import type { CreateApiKeySchema, UpdateApiKeySchema } from './schemas.ts'
import type { ApiKeyFilter } from './store.ts'

export interface ApiKeyDirectoryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly apiKeys: ApiKeys
  readonly lifecycle: Lifecycle
  /** Every scope that some route asks for. */
  readonly knownScopes: ReadonlySet<string>
  /** Whether a person owns the server, holding that until the transaction ends; handed in, because users stand above. */
  readonly hasOwner: (tx: Tx) => Promise<boolean>
}

type CreateApiKey = Static<typeof CreateApiKeySchema>
type UpdateApiKey = Static<typeof UpdateApiKeySchema>

/** A key with the secret that is shown this once. */
interface RevealedKey {
  readonly key: ApiKey
  readonly secret: string
}

/** API keys as operators work with them. Nobody makes, changes or ends a key that is wider than what they hold. */
export class ApiKeyDirectory {
  readonly #deps: ApiKeyDirectoryDeps
  readonly #store: ApiKeyStore
  constructor(deps: ApiKeyDirectoryDeps) {
    this.#deps = deps
    this.#store = new ApiKeyStore(deps.db)
  }

  list(filter: ApiKeyFilter, request: PageRequest): Promise<Page<ApiKey>> {
    return this.#store.list(filter, this.#now(), request)
  }

  async get(id: string): Promise<ApiKey> {
    return (isId('key', id) ? await this.#store.find(this.#deps.db, id) : undefined) ?? notFound()
  }

  /** Makes a key; one that is left without an expiry lives as long as the key that makes it. */
  create(input: CreateApiKey, by: AdminPrincipal): Promise<RevealedKey> {
    this.#requireKnown(input.scopes)
    requireHeld(by, input.scopes)
    const asked = input.expires_at === undefined ? undefined : this.#expiry(input.expires_at)
    return this.#deps.db.tx(async (tx) => {
      const until = await this.#endOf(tx, by)
      const expiresAt = asked === undefined ? until : asked
      requireWithin(until, expiresAt)
      return this.#deps.apiKeys.create(tx, { name: input.name, scopes: unique(input.scopes), expiresAt }, by.actor)
    })
  }

  /** Applies a merge patch. */
  update(id: string, patch: UpdateApiKey, by: AdminPrincipal): Promise<ApiKey> {
    this.#requireKnown(patch.scopes ?? [])
    requireHeld(by, patch.scopes ?? [])
    const changes = this.#changesOf(patch)
    return this.#deps.db.tx(async (tx) => {
      const before = await this.#hold(tx, id, by, (key) => ({ ...key, ...changes }))
      this.#requireUnexpired(before)
      if (changes.expiresAt !== undefined) requireWithin(await this.#endOf(tx, by), changes.expiresAt)
      const after = { ...before, ...changes }
      const audited = changesBetween(auditedFields(before), auditedFields(after))
      if (Object.keys(audited).length === 0) return before
      await this.#store.update(tx, id, changes)
      await this.#record(tx, apiKeyUpdated, before, by.actor, { changes: audited })
      return after
    })
  }

  /** A new secret; the old one works on for the overlap, and the one before it stops. */
  rotate(id: string, overlapSeconds: number, by: AdminPrincipal): Promise<RevealedKey> {
    const secret = newKeySecret()
    return this.#deps.db.tx(async (tx) => {
      const before = await this.#hold(tx, id, by, (key) => key)
      this.#requireUnexpired(before)
      // Whoever gets the new secret holds the key: one that lives longer would be theirs beyond their own end.
      requireWithin(await this.#endOf(tx, by), before.expiresAt)
      if (!before.active) throw new AppError(apiKeyErrors.api_key_inactive)
      const formerUntil = overlapSeconds === 0 ? null : this.#now() + overlapSeconds * 1000
      const formerHash = formerUntil === null ? null : before.hash
      const changes = { hash: hashSecret(secret), hint: secret.slice(-4), formerHash, formerUntil }
      await this.#store.update(tx, id, changes)
      await this.#record(tx, apiKeyRotated, before, by.actor, { old_secret_until: toIsoOrNull(formerUntil) })
      return { key: { ...before, ...changes }, secret }
    })
  }

  /** Ends a key for good; a key may end itself. */
  delete(id: string, by: AdminPrincipal): Promise<void> {
    return this.#deps.db.tx(async (tx) => {
      const key = await this.#hold(tx, id, by, () => undefined)
      await this.#store.update(tx, id, { revokedAt: this.#now(), formerHash: null, formerUntil: null })
      await this.#deps.lifecycle.ended(tx, 'apiKeyDeleted', { by: 'api-key', apiKeyId: id }, 'api_key_deleted')
      await this.#record(tx, apiKeyDeleted, key, by.actor, { scopes: key.scopes })
    })
  }

  /** What ends with a key: the views it saved. Refuses what deleting refuses. */
  async countEnding(id: string, by: AdminPrincipal): Promise<Counts> {
    await this.#deps.db.tx((tx) => this.#hold(tx, id, by, () => undefined))
    return this.#deps.lifecycle.wouldEnd('apiKeyDeleted', { by: 'api-key', apiKeyId: id })
  }

  /** The key, held, and no wider than whoever changes it. `becomes` says what will be of it: the last way in must not go. */
  async #hold(tx: Tx, id: string, by: AdminPrincipal, becomes: (key: ApiKey) => ApiKey | undefined): Promise<ApiKey> {
    const found = (isId('key', id) ? await this.#store.find(tx, id) : undefined) ?? notFound()
    requireHeld(by, found.scopes)
    await this.#keepWayIn(tx, found, becomes(found))
    return (await this.#store.hold(tx, id)) ?? notFound()
  }

  /** Refuses to lose the last key that opens everything while no person could make another. */
  async #keepWayIn(tx: Tx, key: ApiKey, after: ApiKey | undefined): Promise<void> {
    const now = this.#now()
    if (!isPermanentFullKey(key, now) || (after && isPermanentFullKey(after, now))) return
    if (await this.#deps.hasOwner(tx)) return
    const others = await this.#store.holdPermanent(tx)
    if (others.some((other) => other.id !== key.id && isPermanentFullKey(other, now))) return
    throw new AppError(apiKeyErrors.last_admin_key)
  }

  /** When the power of whoever asks ends; null for people and for keys that never expire. Refused when it has ended. */
  async #endOf(tx: Tx, by: AdminPrincipal): Promise<number | null> {
    if (by.kind !== 'key') return null
    const key = (await this.#store.find(tx, by.id)) ?? notFound()
    return key.expiresAt
  }

  #changesOf(patch: UpdateApiKey): Partial<ApiKey> {
    return given<ApiKey>({
      name: patch.name,
      scopes: ifGiven(patch.scopes, unique),
      expiresAt: ifGiven(patch.expires_at, (text) => this.#expiry(text)),
      active: patch.active,
    })
  }

  #expiry(text: string | null): number | null {
    if (text === null) return null
    const time = Date.parse(text)
    if (time > this.#now()) return time
    throw invalid('/expires_at', 'must be a time to come')
  }

  /** A misspelled scope would make a key that opens nothing, or something that comes later. */
  #requireKnown(scopes: readonly string[]): void {
    const { knownScopes } = this.#deps
    const errors = scopes.flatMap((scope, i) =>
      isKnownScope(scope, knownScopes)
        ? []
        : [{ pointer: `/scopes/${i}`, message: 'is not a scope that any route asks for' }],
    )
    if (errors.length > 0) throw invalid(errors)
  }

  #requireUnexpired(key: ApiKey): void {
    if (isExpired(key, this.#now())) throw new AppError(apiKeyErrors.api_key_expired)
  }

  async #record(
    tx: Tx,
    kind: Parameters<Events['record']>[1],
    key: ApiKey,
    actor: Actor,
    data: Record<string, unknown>,
  ): Promise<void> {
    const target = { type: 'api_key', id: key.id }
    await this.#deps.events.record(tx, kind, { actor, target, data: { id: key.id, name: key.name, ...data } })
  }

  #now(): number {
    return this.#deps.clock.now()
  }
}

function notFound(): never {
  throw new AppError(apiKeyErrors.api_key_not_found)
}

const auditedFields = ({ name, scopes, expiresAt, active }: ApiKey) => ({
  name,
  scopes,
  expires_at: toIsoOrNull(expiresAt),
  active,
})
