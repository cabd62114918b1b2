import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'

/** How somebody new gets to see a page, by the name of the page. */
export type Pages = Readonly<Record<string, (visitor: Visitor, house: House) => Promise<unknown>>>
