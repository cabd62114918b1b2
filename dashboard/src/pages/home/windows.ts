/** How far back the home page looks. */
export const windows = ['24h', '7d', '30d'] as const
export type Window = (typeof windows)[number]

/** What a window asks of the trends: two days by the hour for one, so that it is never nearly empty after midnight. */
export const trendsOf: Readonly<Record<Window, { readonly days: number; readonly interval: 'hour' | 'day' }>> = {
  '24h': { days: 2, interval: 'hour' },
  '7d': { days: 7, interval: 'hour' },
  '30d': { days: 30, interval: 'day' },
}

/** How many points a window shows. */
export const pointsOf: Readonly<Record<Window, number>> = { '24h': 24, '7d': 168, '30d': 30 }
