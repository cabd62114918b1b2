import { anyReader } from '#/modules/api-keys/index.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { SearchQuery, SearchResultSchema } from './schemas.ts'

const find = apiRoute({
  name: 'search.find',
  method: 'GET',
  url: '/admin/search',
  auth: anyReader,
  summary: 'Find things by name or id',
  description:
    'Everything that the text names or begins to name, of the kinds whose scopes the caller has: people by name and address, ' +
    'agents and apps by name and client_id, organizations, roles, permissions, resources, API keys, webhooks, connections, flows, providers and hosts by theirs, ' +
    'and by its whole id whatever has one, the jti of a token among them.',
  tag: 'system',
  schema: { query: SearchQuery, response: { 200: SearchResultSchema } },
  handler: async ({ query, principal }, { search }) => {
    const found = await search.find(query.q.trim(), principal.scopes)
    return {
      matches: found.map(({ kind, id, label, detail, parentId }) => ({ kind, id, label, detail, parent_id: parentId })),
    }
  },
})

/** The routes of this module. */
export const searchRoutes = [find]
