import type { Emails } from '#/modules/email/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { EventType } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import { Deliveries } from './deliveries.ts'
import { DeliveryStore } from './delivery-store.ts'
import { DeliveryWorker } from './delivery-worker.ts'
import { deliveryQueue } from './delivery.ts'
import { EndpointHealth } from './endpoint-health.ts'
import { EventNames } from './event-names.ts'
import { EventFanOut } from './fan-out.ts'
import { WebhookStore } from './store.ts'
import { Webhooks } from './webhooks.ts'

export interface WebhookRoomDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Outbound
  readonly settings: Settings
  readonly emails: Emails
  readonly issuer: string
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  /** The kinds of events that webhooks can see. */
  readonly visible: readonly EventType[]
  /** What the data of an event looks like. */
  readonly sampleOf: (event: EventType) => object
  /** The people who hear that a subscription was turned off. */
  readonly operators: (tx: Tx) => Promise<readonly User[]>
}

/** The services of this module, and the two workers that send. */
export function buildWebhooks(deps: WebhookRoomDeps) {
  const { db, clock, keyring, events, lifecycle, outbound, settings, emails, issuer, log, operators, sampleOf } = deps
  const queue = deliveryQueue(db)
  const names = new EventNames(deps.visible)
  const store = new WebhookStore(db)
  const deliveries = new DeliveryStore(db, queue)
  const health = new EndpointHealth({ clock, events, emails, store, operators, issuer })
  return {
    services: {
      webhooks: new Webhooks({ db, clock, keyring, events, lifecycle, outbound }),
      webhookDeliveries: new Deliveries({ db, clock, events, names, webhooks: store, deliveries, sampleOf }),
      eventNames: names,
    },
    fanOut: new EventFanOut({ db, clock, names, deliveries, log }),
    deliveryWorker: DeliveryWorker.create({
      db,
      clock,
      keyring,
      settings,
      send: outbound.send,
      queue,
      store,
      health,
      log,
    }),
  }
}
