import { useInfiniteQuery } from '@tanstack/react-query'
import { everyRow, isPauseAfter } from './every-row.ts'
import type { FetchPage } from './every-row.ts'

const PAGE = 100
/** A list as far as it was read: rows so far, how many there are, and how to get more. */
export interface List<Row> {
  readonly rows: readonly Row[]
  /** Undefined where the server did not count. */
  readonly total: number | undefined
  /** Whether there may be more than `total`. */
  readonly totalIsMinimum: boolean
  readonly isLoading: boolean
  readonly error: Error | null
  readonly hasMore: boolean
  /** Whether the last pages had nothing: the server looks at so many rows for a page, and a rare one may be far back. */
  readonly isPaused: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly retry: () => void
  /** Every row, also of the pages that nobody scrolled to: for an export. */
  readonly all: () => AsyncIterable<Row>
}

/**
 * Reads a list page by page as it is scrolled: `useList(['users', filters], (page, signal) => mandate.users.list({ ...filters, ...page }, { signal }))`.
 * The key begins with the noun, by which changes refresh it.
 */
export function useList<Row>(key: readonly [string, ...unknown[]], fetchPage: FetchPage<Row>): List<Row> {
  const query = useInfiniteQuery({
    queryKey: [...key, 'pages'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      await fetchPage(
        { limit: PAGE, ...(pageParam === null ? { include_total: true } : { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: (last) => last.next_cursor,
    // Other filters show what there was until the new rows are here.
    placeholderData: (before) => before,
  })
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const first = data?.pages[0]
  return {
    rows: data?.pages.flatMap((page) => page.data) ?? [],
    total: first?.total,
    totalIsMinimum: first?.total_is_minimum ?? false,
    isLoading: isPending,
    error,
    hasMore: hasNextPage,
    isPaused: hasNextPage && isPauseAfter(data?.pages ?? []),
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (!isFetchingNextPage) void fetchNextPage()
    },
    retry: () => void refetch(),
    all: () => everyRow(fetchPage),
  }
}

/** Rows that are all here, as the list that a table wants. */
export const wholeList = <Row>(rows: readonly Row[]): List<Row> => ({
  rows,
  total: rows.length,
  totalIsMinimum: false,
  isLoading: false,
  error: null,
  hasMore: false,
  isPaused: false,
  isLoadingMore: false,
  loadMore: () => undefined,
  retry: () => undefined,
  all: async function* () {
    yield* rows
  },
})
