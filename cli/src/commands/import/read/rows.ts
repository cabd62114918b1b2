import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { exitCodes, Failure, usageError } from '#/frame/failure.ts'

/** A row of CSV by the names of its columns; `error` where it does not have as many as the header. */
export interface Row {
  readonly line: number
  readonly values: ReadonlyMap<string, string>
  readonly error?: string
}

const MAX_RECORD_BYTES = 1024 * 1024

/** CSV (RFC 4180) row by row, whatever its line ends, with or without a byte order mark; the first row names the columns. */
export async function* rowsOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: MAX_RECORD_BYTES })
  const source = Readable.from(input)
  source.on('error', (error) => parser.destroy(error))
  let header: readonly string[] | undefined
  let next = 1
  try {
    for await (const record of source.pipe(parser) as AsyncIterable<readonly string[]>) {
      const line = next
      next += 1 + lineBreaksIn(record)
      if (header === undefined) header = headerOf(record)
      else if (record.some((field) => field.trim() !== '')) yield rowOf(line, header, record)
    }
  } catch (error) {
    throw error instanceof CsvError ? brokenCsv(error) : error
  }
  if (header === undefined) throw usageError('The file is empty.', 'Its first row names the columns, one is email.')
}

/** How many lines a row takes besides its own. */
const lineBreaksIn = (record: readonly string[]): number =>
  record.reduce((sum, field) => sum + field.split(/\r\n|\r|\n/).length - 1, 0)

/** The columns in lower case. One name for two of them would leave open which one counts. */
function headerOf(record: readonly string[]): string[] {
  const names = record.map((name) => name.trim().toLowerCase())
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i)
  if (twice !== undefined) throw usageError(`The column ${twice} is there twice.`, 'Rename one of them.')
  return names
}

function rowOf(line: number, header: readonly string[], record: readonly string[]): Row {
  const values = new Map(header.map((name, i) => [name, record[i] ?? ''] as const))
  if (record.length === header.length) return { line, values }
  return { line, values, error: `This row has ${record.length} columns, and the header has ${header.length}.` }
}

const brokenCsv = (error: CsvError): Failure =>
  new Failure('The CSV can not be read to its end.', {
    exitCode: exitCodes.usage,
    why: error.message.split('\n')[0],
    next: 'Mend that line and import again: whoever was imported before stays.',
    code: 'csv_invalid',
  })
