import { Type } from 'typebox'
import type { Static } from 'typebox'
import { RevocationCountsSchema } from '#/modules/tokens/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import type { ApiServices } from '#/platform/http/routing/services.ts'
import type { ActingClient } from './acting-clients.ts'
import { CountsSchema, tokenCounts, tokenTotal } from '#/modules/lifecycle/index.ts'
import { totalScope } from './granted-scope.ts'

const ActingSchema = Type.Object(
  {
    client_id: Type.String(),
    client_name: Type.Union([Type.String(), Type.Null()], { description: 'Null when the client was deleted.' }),
    consent_id: Type.Union([Type.String(), Type.Null()], { description: 'Null when only tokens let it act.' }),
    scope: Type.String({ description: 'What the consent covers.' }),
    living_tokens: Type.Integer(),
  },
  { $id: 'ActingClient' },
)
const List = listOf(ActingSchema)
const Body = Type.Optional(
  Type.Object({
    client_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200, description: 'Everybody when left out.' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Answer what would end, and change nothing.' })),
  }),
)
const Stopped = Type.Object({
  client_ids: Type.Array(Type.String()),
  revoked_consents: Type.Integer({ description: '0 in a dry run.' }),
  revoked_count: Type.Integer({ description: '0 in a dry run.' }),
  audit_event_id: Type.Union([Type.String(), Type.Null()]),
  dry_run: Type.Boolean(),
  tokens: RevocationCountsSchema,
  counts: CountsSchema,
})
const Params = Type.Object({ id: Type.String() })

const actingView = ({ clientId, client, consent, livingTokens }: ActingClient): Static<typeof ActingSchema> => ({
  client_id: clientId,
  client_name: client?.clientName ?? null,
  consent_id: consent?.id ?? null,
  scope: consent ? totalScope(consent.granted) : '',
  living_tokens: livingTokens,
})

async function stop(
  userId: string,
  asked: Static<typeof Body>,
  actor: Actor,
  { actingClients }: ApiServices,
): Promise<Static<typeof Stopped>> {
  const dryRun = asked?.dry_run ?? false
  const ended = await actingClients.stop(userId, { clientIds: asked?.client_ids, dryRun }, actor)
  return {
    client_ids: [...ended.clientIds],
    revoked_consents: dryRun ? 0 : (ended.counts.consents ?? 0),
    revoked_count: dryRun ? 0 : tokenTotal(ended.counts),
    audit_event_id: ended.eventId,
    dry_run: dryRun,
    tokens: tokenCounts(ended.counts),
    counts: { ...ended.counts },
  }
}

const listUserAgents = apiRoute({
  name: 'users.agents.list',
  method: 'GET',
  url: '/users/:id/agents',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List agents and apps that act for a user',
  description: 'Whoever has a living consent or token for them, and how many tokens live.',
  schema: { params: Params, query: ListQuery, response: { 200: List, 404: ErrorSchema } },
  handler: async ({ params, query }, { userDirectory, actingClients }) => {
    const { id } = await userDirectory.get(params.id)
    return pageView(await actingClients.page(id, pageRequest(query)), actingView)
  },
})

const revokeUserAgents = apiRoute({
  name: 'users.agents.revoke',
  method: 'POST',
  url: '/users/:id/revoke-agents',
  auth: { kind: 'admin', scope: 'users:write' },
  summary: 'Stop agents and apps from acting for a user',
  description: 'Ends their consents, codes and tokens for this user in one transaction, and nobody else’s.',
  schema: { params: Params, body: Body, response: { 200: Stopped, 404: ErrorSchema } },
  handler: async ({ params, body, principal }, services) => {
    const { id } = await services.userDirectory.getToChange(params.id, principal)
    return stop(id, body, principal.actor, services)
  },
})

const listMyAgents = apiRoute({
  name: 'auth.agents.list',
  method: 'GET',
  url: '/auth/agents',
  auth: { kind: 'session' },
  summary: 'List agents and apps that act for me',
  description: 'Whoever has a living consent or token for me, and how many tokens live.',
  schema: { query: ListQuery, response: { 200: List } },
  handler: async ({ query, principal }, { actingClients }) =>
    pageView(await actingClients.page(principal.user.id, pageRequest(query)), actingView),
})

const revokeMyAgents = apiRoute({
  name: 'auth.agents.revoke',
  method: 'POST',
  url: '/auth/agents',
  auth: { kind: 'session' },
  summary: 'Stop agents and apps from acting for me',
  description: 'Ends their consents, codes and tokens for me in one transaction, and nobody else’s.',
  schema: { body: Body, response: { 200: Stopped } },
  handler: ({ body, principal }, services) => stop(principal.user.id, body, principal.actor, services),
})

/** Who acts for a person, and how that is stopped. */
export const actingRoutes = [listUserAgents, revokeUserAgents, listMyAgents, revokeMyAgents]
