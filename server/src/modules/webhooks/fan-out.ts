import { setTimeout as sleep } from 'node:timers/promises'
import type { EventRow } from '#/platform/audit/event-table.ts'
import { matchesEvent } from '#/platform/audit/event-pattern.ts'
import type { EventType } from '#/platform/audit/event.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { newId } from '#/platform/ids.ts'
import type { Worker } from '#/platform/jobs/jobs.ts'
import type { DeliveryStore, NewDelivery } from './delivery-store.ts'
import type { EventNames } from './event-names.ts'
import { FanOutStore } from './fan-out-store.ts'
import { payloadOf, systemAuditLog } from './payload.ts'
import type { Webhook } from './webhook.ts'

interface EventFanOutDeps {
  readonly db: Db
  readonly clock: Clock
  readonly names: EventNames
  readonly deliveries: DeliveryStore
  readonly log: { error(details: object, message: string): void }
}

/** What some events come to. */
interface Plan {
  readonly messages: readonly NewDelivery[]
  /** What disabled subscriptions would have got. */
  readonly missed: ReadonlyMap<string, number>
  /** The last event that is in it. */
  readonly upTo: number
}

const POLL_MS = 250
const MAX_RETREAT_MS = 60_000
const BATCH_EVENTS = 200
/** One transaction writes so many rows, or what one event comes to: whoever else wants to write waits no longer than that. */
const BATCH_ROWS = 100
/** After each step a pause of so many times its length: many events at once leave most of the database to requests. */
const REST = 3

/**
 * Turns events into deliveries. It follows the chain of sealed events: only what was committed is sealed, each event gets
 * its place once, and places have no gaps, so none is passed over however late it was committed. The step to a later
 * place and the deliveries of the events up to it are one transaction with a conditional write: whoever crashes has done
 * both or nothing, and of two nodes one moves. Recording an event costs nothing for this.
 */
export class EventFanOut implements Worker {
  readonly name = 'webhooks.fan_out'
  readonly #deps: EventFanOutDeps
  readonly #store: FanOutStore
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStopped = false
  #failures = 0
  constructor(deps: EventFanOutDeps) {
    this.#deps = deps
    this.#store = new FanOutStore(deps.db)
  }

  start(): void {
    this.#pollIn(POLL_MS)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Follows the chain to its end. */
  async drain(): Promise<void> {
    while (await this.#step());
  }

  #pollIn(delayMs: number): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#running = this.#poll()
    }, delayMs).unref()
  }

  async #poll(): Promise<void> {
    try {
      for (let begunAt = performance.now(); !this.#isStopped && (await this.#step()); begunAt = performance.now()) {
        await sleep((performance.now() - begunAt) * REST, undefined, { ref: false })
      }
      this.#failures = 0
    } catch (error) {
      this.#failures++
      this.#deps.log.error({ err: error, failures: this.#failures }, 'events could not be turned into deliveries')
    }
    this.#pollIn(Math.min(MAX_RETREAT_MS, POLL_MS * 2 ** this.#failures))
  }

  /** One step along the chain; false at its end. */
  async #step(): Promise<boolean> {
    const span = await this.#store.span()
    const batch = span && (await this.#store.eventsAfter(span.from, BATCH_EVENTS))
    if (!span || !batch || batch.length === 0) return false
    await this.#deps.db.tx(async (tx) => {
      const { messages, missed, upTo } = this.#plan(batch, await this.#store.holdAll(tx))
      if (!(await this.#store.advance(tx, span.position, upTo))) return
      await this.#deps.deliveries.addAll(tx, messages)
      for (const [id, count] of missed) await this.#store.addMissed(tx, id, count)
    })
    return true
  }

  #plan(batch: readonly EventRow[], webhooks: readonly Webhook[]): Plan {
    const messages: NewDelivery[] = []
    const missed = new Map<string, number>()
    const now = this.#deps.clock.now()
    let upTo = 0
    for (const row of batch) {
      for (const kind of this.#kindsOf(row)) {
        let payload: string | undefined
        for (const { id, enabled } of webhooks.filter((webhook) => wants(webhook, kind, row))) {
          if (!enabled) missed.set(id, (missed.get(id) ?? 0) + 1)
          else messages.push(messageFor(id, kind, row, (payload ??= payloadOf(kind, row)), now))
        }
      }
      upTo = row.sequence ?? upTo
      if (messages.length >= BATCH_ROWS) break
    }
    return { messages, missed, upTo }
  }

  /** An event counts as itself, where webhooks see its kind, and as an audit entry. */
  #kindsOf({ name }: EventRow): readonly EventType[] {
    const own = this.#deps.names.find(name)
    return own === undefined ? [systemAuditLog] : [own, systemAuditLog]
  }
}

const wants = ({ events, afterSequence }: Webhook, { name }: EventType, { sequence }: EventRow): boolean =>
  (sequence ?? 0) > afterSequence && events.some((pattern) => matchesEvent(pattern, name))

// What happened first is sent first, as far as one attempt at a time allows.
const messageFor = (
  webhookId: string,
  { name }: EventType,
  { id: eventId, createdAt: happenedAt }: EventRow,
  payload: string,
  now: number,
): NewDelivery => ({
  id: newId('whd', now),
  webhookId,
  event: name,
  eventId,
  payload,
  nextAt: Math.min(happenedAt, now),
  createdAt: now,
})
