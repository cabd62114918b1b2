import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { CreateRuleSchema, RuleParams, RuleQuery, RuleSchema, UpdateRuleSchema } from './schemas.ts'
import { ruleView } from './views.ts'

const read = { kind: 'admin', scope: 'proxy:read' } as const
const write = { kind: 'admin', scope: 'proxy:write', fresh: true } as const
const url = '/admin/proxy/rules/db'

const createRule = apiRoute({
  name: 'proxy.rules.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Create a rule of the gateway',
  description:
    'Every node decides by it within a second. Of the rules that fit a request the one with the highest priority decides; where none fits nobody comes through.',
  schema: { body: CreateRuleSchema, response: { 201: RuleSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { proxyRules }) => {
    const rule = await proxyRules.create(body, principal.actor)
    return created(`/api/v1${url}/${rule.id}`, ruleView(rule))
  },
})

const listRules = apiRoute({
  name: 'proxy.rules.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List the rules of the gateway',
  description:
    'As they are stored, newest first; GET /api/v1/admin/proxy/rules shows the order in which they are asked.',
  schema: { query: RuleQuery, response: { 200: listOf(RuleSchema) } },
  handler: async ({ query }, { proxyRules }) => {
    const filter = { upstreamId: query.upstream_id, appId: query.app_id, enabled: query.enabled }
    return pageView(await proxyRules.list(filter, pageRequest(query)), ruleView)
  },
})

const getRule = apiRoute({
  name: 'proxy.rules.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: read,
  summary: 'Get a rule of the gateway',
  description: 'As it is stored.',
  schema: { params: RuleParams, response: { 200: RuleSchema } },
  handler: async ({ params }, { proxyRules }) => ruleView(await proxyRules.get(params.id)),
})

const updateRule = apiRoute({
  name: 'proxy.rules.update',
  method: 'PATCH',
  url: `${url}/:id`,
  auth: write,
  summary: 'Update a rule of the gateway',
  description: 'A JSON merge patch (RFC 7396); lists are replaced as a whole. Where the rule holds stays.',
  schema: { params: RuleParams, body: UpdateRuleSchema, response: { 200: RuleSchema } },
  handler: async ({ params, body, principal }, { proxyRules }) =>
    ruleView(await proxyRules.update(params.id, body, principal.actor)),
})

const deleteRule = apiRoute({
  name: 'proxy.rules.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: write,
  summary: 'Delete a rule of the gateway',
  description:
    'What only it let through is denied on every node within a second. With dry_run it only answers what would end.',
  schema: {
    params: RuleParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Undefined(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { proxyRules }) => {
    if (query.dry_run === true) return dryRunView(await proxyRules.countEnding(params.id))
    await proxyRules.delete(params.id, principal.actor)
    return noContent()
  },
})

/** The admin routes of the rules as they are stored. */
export const ruleRoutes = [createRule, listRules, getRule, updateRule, deleteRule]
