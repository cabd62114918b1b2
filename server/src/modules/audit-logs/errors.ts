import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can go wrong when reading, purging and verifying the audit log. */
export const auditLogErrors = errorCodes({
  audit_log_not_found: {
    error: 'not_found',
    message: 'There is no audit entry with this id.',
    help: 'Use the id (aud_...) of an entry; GET /api/v1/audit-logs lists them. Purged entries are gone.',
  },
  audit_checkpoint_not_found: {
    error: 'not_found',
    message: 'No checkpoint covers this place in the chain.',
    help: 'An entry gets its place and its checkpoint within a second; those of purged entries are gone. GET /api/v1/admin/audit-logs/checkpoints lists them.',
  },
  audit_log_broken: {
    error: 'conflict',
    message: 'Entries that the purge would remove do not verify: they are evidence.',
    help: 'details names the first broken place. Export the entries and find out why; accept_broken removes them all the same, and the marker says so.',
  },
  audit_purge_in_progress: {
    error: 'conflict',
    message: 'Somebody else is purging the audit log.',
    help: 'Try again in a moment.',
  },
  too_many_event_streams: {
    error: 'rate_limited',
    message: 'So many follow the events that this process opens no more streams, or none for you.',
    help: 'A key or a person has 10 at most, and a process 100: one stream serves everything that a program or a page shows.',
  },
})
