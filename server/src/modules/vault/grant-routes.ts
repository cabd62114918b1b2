import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { CreateVaultGrantSchema, UserVaultGrantSchema, VaultGrantParams, VaultGrantSchema } from './schemas.ts'
import { userVaultGrantView, vaultGrantView } from './views.ts'

const filters = {
  client_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only those of this client.' })),
  connection_id: Type.Optional(Type.String({ maxLength: 80, description: 'Only those for this account.' })),
}
const url = '/vault/grants'
const adminUrl = '/admin/vault/grants'

const createGrant = apiRoute({
  name: 'vault.grants.create',
  method: 'POST',
  url,
  auth: { kind: 'session' },
  summary: 'Let a client use an account of mine',
  description:
    'For a client that acts for this person and may ask for vault:read or vault:use. It takes the place of what the client was let use of the account before.',
  schema: { body: CreateVaultGrantSchema, response: { 201: VaultGrantSchema } },
  handler: async ({ body, principal }, { vaultGrants }) => {
    const { client_id: clientId, connection_id: connectionId, scopes } = body
    const wanted = { userId: principal.user.id, clientId, connectionId, scopes }
    const named = await vaultGrants.give(wanted, principal.actor)
    return created(`/api/v1${url}/${named.grant.id}`, vaultGrantView(named))
  },
})

const listGrants = apiRoute({
  name: 'vault.grants.list',
  method: 'GET',
  url,
  auth: { kind: 'session' },
  summary: 'List what clients may use of my accounts',
  description: 'Newest first; client_id and connection_id narrow the list.',
  schema: {
    query: Type.Object({ ...ListQuery.properties, ...filters }),
    response: { 200: listOf(VaultGrantSchema) },
  },
  handler: async ({ query, principal }, { vaultGrants }) => {
    const { client_id: clientId, connection_id: connectionId } = query
    const filter = { userId: principal.user.id, clientId, connectionId }
    return pageView(await vaultGrants.list(filter, pageRequest(query)), vaultGrantView)
  },
})

const getGrant = apiRoute({
  name: 'vault.grants.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: { kind: 'session' },
  summary: 'Get what a client may use of an account of mine',
  description: 'Those of other people are not found.',
  schema: { params: VaultGrantParams, response: { 200: VaultGrantSchema } },
  handler: async ({ params, principal }, { vaultGrants }) =>
    vaultGrantView(await vaultGrants.get(params.id, principal.user.id)),
})

const revokeGrant = apiRoute({
  name: 'vault.grants.revoke',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: { kind: 'session' },
  summary: 'No longer let a client use an account of mine',
  description:
    'The next use is refused; a token of the provider that the client fetched before lives until it ends there. With dry_run it only answers what would end.',
  schema: { params: VaultGrantParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { vaultGrants }) => {
    const { user, actor } = principal
    if (query.dry_run === true) return dryRunView(await vaultGrants.countEnding(params.id, user.id))
    await vaultGrants.revoke(params.id, actor, user.id)
    return noContent()
  },
})

const tag = 'vault'

const listAllGrants = apiRoute({
  name: 'vaultGrants.list',
  method: 'GET',
  url: adminUrl,
  auth: { kind: 'admin', scope: 'vault:read' },
  summary: 'List what clients may use of the vault',
  description: 'Newest first; user_id, client_id, connection_id and provider_id narrow the list.',
  tag,
  schema: {
    query: Type.Object({
      ...ListQuery.properties,
      ...filters,
      user_id: Type.Optional(Type.String({ maxLength: 80, description: 'Only those of this user.' })),
      provider_id: Type.Optional(Type.String({ maxLength: 80, description: 'Only those at this provider.' })),
    }),
    response: { 200: listOf(UserVaultGrantSchema) },
  },
  handler: async ({ query }, { vaultGrants }) => {
    const { user_id: userId, client_id: clientId, connection_id: connectionId, provider_id: providerId } = query
    const filter = { userId, clientId, connectionId, providerId }
    return pageView(await vaultGrants.list(filter, pageRequest(query)), userVaultGrantView)
  },
})

const revokeAnyGrant = apiRoute({
  name: 'vaultGrants.revoke',
  method: 'DELETE',
  url: `${adminUrl}/:id`,
  auth: { kind: 'admin', scope: 'vault:write' },
  summary: 'No longer let a client use an account of somebody',
  description: 'The next use is refused. With dry_run it only answers what would end.',
  tag,
  schema: { params: VaultGrantParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { vaultGrants }) => {
    if (query.dry_run === true) return dryRunView(await vaultGrants.countEnding(params.id))
    await vaultGrants.revoke(params.id, principal.actor)
    return noContent()
  },
})

/** Who may use what: for people, and for operators. */
export const vaultGrantRoutes = [createGrant, listGrants, getGrant, revokeGrant, listAllGrants, revokeAnyGrant]
