import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { pageRequest } from '#/platform/paging/paging.ts'
import {
  CheckpointDetailSchema,
  checkpointDetailView,
  CheckpointPageSchema,
  checkpointPageView,
  CheckpointParams,
  CheckpointQuery,
} from './checkpoint-schemas.ts'
import {
  ExportBody,
  ExportFile,
  PurgeBody,
  PurgeSchema,
  purgeView,
  VerificationSchema,
  verificationView,
  VerifyQuery,
} from './upkeep-schemas.ts'
import { filterOf, timeOf } from './wire-filter.ts'
import type { Static } from 'typebox'
import type { ChainPoint } from '#/platform/audit/hash-chain.ts'

const exportAuditLogs = apiRoute({
  name: 'auditLogs.export',
  method: 'POST',
  url: '/audit-logs/export',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'Export audit entries',
  description:
    'Takes the filters of the list and returns a file, newest entry first. It is streamed, at any size; a connection that ends early leaves a file without its last line. The export is an entry itself.',
  schema: { body: ExportBody, response: { 200: ExportFile } },
  handler: ({ body: { format = 'csv', ...given }, principal }, { auditExports }) =>
    auditExports.start(format, filterOf(given), given, principal.actor),
})

const purgeAuditLogs = apiRoute({
  name: 'auditLogs.purge',
  method: 'POST',
  url: '/admin/audit-logs/purge',
  // Whoever took over a session should not remove the traces of it as well.
  auth: { kind: 'admin', scope: 'audit-logs:write', fresh: true },
  summary: 'Purge old audit entries',
  description:
    'Removes the beginning of the chain up to the first entry that is not older than the cutoff, and leaves a signed marker: the rest still verifies, and the gap shows as what it is. Entries that do not verify are kept unless accept_broken says otherwise.',
  schema: { body: PurgeBody, response: { 200: PurgeSchema, 403: ErrorSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { auditPurges }) => {
    const { dry_run: dryRun = false, accept_broken: acceptBroken = false } = body
    const before = timeOf(body.before, 'before')
    return purgeView(await auditPurges.purge({ before, dryRun, acceptBroken }, principal.actor))
  },
})

const verifyAuditLogs = apiRoute({
  name: 'auditLogs.verify',
  method: 'GET',
  url: '/admin/audit-logs/verify',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'Verify the audit log',
  description:
    'Walks the hash chain with its signed checkpoints and markers and names the first broken place. through stops it at a place. Works for five seconds at most; resume_after goes on. Who keeps checked_through and hash elsewhere and gives them as anchor learns even of a log that was cut off together with its signatures.',
  schema: { query: VerifyQuery, response: { 200: VerificationSchema } },
  handler: async ({ query }, { auditVerification }) => {
    const anchor = anchorOf(query)
    return verificationView(await auditVerification.verify({ after: query.after, upTo: query.through, anchor }), anchor)
  },
})

const listCheckpoints = apiRoute({
  name: 'auditLogs.checkpoints.list',
  method: 'GET',
  url: '/admin/audit-logs/checkpoints',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'List checkpoints of the audit log',
  description:
    'The signed ends of sealed batches, newest first: each says that the chain had this hash at this place. A page looks at the signatures alone, never at the entries.',
  schema: { query: CheckpointQuery, response: { 200: CheckpointPageSchema } },
  handler: async ({ query }, { auditCheckpoints }) =>
    checkpointPageView(await auditCheckpoints.list(pageRequest(query))),
})

const getCheckpoint = apiRoute({
  name: 'auditLogs.checkpoints.get',
  method: 'GET',
  url: '/admin/audit-logs/checkpoints/:sequence',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'Get the checkpoint that covers a place',
  description:
    'The first checkpoint at a place of the chain or behind it, with the key that checks its statement: what somebody needs to keep it elsewhere and check it there.',
  schema: { params: CheckpointParams, response: { 200: CheckpointDetailSchema } },
  handler: async ({ params }, { auditCheckpoints }) =>
    checkpointDetailView(await auditCheckpoints.covering(params.sequence)),
})

/** The admin routes that take the log out, cut it and check it. */
export const upkeepRoutes = [exportAuditLogs, purgeAuditLogs, verifyAuditLogs, listCheckpoints, getCheckpoint]

function anchorOf({
  anchor_sequence: sequence,
  anchor_hash: hash,
}: Static<typeof VerifyQuery>): ChainPoint | undefined {
  if (sequence !== undefined && hash !== undefined) return { sequence, hash }
  if (sequence === undefined && hash === undefined) return undefined
  const missing = sequence === undefined ? 'anchor_sequence' : 'anchor_hash'
  throw invalid(`/${missing}`, 'must come with the other half of the anchor')
}
