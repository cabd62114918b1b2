import type { RevocationCounts } from '#/modules/tokens/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { newId } from '#/platform/ids.ts'
import type { Consent } from './consent.ts'
import { consentErrors } from './errors.ts'
import { agentsStopped, consentGranted, consentRefused, consentRevoked } from './events.ts'
import { totalScope, widened } from './granted.ts'
import type { ConsentFilter, ConsentStore, NamedConsent } from './store.ts'

/** What came from one consent, or from those a client was given, or from those a person gave. */
type ConsentTokens =
  | { readonly by: 'consent'; readonly consentId: string }
  | { readonly by: 'client'; readonly clientId: string; readonly via: 'consent' }
  | { readonly by: 'user'; readonly userId: string; readonly via: 'consent' }
  | { readonly by: 'user'; readonly userId: string; readonly clientId: string }

export interface ConsentsDeps {
  readonly db: Db
  readonly store: ConsentStore
  readonly clock: Clock
  readonly events: Events
  /** Ends the codes and tokens that came from consents, and no others. */
  readonly revokeTokens: (tx: Tx, from: ConsentTokens, reason: string) => Promise<RevocationCounts>
  /** What `revokeTokens` would end. */
  readonly countTokens: (from: ConsentTokens) => Promise<RevocationCounts>
}

/** What is allowed in one answer. */
export interface Permission {
  readonly userId: string
  readonly clientId: string
  readonly scope: string
  readonly resource: readonly string[]
}

/** What ended when clients were stopped, or would. */
export interface Stopped {
  readonly consents: number
  readonly counts: RevocationCounts
  readonly eventId: string | null
}

const none: RevocationCounts = { total: 0, access_tokens: 0, refresh_tokens: 0, delegated_tokens: 0 }

const added = (one: RevocationCounts, two: RevocationCounts): RevocationCounts => ({
  total: one.total + two.total,
  access_tokens: one.access_tokens + two.access_tokens,
  refresh_tokens: one.refresh_tokens + two.refresh_tokens,
  delegated_tokens: one.delegated_tokens + two.delegated_tokens,
})

/** What people allowed clients: remembered, widened, taken back. */
export class Consents {
  readonly #deps: ConsentsDeps
  constructor(deps: ConsentsDeps) {
    this.#deps = deps
  }

  findLiving(userId: string, clientId: string): Promise<Consent | undefined> {
    return this.#deps.store.findLiving(userId, clientId)
  }

  find(id: string): Promise<Consent | undefined> {
    return this.#deps.store.find(this.#deps.db, id)
  }

  /** Adds what a person allows to the living consent, or begins one. Answers the consent as it is then. */
  async grant(tx: Tx, permission: Permission, actor: Actor): Promise<Consent> {
    const consent = await this.#widen(tx, permission)
    await this.#deps.events.record(tx, consentGranted, {
      actor,
      target: { type: 'consent', id: consent.id },
      data: {
        user_id: consent.userId,
        client_id: consent.clientId,
        scope: permission.scope,
        resource: [...permission.resource],
        total_scope: totalScope(consent.granted),
      },
    })
    return consent
  }

  /** The same in a transaction of its own, where an operator allows something for a person. */
  grantAlone(permission: Permission, actor: Actor): Promise<Consent> {
    return this.#deps.db.tx((tx) => this.grant(tx, permission, actor))
  }

  /** Records that a person said no. Nothing else changes: an earlier consent stays. */
  async refuse(tx: Tx, permission: Permission, actor: Actor): Promise<void> {
    await this.#deps.events.record(tx, consentRefused, {
      actor,
      target: { type: 'client', id: permission.clientId },
      result: 'denied',
      data: { user_id: permission.userId, client_id: permission.clientId, scope: permission.scope },
    })
  }

  /** Whether a consent lives, holding it against being taken back until the transaction ends. */
  hold(tx: Tx, id: string): Promise<boolean> {
    return this.#deps.store.hold(tx, id)
  }

  async #widen(tx: Tx, permission: Permission): Promise<Consent> {
    const { store, clock } = this.#deps
    const now = clock.now()
    const fresh = this.#fresh(permission, now)
    for (;;) {
      // Two answers at once: the unique index lets one insert, and the other widens what it then finds.
      const held = await store.holdLiving(tx, permission.userId, permission.clientId)
      if (!held) {
        if (await store.insert(tx, fresh)) return fresh
        continue
      }
      const wider = { ...held, granted: widened(held.granted, permission), updatedAt: now }
      await store.update(tx, wider)
      return wider
    }
  }

  #fresh({ userId, clientId, ...asked }: Permission, now: number): Consent {
    const granted = widened([], asked)
    return { id: newId('con', now), userId, clientId, granted, createdAt: now, updatedAt: now, revokedAt: null }
  }

  /**
   * Takes a consent back: in one transaction it ends, with every code and token that came from it and with no other.
   * With `dryRun` it only counts. `userId` limits it to that person's own consents.
   */
  async revoke(
    id: string,
    actor: Actor,
    options: { dryRun?: boolean; userId?: string } = {},
  ): Promise<{ consent: Consent; counts: RevocationCounts }> {
    const consent = await this.find(id)
    const isTheirs = options.userId === undefined || consent?.userId === options.userId
    if (!consent || consent.revokedAt !== null || !isTheirs) throw new AppError(consentErrors.consent_not_found)
    const counts =
      options.dryRun === true
        ? await this.#deps.countTokens({ by: 'consent', consentId: id })
        : await this.#deps.db.tx((tx) => this.#endAlone(tx, consent, actor))
    return { consent, counts }
  }

  /** The event is recorded by whoever ends it. */
  async #end(tx: Tx, consent: Consent): Promise<RevocationCounts> {
    const { store, clock, revokeTokens } = this.#deps
    if (!(await store.revoke(tx, consent.id, clock.now()))) throw new AppError(consentErrors.consent_not_found)
    return revokeTokens(tx, { by: 'consent', consentId: consent.id }, 'consent_revoked')
  }

  async #endAlone(tx: Tx, consent: Consent, actor: Actor): Promise<RevocationCounts> {
    const counts = await this.#end(tx, consent)
    await this.#deps.events.record(tx, consentRevoked, {
      actor,
      target: { type: 'consent', id: consent.id },
      data: {
        user_id: consent.userId,
        client_id: consent.clientId,
        scope: totalScope(consent.granted),
        revoked_count: counts.total,
        access_tokens: counts.access_tokens,
        refresh_tokens: counts.refresh_tokens,
        delegated_tokens: counts.delegated_tokens,
      },
    })
    return counts
  }

  /**
   * Ends what every person allowed a client that is deleted or changed where its answers go; whoever does that records
   * it. Tokens look at their consent, so they are dead with it.
   */
  async endOfClient(tx: Tx, clientId: string): Promise<number> {
    const { store, clock, revokeTokens } = this.#deps
    const ended = await store.revokeOfClient(tx, clientId, clock.now())
    if (ended > 0) await revokeTokens(tx, { by: 'client', clientId, via: 'consent' }, 'consent_ended_with_client')
    return ended
  }

  /** Ends what a person allowed, when they are deleted; whoever does that records it. */
  async endOfUser(tx: Tx, userId: string): Promise<number> {
    const { store, clock, revokeTokens } = this.#deps
    const ended = await store.revokeOfUser(tx, userId, clock.now())
    if (ended > 0) await revokeTokens(tx, { by: 'user', userId, via: 'consent' }, 'consent_ended_with_user')
    return ended
  }

  /** Stops clients from acting for a person: their consents, codes and tokens end in one transaction. */
  async stop(userId: string, clientIds: readonly string[], actor: Actor, dryRun: boolean): Promise<Stopped> {
    const tokensOf = (clientId: string) => ({ by: 'user', userId, clientId }) as const
    if (dryRun) {
      const each = await Promise.all(clientIds.map((clientId) => this.#deps.countTokens(tokensOf(clientId))))
      return { consents: 0, counts: each.reduce(added, none), eventId: null }
    }
    return this.#deps.db.tx(async (tx) => {
      let [consents, counts] = [0, none]
      for (const clientId of clientIds) {
        const consent = await this.#deps.store.holdLiving(tx, userId, clientId)
        if (consent) counts = added(counts, await this.#end(tx, consent))
        if (consent) consents += 1
        counts = added(counts, await this.#deps.revokeTokens(tx, tokensOf(clientId), 'stopped_for_user'))
      }
      const target = { type: 'user', id: userId }
      const data = {
        user_id: userId,
        client_ids: [...clientIds],
        revoked_consents: consents,
        revoked_count: counts.total,
      }
      return { consents, counts, eventId: await this.#deps.events.record(tx, agentsStopped, { actor, target, data }) }
    })
  }

  /** How many consents live. */
  count(): Promise<number> {
    return this.#deps.store.count()
  }

  /** A page of a person's living consents, newest first. */
  listOfUser(userId: string, page: PageRequest): Promise<Page<NamedConsent>> {
    return this.list({ userId }, page)
  }

  /** A page of the living consents that fit, newest first. */
  list(filter: ConsentFilter, request: PageRequest): Promise<Page<NamedConsent>> {
    return this.#deps.store.list(filter, request)
  }
}
