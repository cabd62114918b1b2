import type { Search } from '#/ui/search-params.ts'

/** What is of the moment and belongs to no view. */
const PASSING = ['peek', 'code', 'cursor']

/** The filters of an address as a view keeps them: always in one order, so that the same filters are the same view. */
export function queryOf(search: Search): string {
  const kept = Object.entries(search).filter(([name, value]) => value !== '' && !PASSING.includes(name))
  return new URLSearchParams(kept.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString()
}

/** The list at an address, by its noun; none where the address is of one thing. */
export const listOf = (pathname: string): string | undefined => /^\/([a-z][a-z-]*)\/?$/.exec(pathname)?.[1]
