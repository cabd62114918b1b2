import { parse } from 'csv-parse/browser/esm/sync'

/** A table of people as a file has it. */
export interface CsvFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** A row with the line it begins on. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Larger ones are the business of the command, which reads them piece by piece. */
export const MAX_BYTES = 20 * 1024 * 1024

/** Why a file is none that can be imported here. */
export type CsvProblem = 'too_large' | 'empty' | 'broken'

/** Reads a file as CSV (RFC 4180). */
export async function readCsv(file: Pick<File, 'name' | 'size' | 'text'>): Promise<CsvFile | CsvProblem> {
  if (file.size > MAX_BYTES) return 'too_large'
  const all = recordsOf(await file.text())
  if (all === undefined) return 'broken'
  const [columns, ...rest] = all
  let line = 1 + linesOf(columns ?? [])
  const rows: CsvRow[] = []
  for (const cells of rest) {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
    line += linesOf(cells)
  }
  if (columns === undefined || rows.length === 0) return 'empty'
  return { name: file.name, columns: columns.map((column) => column.trim()), rows }
}

function recordsOf(text: string): string[][] | undefined {
  try {
    return parse(text, { bom: true, relax_column_count: true })
  } catch {
    return undefined
  }
}

/** How many lines a row takes: fields may hold line breaks. */
const linesOf = (cells: readonly string[]): number =>
  1 + cells.reduce((sum, cell) => sum + cell.split(/\r\n|\r|\n/).length - 1, 0)
