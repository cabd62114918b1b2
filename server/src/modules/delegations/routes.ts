import { invalid } from '#/platform/errors/invalid.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { decodeCursor } from '#/platform/paging/paging.ts'
import { DelegationMapSchema, DelegationQuery } from './schemas.ts'
import { mapView } from './views.ts'

const DAY = 86_400_000

const getMap = apiRoute({
  name: 'delegations.getMap',
  method: 'GET',
  url: '/admin/delegations',
  auth: { kind: 'admin', scope: 'tokens:read' },
  summary: 'Map who acts for whom',
  description:
    'People, clients and resources, and the lines between them, from the tokens that were made by exchange in a time, newest ' +
    'first. A page looks at `limit` tokens and shows whole chains of those that fit; next_before goes on with older ones. ' +
    'A token stays for a day after it expired. To end what is below a line, revoke its tokens by their jti, with dry_run to count first.',
  tag: 'tokens',
  schema: { query: DelegationQuery, response: { 200: DelegationMapSchema } },
  handler: async ({ query, principal }, { delegationMaps, clock }) => {
    const to = timeOf(query.to, '/to') ?? clock.now() + 1
    const from = timeOf(query.from, '/from') ?? to - DAY
    if (from > to) throw invalid('/to', 'must not be before from')
    const { limit, min_depth: minDepth, broken: brokenOnly, actor } = query
    const asked = { from, to, before: decodeCursor(query.before), limit, minDepth, brokenOnly, actor }
    return mapView(await delegationMaps.page(asked, principal.scopes), clock.now())
  },
})

function timeOf(text: string | undefined, pointer: string): number | undefined {
  if (text === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw invalid(pointer, 'must be a time of ISO 8601')
  return time
}

/** The routes of this module. */
export const delegationRoutes = [getMap]
