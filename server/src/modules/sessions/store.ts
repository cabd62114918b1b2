import { forShare } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { PointReads } from '#/platform/db/point-reads.ts'
import { every, raw, sql } from '#/platform/db/sql.ts'
import { IDLE_LIFE, SEEN_STEP, sessions } from './session.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Everybody, Session } from './session.ts'

/** What a list of sessions is narrowed to. */
export interface SessionFilter {
  readonly userId?: string | undefined
  readonly pending?: boolean | undefined
  readonly among?: Everybody | undefined
}

/** A session with the address its person signs in with; null when they are gone. */
export interface SessionOfUser {
  readonly session: Session
  readonly email: string | null
}

/** The condition that a session opens things: it lives, and nothing is owed in it. */
export const opensThings = (session: Sql, now: number | Sql): Sql =>
  sql`${session}.revoked_at IS NULL AND ${session}.pending = 0 AND ${session}.expires_at > ${now}`

/** Every SQL statement about `sessions`. */
export class SessionStore {
  readonly #db: Db
  readonly #sessions: KeysetList<Session>
  readonly #byId: PointReads<Session>
  readonly #ofUsers: KeysetList<SessionOfUser>
  constructor(db: Db) {
    this.#db = db
    this.#sessions = new KeysetList(db, sessions)
    this.#byId = new PointReads(db, sessions, 'id')
    this.#ofUsers = new KeysetList(db, sessionsOfUsers)
  }

  async insert(tx: Tx, session: Session): Promise<void> {
    await tx.run(sessions.insert(session))
  }

  find(id: string, queries?: Queries): Promise<Session | undefined> {
    return queries ? this.#sessions.find(sql`id = ${id}`, queries) : this.#byId.find(id)
  }

  findByHash(hash: string): Promise<Session | undefined> {
    return this.#sessions.find(sql`hash = ${hash}`)
  }

  /** Whether a session opens things; holds it so until the transaction ends. */
  async hold(tx: Tx, id: string, now: number): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT id FROM sessions WHERE id = ${id} AND ${opensThings(raw('sessions'), now)} ${forShare}`)
    return row !== undefined
  }

  /** Notes that a session was used, unless another request noted it a moment ago. */
  async touch(id: string, now: number): Promise<void> {
    await this.#db.run(sql`
      UPDATE sessions SET last_seen_at = ${now} WHERE id = ${id} AND last_seen_at <= ${now - SEEN_STEP}`)
  }

  /** Writes what a further proof changed; false when the session ended or got another cookie in the meantime. */
  async renew(tx: Tx, knownBy: string, { id, ...session }: Session): Promise<boolean> {
    const { hash, methods, pending, flowTrigger, factorOwed, authenticatedAt, lastSeenAt, expiresAt } = session
    const changes = { hash, methods, pending, flowTrigger, factorOwed, authenticatedAt, lastSeenAt, expiresAt }
    const renewed = await tx.run(sql`
      UPDATE sessions SET ${sessions.assign(changes)}
      WHERE id = ${id} AND hash = ${knownBy} AND revoked_at IS NULL`)
    return renewed === 1
  }

  /** Gives a session another secret, and nothing more; false when it ended or got another cookie in the meantime. */
  async changeSecret(tx: Tx, { id, hash: knownBy }: Session, hash: string): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE sessions SET hash = ${hash} WHERE id = ${id} AND hash = ${knownBy} AND revoked_at IS NULL`)
    return changed === 1
  }

  /** Ends a session; false when it had ended already. */
  async revoke(tx: Tx, id: string, now: number): Promise<boolean> {
    return (await tx.run(sql`UPDATE sessions SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`)) === 1
  }

  /** Ends every session of a user; answers how many of them lived and opened something. */
  async revokeAllOf(tx: Tx, userId: string, now: number, keptId = ''): Promise<number> {
    const counted = every(living({ userId, pending: false }, now))
    const ended = await tx.run(sql`UPDATE sessions AS s SET revoked_at = ${now} WHERE ${counted} AND id <> ${keptId}`)
    await tx.run(sql`
      UPDATE sessions SET revoked_at = ${now} WHERE user_id = ${userId} AND revoked_at IS NULL AND id <> ${keptId}`)
    return ended
  }

  /** Ends the sessions of everybody; answers how many of them lived and opened something. */
  async revokeEvery(tx: Tx, whose: Everybody, now: number): Promise<number> {
    const end = (filter: SessionFilter): Promise<number> =>
      tx.run(sql`UPDATE sessions AS s SET revoked_at = ${now} WHERE ${every(living({ ...filter, among: whose }, now))}`)
    const ended = await end({ pending: false })
    await end({ pending: true })
    return ended
  }

  async countExpired(now: number): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT count(*) AS count FROM sessions WHERE expires_at <= ${now} OR last_seen_at <= ${now - IDLE_LIFE}`)
    return Number(row?.['count'] ?? 0)
  }

  /** The oldest living sessions of a user beyond the newest `after` of the same kind, a few at a time. */
  async listSurplus(
    tx: Tx,
    crowd: Pick<Session, 'userId' | 'pending'> & { after: number; now: number },
  ): Promise<Session[]> {
    const rows = await tx.all(sql`
      SELECT ${sessions.columns} FROM sessions
      WHERE user_id = ${crowd.userId} AND revoked_at IS NULL AND pending = ${crowd.pending ? 1 : 0}
        AND expires_at > ${crowd.now}
      ORDER BY created_at DESC, id DESC LIMIT 10 OFFSET ${crowd.after}`)
    return rows.map(sessions.decode)
  }

  /** Where the same person signed in from lately, besides this session. */
  async listOthers(tx: Tx, { id, userId }: Session): Promise<Pick<Session, 'userAgent' | 'ip'>[]> {
    const rows = await tx.all(sql`
      SELECT ${sessions.columns} FROM sessions WHERE user_id = ${userId} AND id <> ${id} AND pending = 0
      ORDER BY created_at DESC, id DESC LIMIT 100`)
    return rows.map(sessions.decode)
  }

  /** Where a user signed in from lately. */
  async listOrigins(userId: string): Promise<Pick<Session, 'userAgent' | 'ip'>[]> {
    const rows = await this.#db.all(sql`
      SELECT ${sessions.columns} FROM sessions WHERE user_id = ${userId} AND pending = 0
      ORDER BY created_at DESC, id DESC LIMIT 100`)
    return rows.map(sessions.decode)
  }

  /** Whether this person has signed in from this address, as far back as sessions are kept. */
  async hasSignedInFrom(userId: string, ip: string): Promise<boolean> {
    const row = await this.#db.get(sql`
      SELECT 1 AS found FROM sessions
      WHERE user_id = ${userId} AND address = ${ip} AND pending = 0 LIMIT 1`)
    return row !== undefined
  }

  /** Living sessions that fit, newest first. */
  listLiving(filter: SessionFilter, now: number, request: PageRequest): Promise<Page<SessionOfUser>> {
    return this.#ofUsers.page(living(filter, now), request)
  }

  countLiving(filter: SessionFilter, now: number): Promise<number> {
    return this.#ofUsers.count(living(filter, now))
  }

  /** The living sessions of one user, in the transaction that ends some of them. */
  async listLivingOf(tx: Tx, userId: string, now: number): Promise<Session[]> {
    const rows = await tx.all(
      sql`SELECT ${sessions.columnsOf('s')} FROM sessions s WHERE ${every(living({ userId }, now))}`,
    )
    return rows.map(sessions.decode)
  }
}

const sessionsOfUsers: ListSource<SessionOfUser> = {
  columns: sql`${sessions.columnsOf('s')}, u.email AS user_email`,
  from: sql`sessions s LEFT JOIN users u ON u.id = s.user_id`,
  counted: sql`sessions s`,
  key: ['s.created_at', 's.id'],
  decode: (row) => ({ session: sessions.decode(row), email: row['user_email'] as string | null }),
}

const living = ({ userId, pending, among }: SessionFilter, now: number): (Sql | undefined)[] => [
  sql`s.revoked_at IS NULL AND s.expires_at > ${now} AND s.last_seen_at > ${now - IDLE_LIFE}`,
  userId === undefined ? undefined : sql`s.user_id = ${userId}`,
  pending === undefined ? undefined : sql`s.pending = ${pending ? 1 : 0}`,
  among === undefined || among.kept === null ? undefined : sql`s.id <> ${among.kept}`,
  among === undefined || among.operatorsToo
    ? undefined
    : sql`s.user_id NOT IN (SELECT id FROM users WHERE system_role IS NOT NULL)`,
]

/** What is kept of the sessions of a user: where they signed in from is theirs, and goes with them. */
export const keptSessions: RowEnding<OfUser> = {
  table: 'sessions',
  counts: null,
  end: () => sql`DELETE FROM sessions`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}
