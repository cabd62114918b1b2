import { RowDigest } from '#/platform/db/transfer/row-digest.ts'
import { lineOf } from '#/platform/db/transfer/cells.ts'
import { shapesOf } from '#/platform/db/transfer/shape.ts'
import type { FrozenDatabase } from '#/platform/db/transfer/frozen-database.ts'
import type { ArchiveHeader, EndLine, TableEndLine, TableLine } from './format.ts'
import type { Progress } from '#/maintenance/reporting/reports.ts'

interface Observer {
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
}

/** What went into an archive. */
export type Counts = EndLine['end']

/** The lines of an archive, in pieces of a batch each. Returns what went into it. */
export async function* archiveLines(
  frozen: FrozenDatabase,
  header: ArchiveHeader,
  { signal, progress }: Observer,
): AsyncGenerator<string, Counts> {
  yield `${JSON.stringify(header)}\n`
  const shapes = await shapesOf(frozen.queries)
  let rows = 0
  for (const shape of shapes) {
    const begin: TableLine = { table: shape.name, columns: shape.columns, key: shape.key }
    yield `${JSON.stringify(begin)}\n`
    const digest = new RowDigest()
    for await (const batch of frozen.batches(shape)) {
      signal.throwIfAborted()
      const lines = batch.map((cells) => lineOf(cells))
      for (const line of lines) digest.add(line)
      yield `${lines.join('\n')}\n`
      rows += batch.length
      progress({ step: `writing ${shape.name}`, rows })
    }
    const end: TableEndLine = digest.result
    yield `${JSON.stringify(end)}\n`
  }
  const end: EndLine = { end: { tables: shapes.length, rows } }
  yield `${JSON.stringify(end)}\n`
  return end.end
}
