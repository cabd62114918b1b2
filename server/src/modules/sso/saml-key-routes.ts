import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { SamlKeyParams, SamlKeySchema, SsoConnectionParams } from './schemas.ts'
import { samlKeyView } from './views.ts'

const read = { kind: 'admin', scope: 'sso:read' } as const
const write = { kind: 'admin', scope: 'sso:write', fresh: true } as const
const tag = 'sso'
const url = '/sso/connections/:id/saml-keys'

const listKeys = apiRoute({
  name: 'ssoSamlKeys.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List our keys of a connection by SAML',
  description: 'Newest first. The active one signs; each decrypts, and stands in our metadata.',
  tag,
  schema: { params: SsoConnectionParams, query: ListQuery, response: { 200: listOf(SamlKeySchema) } },
  handler: async ({ params, query }, { samlKeys }) =>
    pageView(await samlKeys.list(params.id, pageRequest(query)), samlKeyView),
})

const getKey = apiRoute({
  name: 'ssoSamlKeys.get',
  method: 'GET',
  url: `${url}/:keyId`,
  auth: read,
  summary: 'Get one of our keys of a connection by SAML',
  description: 'Its certificate, never its private half.',
  tag,
  schema: { params: SamlKeyParams, response: { 200: SamlKeySchema } },
  handler: async ({ params }, { samlKeys }) => samlKeyView(await samlKeys.get(params.id, params.keyId)),
})

const addKey = apiRoute({
  name: 'ssoSamlKeys.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Add a key to a connection by SAML',
  description:
    'The first step of a rollover: the key stands in our metadata and decrypts, and the one before goes on signing. Once the identity provider has read the metadata again, activate it and delete the old one.',
  tag,
  schema: { params: SsoConnectionParams, response: { 201: SamlKeySchema, 409: ErrorSchema } },
  handler: async ({ params, principal }, { samlKeys }) => {
    const key = await samlKeys.add(params.id, principal)
    return created(`/api/v1/sso/connections/${params.id}/saml-keys/${key.id}`, samlKeyView(key))
  },
})

const activateKey = apiRoute({
  name: 'ssoSamlKeys.activate',
  method: 'POST',
  url: `${url}/:keyId/activate`,
  auth: write,
  summary: 'Let a key of a connection by SAML sign',
  description: 'The key that signed until now goes on decrypting until it is deleted.',
  tag,
  schema: { params: SamlKeyParams, response: { 200: SamlKeySchema } },
  handler: async ({ params, principal }, { samlKeys }) =>
    samlKeyView(await samlKeys.activate(params.id, params.keyId, principal)),
})

const deleteKey = apiRoute({
  name: 'ssoSamlKeys.delete',
  method: 'DELETE',
  url: `${url}/:keyId`,
  auth: write,
  summary: 'Delete a key of a connection by SAML',
  description:
    'One that does not sign. With dry_run it only answers what would end with it, which is nothing, or why it can not be deleted.',
  tag,
  schema: {
    params: SamlKeyParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Undefined(), 409: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { samlKeys }) => {
    if (query.dry_run === true) {
      await samlKeys.checkDeletable(params.id, params.keyId)
      return dryRunView({})
    }
    await samlKeys.delete(params.id, params.keyId, principal)
    return noContent()
  },
})

/** What operators do with our keys of connections. */
export const samlKeyRoutes = [listKeys, getKey, addKey, activateKey, deleteKey]
