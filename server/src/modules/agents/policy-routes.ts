import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { DryRunQuery, TokenDryRunSchema, tokenDryRunView } from '#/modules/lifecycle/index.ts'
import { ActorParams, CreatePolicySchema, PolicyParams, PolicySchema } from './schemas.ts'
import { policyView } from './views.ts'

const read = { kind: 'admin', scope: 'agents:read' } as const
const write = { kind: 'admin', scope: 'agents:write' } as const

const listPolicies = apiRoute({
  name: 'agents.policies.list',
  method: 'GET',
  url: '/agents/:id/policies',
  auth: read,
  summary: 'List whom an agent may act for',
  description: 'Newest first; those that were revoked are not listed.',
  schema: { params: ActorParams, query: ListQuery, response: { 200: listOf(PolicySchema) } },
  handler: async ({ params, query }, { agents, policies }) => {
    return pageView(await policies.list(await agents.getActor(params.id), pageRequest(query)), policyView)
  },
})

const createPolicy = apiRoute({
  name: 'agents.policies.create',
  method: 'POST',
  url: '/agents/:id/policies',
  auth: write,
  summary: 'Allow an agent to act for a subject',
  description:
    'The subject is a user, an agent, or * for everybody. Nothing is issued by it: it lets token exchange succeed within its ' +
    'scope, depth and time. A client that registered itself and token exchange with it can have policies too.',
  schema: { params: ActorParams, body: CreatePolicySchema, response: { 201: PolicySchema } },
  handler: async ({ params, body, principal }, { agents, policies }) => {
    const agent = await agents.getActor(params.id)
    const policy = await policies.create(agent, body, principal.actor)
    return created(`/api/v1/agents/${agent.id}/policies/${policy.id}`, policyView(policy))
  },
})

const getPolicy = apiRoute({
  name: 'agents.policies.get',
  method: 'GET',
  url: '/agents/:id/policies/:policyId',
  auth: read,
  summary: 'Get a policy of an agent',
  description: 'One that was revoked is not found.',
  schema: { params: PolicyParams, response: { 200: PolicySchema, 404: ErrorSchema } },
  handler: async ({ params }, { agents, policies }) =>
    policyView(await policies.get(await agents.get(params.id), params.policyId)),
})

const revokePolicy = apiRoute({
  name: 'agents.policies.revoke',
  method: 'DELETE',
  url: '/agents/:id/policies/:policyId',
  auth: write,
  summary: 'Revoke a policy',
  description:
    'Ends the tokens made under it, and what descends from them. With dry_run it only answers what would end.',
  schema: { params: PolicyParams, query: DryRunQuery, response: { 200: TokenDryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { agents, policies }) => {
    const agent = await agents.getActor(params.id)
    if (query.dry_run) return tokenDryRunView(await policies.countEnding(agent, params.policyId))
    await policies.revoke(agent, params.policyId, principal.actor)
    return noContent()
  },
})

/** The routes below an agent that say whom it may act for. */
export const policyRoutes = [listPolicies, createPolicy, getPolicy, revokePolicy]
