/** What part of a list is wanted (RFC 7644 §3.4.2.4): the first item is number one. */
export interface SliceRequest {
  readonly startIndex: number
  readonly count: number
}

/** A part of a list, with how long the whole is. */
export interface Slice<T> {
  readonly total: number
  readonly items: readonly T[]
}

const MAX_COUNT = 100
const MAX_START = 1_000_000

/** Reads what part is wanted; numbers that make no sense are taken for the nearest that does. */
export const sliceOf = (query: { readonly startIndex?: number; readonly count?: number }): SliceRequest => ({
  startIndex: Math.min(Math.max(query.startIndex ?? 1, 1), MAX_START),
  count: Math.min(Math.max(query.count ?? MAX_COUNT, 0), MAX_COUNT),
})
