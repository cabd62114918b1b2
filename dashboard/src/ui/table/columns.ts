import type { ReactNode } from 'react'

/** A column of a list. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** What the cell shows. That of the first column is the link of its row. */
  readonly cell: (row: Row) => ReactNode
  /** What an export has instead. */
  readonly text: (row: Row) => string | number | boolean | null | undefined
  /** Its width, as CSS has it; columns without one share what is left. */
  readonly width?: string
  readonly align?: 'end'
  /** Not on a phone. */
  readonly isWide?: boolean
}
