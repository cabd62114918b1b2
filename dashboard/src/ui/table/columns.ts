import type { ReactNode } from 'react'

interface Cells<Row> {
  readonly id: string
  /** What the cell shows. That of the first column is the link of its row. */
  readonly cell: (row: Row) => ReactNode
  /** Its width, as CSS has it; columns without one share what is left. */
  readonly width?: string
  readonly align?: 'end'
  /** Not on a phone. */
  readonly isWide?: boolean
}

/** A column that says something of each row. */
export interface DataColumn<Row> extends Cells<Row> {
  readonly header: string
  /** What an export has instead. */
  readonly text: (row: Row) => string | number | boolean | null | undefined
}

/** What can be done with each row. Its header is for screen readers, and no export has it. */
export interface ActionsColumn<Row> extends Cells<Row> {
  readonly id: 'actions'
  readonly header?: never
  readonly text?: never
}

/** A picture about each row, which no export has. */
export interface PictureColumn<Row> extends Cells<Row> {
  readonly header: string
  readonly text?: never
}

/** A column of a list. */
export type Column<Row> = DataColumn<Row> | PictureColumn<Row> | ActionsColumn<Row>

/** The columns that say something. */
export const dataColumns = <Row>(columns: readonly Column<Row>[]): DataColumn<Row>[] =>
  columns.filter((column) => column.text !== undefined)

const track = (width?: string): string => width ?? 'minmax(0, 1fr)'

/** The columns as tracks of a grid. */
export const tracksOf = (columns: readonly Column<never>[]): string =>
  columns.map(({ width }) => track(width)).join(' ')

/** The same on a phone: the share of the first was one of all columns, so there it gets what the others don't need. */
export const tracksOnPhone = (columns: readonly Column<never>[]): string =>
  columns
    .filter(({ isWide }) => !isWide)
    .map(({ width }, at) => track(at === 0 ? undefined : width))
    .join(' ')
