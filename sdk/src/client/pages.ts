/** One page of a list, newest first. */
export interface Page<Item> {
  readonly data: Item[]
  /** Null on the last page. */
  readonly next_cursor: string | null
  /** How many there are on all pages, where that was asked for. */
  readonly total?: number
  /** Whether there are at least that many. */
  readonly total_is_minimum?: boolean
}

/** A list on its way: the page that was asked for when awaited, and all its items from there when iterated. */
export interface PageRequest<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {
  /** The same page by page. */
  pages(): AsyncGenerator<Page<Item>, void, undefined>
}

/** A request for a page that knows how to ask for the next. */
export function pageRequest<Item>(fetchPage: (cursor?: string) => Promise<Page<Item>>): PageRequest<Item> {
  const first = fetchPage()
  async function* pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let page = await first
    yield page
    while (page.next_cursor !== null) {
      page = await fetchPage(page.next_cursor)
      yield page
    }
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* page.data
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items })
}
