import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { CreateResourceSchema, ResourceParams, ResourceQuery, ResourceSchema, UpdateResourceSchema } from './schemas.ts'
import { resourceView } from './views.ts'

const read = { kind: 'admin', scope: 'resources:read' } as const
const write = { kind: 'admin', scope: 'resources:write', fresh: true } as const
const url = '/admin/resources'

const createResource = apiRoute({
  name: 'resources.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'List a resource that tokens can be for',
  description:
    'An API or an MCP server, by the address that clients send as resource. Let it serve protected_resource_metadata of the response.',
  schema: { body: CreateResourceSchema, response: { 201: ResourceSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { resources, issuer }) => {
    const resource = await resources.create(body, principal.actor)
    return created(`/api/v1${url}/${resource.id}`, resourceView(resource, issuer))
  },
})

const listResources = apiRoute({
  name: 'resources.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List resources',
  description: 'Newest first; uri and open_to narrow the list.',
  schema: { query: ResourceQuery, response: { 200: listOf(ResourceSchema) } },
  handler: async ({ query }, { resources, issuer }) => {
    const page = await resources.list({ uri: query.uri, openTo: query.open_to }, pageRequest(query))
    return pageView(page, (resource) => resourceView(resource, issuer))
  },
})

const getResource = apiRoute({
  name: 'resources.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: read,
  summary: 'Get a resource',
  description: 'With its scopes and the document it serves itself.',
  schema: { params: ResourceParams, response: { 200: ResourceSchema } },
  handler: async ({ params }, { resources, issuer }) => resourceView(await resources.get(params.id), issuer),
})

const updateResource = apiRoute({
  name: 'resources.update',
  method: 'PATCH',
  url: `${url}/:id`,
  auth: write,
  summary: 'Update a resource',
  description:
    'A JSON merge patch (RFC 7396); scopes are replaced as a whole. The address stays: delete the resource to change it. A scope that is left out is not renewed to clients that registered themselves and do not have it registered.',
  schema: { params: ResourceParams, body: UpdateResourceSchema, response: { 200: ResourceSchema } },
  handler: async ({ params, body, principal }, { resources, issuer }) =>
    resourceView(await resources.update(params.id, body, principal.actor), issuer),
})

const deleteResource = apiRoute({
  name: 'resources.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: write,
  summary: 'Delete a resource',
  description:
    'Ends the codes that nobody has redeemed. Access tokens for it live out their time, and none is renewed. With dry_run it only answers what would end.',
  schema: {
    params: ResourceParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Undefined(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { resources }) => {
    if (query.dry_run === true) return dryRunView(await resources.countEnding(params.id))
    await resources.delete(params.id, principal.actor)
    return noContent()
  },
})

/** The admin routes of resources. */
export const resourceRoutes = [createResource, listResources, getResource, updateResource, deleteResource]
