import { Type } from 'typebox'
import { SCIM_TYPE, ScimErrorSchema } from '#/platform/http/output/error-response.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  findResourceType,
  findSchema,
  listView,
  resourceTypeList,
  schemaList,
  serviceProviderConfig,
} from './discovery.ts'
import { parseFilter } from './filter.ts'
import {
  ConnectionParams,
  ProjectionQuery,
  ResourceParams,
  ScimDocument,
  ScimGroupSchema,
  ScimList,
  ScimListQuery,
  ScimPatch,
  ScimResource,
  ScimUserSchema,
} from './schemas.ts'
import { sliceOf } from './slice.ts'
import { hasVersion } from './version.ts'
import { groupView, projected, scimBaseUrl, userView } from './views.ts'

const auth = { kind: 'provisioning' } as const
const tag = 'scim'
/** A group of some thousand members. */
const BODY_LIMIT_BYTES = 1024 * 1024
const refusals = { 409: ScimErrorSchema, 412: ScimErrorSchema }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  new Reply(status, body, { 'content-type': SCIM_TYPE, ...headers })

interface Versioned {
  readonly meta: { readonly location: string; readonly version: string }
}

/** A resource with its version; one that somebody has already is not sent again. */
function resourceReply(resource: Versioned, query: Parameters<typeof projected>[1], ifNoneMatch?: string): Reply {
  const { version } = resource.meta
  if (hasVersion(ifNoneMatch, version)) return new Reply(304, undefined, { etag: version })
  return json(200, projected(resource, query), { etag: version })
}

const createdReply = (resource: Versioned): Reply =>
  json(201, resource, { location: resource.meta.location, etag: resource.meta.version })

const getConfig = apiRoute({
  name: 'scim.config',
  method: 'GET',
  url: '/:connection_id/ServiceProviderConfig',
  auth,
  summary: 'Say what of SCIM is served',
  description: 'Filters, PATCH and versions are served; bulk requests, sorting and changes of passwords are not.',
  tag,
  schema: { params: ConnectionParams, response: { 200: ScimDocument } },
  handler: ({ params }, { issuer }) =>
    json(200, serviceProviderConfig(scimBaseUrl(issuer, params.connection_id), `${issuer}/docs`)),
})

const getSchemas = apiRoute({
  name: 'scim.schemas',
  method: 'GET',
  url: '/:connection_id/Schemas',
  auth,
  summary: 'List the SCIM schemas',
  description: 'User, Group and the enterprise extension, with the attributes that are kept.',
  tag,
  schema: { params: ConnectionParams, response: { 200: ScimList } },
  handler: ({ params }, { issuer }) => json(200, schemaList(scimBaseUrl(issuer, params.connection_id))),
})

const getResourceTypes = apiRoute({
  name: 'scim.resourceTypes',
  method: 'GET',
  url: '/:connection_id/ResourceTypes',
  auth,
  summary: 'List the SCIM resource types',
  description: 'User and Group, with where they are.',
  tag,
  schema: { params: ConnectionParams, response: { 200: ScimList } },
  handler: ({ params }, { issuer }) => json(200, resourceTypeList(scimBaseUrl(issuer, params.connection_id))),
})

const getSchema = apiRoute({
  name: 'scim.schema',
  method: 'GET',
  url: '/:connection_id/Schemas/:id',
  auth,
  summary: 'Get a SCIM schema',
  description: 'By its URI.',
  tag,
  schema: { params: ResourceParams, response: { 200: ScimDocument } },
  handler: ({ params }, { issuer }) => json(200, findSchema(scimBaseUrl(issuer, params.connection_id), params.id)),
})

const getResourceType = apiRoute({
  name: 'scim.resourceType',
  method: 'GET',
  url: '/:connection_id/ResourceTypes/:id',
  auth,
  summary: 'Get a SCIM resource type',
  description: 'User or Group.',
  tag,
  schema: { params: ResourceParams, response: { 200: ScimDocument } },
  handler: ({ params }, { issuer }) =>
    json(200, findResourceType(scimBaseUrl(issuer, params.connection_id), params.id)),
})

const listUsers = apiRoute({
  name: 'scim.users.search',
  method: 'GET',
  url: '/:connection_id/Users',
  auth,
  summary: 'List the people of a connection by SCIM',
  description: 'Oldest first. Only those whom the identity provider keeps here.',
  tag,
  schema: { params: ConnectionParams, query: ScimListQuery, response: { 200: ScimList } },
  handler: async ({ params, query, principal }, { scimUsers, issuer }) => {
    const base = scimBaseUrl(issuer, params.connection_id)
    const slice = sliceOf(query)
    const filter = query.filter === undefined ? undefined : parseFilter(query.filter)
    const { total, items } = await scimUsers.list(principal, filter, slice)
    return json(
      200,
      listView(
        total,
        slice.startIndex,
        items.map((item) => projected(userView(item, base), query)),
      ),
    )
  },
})

const getUser = apiRoute({
  name: 'scim.users.get',
  method: 'GET',
  url: '/:connection_id/Users/:id',
  auth,
  summary: 'Get a person of a connection by SCIM',
  description: 'With the groups they are in. A version that is known already, in If-None-Match, is not sent again.',
  tag,
  schema: {
    params: ResourceParams,
    query: ProjectionQuery,
    response: { 200: ScimUserSchema, 304: Type.Null() },
  },
  handler: async ({ params, query, principal, headers }, { scimUsers, issuer }) => {
    const found = await scimUsers.get(principal, params.id)
    return resourceReply(userView(found, scimBaseUrl(issuer, params.connection_id)), query, headers['if-none-match'])
  },
})

const createUser = apiRoute({
  name: 'scim.users.create',
  method: 'POST',
  url: '/:connection_id/Users',
  auth,
  summary: 'Take a person into a connection by SCIM',
  description:
    'Makes an account for an address of a verified domain. Somebody who has the address and has not joined the connection is a 409.',
  tag,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: {
    params: ConnectionParams,
    body: ScimResource,
    response: { 201: ScimUserSchema, 403: ScimErrorSchema, ...refusals },
  },
  handler: async ({ params, body, principal, context }, { scimUsers, issuer }) =>
    createdReply(userView(await scimUsers.create(principal, body, context), scimBaseUrl(issuer, params.connection_id))),
})

const changesUser = { 200: ScimUserSchema, 403: ScimErrorSchema, ...refusals }

const replaceUser = apiRoute({
  name: 'scim.users.replace',
  method: 'PUT',
  url: '/:connection_id/Users/:id',
  auth,
  summary: 'Replace a person of a connection by SCIM',
  description:
    'What is left out is gone, but for active, which is then true. If-Match refuses what was based on another version.',
  tag,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: { params: ResourceParams, query: ProjectionQuery, body: ScimResource, response: changesUser },
  handler: async ({ params, query, body, principal, context, headers }, { scimUsers, issuer }) => {
    const change = { id: params.id, ifMatch: headers['if-match'] }
    const after = await scimUsers.replace(principal, change, body, context)
    return resourceReply(userView(after, scimBaseUrl(issuer, params.connection_id)), query)
  },
})

const patchUser = apiRoute({
  name: 'scim.users.update',
  method: 'PATCH',
  url: '/:connection_id/Users/:id',
  auth,
  summary: 'Change a person of a connection by SCIM',
  description:
    'active: false turns the account off and ends its sessions and tokens in the same moment; true turns on what provisioning turned off.',
  tag,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: { params: ResourceParams, query: ProjectionQuery, body: ScimPatch, response: changesUser },
  handler: async ({ params, query, body, principal, context, headers }, { scimUsers, issuer }) => {
    const change = { id: params.id, ifMatch: headers['if-match'] }
    const after = await scimUsers.patch(principal, change, body.Operations, context)
    return resourceReply(userView(after, scimBaseUrl(issuer, params.connection_id)), query)
  },
})

const removeUser = apiRoute({
  name: 'scim.users.delete',
  method: 'DELETE',
  url: '/:connection_id/Users/:id',
  auth,
  summary: 'Let a person of a connection go by SCIM',
  description: 'The account is turned off with all its sessions and tokens. It stays, and is taken in again by a POST.',
  tag,
  schema: { params: ResourceParams, response: { 204: Type.Undefined(), 403: ScimErrorSchema, 412: ScimErrorSchema } },
  handler: async ({ params, principal, context, headers }, { scimUsers }) => {
    await scimUsers.remove(principal, { id: params.id, ifMatch: headers['if-match'] }, context)
    return new Reply(204, undefined)
  },
})

const listGroups = apiRoute({
  name: 'scim.groups.search',
  method: 'GET',
  url: '/:connection_id/Groups',
  auth,
  summary: 'List the groups of a connection by SCIM',
  description: 'Oldest first.',
  tag,
  schema: { params: ConnectionParams, query: ScimListQuery, response: { 200: ScimList } },
  handler: async ({ params, query, principal }, { scimGroups, issuer }) => {
    const base = scimBaseUrl(issuer, params.connection_id)
    const slice = sliceOf(query)
    const filter = query.filter === undefined ? undefined : parseFilter(query.filter)
    const { total, items } = await scimGroups.list(principal, filter, slice)
    return json(
      200,
      listView(
        total,
        slice.startIndex,
        items.map((item) => projected(groupView(item, base), query)),
      ),
    )
  },
})

const getGroup = apiRoute({
  name: 'scim.groups.get',
  method: 'GET',
  url: '/:connection_id/Groups/:id',
  auth,
  summary: 'Get a group of a connection by SCIM',
  description: 'With its members, unless excludedAttributes says otherwise.',
  tag,
  schema: {
    params: ResourceParams,
    query: ProjectionQuery,
    response: { 200: ScimGroupSchema, 304: Type.Null() },
  },
  handler: async ({ params, query, principal, headers }, { scimGroups, issuer }) => {
    const found = await scimGroups.get(principal, params.id)
    return resourceReply(groupView(found, scimBaseUrl(issuer, params.connection_id)), query, headers['if-none-match'])
  },
})

const createGroup = apiRoute({
  name: 'scim.groups.create',
  method: 'POST',
  url: '/:connection_id/Groups',
  auth,
  summary: 'Make a group of a connection by SCIM',
  description: 'What the group comes to here is what the connection says of its name, at once.',
  tag,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: { params: ConnectionParams, body: ScimResource, response: { 201: ScimGroupSchema, ...refusals } },
  handler: async ({ params, body, principal, context }, { scimGroups, issuer }) =>
    createdReply(
      groupView(await scimGroups.create(principal, body, context), scimBaseUrl(issuer, params.connection_id)),
    ),
})

const changesGroup = { 200: ScimGroupSchema, ...refusals }

const replaceGroup = apiRoute({
  name: 'scim.groups.replace',
  method: 'PUT',
  url: '/:connection_id/Groups/:id',
  auth,
  summary: 'Replace a group of a connection by SCIM',
  description: 'Members that are left out are out. What the group comes to here follows at once.',
  tag,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: { params: ResourceParams, query: ProjectionQuery, body: ScimResource, response: changesGroup },
  handler: async ({ params, query, body, principal, context, headers }, { scimGroups, issuer }) => {
    const change = { id: params.id, ifMatch: headers['if-match'] }
    const after = await scimGroups.replace(principal, change, body, context)
    return resourceReply(groupView(after, scimBaseUrl(issuer, params.connection_id)), query)
  },
})

const patchGroup = apiRoute({
  name: 'scim.groups.update',
  method: 'PATCH',
  url: '/:connection_id/Groups/:id',
  auth,
  summary: 'Change a group of a connection by SCIM',
  description: 'In the shapes that Okta and Entra ID send: members by a filter in the path, or by a list of values.',
  tag,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  schema: { params: ResourceParams, query: ProjectionQuery, body: ScimPatch, response: changesGroup },
  handler: async ({ params, query, body, principal, context, headers }, { scimGroups, issuer }) => {
    const change = { id: params.id, ifMatch: headers['if-match'] }
    const after = await scimGroups.patch(principal, change, body.Operations, context)
    return resourceReply(groupView(after, scimBaseUrl(issuer, params.connection_id)), query)
  },
})

const removeGroup = apiRoute({
  name: 'scim.groups.delete',
  method: 'DELETE',
  url: '/:connection_id/Groups/:id',
  auth,
  summary: 'Delete a group of a connection by SCIM',
  description: 'What it came to here is taken away from the people who were in it.',
  tag,
  schema: { params: ResourceParams, response: { 204: Type.Undefined(), 412: ScimErrorSchema } },
  handler: async ({ params, principal, context, headers }, { scimGroups }) => {
    await scimGroups.remove(principal, { id: params.id, ifMatch: headers['if-match'] }, context)
    return new Reply(204, undefined)
  },
})

/** What identity providers call, to be listed under the area `scim`. */
export const scimRoutes = [
  getConfig,
  getSchemas,
  getSchema,
  getResourceTypes,
  getResourceType,
  listUsers,
  getUser,
  createUser,
  replaceUser,
  patchUser,
  removeUser,
  listGroups,
  getGroup,
  createGroup,
  replaceGroup,
  patchGroup,
  removeGroup,
]
