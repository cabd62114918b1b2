import { invalid } from '#/platform/errors/invalid.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  ActingQuery,
  ActingSchema,
  ClientCurvesQuery,
  ClientCurvesSchema,
  isTooFine,
  StatsSchema,
  TrendsQuery,
  TrendsSchema,
  windows,
} from './schemas.ts'
import { actingView, clientCurvesView, statsView, trendsView } from './views.ts'

const readStats = apiRoute({
  name: 'stats.get',
  method: 'GET',
  url: '/admin/stats',
  auth: { kind: 'admin', scope: 'system:read' },
  summary: 'Read how many there are',
  description: 'Counted in the background every few seconds, not while you wait: `as_of` says when.',
  tag: 'system',
  schema: { response: { 200: StatsSchema } },
  handler: async (_request, { statistics }) => statsView(await statistics.totals()),
})

const readTrends = apiRoute({
  name: 'stats.getTrends',
  method: 'GET',
  url: '/admin/stats/trends',
  auth: { kind: 'admin', scope: 'system:read' },
  summary: 'Read what happened over time',
  description: 'From counts by the hour that are made a few seconds after things happen, and kept for 400 days.',
  tag: 'system',
  schema: { query: TrendsQuery, response: { 200: TrendsSchema } },
  handler: async ({ query }, { statistics }) => {
    if (isTooFine(query.days, query.interval)) throw invalid('/days', 'must be at most 7 with interval=hour')
    return trendsView(await statistics.trends(query.days, query.interval))
  },
})

const readActing = apiRoute({
  name: 'stats.getActing',
  method: 'GET',
  url: '/admin/stats/acting',
  auth: { kind: 'admin', scope: 'system:read', alsoScope: 'tokens:read' },
  summary: 'Read who acts for whom',
  description:
    'People, the agents that acted for them, and the resources those got tokens for, from counts by the hour: a token ' +
    'counts ten seconds after it was issued. Names of people are told to whoever may read users.',
  tag: 'system',
  schema: { query: ActingQuery, response: { 200: ActingSchema } },
  handler: async ({ query, principal }, { statistics, actorDirectory }) => {
    const acting = await statistics.acting(windows[query.window])
    const ids = acting.shares.flatMap(({ subject, via, actor }) => [subject, actor, ...(via === null ? [] : [via])])
    return actingView(acting, await actorDirectory.namesOf(ids, principal.scopes))
  },
})

const readClientCurves = apiRoute({
  name: 'stats.getClients',
  method: 'GET',
  url: '/admin/stats/clients',
  auth: { kind: 'admin', scope: 'system:read', alsoScope: 'tokens:read' },
  summary: 'Read how many tokens clients got over time',
  description: 'Access tokens of each client, from counts by the hour.',
  tag: 'system',
  schema: { query: ClientCurvesQuery, response: { 200: ClientCurvesSchema } },
  handler: async ({ query }, { statistics }) =>
    clientCurvesView(await statistics.ofClients([...new Set(query.client_ids.split(','))], query.days, query.interval)),
})

export const statisticsRoutes = [readStats, readTrends, readActing, readClientCurves]
