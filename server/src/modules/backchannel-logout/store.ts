import { joinAny, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Queue } from '#/platform/queue/queue.ts'
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

/** Every SQL statement about `logout_participants`, and what the queue does not do with `logout_notices`. */
export class LogoutNoticeStore {
  readonly #queue: Queue<LogoutNotice>
  constructor(queue: Queue<LogoutNotice>) {
    this.#queue = queue
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
    this.#queue.added(tx)
  }

  /** Takes back the notices of a session that nobody has begun to send. */
  async takeBack(tx: Tx, sessionId: string): Promise<LogoutNotice[]> {
    const rows = await tx.all(sql`
      DELETE FROM logout_notices WHERE session_id = ${sessionId} AND attempts = 0 RETURNING ${logoutNotices.columns}`)
    return rows.map(logoutNotices.decode)
  }
}

function condition(selector: ParticipantSelector): Sql {
  if (selector.by === 'all-sessions') return amongAllSessions(selector)
  return selector.by === 'session' ? sql`session_id = ${selector.sessionId}` : sql`user_id = ${selector.userId}`
}
