import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

export const auditLogExported = eventType(
  'audit_log.exported',
  'Somebody took audit entries out as a file.',
  Type.Object({
    format: Type.String(),
    filter: Type.Record(Type.String(), Type.String(), { description: 'As it was given.' }),
  }),
)

export const auditLogPurged = eventType(
  'audit_log.purged',
  'Old audit entries were removed. A signed marker says how far; the chain verifies from there.',
  Type.Object({
    before: Type.String(),
    removed: Type.Integer(),
    through_sequence: Type.Integer(),
    hash: Type.String(),
    broken_at: Type.Union([Type.Integer(), Type.Null()]),
  }),
)

/** What this module tells. */
export const auditLogEvents = [auditLogExported, auditLogPurged]
