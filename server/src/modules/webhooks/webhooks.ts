import type { Static } from 'typebox'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { toIsoOrNull } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { isId, newId } from '#/platform/ids.ts'
import { changing, given, ifGiven } from '#/platform/merge-patch.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { webhookErrors } from './errors.ts'
import { webhookCreated, webhookDeleted, webhookSecretRotated, webhookUpdated } from './events.ts'
import type { CreateWebhookSchema, UpdateWebhookSchema } from './schemas.ts'
import { currentSecret, newSigningSecret, requireSoundSecret, sealFormerSecret, sealSecret } from './secret.ts'
import { WebhookStore } from './store.ts'
import { requireTarget } from './targets.ts'
import { hostOf } from './webhook.ts'
import type { DisabledReason, Webhook } from './webhook.ts'

export interface WebhooksDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Pick<Outbound, 'check'>
}

type CreateWebhook = Static<typeof CreateWebhookSchema>
type UpdateWebhook = Static<typeof UpdateWebhookSchema>

/** A subscription with the secret that is shown this once. */
export interface RevealedWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

/** Each event is held against all of them, in one transaction. */
const MAX_WEBHOOKS = 200

/** The subscriptions, as operators work with them. */
export class Webhooks {
  readonly #deps: WebhooksDeps
  readonly #store: WebhookStore
  constructor(deps: WebhooksDeps) {
    this.#deps = deps
    this.#store = new WebhookStore(deps.db)
  }

  list(request: PageRequest): Promise<Page<Webhook>> {
    return this.#store.list(request)
  }

  async get(id: string): Promise<Webhook> {
    return (isId('wh', id) ? await this.#store.find(id) : undefined) ?? notFound()
  }

  /** Subscribes an address to what happens from now on. */
  async create(input: CreateWebhook, actor: Actor): Promise<RevealedWebhook> {
    const { db, keyring, clock, outbound } = this.#deps
    const secret = input.secret ?? newSigningSecret()
    requireSoundSecret(secret)
    await requireTarget(outbound, input.url)
    const now = clock.now()
    const { id, enabled } = { id: newId('wh', now), enabled: input.enabled ?? true }
    const fresh = {
      id,
      url: input.url,
      events: unique(input.events ?? ['*']),
      description: input.description ?? '',
      enabled,
      secretSealed: sealSecret(keyring, id, secret),
      formerSecretSealed: null,
      formerUntil: null,
      signatureFormat: input.signature_format ?? 'timestamped',
      retry: input.retry ?? 'none',
      failingSince: null,
      disabledReason: enabled ? null : 'operator',
      disabledAt: enabled ? null : now,
      enabledAt: null,
      missedEvents: 0,
      createdBy: actor.id,
      createdAt: now,
      updatedAt: now,
    } as const
    return db.tx(async (tx) => {
      if ((await this.#store.count(tx)) >= MAX_WEBHOOKS) throw new AppError(webhookErrors.too_many_webhooks)
      const webhook = { ...fresh, afterSequence: await this.#store.lastSequence(tx) }
      await this.#store.insert(tx, webhook)
      await this.#deps.events.record(tx, webhookCreated, { ...actorAndTarget(webhook, actor), data: told(webhook) })
      return { webhook, secret }
    })
  }

  /** Applies a merge patch. */
  async update(id: string, patch: UpdateWebhook, actor: Actor): Promise<Webhook> {
    const known = await this.get(id)
    if (patch.secret !== undefined) requireSoundSecret(patch.secret)
    if (patch.url !== undefined && patch.url !== known.url) await requireTarget(this.#deps.outbound, patch.url)
    return this.#deps.db.tx(async (tx) => {
      const before = (await this.#store.hold(tx, id)) ?? notFound()
      const asked = changing(before, this.#fieldsOf(before, patch))
      if (Object.keys(asked).length === 0) return before
      const changes = { ...asked, ...this.#following(asked), updatedAt: this.#deps.clock.now() }
      const after = { ...before, ...changes }
      await this.#store.update(tx, id, changes)
      await this.#deps.events.record(tx, webhookUpdated, {
        ...actorAndTarget(after, actor),
        data: {
          ...told(after),
          changed: namesOf(asked),
          ...(asked.enabled === true ? { missed_events: after.missedEvents } : {}),
        },
      })
      return after
    })
  }

  /** A new secret; the old one signs on for the overlap, and the one before it stops. */
  rotateSecret(
    id: string,
    asked: { readonly overlapSeconds: number; readonly secret: string | undefined },
    actor: Actor,
  ): Promise<RevealedWebhook> {
    const { db, keyring, clock, events } = this.#deps
    const secret = asked.secret ?? newSigningSecret()
    requireSoundSecret(secret)
    return db.tx(async (tx) => {
      const before = (isId('wh', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
      const now = clock.now()
      const formerUntil = asked.overlapSeconds === 0 ? null : now + asked.overlapSeconds * 1000
      const formerSecretSealed =
        formerUntil === null ? null : sealFormerSecret(keyring, id, currentSecret(keyring, before))
      const secretSealed = sealSecret(keyring, id, secret)
      const changes = { secretSealed, formerSecretSealed, formerUntil, updatedAt: now }
      await this.#store.update(tx, id, changes)
      const data = { id, host: hostOf(before), old_secret_until: toIsoOrNull(formerUntil) }
      await events.record(tx, webhookSecretRotated, { ...actorAndTarget(before, actor), data })
      return { webhook: { ...before, ...changes }, secret }
    })
  }

  /** Ends a subscription with what waits to be sent. The log of what was sent goes with time. */
  delete(id: string, actor: Actor): Promise<void> {
    const { db, lifecycle, events } = this.#deps
    return db.tx(async (tx) => {
      const webhook = (isId('wh', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
      const counts = await lifecycle.ended(tx, 'webhookDeleted', { by: 'webhook', webhookId: id }, 'webhook_deleted')
      await this.#store.delete(tx, id)
      const data = { id, host: hostOf(webhook), counts }
      await events.record(tx, webhookDeleted, { ...actorAndTarget(webhook, actor), data })
    })
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    await this.get(id)
    return this.#deps.lifecycle.wouldEnd('webhookDeleted', { by: 'webhook', webhookId: id })
  }

  #fieldsOf(before: Webhook, patch: UpdateWebhook): Partial<Webhook> {
    const { keyring } = this.#deps
    return given<Webhook>({
      url: patch.url,
      events: ifGiven(patch.events, unique),
      description: ifGiven(patch.description, (text) => text ?? ''),
      enabled: patch.enabled,
      signatureFormat: patch.signature_format,
      retry: patch.retry,
      secretSealed: ifGiven(patch.secret, (secret) => sealSecret(keyring, before.id, secret)),
    })
  }

  /** What follows: the count of what is missed begins or ends, and with a new secret the old ones are of no use. */
  #following({ enabled, secretSealed }: Partial<Webhook>): Partial<Webhook> {
    const now = this.#deps.clock.now()
    return {
      ...(secretSealed === undefined ? {} : { formerSecretSealed: null, formerUntil: null }),
      ...(enabled === true ? { enabledAt: now, disabledReason: null, failingSince: null } : {}),
      ...(enabled === false ? disabledAs('operator', now) : {}),
    }
  }
}

/** What a subscription becomes that is turned off. */
export const disabledAs = (disabledReason: DisabledReason, now: number): Partial<Webhook> => ({
  enabled: false,
  disabledReason,
  disabledAt: now,
  enabledAt: null,
  missedEvents: 0,
})

function notFound(): never {
  throw new AppError(webhookErrors.webhook_not_found)
}

const actorAndTarget = ({ id }: Webhook, actor: Actor) => ({ actor, target: { type: 'webhook', id } })

const told = (webhook: Webhook) => ({
  id: webhook.id,
  host: hostOf(webhook),
  events: [...webhook.events],
  enabled: webhook.enabled,
})

/** The members of a patch, as it names them. */
const wireNames: Readonly<Partial<Record<keyof Webhook, string>>> = {
  secretSealed: 'secret',
  signatureFormat: 'signature_format',
}

const namesOf = (changes: Partial<Webhook>): string[] =>
  Object.keys(changes).map((name) => wireNames[name as keyof Webhook] ?? name)

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
