import type { Queries } from '#/platform/db/db.ts'
import type { Cells } from './cells.ts'
import type { TableShape } from './shape.ts'

/** A database as it is at one moment, while others go on writing to it. */
export interface FrozenDatabase {
  readonly queries: Pick<Queries, 'all' | 'get' | 'engine'>
  /** All rows of a table, in batches. */
  batches(shape: TableShape): AsyncGenerator<readonly Cells[]>
  close(): Promise<void>
}
