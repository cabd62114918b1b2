import { errorCodes } from '#/platform/http/errors.ts'

/** What can go wrong when reading the audit log. */
export const auditLogErrors = errorCodes({
  audit_log_not_found: {
    error: 'not_found',
    message: 'There is no audit entry with this id.',
    help: 'Use the id (aud_...) of an entry; GET /api/v1/audit-logs lists them. Purged entries are gone.',
  },
  audited_agent_not_found: {
    error: 'not_found',
    message: 'There is no agent with this id.',
    help: 'Use the id (agt_...) or the client_id of an agent; GET /api/v1/agents lists them.',
  },
})
