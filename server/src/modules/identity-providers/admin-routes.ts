import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  AccountParams,
  CreateProviderSchema,
  OAuthAccountSchema,
  ProviderParams,
  ProviderSchema,
  UpdateProviderSchema,
} from './schemas.ts'
import { accountView, providerView } from './views.ts'

const read = { kind: 'admin', scope: 'providers:read' } as const
const write = { kind: 'admin', scope: 'providers:write', fresh: true } as const
const tag = 'oauth-providers'
const url = '/admin/oauth-providers'

const createProvider = apiRoute({
  name: 'oauthProviders.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Set up a provider to sign in with',
  description: 'Register the callback_url of the response with the provider.',
  tag,
  schema: { body: CreateProviderSchema, response: { 201: ProviderSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { providers, issuer }) => {
    const provider = await providers.create(body, principal.actor)
    return created(`/api/v1${url}/${provider.id}`, providerView(provider, issuer))
  },
})

const listProviders = apiRoute({
  name: 'oauthProviders.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List providers',
  description: 'Newest first. Secrets are not shown; has_secret says whether there is one.',
  tag,
  schema: { query: ListQuery, response: { 200: listOf(ProviderSchema) } },
  handler: async ({ query }, { providers, issuer }) => {
    return pageView(await providers.list(pageRequest(query)), (provider) => providerView(provider, issuer))
  },
})

const getProvider = apiRoute({
  name: 'oauthProviders.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: read,
  summary: 'Get a provider',
  description: 'With the callback_url to register there. The secret is not shown.',
  tag,
  schema: { params: ProviderParams, response: { 200: ProviderSchema } },
  handler: async ({ params }, { providers, issuer }) => providerView(await providers.get(params.id), issuer),
})

const updateProvider = apiRoute({
  name: 'oauthProviders.update',
  method: 'PATCH',
  url: `${url}/:id`,
  auth: write,
  summary: 'Update a provider',
  description:
    'A JSON merge patch (RFC 7396). Name, kind and issuer stay as they are: delete the provider to change them.',
  tag,
  schema: { params: ProviderParams, body: UpdateProviderSchema, response: { 200: ProviderSchema } },
  handler: async ({ params, body, principal }, { providers, issuer }) =>
    providerView(await providers.update(params.id, body, principal.actor), issuer),
})

const deleteProvider = apiRoute({
  name: 'oauthProviders.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: write,
  summary: 'Delete a provider',
  description:
    'People who signed in through it alone need another way: the link to their account there is gone. With dry_run it only answers what would end with it.',
  tag,
  schema: { params: ProviderParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { providers }) => {
    if (query.dry_run === true) return dryRunView(await providers.countEnding(params.id))
    await providers.delete(params.id, principal.actor)
    return noContent()
  },
})

const listOfUser = apiRoute({
  name: 'users.oauthAccounts.list',
  method: 'GET',
  url: '/users/:id/oauth-accounts',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List the accounts a user has at providers',
  description: 'Each is a way for the user to sign in.',
  schema: {
    params: Type.Object({ id: Type.String() }),
    query: ListQuery,
    response: { 200: listOf(OAuthAccountSchema) },
  },
  handler: async ({ params, query }, { users, oauthAccounts }) => {
    const user = await users.get(params.id)
    return pageView(await oauthAccounts.list(user.id, pageRequest(query)), accountView)
  },
})

const unlinkOfUser = apiRoute({
  name: 'users.oauthAccounts.unlink',
  method: 'DELETE',
  url: '/users/:id/oauth-accounts/:oauthId',
  auth: { kind: 'admin', scope: 'users:write', fresh: true },
  summary: 'Unlink an account at a provider from its user',
  description:
    'Also the last way to sign in that a user has. With dry_run it only answers what would end with it, which is nothing.',
  schema: { params: AccountParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { userDirectory, oauthAccounts }) => {
    const user = await userDirectory.getToChange(params.id, principal)
    if (query.dry_run === true) return dryRunView(await oauthAccounts.countEnding(user.id, params.oauthId))
    await oauthAccounts.unlink(user.id, params.oauthId, principal.actor)
    return noContent()
  },
})

/** What operators do with providers and with the accounts of users there. */
export const providerAdminRoutes = [
  createProvider,
  listProviders,
  getProvider,
  updateProvider,
  deleteProvider,
  listOfUser,
  unlinkOfUser,
]
