import type { Counts, OfWebhook, Step } from '#/modules/lifecycle/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { DeliveryStore } from './delivery-store.ts'
import { deliveryQueue } from './delivery.ts'

/** What waits to be sent ends with its subscription. There can be much of it, so it goes by parts. */
export class WaitingDeliveries implements Step<OfWebhook> {
  readonly tables = ['webhook_deliveries']
  readonly #store: DeliveryStore
  constructor(db: Db) {
    this.#store = new DeliveryStore(db, deliveryQueue(db))
  }

  async end(tx: Tx, { webhookId }: OfWebhook): Promise<Counts> {
    return { webhook_deliveries: await this.#store.deleteWaiting(tx, webhookId) }
  }

  async count({ webhookId }: OfWebhook): Promise<Counts> {
    return { webhook_deliveries: await this.#store.countWaiting(webhookId) }
  }
}
