import type { Page } from '@mandate/sdk'

const LARGEST_PAGE = 200
const EMPTY_PAGES = 5

/** What a page of a list is asked by. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string
  readonly include_total?: boolean
}

/** Asks for a page of a list. */
export type FetchPage<Row> = (page: PageQuery, signal: AbortSignal) => PromiseLike<Page<Row>>

/** The rows of a list from the first to the last, page by page as they are taken. */
export async function* everyRow<Row>(fetchPage: FetchPage<Row>): AsyncGenerator<Row> {
  const stop = new AbortController()
  try {
    let next: string | null = null
    do {
      const query: PageQuery = next === null ? { limit: LARGEST_PAGE } : { limit: LARGEST_PAGE, cursor: next }
      const page = await fetchPage(query, stop.signal)
      yield* page.data
      next = page.next_cursor
    } while (next !== null)
  } finally {
    stop.abort()
  }
}

/**
 * Whether somebody is asked before more is read, which is after every five pages in a row without a row: the server looks at so
 * many rows for a page, and one that fits may be far back or nowhere.
 */
export function isPauseAfter(pages: readonly Pick<Page<unknown>, 'data'>[]): boolean {
  const empty = pages.length - 1 - pages.findLastIndex(({ data }) => data.length > 0)
  return empty > 0 && empty % EMPTY_PAGES === 0
}
