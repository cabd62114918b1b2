import { Queue } from '#/platform/queue/queue.ts'
import { queueColumns } from '#/platform/queue/queue-row.ts'
import { integer, table, text } from '#/platform/db/table.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `logout_participants`. */
export const logoutParticipants = table('logout_participants', {
  sessionId: text,
  clientId: text,
  sid: text,
  userId: text,
  createdAt: integer,
})

/** A client that learned of a session, as `sid`, and wants to hear of its end. */
export type LogoutParticipant = EntityOf<typeof logoutParticipants>

/** The codec of `logout_notices`. */
export const logoutNotices = table('logout_notices', {
  ...queueColumns,
  sessionId: text,
  clientId: text,
  sid: text,
  userId: text,
  createdAt: integer,
})

/** A logout token that waits to be sent. The token itself is made when it leaves: it is good for two minutes. */
export type LogoutNotice = EntityOf<typeof logoutNotices>

/** The notices that wait; clients take turns, so that one with many, or one that hangs, keeps no other waiting. */
export const logoutQueue = (db: Db): Queue<LogoutNotice> =>
  new Queue({ db, table: logoutNotices, destination: 'clientId' })
