import { Type } from 'typebox'
import { RevocationCountsSchema } from '#/modules/tokens/index.ts'
import { ErrorSchema } from '#/platform/http/envelopes.ts'
import { route } from '#/platform/http/route.ts'
import type { Services } from '#/platform/http/services.ts'
import { totalScope } from './granted.ts'

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
const List = Type.Object({ data: Type.Array(ActingSchema), next_cursor: Type.Null() })
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
})
const Params = Type.Object({ id: Type.String() })

/** Who acts for a person: by a consent, by living tokens, or both. */
async function actingFor(userId: string, { consents, tokens, clients }: Services) {
  const living = await tokens.countByClient(userId)
  const { rows } = await consents.list({ userId }, { before: undefined, limit: 1000, includeTotal: false })
  const consented = rows.map(({ consent, clientName }) => ({
    client_id: consent.clientId,
    client_name: clientName,
    consent_id: consent.id,
    scope: totalScope(consent.granted),
    living_tokens: living.get(consent.clientId) ?? 0,
  }))
  const known = new Set(consented.map(({ client_id }) => client_id))
  const others = [...living].filter(([clientId]) => !known.has(clientId))
  const unconsented = others.map(async ([clientId, count]) => {
    const name = (await clients.findByClientId(clientId))?.clientName ?? null
    return { client_id: clientId, client_name: name, consent_id: null, scope: '', living_tokens: count }
  })
  return [...consented, ...(await Promise.all(unconsented))]
}

type Asked = { client_ids?: readonly string[]; dry_run?: boolean } | undefined

async function stop(
  userId: string,
  asked: Asked,
  actor: Parameters<Services['consents']['stop']>[2],
  services: Services,
) {
  const acting = (await actingFor(userId, services)).map(({ client_id }) => client_id)
  const ids = asked?.client_ids ? acting.filter((id) => asked.client_ids?.includes(id)) : acting
  const dryRun = asked?.dry_run ?? false
  const { consents, counts, eventId } = await services.consents.stop(userId, ids, actor, dryRun)
  return {
    client_ids: ids,
    revoked_consents: consents,
    revoked_count: dryRun ? 0 : counts.total,
    audit_event_id: eventId,
    dry_run: dryRun,
    tokens: counts,
  }
}

const listUserAgents = route({
  method: 'GET',
  url: '/users/:id/agents',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List agents and apps that act for a user',
  tag: 'users',
  schema: { params: Params, response: { 200: List, 404: ErrorSchema } },
  handler: async ({ params }, services) => {
    const { id } = await services.userDirectory.get(params.id)
    return { data: await actingFor(id, services), next_cursor: null }
  },
})

const revokeUserAgents = route({
  method: 'POST',
  url: '/users/:id/revoke-agents',
  auth: { kind: 'admin', scope: 'users:write' },
  summary: 'Stop agents and apps from acting for a user',
  description: 'Ends their consents, codes and tokens for this user in one transaction, and nobody else’s.',
  tag: 'users',
  schema: { params: Params, body: Body, response: { 200: Stopped, 404: ErrorSchema } },
  handler: async ({ params, body, principal }, services) => {
    const { id } = await services.userDirectory.get(params.id)
    return stop(id, body, principal.actor, services)
  },
})

const listMyAgents = route({
  method: 'GET',
  url: '/auth/agents',
  auth: { kind: 'session' },
  summary: 'List agents and apps that act for me',
  tag: 'auth',
  schema: { response: { 200: List } },
  handler: async ({ principal }, services) => ({
    data: await actingFor(principal.user.id, services),
    next_cursor: null,
  }),
})

const revokeMyAgents = route({
  method: 'POST',
  url: '/auth/agents',
  auth: { kind: 'session' },
  summary: 'Stop agents and apps from acting for me',
  tag: 'auth',
  schema: { body: Body, response: { 200: Stopped } },
  handler: ({ body, principal }, services) => stop(principal.user.id, body, principal.actor, services),
})

/** Who acts for a person, and how that is stopped. */
export const actingRoutes = [listUserAgents, revokeUserAgents, listMyAgents, revokeMyAgents]
