import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import { oauthAccounts } from './account.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { DescribedAccount, OAuthAccount } from './account.ts'
import type { OfProvider, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Profile } from './profile.ts'

/** Every SQL statement about `oauth_accounts`. */
export class AccountStore {
  readonly #db: Db
  readonly #accounts: KeysetList<OAuthAccount>
  readonly #described: KeysetList<DescribedAccount>
  constructor(db: Db) {
    this.#db = db
    this.#accounts = new KeysetList(db, oauthAccounts)
    this.#described = new KeysetList(db, describedAccounts)
  }

  /** Writes a new account; false when somebody has it. The unique index decides, whoever comes at the same time. */
  async insert(tx: Tx, account: OAuthAccount): Promise<boolean> {
    const written = await tx.run(sql`${oauthAccounts.insert(account)} ON CONFLICT (provider_id, subject) DO NOTHING`)
    return written === 1
  }

  findBySubject(providerId: string, subject: string): Promise<OAuthAccount | undefined> {
    return this.#accounts.find(sql`provider_id = ${providerId} AND subject = ${subject}`)
  }

  /** One account of a user, in any state of its provider. */
  find(id: string, userId: string): Promise<DescribedAccount | undefined> {
    return this.#described.find(sql`a.id = ${id} AND a.user_id = ${userId}`)
  }

  /** The accounts of a user, newest first. */
  listOfUser(userId: string, request: PageRequest): Promise<Page<DescribedAccount>> {
    return this.#described.page([sql`a.user_id = ${userId}`], request)
  }

  countOfUser(userId: string, queries?: Queries): Promise<number> {
    return this.#accounts.count([sql`user_id = ${userId}`], queries)
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
}

/** The accounts that end with their user, who nobody can sign in as by them any more, or with their provider. */
export const linkedAccounts: RowEnding<OfUser | OfProvider> = {
  table: 'oauth_accounts',
  counts: 'linked_accounts',
  end: () => sql`DELETE FROM oauth_accounts`,
  which: (subject) =>
    subject.by === 'user' ? sql`user_id = ${subject.userId}` : sql`provider_id = ${subject.providerId}`,
}

const describedAccounts: ListSource<DescribedAccount> = {
  columns: sql`${oauthAccounts.columnsOf('a')}, p.name AS provider_name, p.display_name AS provider_display_name`,
  from: sql`oauth_accounts a JOIN oauth_providers p ON p.id = a.provider_id`,
  counted: sql`oauth_accounts a`,
  key: ['a.created_at', 'a.id'],
  decode: (row) => ({
    ...oauthAccounts.decode(row),
    provider: row['provider_name'] as string,
    displayName: row['provider_display_name'] as string,
  }),
}
