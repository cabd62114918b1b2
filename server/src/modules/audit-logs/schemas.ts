import { Type } from 'typebox'
import { actorTypes, eventResults } from '#/platform/events/event.ts'
import { ListQuery } from '#/platform/http/lists.ts'
import { toIso } from '#/platform/clock.ts'
import type { Static } from 'typebox'
import type { EventRow } from '#/platform/events/table.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const time = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: String.raw`^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$`,
      description,
    }),
  )

const words = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }))

/** The filters of the audit log; those given must all fit. */
export const AuditLogQuery = Type.Object({
  ...ListQuery.properties,
  actor_type: Type.Optional(Type.Enum([...actorTypes])),
  actor_id: words(200, 'The id of a user, an API key or an OAuth client, or the name of a job.'),
  action: words(100, 'The name of an event: agent.created.'),
  target_id: words(200, 'The id of what it was done to.'),
  status: Type.Optional(Type.Enum([...eventResults])),
  from: time('ISO 8601. The earliest time.'),
  to: time('ISO 8601. Entries before this time.'),
})

/** One audit entry. */
export const AuditLogSchema = Type.Object(
  {
    id: Type.String(),
    actor_type: Type.Enum([...actorTypes], {
      description: 'admin is an API key or an operator, agent any OAuth client.',
    }),
    actor_id: Type.String(),
    action: Type.String({ description: 'The name of the event.' }),
    target_type: orNull(Type.String()),
    target_id: orNull(Type.String()),
    status: Type.Enum([...eventResults]),
    metadata: Type.Object({}, { additionalProperties: true, description: 'The data of the event.' }),
    request_id: orNull(Type.String()),
    address: Type.Union([Type.String(), Type.Null()], { description: 'Where the request came from.' }),
    created_at: Type.String(),
    sequence: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Its place in the hash chain; null until it is sealed, a moment after it happened.',
    }),
  },
  { $id: 'AuditLog' },
)

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
  address: event.address,
  created_at: toIso(event.createdAt),
  sequence: event.sequence,
})
