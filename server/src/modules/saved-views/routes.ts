import { Type } from 'typebox'
import { anyReader } from '#/modules/api-keys/index.ts'
import { toIso } from '#/platform/clock.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { CreateSavedViewSchema, SavedViewParams, SavedViewQuery, SavedViewSchema } from './schemas.ts'
import type { Static } from 'typebox'
import type { SavedView } from './saved-view.ts'

const url = '/admin/saved-views'

const listViews = apiRoute({
  name: 'savedViews.list',
  method: 'GET',
  url,
  auth: anyReader,
  summary: 'List saved views',
  description: 'Those of the caller and those that are shared, newest first; list narrows them to those of one list.',
  tag: 'system',
  schema: { query: SavedViewQuery, response: { 200: listOf(SavedViewSchema) } },
  handler: async ({ query, principal }, { savedViews }) => {
    const page = await savedViews.list(principal.id, { list: query.list }, pageRequest(query))
    return pageView(page, (view) => savedViewView(view, principal.id))
  },
})

const getView = apiRoute({
  name: 'savedViews.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: anyReader,
  summary: 'Get a saved view',
  description: 'One of the caller, or one that is shared.',
  tag: 'system',
  schema: { params: SavedViewParams, response: { 200: SavedViewSchema } },
  handler: async ({ params, principal }, { savedViews }) =>
    savedViewView(await savedViews.get(params.id, principal.id), principal.id),
})

const createView = apiRoute({
  name: 'savedViews.create',
  method: 'POST',
  url,
  auth: anyReader,
  summary: 'Save a view',
  description:
    'A list with its filters, under a name. It opens nothing: whoever opens it sees of the list what they may read. It is private unless shared says so.',
  tag: 'system',
  schema: { body: CreateSavedViewSchema, response: { 201: SavedViewSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { savedViews }) => {
    const view = await savedViews.create(body, principal)
    return created(`/api/v1${url}/${view.id}`, savedViewView(view, principal.id))
  },
})

const deleteView = apiRoute({
  name: 'savedViews.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: anyReader,
  summary: 'Delete a saved view',
  description: 'By whoever made it; one that is shared by whoever has full access as well.',
  tag: 'system',
  schema: { params: SavedViewParams, response: { 204: Type.Null(), 404: ErrorSchema } },
  handler: async ({ params, principal }, { savedViews }) => {
    await savedViews.delete(params.id, principal)
    return noContent()
  },
})

/** A view on the wire. */
const savedViewView = (
  { id, list, name, query, shared, ownerId, createdAt }: SavedView,
  viewer: string,
): Static<typeof SavedViewSchema> => ({
  id,
  list,
  name,
  query,
  shared,
  mine: ownerId === viewer,
  created_at: toIso(createdAt),
})

/** The routes of this module. */
export const savedViewRoutes = [listViews, getView, createView, deleteView]
