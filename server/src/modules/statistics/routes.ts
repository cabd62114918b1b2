import { invalid } from '#/platform/errors/invalid.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { isTooFine, StatsSchema, TrendsQuery, TrendsSchema } from './schemas.ts'
import { statsView, trendsView } from './views.ts'

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

export const statisticsRoutes = [readStats, readTrends]
