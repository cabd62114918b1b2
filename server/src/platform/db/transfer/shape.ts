import { columnsOfTables } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { TransferError } from './transfer-error.ts'
import type { Queries, Row } from '#/platform/db/db.ts'

/** All that our schema has: text, and whole numbers that JavaScript holds. */
export type ColumnKind = 'text' | 'integer'

/** A column as data travels in it. */
export interface ColumnShape {
  readonly name: string
  readonly kind: ColumnKind
}

/** A table as data travels in it: the same on both engines, whatever the order of its columns there. */
export interface TableShape {
  readonly name: string
  /** In the order of the alphabet. */
  readonly columns: readonly ColumnShape[]
  /** The names of the columns of its primary key. */
  readonly key: readonly string[]
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  TEXT: 'text',
  INTEGER: 'integer',
  BIGINT: 'integer',
}

/** What each engine keeps for itself. */
const OWN_OF_ENGINE = 'schema_migrations'

/** The tables of a database but the list of migrations, in the order of the alphabet. */
export async function shapesOf(queries: Pick<Queries, 'all'>): Promise<TableShape[]> {
  const rows = await queries.all(sql`SELECT table_name, column_name, type, key_position FROM ${columnsOfTables}`)
  const byTable = Map.groupBy(rows, (row) => row['table_name'] as string)
  byTable.delete(OWN_OF_ENGINE)
  return [...byTable]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, columns]) => ({ name, columns: columnsOf(name, columns), key: keyOf(columns) }))
}

const columnsOf = (table: string, rows: readonly Row[]): ColumnShape[] =>
  rows
    .map((row) => ({ name: row['column_name'] as string, kind: kindOf(table, row) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

function kindOf(table: string, row: Row): ColumnKind {
  const type = String(row['type']).toUpperCase()
  const kind = kinds[type]
  if (kind === undefined)
    throw new TransferError(
      `${table}.${String(row['column_name'])} has the type ${type}, which this version can't carry.`,
    )
  return kind
}

const keyOf = (rows: readonly Row[]): string[] =>
  rows
    .filter((row) => Number(row['key_position']) > 0)
    .toSorted((a, b) => Number(a['key_position']) - Number(b['key_position']))
    .map((row) => row['column_name'] as string)

/** Fails unless two databases have the same tables with the same columns. */
export function assertSameShape(from: readonly TableShape[], into: readonly TableShape[]): void {
  const [theirs, ours] = [namesIn(from), namesIn(into)]
  const unknown = theirs.find((name) => !ours.includes(name))
  if (unknown !== undefined) throw new TransferError(`${unknown} has no place in this schema.`)
  const missing = ours.find((name) => !theirs.includes(name))
  if (missing !== undefined) throw new TransferError(`${missing} is missing.`)
}

const namesIn = (shapes: readonly TableShape[]): string[] =>
  shapes.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name} (${column.kind})`))
