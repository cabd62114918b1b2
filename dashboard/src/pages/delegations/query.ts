import type { DelegationsGetMapQuery } from '@mandate/sdk'
import type { Search } from '#/ui/search-params.ts'

const HOUR = 3_600_000
const MAX_TOKENS = 500

interface MapQuery {
  readonly query: DelegationsGetMapQuery
  /** The same without the time of asking. */
  readonly key: string
  readonly isNarrowed: boolean
}

/** The query of the API for what stands in the address. `back` is how many hours ago the day ends. */
export function queryOf({ broken, min_depth: depth = '', actor = '', back = '' }: Search, now: number): MapQuery {
  const hours = Math.min(24, Math.max(0, Number(back) || 0))
  const minDepth = /^[1-9]\d?$/.test(depth) ? Number(depth) : undefined
  const filters = {
    ...(broken === 'true' ? { broken: true } : {}),
    ...(minDepth === undefined ? {} : { min_depth: minDepth }),
    ...(actor === '' ? {} : { actor }),
  }
  const end = hours === 0 ? {} : { to: new Date(now - hours * HOUR).toISOString() }
  return {
    query: { limit: MAX_TOKENS, ...filters, ...end },
    key: JSON.stringify([filters, hours]),
    isNarrowed: Object.keys(filters).length > 0 || hours > 0,
  }
}
