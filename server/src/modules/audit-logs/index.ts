/**
 * Audit logs: the recorded events as operators read them, newest first, take them out as a file, purge what is old, and
 * verify the rest. The rows are written by `platform/audit` in the transaction that made them true, and sealed into a
 * hash chain by its job; what cuts the chain lives there, too. Whoever follows them as they happen (`event-feed.ts`) reads that
 * chain. Nobody whose events show up here is imported: who somebody
 * is comes in as a function.
 */
import type { AuditCheckpoints } from './checkpoints.ts'
import type { AuditExports } from './exports.ts'
import type { AuditLogs } from './audit-logs.ts'
import type { AuditPurges } from './purges.ts'
import type { AuditEventStreams } from './event-streams.ts'
import type { AuditVerification } from './verification.ts'

export { searchableAuditEntries } from './searchable.ts'
export { buildAuditLogs } from './build.ts'
export { auditLogErrors } from './errors.ts'
export { auditLogEvents } from './events.ts'
export { auditLogRoutes } from './routes.ts'
export { AuditLogSchema, auditLogView } from './schemas.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    auditLogs: AuditLogs
    auditCheckpoints: AuditCheckpoints
    auditExports: AuditExports
    auditPurges: AuditPurges
    auditVerification: AuditVerification
    eventStreams: AuditEventStreams
  }
}
export { auditLogSamples } from './samples.ts'
