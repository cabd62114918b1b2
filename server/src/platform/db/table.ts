import { join, raw, sql, Sql } from './sql.ts'
import type { Row } from './db.ts'
import type { SqlValue } from './sql.ts'

/** How one column travels between an entity's field and the database. */
export interface Column<T> {
  /** Its name in the database, when that is not the field's. */
  readonly name?: string
  /** TEXT when it is not said. */
  readonly type?: 'BIGINT'
  encode(value: T): SqlValue
  decode(stored: unknown): T
}

const same = <T extends SqlValue>(): Column<T> => ({ encode: (value) => value, decode: (stored) => stored as T })

export const text: Column<string> = same<string>()
export const textOrNull: Column<string | null> = same<string | null>()
/** Numbers; times are epoch milliseconds. */
export const integer: Column<number> = { ...same<number>(), type: 'BIGINT' }
export const integerOrNull: Column<number | null> = { ...same<number | null>(), type: 'BIGINT' }
export const flag: Column<boolean> = {
  type: 'BIGINT',
  encode: (value) => (value ? 1 : 0),
  decode: (stored) => stored === 1,
}

/** A closed set of words. */
export const word = <W extends string>(): Column<W> => same<W>()
export const wordOrNull = <W extends string>(): Column<W | null> => same<W | null>()

/** A value kept as JSON text. */
export const json = <T>(): Column<T> => ({
  encode: (value) => JSON.stringify(value),
  decode: (stored) => JSON.parse(stored as string) as T,
})
export const jsonOrNull = <T>(): Column<T | null> => ({
  encode: (value) => (value === null ? null : JSON.stringify(value)),
  decode: (stored) => (stored === null ? null : (JSON.parse(stored as string) as T)),
})

/** A column that the database calls otherwise than the field. */
export const named = <T>(name: string, column: Column<T>): Column<T> => ({ ...column, name })

type Columns = Record<string, Column<never> | Column<unknown>>
type FieldOf<C> = C extends Column<infer T> ? T : never

/** The entity a table definition describes. */
export type EntityOf<T> = T extends Table<infer E> ? E : never

/** The codec of one table: it alone knows the columns and how they are decoded. */
export interface Table<E> {
  readonly name: Sql
  /** The column list, for SELECT and RETURNING. */
  readonly columns: Sql
  /** The names in it. */
  readonly columnNames: readonly string[]
  /** The column of one field. */
  column(field: keyof E & string): Sql
  /** The column list with a table alias before each, for joins. */
  columnsOf(alias: string): Sql
  decode(row: Row): E
  /** `INSERT INTO … VALUES …` for a whole entity; append `ON CONFLICT` as needed. */
  insert(entity: E): Sql
  /** What `insert` binds, in the order of the columns. */
  values(entity: E): SqlValue[]
  /** The column list with types, for rows that come as JSON. */
  readonly typed: Sql
  /** A whole entity as a row by the names of its columns, without those that are null: for rows that come as JSON. */
  record(entity: E): Record<string, SqlValue>
  /** A gap with its type for each of them, for `INSERT INTO … SELECT` that is flattened once and then given values. */
  readonly gaps: Sql
  /** The same for some fields, for `VALUES` that are no insert. */
  gapsOf(fields: readonly (keyof E & string)[]): Sql
  /** What these gaps are given. */
  valuesOf(fields: readonly (keyof E & string)[], entity: Partial<E>): SqlValue[]
  /** `a = ?, b = ?` for the fields given, for UPDATE … SET. */
  assign(fields: Partial<E>): Sql
}

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Defines a table's codec: camelCase fields, snake_case columns of the same words unless they are `named`. */
export function table<C extends Columns>(name: string, columns: C): Table<{ [K in keyof C]: FieldOf<C[K]> }> {
  type E = { [K in keyof C]: FieldOf<C[K]> }
  const fields = Object.entries(columns).map(([field, column]) => ({
    field,
    column: column.name ?? toSnake(field),
    codec: column as Column<unknown>,
  }))
  const byField = new Map(fields.map((entry) => [entry.field, entry]))
  const entryOf = (field: string) => {
    const entry = byField.get(field)
    if (!entry) throw new TypeError(`table ${name} has no field ${field}`)
    return entry
  }
  const list = fields.map(({ column }) => column).join(', ')
  // The same array for every row, so that the connections find the prepared statement by it.
  const gaps = Array<string>(fields.length - 1).fill(', ')
  const values = (entity: E): SqlValue[] =>
    fields.map(({ field, codec }) => codec.encode((entity as Record<string, unknown>)[field]))
  // Without a type, PostgreSQL takes what is selected for text.
  const gapsOf = (names: readonly string[]): Sql =>
    join(names.map((field) => sql`CAST(${null} AS ${raw(entryOf(field).codec.type ?? 'TEXT')})`))
  const typed = fields.map(({ column, codec }) => `${column} ${codec.type ?? 'TEXT'}`).join(', ')
  const inserting = [`INSERT INTO ${name} (${list}) VALUES (`, ...gaps, ')']
  return {
    name: raw(name),
    columns: raw(list),
    columnNames: fields.map(({ column }) => column),
    column: (field) => raw(entryOf(field).column),
    columnsOf: (alias) => raw(fields.map(({ column }) => `${alias}.${column}`).join(', ')),
    decode: (row) => {
      const entity: Record<string, unknown> = {}
      for (const { field, column, codec } of fields) entity[field] = codec.decode(row[column])
      return entity as E
    },
    insert: (entity) => new Sql(inserting, values(entity)),
    values,
    typed: raw(typed),
    record: (entity) => {
      const row: Record<string, SqlValue> = {}
      for (const { field, column, codec } of fields) {
        const value = codec.encode((entity as Record<string, unknown>)[field])
        if (value !== null) row[column] = value
      }
      return row
    },
    gaps: gapsOf(fields.map(({ field }) => field)),
    gapsOf,
    valuesOf: (names, entity) =>
      names.map((field) => entryOf(field).codec.encode((entity as Record<string, unknown>)[field])),
    assign: (changes) => {
      const assigned = Object.entries(changes).map(([field, value]) => {
        const entry = entryOf(field)
        return sql`${raw(entry.column)} = ${entry.codec.encode(value)}`
      })
      if (assigned.length === 0) throw new TypeError(`nothing to change in table ${name}`)
      return join(assigned)
    },
  }
}
