import { integer, integerOrNull, json, named, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { ActorType, EventResult } from './event.ts'

/** The codec of table `events`, for those who write, seal and read it. */
export const events = table('events', {
  id: text,
  name: text,
  actorType: word<ActorType>(),
  actorId: text,
  targetType: textOrNull,
  targetId: textOrNull,
  result: word<EventResult>(),
  data: json<Record<string, unknown>>(),
  requestId: textOrNull,
  clientRequestId: textOrNull,
  ip: named('address', textOrNull),
  createdAt: integer,
  mac: textOrNull,
  sequence: integerOrNull,
  hash: textOrNull,
})

/** One recorded event. `sequence` and `hash` are null until it is sealed; `mac` only where an older version recorded it. */
export type EventRow = EntityOf<typeof events>
