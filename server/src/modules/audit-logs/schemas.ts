import { Type } from 'typebox'
import { actorTypes, eventResults } from '#/platform/audit/event.ts'
import { ListQuery, encodeCursor, listOf } from '#/platform/paging/paging.ts'
import { toIso } from '#/platform/clock.ts'
import type { Static } from 'typebox'
import type { EventRow } from '#/platform/audit/event-table.ts'
import type { AuditHistogram, AuditLogPage } from './audit-logs.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S, description = '') =>
  Type.Union([schema, Type.Null()], description === '' ? {} : { description })

/** A time as people write it. */
export const Time = (description: string) =>
  Type.String({
    maxLength: 40,
    pattern: String.raw`^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$`,
    description,
  })

const words = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }))

/** The filters of the audit log; those given must all fit. */
export const AuditLogFilterSchema = Type.Object({
  actor_type: Type.Optional(Type.Enum([...actorTypes])),
  actor_id: words(200, 'The id of a user, an API key or an OAuth client, or the name of a job.'),
  action: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: String.raw`^[a-z0-9_.]+(\.\*)?$`,
      description: 'The name of an event, agent.created, or all of a noun: agent.*.',
    }),
  ),
  target_type: words(100, 'The kind of thing it was done to: user, agent, client, …'),
  target_id: words(200, 'The id of what it was done to.'),
  status: Type.Optional(Type.Enum([...eventResults])),
  from: Type.Optional(Time('ISO 8601. The earliest time.')),
  to: Type.Optional(Time('ISO 8601. Entries before this time.')),
  search: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description:
        'Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case.',
    }),
  ),
})

/** The filters as a query of a list. */
export const AuditLogQuery = Type.Object({ ...ListQuery.properties, ...AuditLogFilterSchema.properties })

const entryProperties = {
  id: Type.String(),
  actor_type: Type.Enum([...actorTypes], {
    description: 'admin is an API key or an operator, agent any OAuth client, system a job of the server.',
  }),
  actor_id: Type.String(),
  action: Type.String({ description: 'The name of the event.' }),
  target_type: orNull(Type.String()),
  target_id: orNull(Type.String()),
  status: Type.Enum([...eventResults]),
  metadata: Type.Object(
    {},
    { additionalProperties: true, description: 'The data of the event; what changed has both values.' },
  ),
  request_id: orNull(Type.String(), 'The X-Request-Id of the response to the request it happened in.'),
  client_request_id: orNull(Type.String(), 'What the caller called that request: the X-Request-Id it sent.'),
  address: orNull(Type.String(), 'Where the request came from.'),
  created_at: Type.String(),
  sequence: orNull(Type.Integer(), 'Its place in the hash chain; null until it is sealed, a moment after it happened.'),
}

/** One audit entry. */
export const AuditLogSchema = Type.Object(entryProperties, { $id: 'AuditLog' })

/** One audit entry, looked at alone. */
export const AuditLogDetailSchema = Type.Object(
  {
    ...entryProperties,
    actor_name: orNull(Type.String(), 'What the key, the client or the person is called now; null when it is gone.'),
    hash: orNull(Type.String(), 'The hash of the chain up to and with this entry.'),
  },
  { $id: 'AuditLogDetail' },
)

const page = listOf(AuditLogSchema)

/** A page of audit entries. */
export const AuditLogPageSchema = Type.Object({
  ...page.properties,
  total: Type.Optional(
    Type.Integer({
      description:
        'Only with include_total=true. Counted among the newest 10,000 entries, and 5,000 where no index answers.',
    }),
  ),
  total_is_minimum: Type.Optional(
    Type.Boolean({ description: 'With total: whether there are entries that were not counted any more.' }),
  ),
})

/** How many entries happened when, and how they ended. */
/** The query of the counts over time. */
export const AuditHistogramQuery = Type.Object({
  ...AuditLogFilterSchema.properties,
  interval: Type.Optional(
    Type.Enum(['day'], { description: 'A stretch for each day in UTC, of at most 400, in place of some sixty.' }),
  ),
})

export const AuditHistogramSchema = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    is_complete: Type.Boolean({
      description: 'False when there were more than one look counts: then it is of the newest.',
    }),
    buckets: Type.Array(
      Type.Object({ at: Type.String(), success: Type.Integer(), denied: Type.Integer(), failure: Type.Integer() }),
      { description: 'Sixty or so, or one for each day, oldest first, also where nothing happened.' },
    ),
  },
  { $id: 'AuditHistogram' },
)

/** Counts over time, with a bucket for every stretch. */
export function auditHistogramView({
  from,
  to,
  widthMs,
  cells,
  isComplete,
}: AuditHistogram): Static<typeof AuditHistogramSchema> {
  const counts = new Map(cells.map(({ at, result, count }) => [`${result} ${at}`, count]))
  const first = from - (from % widthMs)
  const times = Array.from({ length: Math.max(1, Math.ceil((to - first) / widthMs)) }, (_, i) => first + i * widthMs)
  return {
    from: toIso(from),
    to: toIso(to),
    is_complete: isComplete,
    buckets: times.map((at) => ({
      at: toIso(at),
      success: counts.get(`success ${at}`) ?? 0,
      denied: counts.get(`denied ${at}`) ?? 0,
      failure: counts.get(`failure ${at}`) ?? 0,
    })),
  }
}

/** An event as an audit entry. */
export const auditLogView = (event: EventRow): Static<typeof AuditLogSchema> => ({
  id: event.id,
  actor_type: event.actorType,
  actor_id: event.actorId,
  action: event.name,
  target_type: event.targetType,
  target_id: event.targetId,
  status: event.result,
  metadata: event.data,
  request_id: event.requestId,
  client_request_id: event.clientRequestId,
  address: event.ip,
  created_at: toIso(event.createdAt),
  sequence: event.sequence,
})

/** The same with what is worth looking up for one. */
export const auditLogDetailView = (event: EventRow, actorName: string | null): Static<typeof AuditLogDetailSchema> => ({
  ...auditLogView(event),
  actor_name: actorName,
  hash: event.hash,
})

/** A page of them. */
export const auditLogPageView = ({ rows, next, counted }: AuditLogPage): Static<typeof AuditLogPageSchema> => ({
  data: rows.map(auditLogView),
  next_cursor: next ? encodeCursor(next) : null,
  ...(counted ? { total: counted.total, total_is_minimum: counted.isMinimum } : {}),
})
