import { TransferError } from './transfer-error.ts'
import type { ColumnShape, TableShape } from './shape.ts'

/** How many rows are in memory at once. */
export const ROWS_AT_ONCE = 250

/** A value of a column on its way. */
export type Cell = string | number | null

/** The values of one row, in the order of the columns of its shape. */
export type Cells = readonly Cell[]

/** One row as a text that is the same wherever the row is; what digests are made of. */
export const lineOf = (cells: Cells): string => JSON.stringify(cells)

/** Fails unless these are values that the columns of a table hold. Drivers, and files, may hand over others. */
export function assertCells(shape: TableShape, row: readonly unknown[]): asserts row is Cells {
  if (row.length !== shape.columns.length) throw new TransferError(`A row of ${shape.name} has ${row.length} values.`)
  for (const [i, column] of shape.columns.entries()) if (!fits(row[i], column)) throw unfit(shape, column)
}

const fits = (value: unknown, { kind }: ColumnShape): boolean =>
  value === null || (kind === 'text' ? typeof value === 'string' : Number.isSafeInteger(value))

const unfit = (shape: TableShape, { name, kind }: ColumnShape): TransferError =>
  new TransferError(`${shape.name}.${name} holds something else than ${kind === 'text' ? 'text' : 'a whole number'}.`)
