import { raw, sql, join } from '#/platform/db/sql.ts'
import { RowWriter } from '#/platform/db/transfer/row-writer.ts'
import { shapesOf } from '#/platform/db/transfer/shape.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Cell } from '#/platform/db/transfer/cells.ts'
import type { ColumnShape, TableShape } from '#/platform/db/transfer/shape.ts'

/** What text has to survive: other scripts, signs beyond the first plane, what JSON and SQL write otherwise, nothing at all. */
const TEXTS = [
  '',
  'Grüße, 你好, שלום',
  '👩‍🔬𝔘',
  `it's "quoted" \\ back`,
  '{"json": [1, null, "\\u0000"]}',
  'a\nb\tc\r\n\u2028',
  ' NULL ',
  '00012',
  '\ufeffmark',
]
const INTEGERS = [0, 1, -1, 2 ** 31, -(2 ** 40), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1_790_000_000_000]

/** What the rows of the platform itself depend on each other by. */
const KEPT = /^(data_keys|audit_|event|jobs|token_epoch|revocation_feed)/

/** Puts some rows with all kinds of values into every table; what is null in one of them depends on what may be. */
export async function fillTables(db: Db): Promise<void> {
  const shapes = (await shapesOf(db)).filter(({ name }) => !KEPT.test(name))
  const nullable = await nullableColumns(db, shapes)
  const wide = await wideColumns(db, shapes)
  for (const shape of shapes) {
    const cells = (row: number): Cell[] =>
      shape.columns.map((column, i) => {
        const place = `${shape.name}.${column.name}`
        if (nullable.has(place) && (row + i) % 3 === 0) return null
        return valueOf(column, row, i, wide.has(place))
      })
    await db.tx(async (tx) => {
      const writer = new RowWriter(tx, shape)
      await writer.clear()
      await writer.insert(Array.from({ length: 12 }, (_, row) => cells(row)))
    })
  }
}

// A number of its own for each row and column, so that no unique index is in the way.
function valueOf({ kind }: ColumnShape, row: number, i: number, wide: boolean): Cell {
  const own = row * 1000 + i
  if (kind === 'text') return `${TEXTS[own % TEXTS.length] ?? ''}${own % TEXTS.length === 0 && row === 0 ? '' : own}`
  const chosen = INTEGERS[row % INTEGERS.length] ?? 0
  return !wide || row >= INTEGERS.length ? own : chosen
}

async function nullableColumns(db: Db, shapes: readonly TableShape[]): Promise<Set<string>> {
  const rows =
    db.engine === 'sqlite'
      ? await db.all(sql`
          SELECT t.name AS table_name, c.name AS column_name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
          WHERE t.type = 'table' AND c."notnull" = 0 AND c.pk = 0`)
      : await db.all(sql`
          SELECT table_name, column_name FROM information_schema.columns
          WHERE table_schema = current_schema() AND is_nullable = 'YES'`)
  const names = new Set(shapes.map(({ name }) => name))
  return new Set(
    rows
      .filter((row) => names.has(row['table_name'] as string))
      .map((row) => `${String(row['table_name'])}.${String(row['column_name'])}`),
  )
}

/** Columns that hold every whole number on both engines: PostgreSQL keeps INTEGER in 32 bits. */
async function wideColumns(db: Db, shapes: readonly TableShape[]): Promise<Set<string>> {
  const names = join(shapes.map(({ name }) => sql`${name}`))
  const rows =
    db.engine === 'sqlite'
      ? await db.all(sql`
          SELECT t.name AS table_name, c.name AS column_name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
          WHERE t.name IN (${names}) AND c.type = 'BIGINT'`)
      : await db.all(sql`
          SELECT table_name, column_name FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name IN (${names}) AND data_type = ${raw("'bigint'")}`)
  return new Set(rows.map((row) => `${String(row['table_name'])}.${String(row['column_name'])}`))
}
