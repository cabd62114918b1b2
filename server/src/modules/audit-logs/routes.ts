import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/envelopes.ts'
import { AppError, commonErrors } from '#/platform/http/errors.ts'
import { ListQuery, listOf, page, pageRequest } from '#/platform/http/lists.ts'
import { route } from '#/platform/http/route.ts'
import { AuditLogQuery, AuditLogSchema, auditLogView } from './schemas.ts'
import type { Static } from 'typebox'
import type { AuditLogFilter } from './store.ts'

const Params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })

const listAuditLogs = route({
  method: 'GET',
  url: '/audit-logs',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'List audit entries',
  tag: 'audit logs',
  schema: { query: AuditLogQuery, response: { 200: listOf(AuditLogSchema) } },
  handler: async ({ query }, { auditLogs }) => {
    const { rows, total } = await auditLogs.list(filterOf(query), pageRequest(query))
    return page(rows, query.limit, auditLogView, total)
  },
})

const getAuditLog = route({
  method: 'GET',
  url: '/audit-logs/:id',
  auth: { kind: 'admin', scope: 'audit-logs:read' },
  summary: 'Get an audit entry',
  tag: 'audit logs',
  schema: { params: Params, response: { 200: AuditLogSchema, 404: ErrorSchema } },
  handler: async ({ params }, { auditLogs }) => auditLogView(await auditLogs.get(params.id)),
})

const listAgentAudit = route({
  method: 'GET',
  url: '/agents/:id/audit',
  auth: { kind: 'admin', scope: 'agents:read' },
  summary: 'List audit entries of an agent',
  description: 'What the agent did, and what was done to it.',
  tag: 'agents',
  schema: { params: Params, query: ListQuery, response: { 200: listOf(AuditLogSchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { auditLogs }) => {
    const { rows, total } = await auditLogs.listOfAgent(params.id, pageRequest(query))
    return page(rows, query.limit, auditLogView, total)
  },
})

const listUserAudit = route({
  method: 'GET',
  url: '/users/:id/audit-logs',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List audit entries of a user',
  description: 'What the user did, and what was done to them.',
  tag: 'users',
  schema: { params: Params, query: ListQuery, response: { 200: listOf(AuditLogSchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { auditLogs, userDirectory }) => {
    const user = await userDirectory.get(params.id)
    const { rows, total } = await auditLogs.listOfUser(user.id, pageRequest(query))
    return page(rows, query.limit, auditLogView, total)
  },
})

/** The admin routes that read the audit log. */
export const auditLogRoutes = [listAuditLogs, getAuditLog, listAgentAudit, listUserAudit]

function filterOf(query: Static<typeof AuditLogQuery>): AuditLogFilter {
  return {
    actorType: query.actor_type,
    actorId: query.actor_id,
    action: query.action,
    targetId: query.target_id,
    result: query.status,
    from: timeOf(query.from, 'from'),
    to: timeOf(query.to, 'to'),
  }
}

function timeOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  // The pattern lets a 31st of February through; JavaScript refuses some such days and rolls over others.
  if (Number.isNaN(time) || !isRealDay(text)) {
    const errors = [{ pointer: `/${name}`, message: 'must be a time that exists' }]
    throw new AppError(commonErrors.invalid_request, { details: { errors } })
  }
  return time
}

const isRealDay = (text: string): boolean => {
  const day = text.slice(0, 10)
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
