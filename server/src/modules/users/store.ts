import { forUpdate } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { PointReads } from '#/platform/db/point-reads.ts'
import { SearchedList } from '#/platform/db/searched-list.ts'
import { join, joinAny, sql } from '#/platform/db/sql.ts'
import { searchableUsers } from './searchable.ts'
import { users } from './user.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { SystemRole, User } from './user.ts'

/** What a list of users is narrowed to. */
export interface UserFilter {
  /** How the address or the name begins, whatever the case, or the id, as it is spelled. */
  readonly search?: string | undefined
  readonly disabled?: boolean | undefined
  readonly emailVerified?: boolean | undefined
  readonly mfaEnabled?: boolean | undefined
  readonly tier?: string | undefined
  readonly systemRole?: SystemRole | undefined
}

/** Somebody whose address nobody proved, with the moment of the sign-up. */
export interface UnprovenUser {
  readonly id: string
  readonly since: number
}

/** Every SQL statement about `users`. */
export class UserStore {
  readonly #db: Db
  readonly #users: KeysetList<User>
  readonly #searched: SearchedList<User>
  readonly #byId: PointReads<User>
  constructor(db: Db) {
    this.#db = db
    this.#users = new KeysetList(db, users)
    this.#searched = new SearchedList(db, this.#users)
    this.#byId = new PointReads(db, users, 'id')
  }

  find(id: string, queries?: Queries): Promise<User | undefined> {
    return queries ? this.#users.find(sql`id = ${id}`, queries) : this.#byId.find(id)
  }

  /** Some users by their ids; those that are gone are left out. */
  async findAll(ids: readonly string[]): Promise<User[]> {
    if (ids.length === 0) return []
    const rows = await this.#db.all(sql`SELECT ${users.columns} FROM users WHERE id IN (${joinAny(ids)})`)
    return rows.map(users.decode)
  }

  /** Some users by their addresses. */
  async findAllByCanonicalEmail(canonical: readonly string[]): Promise<User[]> {
    if (canonical.length === 0) return []
    const rows = await this.#db.all(sql`
      SELECT ${users.columns} FROM users WHERE email_canonical IN (${joinAny(canonical)})`)
    return rows.map(users.decode)
  }

  findByCanonicalEmail(canonical: string, queries?: Queries): Promise<User | undefined> {
    return this.#users.find(sql`email_canonical = ${canonical}`, queries)
  }

  /** A user, held against every other change until the transaction ends. */
  hold(tx: Tx, id: string): Promise<User | undefined> {
    return this.#users.hold(tx, sql`id = ${id}`)
  }

  /** Everybody who owns the server and can sign in. */
  async owners(tx: Tx): Promise<User[]> {
    const rows = await tx.all(sql`
      SELECT ${users.columns} FROM users WHERE system_role = 'owner' AND disabled_at IS NULL ORDER BY id`)
    return rows.map(users.decode)
  }

  /** The people who run the server and may change what it does. */
  async operators(tx: Tx): Promise<User[]> {
    const rows = await tx.all(sql`
      SELECT ${users.columns} FROM users WHERE system_role IN ('owner', 'operator') AND disabled_at IS NULL ORDER BY id`)
    return rows.map(users.decode)
  }

  /** Who owns the server. Held in one order, so that of two last owners only one can go. */
  async holdOwners(tx: Tx): Promise<string[]> {
    const rows = await tx.all(sql`
      SELECT id FROM users WHERE system_role = 'owner' AND disabled_at IS NULL ORDER BY id ${forUpdate}`)
    return rows.map((row) => row['id'] as string)
  }

  /** Accounts whose address nobody proved since a moment, the oldest first, after a place in that order. Nobody is held. */
  async listUnproven(before: number, after: UnprovenUser, limit: number): Promise<UnprovenUser[]> {
    const rows = await this.#db.all(sql`
      SELECT id, unproven_since FROM users
      WHERE unproven_since < ${before} AND (unproven_since, id) > (${after.since}, ${after.id})
        AND system_role IS NULL AND disabled_at IS NULL
      ORDER BY unproven_since, id LIMIT ${limit}`)
    return rows.map((row) => ({ id: row['id'] as string, since: Number(row['unproven_since']) }))
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM users WHERE id = ${id}`)
  }

  /** Writes a new user; false when the address is taken. The unique index decides, whoever comes at the same time. */
  async insert(tx: Tx, user: User): Promise<boolean> {
    return (await tx.run(sql`${users.insert(user)} ON CONFLICT (email_canonical) DO NOTHING`)) === 1
  }

  /** The same for many by one statement: the ids of those whose address was free. */
  async insertAll(tx: Tx, all: readonly User[]): Promise<Set<string>> {
    if (all.length === 0) return new Set()
    const rows = all.map((user) => sql`(${join(users.values(user))})`)
    const made = await tx.all(sql`
      INSERT INTO users (${users.columns}) VALUES ${joinAny(rows)} ON CONFLICT DO NOTHING RETURNING id`)
    return new Set(made.map((row) => row['id'] as string))
  }

  /** Writes the fields given; undefined when there is no such user. */
  async update(tx: Tx, id: string, fields: Partial<User>): Promise<User | undefined> {
    const row = await tx.get(sql`UPDATE users SET ${users.assign(fields)} WHERE id = ${id} RETURNING ${users.columns}`)
    return row && users.decode(row)
  }

  /** Writes a hash in the place of another one; false when that is not there any more. */
  async replacePasswordHash(tx: Tx, id: string, old: string, passwordHash: string): Promise<boolean> {
    const written = await tx.run(sql`
      UPDATE users SET password_hash = ${passwordHash} WHERE id = ${id} AND password_hash = ${old}`)
    return written === 1
  }

  /** Sets when a user was disabled, or null; undefined when that was so already. */
  async setDisabled(tx: Tx, id: string, disabledAt: number | null, now: number): Promise<User | undefined> {
    const other = disabledAt === null ? sql`disabled_at IS NOT NULL` : sql`disabled_at IS NULL`
    const row = await tx.get(sql`
      UPDATE users SET disabled_at = ${disabledAt}, updated_at = ${now}
      WHERE id = ${id} AND ${other} RETURNING ${users.columns}`)
    return row && users.decode(row)
  }

  /** Users that fit, newest first. */
  list(filter: UserFilter, request: PageRequest): Promise<Page<User>> {
    return this.#searched.page(searchableUsers, filter.search, conditions(filter), request)
  }

  count(filter: Omit<UserFilter, 'search'>): Promise<number> {
    return this.#users.count(conditions(filter))
  }
}

function conditions({
  disabled,
  emailVerified,
  mfaEnabled,
  tier,
  systemRole,
}: Omit<UserFilter, 'search'>): (Sql | undefined)[] {
  return [
    disabled === undefined ? undefined : disabled ? sql`disabled_at IS NOT NULL` : sql`disabled_at IS NULL`,
    emailVerified === undefined ? undefined : sql`email_verified = ${emailVerified ? 1 : 0}`,
    mfaEnabled === undefined ? undefined : sql`mfa_enabled = ${mfaEnabled ? 1 : 0}`,
    tier === undefined ? undefined : sql`tier = ${tier}`,
    systemRole === undefined ? undefined : sql`system_role = ${systemRole}`,
  ]
}
