import { sampleId, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const statement =
  'eyJ0eXAiOiJtYW5kYXRlLWNoZWNrcG9pbnQrand0Iiwia2lkIjoiYXVkaXQtMSIsImFsZyI6IkVTMjU2In0.eyJzZXF1ZW5jZSI6MTA0Mn0.c2lnbmF0dXJl'

/** What stands in the examples of the reference. */
export const auditLogSamples: Samples = {
  'AuditLog.id': sampleId('aud'),
  'AuditLogDetail.id': sampleId('aud'),
  actor_id: sampleId('key'),
  target_id: sampleId('usr'),
  request_id: sampleId('req'),
  client_request_id: 'deploy-4711',
  removed_at: sampleTime('11-21T09:41:07'),
  before: sampleTime('08-23T00:00:00'),
  broken_at: null,
  fault: null,
  resume_after: null,
  actor_name: 'Deployment',
  'AuditLog.action': 'user.updated',
  'AuditLogDetail.action': 'user.updated',
  target_type: 'user',
  hash: 'b1f5d3a0c97e4428a6d9e0b7c35f8172d4a6e9b0c1f3587d2e4a6b8c0d1e3f57',
  sequence: 1042,
  first_sequence: 1,
  through_sequence: 1000,
  checked_through: 1042,
  number: 1,
  sealed_at: sampleTime('11-21T09:41:07'),
  'AuditCheckpoint.key_id': 'audit-1',
  'AuditCheckpointDetail.key_id': 'audit-1',
  'AuditCheckpoint.statement': statement,
  'AuditCheckpointDetail.statement': statement,
  'POST /api/v1/audit-logs/export': { format: 'csv', action: 'user.*', from: '2026-11-01T00:00:00Z' },
  'POST /api/v1/admin/audit-logs/purge': { before: '2026-08-23T00:00:00Z' },
  unsealed: 0,
  actor_type: 'admin',
}
