import { forUpdateSkipLocked } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { logoutNotices, logoutParticipants } from './notice.ts'
import type { LogoutNotice, LogoutParticipant } from './notice.ts'

/** Whose participants are meant. */
export type ParticipantSelector =
  | { readonly by: 'session'; readonly sessionId: string }
  | { readonly by: 'user'; readonly userId: string }

/** Every SQL statement about `logout_participants` and `logout_notices`. */
export class LogoutNoticeStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Notes a participant, once for each session it knows. */
  async join(tx: Tx, participant: LogoutParticipant): Promise<void> {
    await tx.run(sql`${logoutParticipants.insert(participant)} ON CONFLICT (session_id, client_id, sid) DO NOTHING`)
  }

  /** Takes participants out; each is answered to one caller only. */
  async takeParticipants(tx: Tx, selector: ParticipantSelector): Promise<LogoutParticipant[]> {
    const rows = await tx.all(sql`
      DELETE FROM logout_participants WHERE ${condition(selector)} RETURNING ${logoutParticipants.columns}`)
    return rows.map(logoutParticipants.decode)
  }

  async add(tx: Tx, notice: LogoutNotice): Promise<void> {
    await tx.run(logoutNotices.insert(notice))
  }

  /** Takes back the notices of a session that nobody has begun to send. */
  async takeBack(tx: Tx, sessionId: string): Promise<LogoutNotice[]> {
    const rows = await tx.all(sql`
      DELETE FROM logout_notices WHERE session_id = ${sessionId} AND attempts = 0 RETURNING ${logoutNotices.columns}`)
    return rows.map(logoutNotices.decode)
  }

  /** Whether anything waits whose time has come. */
  async isDue(now: number): Promise<boolean> {
    return (await this.#db.get(sql`SELECT id FROM logout_notices WHERE next_at <= ${now} LIMIT 1`)) !== undefined
  }

  /** Takes the notices that wait longest, for this node alone until the time given, and counts the attempt. */
  async claim(now: number, until: number, limit: number): Promise<LogoutNotice[]> {
    const rows = await this.#db.tx((tx) =>
      tx.all(sql`
        UPDATE logout_notices SET attempts = attempts + 1, next_at = ${until}
        WHERE id IN (SELECT id FROM logout_notices WHERE next_at <= ${now}
          ORDER BY next_at, id LIMIT ${limit} ${forUpdateSkipLocked})
        RETURNING ${logoutNotices.columns}`),
    )
    return rows.map(logoutNotices.decode)
  }

  /** Puts a notice back until a later time, unless another attempt has begun since. */
  async postpone({ id, attempts }: LogoutNotice, nextAt: number): Promise<void> {
    await this.#db.run(sql`UPDATE logout_notices SET next_at = ${nextAt} WHERE id = ${id} AND attempts = ${attempts}`)
  }

  /** Ends a notice; false when another attempt has begun since. */
  async finish(tx: Tx, { id, attempts }: LogoutNotice): Promise<boolean> {
    return (await tx.run(sql`DELETE FROM logout_notices WHERE id = ${id} AND attempts = ${attempts}`)) === 1
  }
}

const condition = (selector: ParticipantSelector): Sql =>
  selector.by === 'session' ? sql`session_id = ${selector.sessionId}` : sql`user_id = ${selector.userId}`
