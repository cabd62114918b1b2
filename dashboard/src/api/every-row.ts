import type { Page } from '@mandate/sdk'

const LARGEST_PAGE = 200

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
