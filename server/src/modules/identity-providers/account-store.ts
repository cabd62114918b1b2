import { every, sql } from '#/platform/db/sql.ts'
import { oauthAccounts } from './account.ts'
import type { Db, Queries, Row, Tx } from '#/platform/db/db.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { DescribedAccount, OAuthAccount } from './account.ts'
import type { Profile } from './profile.ts'

/** Every SQL statement about `oauth_accounts`. */
export class AccountStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Writes a new account; false when somebody has it. The unique index decides, whoever comes at the same time. */
  async insert(tx: Tx, account: OAuthAccount): Promise<boolean> {
    const written = await tx.run(sql`${oauthAccounts.insert(account)} ON CONFLICT (provider_id, subject) DO NOTHING`)
    return written === 1
  }

  async findBySubject(providerId: string, subject: string): Promise<OAuthAccount | undefined> {
    const row = await this.#db.get(sql`
      SELECT ${oauthAccounts.columns} FROM oauth_accounts WHERE provider_id = ${providerId} AND subject = ${subject}`)
    return row && oauthAccounts.decode(row)
  }

  /** One account of a user, in any state of its provider. */
  async find(id: string, userId: string): Promise<DescribedAccount | undefined> {
    const rows = await this.#described([sql`a.id = ${id}`, sql`a.user_id = ${userId}`], 1)
    return rows[0]
  }

  /** The accounts of a user, newest first. */
  listOfUser(userId: string, before: Position | undefined, limit: number): Promise<DescribedAccount[]> {
    const older = before && sql`(a.created_at, a.id) < (${before.createdAt}, ${before.id})`
    return this.#described([sql`a.user_id = ${userId}`, older], limit)
  }

  async #described(conditions: Parameters<typeof every>[0], limit: number): Promise<DescribedAccount[]> {
    const rows = await this.#db.all(sql`
      SELECT ${oauthAccounts.columnsOf('a')}, p.name AS provider_name, p.display_name AS provider_display_name
      FROM oauth_accounts a JOIN oauth_providers p ON p.id = a.provider_id
      WHERE ${every(conditions)} ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`)
    return rows.map(described)
  }

  async countOfUser(userId: string, queries: Queries = this.#db): Promise<number> {
    const row = await queries.get(sql`SELECT count(*) AS count FROM oauth_accounts WHERE user_id = ${userId}`)
    return Number(row?.['count'] ?? 0)
  }

  /** The accounts of a user that open the door now: those of providers that are turned on. */
  async usable(tx: Tx, userId: string): Promise<string[]> {
    const rows = await tx.all(sql`
      SELECT id FROM oauth_accounts
      WHERE user_id = ${userId} AND provider_id IN (SELECT id FROM oauth_providers WHERE enabled = 1)`)
    return rows.map((row) => row['id'] as string)
  }

  /** Notes what the provider said now. */
  async touch(id: string, { email, name }: Profile, now: number): Promise<void> {
    const seen = oauthAccounts.assign({ email, lastUsedAt: now, ...(name === null ? {} : { name }) })
    await this.#db.run(sql`UPDATE oauth_accounts SET ${seen} WHERE id = ${id}`)
  }

  /** Removes an account of a user; false when it is gone or another's. */
  async delete(tx: Tx, id: string, userId: string): Promise<boolean> {
    return (await tx.run(sql`DELETE FROM oauth_accounts WHERE id = ${id} AND user_id = ${userId}`)) === 1
  }

  async deleteAllOf(tx: Tx, userId: string): Promise<void> {
    await tx.run(sql`DELETE FROM oauth_accounts WHERE user_id = ${userId}`)
  }
}

const described = (row: Row): DescribedAccount => ({
  ...oauthAccounts.decode(row),
  provider: row['provider_name'] as string,
  displayName: row['provider_display_name'] as string,
})
