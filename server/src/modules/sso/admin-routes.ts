import { Type } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import {
  CONNECTION_LIMIT_BYTES,
  CreateSsoDomainSchema,
  SsoConnectionInput,
  SsoConnectionParams,
  SsoConnectionReplacement,
  SsoConnectionQuery,
  SsoConnectionSchema,
  SsoDomainParams,
  SsoDomainSchema,
  SsoTestLinkSchema,
  VerifySsoDomainSchema,
} from './schemas.ts'
import { ssoConnectionView, ssoDomainView } from './views.ts'

const read = { kind: 'admin', scope: 'sso:read' } as const
const write = { kind: 'admin', scope: 'sso:write', fresh: true } as const
const tag = 'sso'
const url = '/sso/connections'
const domainsUrl = `${url}/:id/domains`

const createConnection = apiRoute({
  name: 'ssoConnections.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Set up a connection for single sign-on',
  description:
    'By OpenID Connect (oidc) or SAML (saml). Give the identity provider the redirect_uri, or the sp_entity_id and acs_url, of the response. It signs people in once a domain of it is verified.',
  tag,
  bodyLimitBytes: CONNECTION_LIMIT_BYTES,
  schema: { body: SsoConnectionInput, response: { 201: SsoConnectionSchema } },
  handler: async ({ body, principal }, { ssoConnections, issuer }) => {
    const connection = await ssoConnections.create(body, principal)
    return created(`/api/v1${url}/${connection.id}`, ssoConnectionView(connection, issuer))
  },
})

const listConnections = apiRoute({
  name: 'ssoConnections.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List the connections for single sign-on',
  description: 'Newest first. Secrets are not shown; has_secret says whether there is one.',
  tag,
  schema: { query: SsoConnectionQuery, response: { 200: listOf(SsoConnectionSchema) } },
  handler: async ({ query }, { ssoConnections, issuer }) => {
    const filter = { type: query.type, enabled: query.enabled, organizationId: query.organization_id }
    const page = await ssoConnections.list(filter, pageRequest(query))
    return pageView(page, (connection) => ssoConnectionView(connection, issuer))
  },
})

const getConnection = apiRoute({
  name: 'ssoConnections.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: read,
  summary: 'Get a connection for single sign-on',
  description: 'With the addresses to give to the identity provider. The secret is not shown.',
  tag,
  schema: { params: SsoConnectionParams, response: { 200: SsoConnectionSchema } },
  handler: async ({ params }, { ssoConnections, issuer }) =>
    ssoConnectionView(await ssoConnections.get(params.id), issuer),
})

const replaceConnection = apiRoute({
  name: 'ssoConnections.replace',
  method: 'PUT',
  url: `${url}/:id`,
  auth: write,
  summary: 'Replace a connection for single sign-on',
  description:
    'What is left out is as in a new one, but for the client_secret, which stays. Each change, and turning it off, also ends the sign-ins that are under way. The type stays, and so does the issuer or entity id while people sign in through it. With current_version, it is refused with sso_connection_changed where somebody changed the connection since.',
  tag,
  bodyLimitBytes: CONNECTION_LIMIT_BYTES,
  schema: {
    params: SsoConnectionParams,
    body: SsoConnectionReplacement,
    response: { 200: SsoConnectionSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { ssoConnections, issuer }) =>
    ssoConnectionView(await ssoConnections.replace(params.id, body, principal), issuer),
})

const deleteConnection = apiRoute({
  name: 'ssoConnections.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: write,
  summary: 'Delete a connection for single sign-on',
  description:
    'With its domains and what it knew people by. The people stay, and need another way to sign in. With dry_run it only answers what would end.',
  tag,
  schema: { params: SsoConnectionParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { ssoConnections }) => {
    if (query.dry_run === true) return dryRunView(await ssoConnections.countEnding(params.id))
    await ssoConnections.delete(params.id, principal)
    return noContent()
  },
})

const testConnection = apiRoute({
  name: 'ssoConnections.test',
  method: 'POST',
  url: `${url}/:id/test`,
  auth: { kind: 'admin', scope: 'sso:write' },
  summary: 'Make a link to try a connection with',
  description:
    'Whoever opens it signs in at the identity provider and sees what it said and what would come of it. Nobody is signed in here, and nothing is written. The link is good for an hour, and for the connection as it is; one that is turned off has none.',
  tag,
  schema: { params: SsoConnectionParams, response: { 200: SsoTestLinkSchema } },
  handler: async ({ params, principal }, { ssoTesting }) => {
    const { url: testUrl, expiresAt } = await ssoTesting.link(params.id, principal)
    return { test_url: testUrl, expires_at: toIso(expiresAt) }
  },
})

const addDomain = apiRoute({
  name: 'ssoDomains.create',
  method: 'POST',
  url: domainsUrl,
  auth: write,
  summary: 'Add a domain to a connection',
  description:
    'The response has the TXT record that proves it. Until the domain is verified, nobody with an address of it is signed up or led to the connection.',
  tag,
  schema: {
    params: SsoConnectionParams,
    body: CreateSsoDomainSchema,
    response: { 201: SsoDomainSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { ssoDomains }) => {
    const domain = await ssoDomains.add(params.id, body.domain, principal)
    return created(`/api/v1${url}/${params.id}/domains/${domain.id}`, ssoDomainView(domain))
  },
})

const listDomains = apiRoute({
  name: 'ssoDomains.list',
  method: 'GET',
  url: domainsUrl,
  auth: read,
  summary: 'List the domains of a connection',
  description: 'Newest first, each with the TXT record that proves it.',
  tag,
  schema: { params: SsoConnectionParams, query: ListQuery, response: { 200: listOf(SsoDomainSchema) } },
  handler: async ({ params, query }, { ssoDomains }) =>
    pageView(await ssoDomains.list(params.id, pageRequest(query)), ssoDomainView),
})

const getDomain = apiRoute({
  name: 'ssoDomains.get',
  method: 'GET',
  url: `${domainsUrl}/:domainId`,
  auth: read,
  summary: 'Get a domain of a connection',
  description: 'With the TXT record that proves it.',
  tag,
  schema: { params: SsoDomainParams, response: { 200: SsoDomainSchema } },
  handler: async ({ params }, { ssoDomains }) => ssoDomainView(await ssoDomains.get(params.id, params.domainId)),
})

const verifyDomain = apiRoute({
  name: 'ssoDomains.verify',
  method: 'POST',
  url: `${domainsUrl}/:domainId/verify`,
  auth: write,
  summary: 'Verify a domain of a connection',
  description:
    'Looks for the TXT record, or with by=operator takes your word that the domain belongs to whoever runs the identity provider: every address of it is then what that provider says.',
  tag,
  schema: {
    params: SsoDomainParams,
    body: VerifySsoDomainSchema,
    response: { 200: SsoDomainSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { ssoDomains }) =>
    ssoDomainView(await ssoDomains.verify(params.id, params.domainId, body.by ?? 'dns', principal)),
})

const removeDomain = apiRoute({
  name: 'ssoDomains.delete',
  method: 'DELETE',
  url: `${domainsUrl}/:domainId`,
  auth: write,
  summary: 'Delete a domain of a connection',
  description:
    'People that the connection knows go on signing in through it. With dry_run it only answers what would end with it, which is nothing.',
  tag,
  schema: { params: SsoDomainParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { ssoDomains }) => {
    if (query.dry_run === true) {
      await ssoDomains.get(params.id, params.domainId)
      return dryRunView({})
    }
    await ssoDomains.remove(params.id, params.domainId, principal)
    return noContent()
  },
})

/** What operators do with connections. */
export const ssoAdminRoutes = [
  createConnection,
  listConnections,
  getConnection,
  replaceConnection,
  deleteConnection,
  testConnection,
  addDomain,
  listDomains,
  getDomain,
  verifyDomain,
  removeDomain,
]
