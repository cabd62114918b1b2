import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { isId, newId } from '#/platform/ids.ts'
import { changing } from '#/platform/merge-patch.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Clients } from '#/modules/clients/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import { VaultConnectionStore } from './connection-store.ts'
import { vaultErrors } from './errors.ts'
import { vaultProviderCreated, vaultProviderDeleted, vaultProviderUpdated } from './events.ts'
import { addressesOf, checkDraft, movesTokens, newDraft, patchedFields, refuseToMoveSecret } from './provider-draft.ts'
import type { CreateVaultProvider, UpdateVaultProvider } from './provider-draft.ts'
import { VaultProviderStore } from './provider-store.ts'
import type { VaultProviderFilter } from './provider-store.ts'
import { providerSecretPlace } from './provider.ts'
import type { VaultProvider } from './provider.ts'

interface VaultProvidersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal'>
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Pick<Outbound, 'check'>
  readonly clients: Pick<Clients, 'findByClientId'>
}

/** The providers of the vault, as operators set them up. */
export class VaultProviders {
  readonly #deps: VaultProvidersDeps
  readonly #store: VaultProviderStore
  readonly #connections: VaultConnectionStore
  constructor(deps: VaultProvidersDeps) {
    this.#deps = deps
    this.#store = new VaultProviderStore(deps.db)
    this.#connections = new VaultConnectionStore(deps.db)
  }

  async get(id: string): Promise<VaultProvider> {
    return (isId('vp', id) ? await this.#store.find(id) : undefined) ?? notFound()
  }

  /** Those that people can use, by what they read. */
  active(): Promise<VaultProvider[]> {
    return this.#store.listActive()
  }

  /** One that people can use. */
  async getActive(name: string): Promise<VaultProvider> {
    const provider = await this.#store.findByName(name)
    if (!provider) return notFound()
    if (!provider.active) throw new AppError(vaultErrors.vault_provider_disabled)
    return provider
  }

  /** Providers, newest first. */
  list(filter: VaultProviderFilter, request: PageRequest): Promise<Page<VaultProvider>> {
    return this.#store.list(filter, request)
  }

  /** Sets a provider up. Nothing is fetched; an address that we would not call is refused. */
  async create(input: CreateVaultProvider, actor: Actor): Promise<VaultProvider> {
    const { db, clock, events, keyring } = this.#deps
    const draft = newDraft(input)
    checkDraft(draft)
    await this.#refuseInward(addressesOf(draft))
    await this.#requireClients(draft.allowedClients)
    const now = clock.now()
    const id = newId('vp', now)
    const { secret, ...fields } = draft
    const secretSealed = secret === null ? null : keyring.seal(secret, providerSecretPlace(id))
    const provider: VaultProvider = { id, ...fields, secretSealed, version: 1, createdAt: now, updatedAt: now }
    await db.tx(async (tx) => {
      if (!(await this.#store.insert(tx, provider))) throw new AppError(vaultErrors.vault_provider_name_taken)
      const data = { ...nameFields(provider), template: provider.template, scopes: [...provider.scopes] }
      await events.record(tx, vaultProviderCreated, { ...actorAndTarget(provider, actor), data })
    })
    return provider
  }

  /**
   * Applies a merge patch. Name and kind stay: the provider knows the callback, and connections hang on both. Where tokens
   * would go elsewhere from now on, those that people have are thrown away: they were given to somebody else.
   */
  async update(id: string, patch: UpdateVaultProvider, actor: Actor): Promise<VaultProvider> {
    const { db, clock, events, keyring } = this.#deps
    const seen = await this.get(id)
    const { client_secret: secret } = patch
    await this.#refuseInward(addressesOf({ ...seen, ...patchedFields(patch), secret }).filter(isNamedIn(patch)))
    await this.#requireClients(patchedFields(patch).allowedClients)
    return db.tx(async (tx) => {
      const before = (await this.#store.hold(tx, id)) ?? notFound()
      const fields = changing(before, patchedFields(patch))
      checkDraft({ ...before, ...fields, secret })
      refuseToMoveSecret(before, { ...before, ...fields }, secret)
      const changed = [...Object.keys(fields).map(wireName), ...(secret === undefined ? [] : ['client_secret'])]
      if (changed.length === 0) return before
      const sealed = secret === undefined ? {} : { secretSealed: keyring.seal(secret, providerSecretPlace(id)) }
      const now = clock.now()
      const written = { ...fields, ...sealed, version: before.version + 1, updatedAt: now }
      const after = { ...before, ...written }
      await this.#store.update(tx, id, written)
      const stopped = movesTokens(before, after) ? await this.#connections.dropTokens(tx, id, now) : 0
      const data = { ...nameFields(after), changed, stopped_connections: stopped }
      await events.record(tx, vaultProviderUpdated, { ...actorAndTarget(after, actor), data })
      return after
    })
  }

  /** Removes a provider, with what people had connected. */
  async delete(id: string, actor: Actor): Promise<void> {
    const { db, lifecycle, events } = this.#deps
    await db.tx(async (tx) => {
      const provider = (isId('vp', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
      const counts = await lifecycle.ended(tx, 'vaultProviderDeleted', subjectOf(id), 'vault_provider_deleted')
      await this.#store.delete(tx, id)
      const data = { ...nameFields(provider), counts }
      await events.record(tx, vaultProviderDeleted, { ...actorAndTarget(provider, actor), data })
    })
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('vaultProviderDeleted', subjectOf((await this.get(id)).id))
  }

  /** A client that is listed is there: one that is not can't have been meant. */
  async #requireClients(listed: VaultProvider['allowedClients'] | undefined): Promise<void> {
    const { clients } = this.#deps
    const found = await Promise.all((listed ?? []).map(({ clientId }) => clients.findByClientId(clientId)))
    const errors = found.flatMap((client, i) =>
      client === undefined
        ? [{ pointer: `/allowed_clients/${i}/client_id`, message: 'is no client of this server' }]
        : [],
    )
    if (errors.length > 0) throw invalid(errors)
  }

  async #refuseInward(addresses: readonly [pointer: string, url: string][]): Promise<void> {
    for (const [pointer, url] of addresses) {
      try {
        await this.#deps.outbound.check(url.replaceAll('{client_id}', 'client'))
      } catch (error) {
        // A name that is not known yet may be known later; what is not allowed now is said now.
        if (!(error instanceof OutboundError)) throw error
        if (error.reason === 'refused') throw invalid(pointer, `may not be called: ${error.message}`)
      }
    }
  }
}

const isNamedIn =
  (patch: UpdateVaultProvider) =>
  ([pointer]: readonly [string, string]): boolean =>
    (pointer.split('/')[1] ?? '') in patch

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const subjectOf = (vaultProviderId: string) => ({ by: 'vault-provider', vaultProviderId }) as const

const nameFields = ({ id, name, kind }: VaultProvider) => ({ id, name, kind })

const actorAndTarget = ({ id }: VaultProvider, actor: Actor) => ({ actor, target: { type: 'vault_provider', id } })

const notFound = (): never => {
  throw new AppError(vaultErrors.vault_provider_not_found)
}
