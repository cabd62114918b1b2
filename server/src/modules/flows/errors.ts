import { errorCodes } from '#/platform/errors/app-error.ts'

/** What can go wrong with flows. */
export const flowErrors = errorCodes({
  flow_not_found: {
    error: 'not_found',
    message: 'There is no flow with this id.',
    help: 'GET /api/v1/admin/flows lists them; a deleted one is gone for good, its runs stay for a while.',
  },
  flow_version_not_found: {
    error: 'not_found',
    message: 'This flow has no such version.',
    help: 'GET /api/v1/admin/flows/{id}/versions lists those that are kept: the last hundred.',
  },
  flow_changed: {
    error: 'conflict',
    message: 'Somebody saved another version of this flow in the meantime.',
    help: 'Read the flow again, look at what it is now, and restore over that version or leave it.',
  },
  flow_run_not_found: {
    error: 'not_found',
    message: 'There is no run with this id.',
    help: 'GET /api/v1/admin/flows/{id}/runs lists the runs of a flow. They are kept for the days of the setting flows.run_retention_days.',
  },
  too_many_flows: {
    error: 'conflict',
    message: 'There are as many flows as there can be.',
    help: 'Delete one that nobody needs, or let one flow branch by a conditional step.',
  },
  flow_ended: {
    error: 'conflict',
    message: 'The rules for signing in changed at this moment.',
    help: 'The flow of this sign-in was deleted while it began. Sign in again.',
  },
  flow_busy: {
    error: 'conflict',
    message: 'This sign-in is at work in another request.',
    help: 'Wait for the other request, then read where the sign-in stands. What it brought was not used.',
  },
})
