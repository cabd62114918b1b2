import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

export const logoutNoticeFailed = eventType(
  'logout_notice.failed',
  'A client could not be told that a session ended, and is not told any more.',
  Type.Object({ client_id: Type.String(), user_id: Type.String(), sid: Type.String(), reason: Type.String() }),
  { webhook: true },
)

/** What this module tells. */
export const logoutNoticeEvents = [logoutNoticeFailed]
