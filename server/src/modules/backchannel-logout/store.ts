import { forUpdateSkipLocked } from '#/platform/db/dialect.ts'
import { joinAny, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { amongAllSessions } from '#/modules/tokens/index.ts'
import type { AllSessionsSelector } from '#/modules/tokens/index.ts'
import { logoutNotices, logoutParticipants } from './notice.ts'
import type { LogoutNotice, LogoutParticipant } from './notice.ts'

/** Whose participants are meant. */
export type ParticipantSelector =
  | { readonly by: 'session'; readonly sessionId: string }
  | { readonly by: 'user'; readonly userId: string }
  | AllSessionsSelector

const ROWS_AT_ONCE = 64

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

  /** Writes notices, many with one statement. */
  async addAll(tx: Tx, notices: readonly LogoutNotice[]): Promise<void> {
    for (let i = 0; i < notices.length; i += ROWS_AT_ONCE) {
      const rows = notices
        .slice(i, i + ROWS_AT_ONCE)
        .map(
          (it) =>
            sql`(${it.id}, ${it.sessionId}, ${it.clientId}, ${it.sid}, ${it.userId}, ${it.attempts}, ${it.nextAt}, ${it.createdAt})`,
        )
      // A list is filled up with its last row, which conflicts with itself.
      await tx.run(sql`
        INSERT INTO logout_notices (id, session_id, client_id, sid, user_id, attempts, next_at, created_at)
        VALUES ${joinAny(rows)} ON CONFLICT (id) DO NOTHING`)
    }
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

function condition(selector: ParticipantSelector): Sql {
  if (selector.by === 'all-sessions') return amongAllSessions(selector)
  return selector.by === 'session' ? sql`session_id = ${selector.sessionId}` : sql`user_id = ${selector.userId}`
}
