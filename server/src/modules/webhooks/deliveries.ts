import type { Actor, EventType } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { toIso } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { DeliveryFilter, DeliveryStore, NewDelivery } from './delivery-store.ts'
import type { Delivery, DeliveryOutline } from './delivery.ts'
import { webhookErrors } from './errors.ts'
import type { EventNames } from './event-names.ts'
import { deliveryReplayed, failuresReplayed, webhookTested } from './events.ts'
import { payloadText, webhookTest } from './payload.ts'
import type { WebhookStore } from './store.ts'
import { hostOf } from './webhook.ts'
import type { Webhook } from './webhook.ts'

interface DeliveriesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly names: EventNames
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
  /** What the data of an event looks like. */
  readonly sampleOf: (event: EventType) => object
}

/** What was queued by hand. */
export interface Queued {
  readonly id: string
  readonly event: string
}

const MAX_REPLAYED = 1000

/** The log of what was sent, and what operators send by hand. */
export class Deliveries {
  readonly #deps: DeliveriesDeps
  constructor(deps: DeliveriesDeps) {
    this.#deps = deps
  }

  async list(webhookId: string, filter: DeliveryFilter, request: PageRequest): Promise<Page<DeliveryOutline>> {
    await this.#webhook(webhookId)
    return this.#deps.deliveries.list(webhookId, filter, request)
  }

  /** A text that is another one after anything was queued, tried or finished. */
  mark(): Promise<string> {
    return this.#deps.deliveries.mark()
  }

  /** A delivery of this subscription and of no other. */
  async get(webhookId: string, id: string): Promise<Delivery> {
    await this.#webhook(webhookId)
    const found = isId('whd', id) ? await this.#deps.deliveries.find(webhookId, id) : undefined
    if (!found) throw new AppError(webhookErrors.webhook_delivery_not_found)
    return found
  }

  /** Sends a sample, to this subscription alone and whether it asked for such events or not. */
  test(webhookId: string, event: string = webhookTest.name, actor: Actor): Promise<Queued> {
    const kind = this.#deps.names.find(event)
    if (!kind) throw invalid('/event_type', 'must be one of GET /webhooks/events')
    return this.#queue(webhookId, async (tx, webhook, now) => {
      const data =
        event === webhookTest.name ? { webhook_id: webhookId, message: 'This is a test.' } : this.#deps.sampleOf(kind)
      const message = { ...blank(webhookId, now), event, eventId: null, payload: payloadText(event, now, data) }
      await this.#deps.deliveries.addAll(tx, [message])
      await this.#deps.events.record(tx, webhookTested, {
        ...actorAndTarget(webhook, actor),
        data: { ...subscriptionOf(webhook), delivery_id: message.id, event },
      })
      return { id: message.id, event }
    })
  }

  /** Sends the stored text once more, as a new delivery. */
  async replay(webhookId: string, id: string, actor: Actor): Promise<Queued> {
    const original = await this.get(webhookId, id)
    return this.#queue(webhookId, async (tx, webhook, now) => {
      const message = replayOf(original, now)
      await this.#deps.deliveries.addAll(tx, [message])
      const data = { delivery_id: original.id, new_delivery_id: message.id, event: original.event }
      await this.#deps.events.record(tx, deliveryReplayed, {
        ...actorAndTarget(webhook, actor),
        data: { ...subscriptionOf(webhook), ...data },
      })
      return { id: message.id, event: message.event }
    })
  }

  /** Sends again what failed since a time, as far as it was not sent again already. */
  replayFailed(webhookId: string, since: number, actor: Actor): Promise<{ count: number; isAll: boolean }> {
    return this.#queue(webhookId, async (tx, webhook, now) => {
      const failed = await this.#deps.deliveries.failedSince(tx, webhookId, since, MAX_REPLAYED + 1)
      const replayed = failed.slice(0, MAX_REPLAYED)
      await this.#deps.deliveries.addAll(
        tx,
        replayed.map((delivery) => replayOf(delivery, now)),
      )
      const count = replayed.length
      await this.#deps.events.record(tx, failuresReplayed, {
        ...actorAndTarget(webhook, actor),
        data: { ...subscriptionOf(webhook), since: toIso(since), count },
      })
      return { count, isAll: failed.length <= MAX_REPLAYED }
    })
  }

  async #webhook(id: string): Promise<Webhook> {
    const webhook = isId('wh', id) ? await this.#deps.webhooks.find(id) : undefined
    if (!webhook) throw new AppError(webhookErrors.webhook_not_found)
    return webhook
  }

  /** Queues something for a subscription that is held meanwhile, and turned on. */
  #queue<T>(webhookId: string, work: (tx: Tx, webhook: Webhook, now: number) => Promise<T>): Promise<T> {
    const { db, webhooks, clock } = this.#deps
    return db.tx(async (tx) => {
      const webhook = isId('wh', webhookId) ? await webhooks.hold(tx, webhookId) : undefined
      if (!webhook) throw new AppError(webhookErrors.webhook_not_found)
      if (!webhook.enabled) throw new AppError(webhookErrors.webhook_disabled)
      return work(tx, webhook, clock.now())
    })
  }
}

const blank = (webhookId: string, now: number) => ({
  id: newId('whd', now),
  webhookId,
  nextAt: now,
  createdAt: now,
})

const replayOf = ({ id, webhookId, event, eventId, payload }: Delivery, now: number): NewDelivery => ({
  ...blank(webhookId, now),
  event,
  eventId,
  payload,
  replayedFrom: id,
})

const subscriptionOf = (webhook: Webhook) => ({ id: webhook.id, host: hostOf(webhook) })

const actorAndTarget = ({ id }: Webhook, actor: Actor) => ({ actor, target: { type: 'webhook', id } })
