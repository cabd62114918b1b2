import { addCounts, endedTokens, tokenTotal } from '#/modules/lifecycle/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Consent } from './consent.ts'
import { consentErrors } from './errors.ts'
import { agentsStopped, consentGranted, consentRefused, consentRevoked } from './events.ts'
import { totalScope, widened } from './granted-scope.ts'
import type { ConsentFilter, ConsentStore, NamedConsent } from './store.ts'

export interface ConsentsDeps {
  readonly db: Db
  readonly store: ConsentStore
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
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
  readonly counts: Counts
  readonly eventId: string | null
}

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

  /** A living consent with the name its client goes by. Throws `consent_not_found`. */
  async get(id: string): Promise<NamedConsent> {
    const named = isId('con', id) ? await this.#deps.store.findNamed(id) : undefined
    if (!named) throw new AppError(consentErrors.consent_not_found)
    return named
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
   * `userId` limits it to that person's own consents.
   */
  async revoke(id: string, actor: Actor, userId?: string): Promise<Consent> {
    const consent = await this.#getLiving(id, userId)
    await this.#deps.db.tx((tx) => this.#revoke(tx, consent, actor))
    return consent
  }

  /** What that would end. */
  async countEnding(id: string, userId?: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('consentRevoked', subjectOf(await this.#getLiving(id, userId)))
  }

  async #getLiving(id: string, userId: string | undefined): Promise<Consent> {
    const consent = await this.find(id)
    const isTheirs = userId === undefined || consent?.userId === userId
    if (!consent || consent.revokedAt !== null || !isTheirs) throw new AppError(consentErrors.consent_not_found)
    return consent
  }

  async #revoke(tx: Tx, consent: Consent, actor: Actor): Promise<void> {
    const { store, clock, lifecycle, events } = this.#deps
    if (!(await store.revoke(tx, consent.id, clock.now()))) throw new AppError(consentErrors.consent_not_found)
    const counts = await lifecycle.ended(tx, 'consentRevoked', subjectOf(consent), 'consent_revoked')
    const { userId, clientId, granted } = consent
    await events.record(tx, consentRevoked, {
      actor,
      target: { type: 'consent', id: consent.id },
      data: { user_id: userId, client_id: clientId, scope: totalScope(granted), ...endedTokens(counts) },
    })
  }

  /** Stops clients from acting for a person: their consents, codes and tokens end in one transaction. */
  async stop(userId: string, clientIds: readonly string[], actor: Actor): Promise<Stopped> {
    return this.#deps.db.tx(async (tx) => {
      const { lifecycle, events } = this.#deps
      let counts: Counts = {}
      for (const clientId of clientIds) {
        const subject = { by: 'user', userId, clientId } as const
        counts = addCounts(counts, await lifecycle.ended(tx, 'clientStopped', subject, 'stopped_for_user'))
      }
      const data = {
        user_id: userId,
        client_ids: [...clientIds],
        revoked_consents: counts.consents ?? 0,
        revoked_count: tokenTotal(counts),
        counts,
      }
      const eventId = await events.record(tx, agentsStopped, { actor, target: { type: 'user', id: userId }, data })
      return { counts, eventId }
    })
  }

  /** What that would end. */
  async countStopping(userId: string, clientIds: readonly string[]): Promise<Stopped> {
    let counts: Counts = {}
    for (const clientId of clientIds) {
      const subject = { by: 'user', userId, clientId } as const
      counts = addCounts(counts, await this.#deps.lifecycle.wouldEnd('clientStopped', subject))
    }
    return { counts, eventId: null }
  }

  /** How many consents live. */
  count(): Promise<number> {
    return this.#deps.store.count()
  }

  /** Every living consent of a person, newest first. */
  livingOfUser(userId: string): Promise<Consent[]> {
    return this.#deps.store.livingOfUser(userId)
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

const subjectOf = ({ id, userId, clientId }: Consent) => ({ by: 'consent', consentId: id, userId, clientId }) as const
