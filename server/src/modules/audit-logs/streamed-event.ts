import { toIso } from '#/platform/clock.ts'
import type { ActorType, EventResult } from '#/platform/audit/event.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'

/** An event as the stream shows it, named like an audit entry: enough to know what to ask for, and no more. */
interface StreamedEvent {
  readonly id: string
  readonly sequence: number | null
  readonly action: string
  readonly actor_type: ActorType
  readonly actor_id: string
  readonly target_type: string | null
  readonly target_id: string | null
  readonly status: EventResult
  readonly request_id: string | null
  readonly created_at: string
  /** Of its data the ids of what it is about, the subject, and the depth of a delegation. */
  readonly ids: Readonly<Record<string, string | number>>
}

/** What the stream shows of an event. */
export const streamedEventView = (event: EventRow): StreamedEvent => ({
  id: event.id,
  sequence: event.sequence,
  action: event.name,
  actor_type: event.actorType,
  actor_id: event.actorId,
  target_type: event.targetType,
  target_id: event.targetId,
  status: event.result,
  request_id: event.requestId,
  created_at: toIso(event.createdAt),
  ids: Object.fromEntries(Object.entries(event.data).filter(isOfId)),
})

const isOfId = (entry: [string, unknown]): entry is [string, string | number] => {
  const [name, value] = entry
  const isId = name === 'id' || name === 'subject' || name === 'depth' || name.endsWith('_id')
  return isId && (typeof value === 'string' || Number.isInteger(value))
}
