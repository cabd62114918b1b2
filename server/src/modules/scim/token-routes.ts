import { Type } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import {
  CreateScimTokenSchema,
  NewScimTokenSchema,
  ScimTokenSchema,
  TokenConnectionParams,
  TokenParams,
} from './schemas.ts'
import type { ScimToken } from './tables.ts'
import { scimBaseUrl } from './views.ts'

const read = { kind: 'admin', scope: 'sso:read' } as const
const write = { kind: 'admin', scope: 'sso:write', fresh: true } as const
const tag = 'sso'
const url = '/sso/connections/:id/scim-tokens'

const tokenView = ({ id, ssoConnectionId, name, lastUsedAt, createdAt }: ScimToken) => ({
  id,
  connection_id: ssoConnectionId,
  name,
  last_used_at: toIsoOrNull(lastUsedAt),
  created_at: toIso(createdAt),
})

const listTokens = apiRoute({
  name: 'ssoScimTokens.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List the provisioning tokens of a connection',
  description: 'Newest first, without their secrets.',
  tag,
  schema: { params: TokenConnectionParams, query: ListQuery, response: { 200: listOf(ScimTokenSchema) } },
  handler: async ({ params, query }, { scimTokens }) =>
    pageView(await scimTokens.list(params.id, pageRequest(query)), tokenView),
})

const getToken = apiRoute({
  name: 'ssoScimTokens.get',
  method: 'GET',
  url: `${url}/:tokenId`,
  auth: read,
  summary: 'Get a provisioning token of a connection',
  description: 'Without its secret.',
  tag,
  schema: { params: TokenParams, response: { 200: ScimTokenSchema } },
  handler: async ({ params }, { scimTokens }) => tokenView(await scimTokens.get(params.id, params.tokenId)),
})

const createToken = apiRoute({
  name: 'ssoScimTokens.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Make a provisioning token for a connection',
  description: 'Give the identity provider the base_url and the token of the response, which is shown this once.',
  tag,
  schema: {
    params: TokenConnectionParams,
    body: CreateScimTokenSchema,
    response: { 201: NewScimTokenSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { scimTokens, issuer }) => {
    const { token, secret } = await scimTokens.create(params.id, body.name, principal.actor)
    const shown = { ...tokenView(token), token: secret, base_url: scimBaseUrl(issuer, params.id) }
    return created(`/api/v1/sso/connections/${params.id}/scim-tokens/${token.id}`, shown)
  },
})

const revokeToken = apiRoute({
  name: 'ssoScimTokens.revoke',
  method: 'DELETE',
  url: `${url}/:tokenId`,
  auth: write,
  summary: 'Revoke a provisioning token of a connection',
  description:
    'People and groups stay as they are. With dry_run it only answers what would end with it, which is nothing.',
  tag,
  schema: { params: TokenParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { scimTokens }) => {
    if (query.dry_run === true) {
      await scimTokens.get(params.id, params.tokenId)
      return dryRunView({})
    }
    await scimTokens.revoke(params.id, params.tokenId, principal.actor)
    return noContent()
  },
})

/** What operators do with the tokens of provisioning. */
export const scimTokenRoutes = [listTokens, getToken, createToken, revokeToken]
