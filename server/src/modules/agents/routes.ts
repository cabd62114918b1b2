import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { TokenDryRunSchema, tokenDryRunView } from '#/modules/lifecycle/index.ts'
import { policyRoutes } from './policy-routes.ts'
import {
  AgentParams,
  AgentSchema,
  CreateAgentSchema,
  EndAgentQuery,
  NewAgentSchema,
  RotateDpopKeySchema,
  RotatedDpopKeySchema,
  RotatedSecretSchema,
  UpdateAgentSchema,
} from './schemas.ts'
import { agentView, dpopKeyView } from './views.ts'

const read = { kind: 'admin', scope: 'agents:read' } as const
const write = { kind: 'admin', scope: 'agents:write' } as const

const createAgent = apiRoute({
  name: 'agents.create',
  method: 'POST',
  url: '/agents',
  auth: write,
  summary: 'Create an agent',
  description: 'No other response carries client_secret.',
  schema: { body: CreateAgentSchema, response: { 201: NewAgentSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { agents }) => {
    const { client, secret } = await agents.create(body, principal.actor)
    const view = agentView(client)
    return created(`/api/v1/agents/${client.id}`, secret === null ? view : { ...view, client_secret: secret })
  },
})

const listAgents = apiRoute({
  name: 'agents.list',
  method: 'GET',
  url: '/agents',
  auth: read,
  summary: 'List agents',
  description: 'Newest first. Secrets are not shown.',
  schema: {
    query: Type.Object({
      ...ListQuery.properties,
      active: Type.Optional(Type.Boolean()),
      search: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'How the name or the client_id begins, whatever the case, or the id, as it is spelled.',
        }),
      ),
    }),
    response: { 200: listOf(AgentSchema) },
  },
  handler: async ({ query }, { agents }) => {
    return pageView(await agents.list({ active: query.active, search: query.search }, pageRequest(query)), agentView)
  },
})

const getAgent = apiRoute({
  name: 'agents.get',
  method: 'GET',
  url: '/agents/:id',
  auth: read,
  summary: 'Get an agent',
  description: 'Without its secret, which was shown when it was made.',
  schema: { params: AgentParams, response: { 200: AgentSchema } },
  handler: async ({ params }, { agents }) => agentView(await agents.get(params.id)),
})

const updateAgent = apiRoute({
  name: 'agents.update',
  method: 'PATCH',
  url: '/agents/:id',
  auth: write,
  summary: 'Update an agent',
  description:
    'A JSON merge patch (RFC 7396). active: false ends the tokens, codes and consents of the agent; a redirect URI that is ' +
    'left out ends the codes that nobody has redeemed yet, an added one ends nothing.',
  schema: { params: AgentParams, body: UpdateAgentSchema, response: { 200: AgentSchema } },
  handler: async ({ params, body, principal }, { agents }) =>
    agentView(await agents.update(params.id, body, principal.actor)),
})

const deactivateAgent = apiRoute({
  name: 'agents.deactivate',
  method: 'DELETE',
  url: '/agents/:id',
  auth: write,
  summary: 'Deactivate an agent',
  description:
    'Ends its tokens, codes and consents. The agent stays on record; PATCH with active: true turns it on again. With purge a ' +
    'deactivated agent is removed for good, with its policies, which takes full access; its audit entries stay. With dry_run ' +
    'it only answers what would end.',
  schema: {
    params: AgentParams,
    query: EndAgentQuery,
    response: { 200: TokenDryRunSchema, 204: Type.Undefined(), 409: ErrorSchema },
  },
  handler: async ({ params: { id }, query: { purge, dry_run }, principal }, { agents }) => {
    if (dry_run) return tokenDryRunView(await (purge ? agents.countPurging(id, principal) : agents.countEnding(id)))
    await (purge ? agents.purge(id, principal) : agents.deactivate(id, principal.actor))
    return noContent()
  },
})

const rotateSecret = apiRoute({
  name: 'agents.rotateSecret',
  method: 'POST',
  url: '/agents/:id/rotate-secret',
  auth: write,
  summary: 'Give an agent a new secret',
  description: 'The old secret stops at once.',
  schema: { params: AgentParams, response: { 200: RotatedSecretSchema, 409: ErrorSchema } },
  handler: async ({ params, principal }, { agents }) => {
    const { agent, secret } = await agents.rotateSecret(params.id, principal.actor)
    return { client_id: agent.clientId, client_secret: secret }
  },
})

const rotateDpopKey = apiRoute({
  name: 'agents.rotateDpopKey',
  method: 'POST',
  url: '/agents/:id/rotate-dpop-key',
  auth: write,
  summary: 'Replace the proof key of an agent',
  description:
    'Pins the key given, as public_jwk or jkt; without one the agent is free to choose its next key. Ends the tokens ' +
    'bound to the old key, or all of them when no key was pinned.',
  schema: {
    params: AgentParams,
    body: RotateDpopKeySchema,
    response: { 200: RotatedDpopKeySchema },
  },
  handler: async ({ params, body, principal }, { dpopKeys }) =>
    dpopKeyView(await dpopKeys.rotate(params.id, body, principal.actor)),
})

/** The admin routes of agents and their policies. */
export const agentRoutes = [
  createAgent,
  listAgents,
  getAgent,
  updateAgent,
  deactivateAgent,
  rotateSecret,
  rotateDpopKey,
  ...policyRoutes,
]
