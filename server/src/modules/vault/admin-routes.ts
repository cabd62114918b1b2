import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageOfAll, pageRequest, pageView } from '#/platform/paging/paging.ts'
import {
  ConnectionParams,
  CreateVaultProviderSchema,
  UpdateVaultProviderSchema,
  UserVaultConnectionSchema,
  VaultProviderParams,
  VaultProviderSchema,
  VaultTemplateSchema,
} from './schemas.ts'
import { templates } from './templates.ts'
import { userVaultConnectionView, vaultProviderView, vaultTemplateView } from './views.ts'

const read = { kind: 'admin', scope: 'vault:read' } as const
const write = { kind: 'admin', scope: 'vault:write', fresh: true } as const
const url = '/vault/providers'

const createProvider = apiRoute({
  name: 'vault.providers.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Set up a provider of the vault',
  description:
    'From a template, or with addresses of your own, of which quirks says how they differ from the standards. Register the callback_url of the response with the provider.',
  schema: { body: CreateVaultProviderSchema, response: { 201: VaultProviderSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { vaultProviders, issuer }) => {
    const provider = await vaultProviders.create(body, principal.actor)
    return created(`/api/v1${url}/${provider.id}`, vaultProviderView(provider, issuer))
  },
})

const listProviders = apiRoute({
  name: 'vault.providers.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List the providers of the vault',
  description: 'Newest first. Secrets are not shown; has_secret says whether there is one.',
  schema: {
    query: Type.Object({ ...ListQuery.properties, active: Type.Optional(Type.Boolean()) }),
    response: { 200: listOf(VaultProviderSchema) },
  },
  handler: async ({ query }, { vaultProviders, issuer }) => {
    const page = await vaultProviders.list({ active: query.active }, pageRequest(query))
    return pageView(page, (provider) => vaultProviderView(provider, issuer))
  },
})

const getProvider = apiRoute({
  name: 'vault.providers.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: read,
  summary: 'Get a provider of the vault',
  description: 'With the callback_url to register there. The secret is not shown.',
  schema: { params: VaultProviderParams, response: { 200: VaultProviderSchema } },
  handler: async ({ params }, { vaultProviders, issuer }) =>
    vaultProviderView(await vaultProviders.get(params.id), issuer),
})

const updateProvider = apiRoute({
  name: 'vault.providers.update',
  method: 'PATCH',
  url: `${url}/:id`,
  auth: write,
  summary: 'Update a provider of the vault',
  description:
    'A JSON merge patch (RFC 7396), also to rotate the secret; scopes, extra_auth_params and quirks are replaced as a whole. With another token_url, client_id or address among the quirks that tokens are sent to, the tokens of all connections are thrown away, and people have to connect again. A change that would send the secret to another host has to bring the secret.',
  schema: { params: VaultProviderParams, body: UpdateVaultProviderSchema, response: { 200: VaultProviderSchema } },
  handler: async ({ params, body, principal }, { vaultProviders, issuer }) =>
    vaultProviderView(await vaultProviders.update(params.id, body, principal.actor), issuer),
})

const deleteProvider = apiRoute({
  name: 'vault.providers.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: write,
  summary: 'Delete a provider of the vault',
  description: 'What people connected there goes with it. With dry_run it only answers what would end.',
  schema: { params: VaultProviderParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { vaultProviders }) => {
    if (query.dry_run === true) return dryRunView(await vaultProviders.countEnding(params.id))
    await vaultProviders.delete(params.id, principal.actor)
    return noContent()
  },
})

/** The templates in the order of their table, for which each counts as newer than the next. */
const knownTemplates = Object.entries(templates).map(([name, template], index, { length }) => ({
  template,
  position: { createdAt: length - index, id: name },
}))

const listTemplates = apiRoute({
  name: 'vault.templates.list',
  method: 'GET',
  url: '/vault/templates',
  auth: read,
  summary: 'List the providers this server knows',
  description: 'Each with its addresses, the scopes it usually takes, and how it differs from the standards.',
  schema: { query: ListQuery, response: { 200: listOf(VaultTemplateSchema) } },
  handler: ({ query }) => {
    const page = pageOfAll(knownTemplates, ({ position }) => position, pageRequest(query))
    return pageView(page, ({ position, template }) => vaultTemplateView(position.id, template))
  },
})

const connectionTag = 'vault'

const listConnections = apiRoute({
  name: 'vaultConnections.list',
  method: 'GET',
  url: '/admin/vault/connections',
  auth: read,
  summary: 'List the accounts that people connected',
  description: 'Newest first, without what opens them; user_id and provider_id narrow the list.',
  tag: connectionTag,
  schema: {
    query: Type.Object({
      ...ListQuery.properties,
      user_id: Type.Optional(Type.String({ maxLength: 80, description: 'Only those of this user.' })),
      provider_id: Type.Optional(Type.String({ maxLength: 80, description: 'Only those at this provider.' })),
    }),
    response: { 200: listOf(UserVaultConnectionSchema) },
  },
  handler: async ({ query }, { vaultConnections }) => {
    const filter = { userId: query.user_id, providerId: query.provider_id }
    return pageView(await vaultConnections.list(filter, pageRequest(query)), userVaultConnectionView)
  },
})

const deleteConnection = apiRoute({
  name: 'vaultConnections.delete',
  method: 'DELETE',
  url: '/admin/vault/connections/:id',
  auth: { kind: 'admin', scope: 'vault:write' },
  summary: 'Disconnect an account of somebody',
  description:
    'Ended at the provider where that can be asked, then here, and with it the tokens of every agent that fetched from it. With dry_run it only answers what would end.',
  tag: connectionTag,
  schema: { params: ConnectionParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { vaultConnections }) => {
    if (query.dry_run === true) return dryRunView(await vaultConnections.countEnding(params.id))
    await vaultConnections.disconnect(params.id, principal.actor)
    return noContent()
  },
})

/** What operators do with the vault. */
export const vaultAdminRoutes = [
  createProvider,
  listProviders,
  getProvider,
  updateProvider,
  deleteProvider,
  listTemplates,
  listConnections,
  deleteConnection,
]
