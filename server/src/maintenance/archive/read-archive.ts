import { assertCells, ROWS_AT_ONCE } from '#/platform/db/transfer/cells.ts'
import { isSameDigest, RowDigest } from '#/platform/db/transfer/row-digest.ts'
import { damaged, notReadable } from './damage.ts'
import { FORMAT, FORMAT_VERSION, OLDEST_FORMAT_VERSION } from './format.ts'
import type { Cells } from '#/platform/db/transfer/cells.ts'
import type { TableDigest } from '#/platform/db/transfer/row-digest.ts'
import type { TableShape } from '#/platform/db/transfer/shape.ts'
import type { ArchiveHeader, EndLine, TableLine } from './format.ts'

/** A table of an archive: how it was, and its rows, which have to be read before the next table is. */
export interface ArchivedTable {
  readonly shape: TableShape
  readonly batches: AsyncIterable<readonly Cells[]>
}

/** Reads an archive from its lines. Whatever is not as it was written ends it with a failure. */
export class ArchiveReader {
  readonly #lines: AsyncIterator<string>
  /** What each table held, as far as it was read. */
  readonly digests = new Map<string, TableDigest>()

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]()
  }

  /** The first line, which has to be asked for first. */
  async header(): Promise<ArchiveHeader> {
    const header = (await this.#object()) as unknown as ArchiveHeader
    if (header.format !== FORMAT) throw damaged('It does not begin as a backup does.')
    const { version } = header
    if (typeof version !== 'number' || version > FORMAT_VERSION || version < OLDEST_FORMAT_VERSION)
      throw notReadable(`It has the format ${String(version)}, and this version reads ${FORMAT_VERSION}.`)
    return header
  }

  /** Reads what is left, and only that: a seal shows at the very end. */
  async readOn(signal: AbortSignal): Promise<void> {
    while ((await this.#lines.next()).done !== true) signal.throwIfAborted()
  }

  /** The tables, one after the other, to the very end. */
  async *tables(): AsyncGenerator<ArchivedTable> {
    for (;;) {
      const line = await this.#object()
      if ('end' in line) return this.#assertEnd((line as unknown as EndLine).end)
      const { table, columns, key } = line as unknown as TableLine
      if (typeof table !== 'string' || !Array.isArray(columns) || this.digests.has(table))
        throw damaged('A table does not begin as one does.')
      const shape = { name: table, columns, key }
      yield { shape, batches: this.#rows(shape) }
      if (!this.digests.has(table)) throw new TypeError('the rows of a table were not read')
    }
  }

  async *#rows(shape: TableShape): AsyncGenerator<readonly Cells[]> {
    const digest = new RowDigest()
    let batch: Cells[] = []
    for (;;) {
      const line = await this.#next()
      if (!line.startsWith('[')) {
        yield batch
        const end = objectOf(line) as unknown as TableDigest
        if (!isSameDigest(end, digest.result)) throw damaged(`${shape.name} does not hold what it held.`)
        this.digests.set(shape.name, digest.result)
        return
      }
      const cells = JSON.parse(line) as unknown[]
      assertCells(shape, cells)
      digest.add(line)
      batch.push(cells)
      if (batch.length < ROWS_AT_ONCE) continue
      yield batch
      batch = []
    }
  }

  async #assertEnd(end: EndLine['end']): Promise<void> {
    const rows = [...this.digests.values()].reduce((sum, digest) => sum + digest.rows, 0)
    if (end.tables !== this.digests.size || end.rows !== rows) throw damaged('It holds less than it says.')
    if ((await this.#lines.next()).done !== true) throw damaged('Something follows its end.')
  }

  async #object(): Promise<Readonly<Record<string, unknown>>> {
    return objectOf(await this.#next())
  }

  async #next(): Promise<string> {
    const { done, value } = await this.#lines.next()
    if (done === true) throw damaged('It ends too early.')
    return value
  }
}

function objectOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw damaged('A line is not as it was written.')
}
