import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { OfDeletedClient, OfUpstream, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { rules } from './rule.ts'
import type { Rule } from './rule.ts'

/** What a list of rules is narrowed to. */
export interface RuleFilter {
  readonly upstreamId?: string | undefined
  readonly appId?: string | undefined
  readonly enabled?: boolean | undefined
}

/** Every SQL statement about `proxy_rules`. */
export class RuleStore {
  readonly #db: Db
  readonly #rules: KeysetList<Rule>
  constructor(db: Db) {
    this.#db = db
    this.#rules = new KeysetList(db, rules)
  }

  async insert(tx: Tx, rule: Rule): Promise<void> {
    await tx.run(rules.insert(rule))
  }

  find(id: string): Promise<Rule | undefined> {
    return this.#rules.find(sql`id = ${id}`)
  }

  /** A rule, held against every change until the transaction ends. */
  hold(tx: Tx, id: string): Promise<Rule | undefined> {
    return this.#rules.hold(tx, sql`id = ${id}`)
  }

  async update(tx: Tx, id: string, fields: Partial<Rule>): Promise<void> {
    await tx.run(sql`UPDATE proxy_rules SET ${rules.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM proxy_rules WHERE id = ${id}`)
  }

  count(queries: Queries): Promise<number> {
    return this.#rules.count([], queries)
  }

  /** Rules that fit, newest first. */
  list({ upstreamId, appId, enabled }: RuleFilter, request: PageRequest): Promise<Page<Rule>> {
    return this.#rules.page(
      [
        upstreamId === undefined ? undefined : sql`upstream_id = ${upstreamId}`,
        appId === undefined ? undefined : sql`app_id = ${appId}`,
        enabled === undefined ? undefined : sql`enabled = ${enabled ? 1 : 0}`,
      ],
      request,
    )
  }

  /** Those that hold, for the set that requests are held against. */
  async enabled(): Promise<Rule[]> {
    const rows = await this.#db.all(sql`SELECT ${rules.columns} FROM proxy_rules WHERE enabled = 1`)
    return rows.map(rules.decode)
  }
}

/** The rules of a host, or of an application. */
export const rulesEnding: RowEnding<OfUpstream | OfDeletedClient> = {
  table: 'proxy_rules',
  counts: 'proxy_rules',
  end: () => sql`DELETE FROM proxy_rules`,
  which: (subject) =>
    subject.by === 'upstream' ? sql`upstream_id = ${subject.upstreamId}` : sql`app_id = ${subject.id}`,
}
