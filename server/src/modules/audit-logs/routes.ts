import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { ListQuery, pageRequest } from '#/platform/paging/paging.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  AuditLogDetailSchema,
  auditLogDetailView,
  AuditLogPageSchema,
  auditLogPageView,
  AuditLogQuery,
  AuditHistogramQuery,
  AuditHistogramSchema,
  auditHistogramView,
} from './schemas.ts'
import { streamRoutes } from './stream-routes.ts'
import { upkeepRoutes } from './upkeep-routes.ts'
import { filterOf } from './wire-filter.ts'

const Params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })

const listAuditLogs = apiRoute({
  name: 'auditLogs.list',
  method: 'GET',
  url: '/audit-logs',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'List audit entries',
  description:
    'Newest first. With search, or with filters that no single index serves, a page looks at 5,000 entries and may hold fewer than limit, or none; next_cursor then goes on behind those.',
  schema: { query: AuditLogQuery, response: { 200: AuditLogPageSchema } },
  handler: async ({ query }, { auditLogs }) =>
    auditLogPageView(await auditLogs.list(filterOf(query), pageRequest(query))),
})

const getHistogram = apiRoute({
  name: 'auditLogs.getHistogram',
  method: 'GET',
  url: '/audit-logs/histogram',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'Count audit entries over time',
  description:
    'Takes the filters of the list, and counts in some sixty stretches of the time between from and to, or of the last day. Counts the newest 10,000 entries that fit, or what fits among 5,000 where no single index answers.',
  schema: { query: AuditHistogramQuery, response: { 200: AuditHistogramSchema } },
  handler: async ({ query }, { auditLogs }) =>
    auditHistogramView(await auditLogs.histogram(filterOf(query), query.interval === 'day')),
})

const getAuditLog = apiRoute({
  name: 'auditLogs.get',
  method: 'GET',
  url: '/audit-logs/:id',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'Get an audit entry',
  description: 'One entry with its place in the hash chain and what its actor is called now.',
  schema: { params: Params, response: { 200: AuditLogDetailSchema, 404: ErrorSchema } },
  handler: async ({ params }, { auditLogs }) => {
    const { entry, actorName } = await auditLogs.get(params.id)
    return auditLogDetailView(entry, actorName)
  },
})

const listAgentAudit = apiRoute({
  name: 'agents.auditLogs.list',
  method: 'GET',
  url: '/agents/:id/audit',
  auth: { kind: 'admin', scope: 'agents:read' },
  summary: 'List audit entries of an agent',
  description: 'What the agent did, and what was done to it.',
  schema: { params: Params, query: ListQuery, response: { 200: AuditLogPageSchema, 404: ErrorSchema } },
  handler: async ({ params, query }, { auditLogs }) =>
    auditLogPageView(await auditLogs.listOfAgent(params.id, pageRequest(query))),
})

const listUserAudit = apiRoute({
  name: 'users.auditLogs.list',
  method: 'GET',
  url: '/users/:id/audit-logs',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List audit entries of a user',
  description: 'What the user did, and what was done to them.',
  schema: { params: Params, query: ListQuery, response: { 200: AuditLogPageSchema, 404: ErrorSchema } },
  handler: async ({ params, query }, { auditLogs, userDirectory }) => {
    const user = await userDirectory.get(params.id)
    return auditLogPageView(await auditLogs.listOfUser(user.id, pageRequest(query)))
  },
})

/** The admin routes of the audit log, in the order of the specification. */
export const auditLogRoutes = [
  listAuditLogs,
  getHistogram,
  getAuditLog,
  ...upkeepRoutes,
  listAgentAudit,
  listUserAudit,
  ...streamRoutes,
]
