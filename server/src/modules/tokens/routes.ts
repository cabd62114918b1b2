import { Type } from 'typebox'
import type { Static } from 'typebox'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { Revocation } from './token-admin.ts'
import { ChainSchema, DryRun, PatternRevocationSchema, RevocationSchema, TokenSchema } from './schemas.ts'
import { chainView, tokenView } from './views.ts'

const AgentParams = Type.Object({ id: Type.String({ description: 'The agent’s id or its client_id.' }) })

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
  description: 'Newest first, with what each descends from. The tokens themselves are nowhere to be read.',
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
    return pageView(await tokenOperations.listOfClient(agent.clientId, pageRequest(query), query.active), (token) =>
      tokenView(token, clock.now()),
    )
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
  description: 'Every chain in which the agent acted or handed on, newest first, from its root to its last actor.',
  schema: { params: AgentParams, query: ListQuery, response: { 200: listOf(ChainSchema) } },
  handler: async ({ params, query }, { agents, tokenOperations, clock }) => {
    const agent = await agents.get(params.id)
    const chains = await tokenOperations.listChains(agent.clientId, pageRequest(query))
    return pageView(chains, (chain) => chainView(chain, clock.now()))
  },
})

export const tokenRoutes = [revokeByPattern, revokeJti, listAgentTokens, revokeAgentTokens, listAgentDelegations]
