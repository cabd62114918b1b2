import { queryOptions } from '@tanstack/react-query'
import { mandate } from '#/api/mandate.ts'
import { trendsOf } from './windows.ts'
import type { Window } from './windows.ts'

/** How much there is. */
export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => mandate.stats.get({ signal }),
})

/** Who signs in, over time. */
export const trendsQuery = (window: Window) =>
  queryOptions({
    queryKey: ['trends', window],
    queryFn: ({ signal }) => mandate.stats.getTrends(trendsOf[window], { signal }),
  })

/** Who acts for whom. */
export const actingQuery = (window: Window) =>
  queryOptions({
    queryKey: ['acting', window],
    queryFn: ({ signal }) => mandate.stats.getActing({ window }, { signal }),
  })

/** What is wrong with the server. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => mandate.system.getHealthReport({ signal }),
})

const lists = { apps: mandate.apps, agents: mandate.agents, webhooks: mandate.webhooks }

/** What the first steps make. */
export const begunNouns = ['apps', 'agents', 'webhooks'] as const

/** Whether there is one of these at all: asked by itself, since the totals are counted now and then. */
export const anyQuery = (noun: keyof typeof lists) =>
  queryOptions({
    queryKey: [noun, 'any'],
    queryFn: async ({ signal }) => (await lists[noun].list({ limit: 1 }, { signal })).data.length > 0,
  })
