/**
 * Audit logs: the recorded events as operators read them, newest first. This module only reads; the rows are written by
 * `platform/events` in the transaction that made them true, and sealed into a hash chain by its job. Nobody whose events
 * show up here is imported: who an agent is comes in as a function.
 */
import type { AuditLogs } from './audit-logs.ts'

export { AuditLogs } from './audit-logs.ts'
export { auditLogErrors } from './errors.ts'
export { auditLogRoutes } from './routes.ts'

declare module '#/platform/http/services.ts' {
  interface Services {
    auditLogs: AuditLogs
  }
}
