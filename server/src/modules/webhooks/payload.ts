import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { AuditLogSchema, auditLogView } from '#/modules/audit-logs/index.ts'
import { eventType } from '#/platform/audit/event.ts'
import type { EventType } from '#/platform/audit/event.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'
import { toIso } from '#/platform/clock.ts'

/** Every audit entry, also of events that webhooks can't name. Sending one is no event, so it never follows itself. */
export const systemAuditLog = eventType('system.audit_log', 'There is a new audit entry.', AuditLogSchema, {
  webhook: true,
})

/** What the test route sends, unless it is asked for a sample of something else. */
export const webhookTest = eventType(
  'webhook.test',
  'An operator asked for a test.',
  Type.Object({ webhook_id: Type.String(), message: Type.String() }),
  { webhook: true },
)

/** Kinds that are sent and never recorded. */
export const sentEvents: readonly EventType[] = [systemAuditLog, webhookTest]

/** What an event happened to, where its data does not say so by itself: the member that names it, by the first noun. */
const targetMembers: Readonly<Record<string, string>> = {
  agent: 'agent_id',
  app: 'app_id',
  consent: 'consent_id',
  policy: 'policy_id',
  session: 'session_id',
  token: 'token_id',
}

function targetMember({ name, data }: EventType): string | undefined {
  const member = targetMembers[name.slice(0, name.indexOf('.'))]
  return member !== undefined && !(member in data.properties) ? member : undefined
}

/** The shape of the data that webhooks get of an event. */
export function dataSchema(kind: EventType): TObject {
  const member = targetMember(kind)
  if (member === undefined) return kind.data
  return Type.Object({
    ...kind.data.properties,
    [member]: Type.Optional(Type.String({ description: 'What it happened to' })),
  })
}

/** The body of a delivery. */
export const payloadSchema = (kind: EventType) =>
  Type.Object({
    event: Type.Literal(kind.name),
    created_at: Type.String({ format: 'date-time', description: 'When it happened.' }),
    data: dataSchema(kind),
  })

/** The text of a body. What is sent, signed and replayed is this text, never another one of the same meaning. */
export const payloadText = (event: string, at: number, data: object): string =>
  JSON.stringify({ event, created_at: toIso(at), data })

/** What a subscription to an event gets of its row. */
export function payloadOf(kind: EventType, row: EventRow): string {
  if (kind === systemAuditLog) return payloadText(kind.name, row.createdAt, withoutHash(auditLogView(row)))
  const member = targetMember(kind)
  const target = member !== undefined && row.targetId !== null ? { [member]: row.targetId } : {}
  return payloadText(kind.name, row.createdAt, { ...row.data, ...target })
}

/** The entry of a purge names the hash of the chain; whoever wants to verify that asks the audit log. */
function withoutHash({ metadata, ...entry }: ReturnType<typeof auditLogView>) {
  const { hash: _, ...shown } = metadata as Record<string, unknown>
  return { ...entry, metadata: shown }
}
