import { Type } from 'typebox'
import type { Static } from 'typebox'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { Revocation } from './token-admin.ts'
import {
  ChainSchema,
  DryRun,
  PatternRevocationSchema,
  RevocationSchema,
  TokenSchema,
  TokenTraceSchema,
} from './schemas.ts'
import { chainView, tokenView, traceView } from './views.ts'

const AgentParams = Type.Object({ id: Type.String({ description: 'The agent’s id or its client_id.' }) })

const bounds =
  'With active, and with both a client and a person, a page looks at 2,000 tokens and may hold fewer than limit; next_cursor goes on. ' +
  'Beyond 100,000 there is no total, and none beyond the 2,000 that such a page looks at. The tokens themselves are nowhere to be read.'

const revocationView = ({ counts, eventId }: Revocation): Static<typeof RevocationSchema> => ({
  revoked_count: eventId === null ? 0 : counts.total,
  audit_event_id: eventId,
  dry_run: eventId === null,
  tokens: counts,
})

/** The contract promises 500 `internal_error` when the database fails during a bulk revocation. */
async function asInternalError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof DatabaseUnavailable) throw new AppError(commonErrors.internal_error, { cause })
    throw cause
  }
}

export const revokeByPattern = apiRoute({
  name: 'tokens.revokeByPattern',
  method: 'POST',
  url: '/admin/oauth/revoke-by-pattern',
  auth: { kind: 'admin', scope: 'tokens:write' },
  summary: 'Revoke the tokens of every client that matches a pattern',
  description: 'The clients stay active and may issue new tokens at once. Writes one audit event.',
  schema: {
    body: Type.Object({
      client_id_pattern: Type.String({ description: 'GLOB: * any sequence, ? one character, case-sensitive.' }),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
      dry_run: DryRun,
    }),
    response: { 200: PatternRevocationSchema },
  },
  handler: async ({ body, principal }, { tokenOperations }) => {
    const pattern = body.client_id_pattern
    const revocation = await asInternalError(() =>
      tokenOperations.revokeByPattern(pattern, body.reason ?? null, body.dry_run ?? false, principal.actor),
    )
    return { ...revocationView(revocation), pattern_matched: pattern }
  },
})

export const revokeJti = apiRoute({
  name: 'tokens.revokeByJti',
  method: 'POST',
  url: '/admin/auth/revoke-jti',
  auth: { kind: 'admin', scope: 'tokens:write' },
  summary: 'Revoke one token by its jti',
  description: 'Ends the token and everything that descends from it.',
  schema: {
    body: Type.Object({ jti: Type.String({ minLength: 1, maxLength: 200 }), dry_run: DryRun }),
    response: { 200: RevocationSchema, 404: ErrorSchema },
  },
  handler: async ({ body, principal }, { tokenOperations }) =>
    revocationView(await tokenOperations.revokeById(body.jti, body.dry_run ?? false, principal.actor)),
})

export const listAgentTokens = apiRoute({
  name: 'agents.tokens.list',
  method: 'GET',
  url: '/agents/:id/tokens',
  auth: { kind: 'admin', scope: 'agents:read' },
  summary: 'List an agent’s tokens',
  description: `Newest first, with what each descends from. ${bounds}`,
  schema: {
    params: AgentParams,
    query: Type.Object({
      ...ListQuery.properties,
      active: Type.Optional(
        Type.Boolean({ description: 'Only tokens with the status active; with false only those that are over.' }),
      ),
    }),
    response: { 200: listOf(TokenSchema) },
  },
  handler: async ({ params, query }, { agents, tokenOperations, clock }) => {
    const agent = await agents.get(params.id)
    const filter = { clientId: agent.clientId, userId: undefined, active: query.active }
    const page = await tokenOperations.list(filter, pageRequest(query))
    return pageView(page, (token) => tokenView(token, clock.now()))
  },
})

export const revokeAgentTokens = apiRoute({
  name: 'agents.tokens.revokeAll',
  method: 'POST',
  url: '/agents/:id/tokens/revoke-all',
  auth: { kind: 'admin', scope: 'agents:write' },
  summary: 'Revoke all of an agent’s tokens',
  description: 'With everything that descends from them. The agent itself stays active.',
  schema: {
    params: AgentParams,
    body: Type.Optional(Type.Object({ dry_run: DryRun })),
    response: { 200: RevocationSchema },
  },
  handler: async ({ params, body, principal }, { agents, tokenOperations }) => {
    const agent = await agents.get(params.id)
    return revocationView(await tokenOperations.revokeOfAgent(agent, body?.dry_run ?? false, principal.actor))
  },
})

export const listAgentDelegations = apiRoute({
  name: 'agents.delegations.list',
  method: 'GET',
  url: '/agents/:id/delegations',
  auth: { kind: 'admin', scope: 'agents:read' },
  summary: 'List the delegation chains through an agent',
  description:
    'Every chain in which the agent acted or handed on, newest first, from its root to its last actor. Beyond 10,000 there is no total.',
  schema: { params: AgentParams, query: ListQuery, response: { 200: listOf(ChainSchema) } },
  handler: async ({ params, query }, { agents, tokenOperations, clock }) => {
    const agent = await agents.get(params.id)
    const chains = await tokenOperations.listChains(agent.clientId, pageRequest(query))
    return pageView(chains, (chain) => chainView(chain, clock.now()))
  },
})

const read = { kind: 'admin', scope: 'tokens:read' } as const

const listTokens = apiRoute({
  name: 'tokens.list',
  method: 'GET',
  url: '/admin/tokens',
  auth: read,
  summary: 'List tokens',
  description:
    'Newest first, with what each descends from: of everybody, or of a client, a person, or both. A token stays for a day after it expired. ' +
    bounds,
  schema: {
    query: Type.Object({
      ...ListQuery.properties,
      client_id: Type.Optional(Type.String({ maxLength: 200 })),
      user_id: Type.Optional(Type.String({ maxLength: 200 })),
      active: Type.Optional(
        Type.Boolean({
          description: 'Only those that live, or with false only those that are over. Needs client_id or user_id.',
        }),
      ),
    }),
    response: { 200: listOf(TokenSchema) },
  },
  handler: async ({ query }, { tokenOperations, clock }) => {
    const { client_id: clientId, user_id: userId, active } = query
    if (active !== undefined && clientId === undefined && userId === undefined) {
      throw invalid('/active', 'needs client_id or user_id')
    }
    const page = await tokenOperations.list({ clientId, userId, active }, pageRequest(query))
    return pageView(page, (token) => tokenView(token, clock.now()))
  },
})

const getToken = apiRoute({
  name: 'tokens.get',
  method: 'GET',
  url: '/admin/tokens/:id',
  auth: read,
  summary: 'Trace a token',
  description: 'A token by its jti: its line from the root down, what was made of it, and why it is alive or dead.',
  schema: {
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200, description: 'The jti.' }) }),
    response: { 200: TokenTraceSchema, 404: ErrorSchema },
  },
  handler: async ({ params }, { tokenOperations, clock }) =>
    traceView(await tokenOperations.trace(params.id), clock.now()),
})

export const tokenRoutes = [
  listTokens,
  getToken,
  revokeByPattern,
  revokeJti,
  listAgentTokens,
  revokeAgentTokens,
  listAgentDelegations,
]
