import { forUpdate } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { users } from './user.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { User } from './user.ts'

/** Every SQL statement about `users`. */
export class UserStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async find(id: string, queries: Queries = this.#db): Promise<User | undefined> {
    const row = await queries.get(sql`SELECT ${users.columns} FROM users WHERE id = ${id}`)
    return row && users.decode(row)
  }

  async findByCanonicalEmail(canonical: string, queries: Queries = this.#db): Promise<User | undefined> {
    const row = await queries.get(sql`SELECT ${users.columns} FROM users WHERE email_canonical = ${canonical}`)
    return row && users.decode(row)
  }

  /** A user, held against every other change until the transaction ends. */
  async hold(tx: Tx, id: string): Promise<User | undefined> {
    const row = await tx.get(sql`SELECT ${users.columns} FROM users WHERE id = ${id} ${forUpdate}`)
    return row && users.decode(row)
  }

  /** Whether somebody else owns the server too. Held, so that of two last owners only one can go. */
  async hasOtherOwner(tx: Tx, id: string): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT id FROM users WHERE system_role = 'owner' AND disabled_at IS NULL AND id <> ${id} LIMIT 1 ${forUpdate}`)
    return row !== undefined
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM users WHERE id = ${id}`)
  }

  /** Writes a new user; false when the address is taken. The unique index decides, whoever comes at the same time. */
  async insert(tx: Tx, user: User): Promise<boolean> {
    return (await tx.run(sql`${users.insert(user)} ON CONFLICT (email_canonical) DO NOTHING`)) === 1
  }

  /** Writes the fields given; undefined when there is no such user. */
  async update(tx: Tx, id: string, fields: Partial<User>): Promise<User | undefined> {
    const row = await tx.get(sql`UPDATE users SET ${users.assign(fields)} WHERE id = ${id} RETURNING ${users.columns}`)
    return row && users.decode(row)
  }

  /** Sets when a user was disabled, or null; undefined when that was so already. */
  async setDisabled(tx: Tx, id: string, disabledAt: number | null, now: number): Promise<User | undefined> {
    const other = disabledAt === null ? sql`disabled_at IS NOT NULL` : sql`disabled_at IS NULL`
    const row = await tx.get(sql`
      UPDATE users SET disabled_at = ${disabledAt}, updated_at = ${now}
      WHERE id = ${id} AND ${other} RETURNING ${users.columns}`)
    return row && users.decode(row)
  }
}
