import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { newId } from '#/platform/ids.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import { providerErrors } from './errors.ts'
import { providerCreated, providerDeleted, providerUpdated } from './events.ts'
import { checkDraft, newDraft, patchedFields } from './provider-draft.ts'
import type { CreateProvider, ProviderDraft, UpdateProvider } from './provider-draft.ts'
import { ProviderStore } from './provider-store.ts'
import { issuerOf, secretPlace } from './provider.ts'
import type { Provider } from './provider.ts'

export interface ProvidersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Pick<Outbound, 'check'>
}

/** The providers people can sign in with, as operators set them up. */
export class Providers {
  readonly #deps: ProvidersDeps
  readonly #store: ProviderStore
  readonly #enabled: Snapshot<readonly Provider[]>
  constructor(deps: ProvidersDeps) {
    this.#deps = deps
    this.#store = new ProviderStore(deps.db)
    this.#enabled = new Snapshot(() => this.#store.listEnabled())
  }

  /** Those that are turned on, in the order they were set up; a second old at most. */
  enabled(): Promise<readonly Provider[]> {
    return this.#enabled.current()
  }

  /** The provider of this name, if people may use it. */
  async getEnabled(name: string): Promise<Provider> {
    const provider = await this.#store.findByName(name)
    if (!provider?.enabled) throw new AppError(providerErrors.provider_not_found)
    return provider
  }

  async get(id: string): Promise<Provider> {
    return (await this.#store.find(id)) ?? notFound()
  }

  /** All of them, newest first. */
  list(request: PageRequest): Promise<Page<Provider>> {
    return this.#store.list(request)
  }

  count(): Promise<number> {
    return this.#store.count()
  }

  /** Sets a provider up. Nothing is fetched; an issuer that we would not call is refused. */
  async create(input: CreateProvider, actor: Actor): Promise<Provider> {
    const { db, clock, events } = this.#deps
    const draft = newDraft(input)
    checkDraft(draft)
    await this.#refuseInwardIssuer(draft)
    const provider = this.#provider(draft, clock.now())
    await db.tx(async (tx) => {
      if (!(await this.#store.insert(tx, provider))) throw new AppError(providerErrors.provider_name_taken)
      const data = { ...nameFields(provider), client_id: provider.clientId, issuer: issuerOf(provider) }
      await events.record(tx, providerCreated, { ...actorAndTarget(provider, actor), data })
    })
    this.#enabled.invalidate()
    return provider
  }

  /** Applies a merge patch. Name, kind and issuer stay: accounts hang on them. */
  async update(id: string, patch: UpdateProvider, actor: Actor): Promise<Provider> {
    const { db, clock, events, keyring } = this.#deps
    const before = await this.get(id)
    const fields = patchedFields(patch, before)
    checkDraft({ ...before, ...fields, secret: patch.client_secret })
    const secretSealed = patch.client_secret && keyring.seal(patch.client_secret, secretPlace(id))
    const changed = Object.keys(patch)
    // Later than before even within one millisecond, because what is remembered of a provider hangs on it.
    const updatedAt = Math.max(clock.now(), before.updatedAt + 1)
    const after = await db.tx(async (tx) => {
      const written = { ...fields, ...(secretSealed !== undefined && { secretSealed }), updatedAt }
      const provider = (await this.#store.update(tx, id, written)) ?? notFound()
      await events.record(tx, providerUpdated, {
        ...actorAndTarget(provider, actor),
        data: { ...nameFields(provider), changed },
      })
      return provider
    })
    this.#enabled.invalidate()
    return after
  }

  /** Removes a provider with the accounts that people had through it. */
  async delete(id: string, actor: Actor): Promise<void> {
    const provider = await this.get(id)
    const { db, lifecycle, events } = this.#deps
    await db.tx(async (tx) => {
      if (!(await this.#store.delete(tx, id))) notFound()
      const counts = await lifecycle.ended(tx, 'providerDeleted', subjectOf(provider), 'provider_deleted')
      const data = { ...nameFields(provider), unlinked_accounts: counts.linked_accounts ?? 0, counts }
      await events.record(tx, providerDeleted, { ...actorAndTarget(provider, actor), data })
    })
    this.#enabled.invalidate()
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('providerDeleted', subjectOf(await this.get(id)))
  }

  #provider({ secret, ...draft }: ProviderDraft, now: number): Provider {
    const id = newId('idp', now)
    const secretSealed = secret === null ? null : this.#deps.keyring.seal(secret, secretPlace(id))
    return { id, ...draft, secretSealed, createdAt: now, updatedAt: now }
  }

  async #refuseInwardIssuer({ issuer }: ProviderDraft): Promise<void> {
    if (issuer === null) return
    try {
      await this.#deps.outbound.check(issuer)
    } catch (error) {
      // A name that is not known yet may be known later; what is not allowed now is said now.
      if (!(error instanceof OutboundError)) throw error
      if (error.reason !== 'refused') return
      const errors = [{ pointer: '/issuer', message: `may not be called: ${error.message}` }]
      throw new AppError(commonErrors.invalid_request, { details: { errors }, cause: error })
    }
  }
}

const subjectOf = ({ id }: Provider) => ({ by: 'provider', providerId: id }) as const

const nameFields = ({ id, name, kind }: Provider) => ({ id, name, kind })

const actorAndTarget = ({ id }: Provider, actor: Actor) => ({ actor, target: { type: 'oauth_provider', id } })

const notFound = (): never => {
  throw new AppError(providerErrors.provider_not_found)
}
