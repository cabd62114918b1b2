import { KeysetList } from '#/platform/db/keyset-list.ts'
import { every, joinAny, sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { webhooks } from './webhook.ts'
import type { Webhook } from './webhook.ts'

/** Every SQL statement about the subscriptions themselves. */
export class WebhookStore {
  readonly #db: Db
  readonly #webhooks: KeysetList<Webhook>
  constructor(db: Db) {
    this.#db = db
    this.#webhooks = new KeysetList(db, webhooks)
  }

  list(request: PageRequest): Promise<Page<Webhook>> {
    return this.#webhooks.page([], request)
  }

  count(queries: Queries): Promise<number> {
    return this.#webhooks.count([], queries)
  }

  find(id: string): Promise<Webhook | undefined> {
    return this.#webhooks.find(sql`id = ${id}`)
  }

  /** The same, held until the transaction ends. */
  hold(tx: Tx, id: string): Promise<Webhook | undefined> {
    return this.#webhooks.hold(tx, sql`id = ${id}`)
  }

  /** Those of some ids that exist, by id. */
  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Webhook>> {
    const rows = await this.#db.all(sql`SELECT ${webhooks.columns} FROM webhooks WHERE id IN (${joinAny(ids)})`)
    return new Map(rows.map((row) => [row['id'] as string, webhooks.decode(row)]))
  }

  async insert(tx: Tx, webhook: Webhook): Promise<void> {
    await tx.run(webhooks.insert(webhook))
  }

  async update(tx: Tx, id: string, changes: Partial<Webhook>): Promise<void> {
    await tx.run(sql`UPDATE webhooks SET ${webhooks.assign(changes)} WHERE id = ${id}`)
  }

  /** Notes that deliveries fail from now on, unless they do already. */
  async beginToFail(tx: Tx, id: string, now: number): Promise<void> {
    await tx.run(sql`UPDATE webhooks SET failing_since = ${now} WHERE id = ${id} AND failing_since IS NULL`)
  }

  /** Turns one off that is on, and where it is said that fails since then. False when it is not so. */
  async disable(tx: Tx, id: string, changes: Partial<Webhook>, failingSince: number | null): Promise<boolean> {
    const fails = failingSince === null ? undefined : sql`failing_since <= ${failingSince}`
    const condition = every([sql`id = ${id}`, sql`enabled = 1`, fails])
    return (await tx.run(sql`UPDATE webhooks SET ${webhooks.assign(changes)} WHERE ${condition}`)) === 1
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM webhooks WHERE id = ${id}`)
  }

  /** How far the chain of events reaches now. */
  async lastSequence(tx: Tx): Promise<number> {
    const row = await tx.get(sql`SELECT sequence FROM events WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`)
    return Number(row?.['sequence'] ?? 0)
  }
}
