import { globToRegex } from './glob.ts'
import { Choice, flatten, raw, sql } from './sql.ts'
import type { Engine, Sql, SqlValue } from './sql.ts'

// The one place where the engines differ. Each helper says what it means; callers never ask which engine it is.

/**
 * Holds the selected rows against writers until the transaction ends. SQLite has one writer, so it needs no words.
 * Write it as the last part of a SELECT inside `tx`.
 */
export const forShare = new Choice(raw(''), raw('FOR SHARE'))

/** Holds the selected rows against every other transaction that wants to lock or change them. */
export const forUpdate = new Choice(raw(''), raw('FOR UPDATE'))

/** Like `forUpdate`, but passes over rows that another transaction holds: workers share a queue without waiting. */
export const forUpdateSkipLocked = new Choice(raw(''), raw('FOR UPDATE SKIP LOCKED'))

/** Like `forShare`, but passes over rows that another transaction holds against it: nothing is waited for. */
export const forShareSkipLocked = new Choice(raw(''), raw('FOR SHARE SKIP LOCKED'))

/** Holds the rows of one table of a join, by its alias, against writers until the transaction ends. */
export const forShareOf = (alias: Sql): Choice => new Choice(raw(''), sql`FOR SHARE OF ${alias}`)

/**
 * Joins the one row of a table that a unique column names, by its alias: always a look-up for each row that came before.
 * PostgreSQL takes a plain join for leave to read the whole table first, and does so where it guesses that many rows come, as
 * it does of everything recursive.
 */
export const lookUp = (table: Sql, alias: Sql, condition: Sql): Choice =>
  fencedJoin(table, alias, sql`${condition} LIMIT 1`, condition)

/** The same where some rows can fit, by a condition that an index answers. */
export const lookUpAll = (table: Sql, alias: Sql, condition: Sql): Choice =>
  fencedJoin(table, alias, sql`${condition} OFFSET 0`, condition)

const fencedJoin = (table: Sql, alias: Sql, fenced: Sql, condition: Sql): Choice =>
  new Choice(
    sql`CROSS JOIN ${table} ${alias} ON ${condition}`,
    sql`CROSS JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${fenced}) ${alias}`,
  )

/**
 * Lets nobody else write to a table until the transaction ends, and waits for those that do; readers go on. SQLite has
 * one writer, so there it is nothing.
 */
export const lockTable = (table: Sql): Choice =>
  new Choice(sql`SELECT 1`, sql`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)

/** Takes already the lock that a later write to the table takes, so that it comes before other locks. */
export const lockForWrites = (table: Sql): Choice =>
  new Choice(sql`SELECT 1`, sql`LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`)

/** Lets one migration run at a time until its transaction ends. SQLite has one writer, which is lock enough. */
export const migrationLock = sql`SELECT ${new Choice(raw('1'), raw('pg_advisory_xact_lock(7263548190)'))}`

/** All tables of the database, as a table with the column `name`. */
export const tablesOf = new Choice(
  raw("(SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%') AS all_tables"),
  raw(
    "(SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE') AS all_tables",
  ),
)

/** The columns of all tables, with `table_name`, `column_name`, `type` and `key_position`, which is 0 outside of the primary key. */
export const columnsOfTables = new Choice(
  raw(`(
    SELECT t.name AS table_name, c.name AS column_name, c.type AS type, c.pk AS key_position
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
  ) AS all_columns`),
  raw(`(
    SELECT t.relname::text AS table_name, c.attname::text AS column_name, format_type(c.atttypid, c.atttypmod) AS type,
      COALESCE(array_position(i.indkey::int2[], c.attnum) + 1, 0) AS key_position
    FROM pg_class t
    JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
    LEFT JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary
    WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace
  ) AS all_columns`),
)

/**
 * The condition that a row is among the first that match, in some order, for deleting in batches. PostgreSQL passes over
 * rows that another transaction holds.
 */
export function rowsOf(table: Sql, condition: Sql, order: Sql, limit: number): Choice {
  const tail = sql`FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ${limit}`
  return new Choice(
    sql`rowid IN (SELECT rowid ${tail})`,
    sql`ctid = ANY(ARRAY(SELECT ctid ${tail} FOR UPDATE SKIP LOCKED))`,
  )
}

/** SQLite's GLOB on a column, the same matches on both engines: `*` any sequence, `?` one character, `[a-z]` a class. */
export function glob(column: Sql, pattern: string): Choice {
  return new Choice(sql`${column} GLOB ${pattern}`, sql`${column} ~ ${globToRegex(pattern)}`)
}

/** The same with a pattern that is stored, in one column for SQLite and translated by `globToRegex` in another. */
export const globStored = (column: Sql, pattern: Sql, regex: Sql): Choice =>
  new Choice(sql`${column} GLOB ${pattern}`, sql`${column} ~ ${regex}`)

/** Whether a column of words separated by spaces has this one, written just so. */
export function hasWord(column: Sql, word: string): Choice {
  const [words, wanted] = [sql`(' ' || ${column} || ' ')`, ` ${word} `]
  return new Choice(sql`instr(${words}, ${wanted}) > 0`, sql`strpos(${words}, ${wanted}) > 0`)
}

/**
 * Whether a text has another one in it. Letters of ASCII match in either case, all others as they are: what both engines
 * can do alike. No index helps, so ask it of a bounded number of rows.
 */
export function containsText(column: Sql, text: string): Choice {
  const wanted = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return new Choice(
    sql`instr(lower(${column}), ${wanted}) > 0`,
    sql`strpos(lower((${column}) COLLATE "C"), ${wanted}) > 0`,
  )
}

/**
 * The first hundred characters of a column with its ASCII letters small, in the order of their bytes: what an index of names is
 * made of on both engines. A statement must write it as the index does, or it reads the whole table.
 */
export const folded = (column: Sql): Choice =>
  new Choice(sql`substr(lower(${column}), 1, 100)`, sql`substr(lower((${column}) COLLATE "C"), 1, 100)`)

/** Whether a JSON array of texts has this one. No index helps, so ask it of a bounded number of rows. */
export function hasJsonText(column: Sql, text: string): Choice {
  const written = JSON.stringify(text)
  return new Choice(sql`instr(${column}, ${written}) > 0`, sql`strpos(${column}, ${written}) > 0`)
}

/**
 * How many rows a statement may read at once where there can be any number: SQLite keeps the whole process waiting
 * meanwhile, PostgreSQL only its caller, and takes small parts for a reason to read the whole table each time.
 */
export const rowsAtOnce: Readonly<Record<Engine, number>> = { sqlite: 2000, postgres: 2_000_000 }

/** Whether all writes of a process wait in one line, so that whoever writes much keeps everybody else waiting. */
export const hasOneWriter: Readonly<Record<Engine, boolean>> = { sqlite: true, postgres: false }

/** Whether writes that come together cost less as one statement: the writer of SQLite puts them into one commit anyway. */
export const gathersWrites: Readonly<Record<Engine, boolean>> = { sqlite: false, postgres: true }

/** Whether one statement may write to a table on the grounds of what it wrote to another: `WITH … AS (UPDATE …) INSERT …`. */
export const writesTogether: Readonly<Record<Engine, boolean>> = { sqlite: false, postgres: true }

/**
 * Selects rows that come as one value, whatever their number, so that one text and one plan serve them all: `columns` with their
 * types, the value by `rowsAsValue`, here or in its gap.
 */
export function rowsOfValue(columns: Sql, value = '[]'): Choice {
  const names = flatten(columns, 'sqlite').strings.join('').split(',')
  const picked = names
    .map((column) => column.trim().split(' ')[0] ?? '')
    .map((name) => `value ->> '${name}' AS ${name}`)
  return new Choice(
    sql`SELECT ${raw(picked.join(', '))} FROM json_each(${value})`,
    sql`SELECT * FROM json_to_recordset(CAST(${value} AS JSON)) AS sent (${columns})`,
  )
}

/**
 * The other way round, as a query for one value: the rows of `from` as a JSON array of objects, each of these columns by its name, in
 * an order. For the few rows that belong to one row.
 */
export function rowsIntoValue(columns: readonly string[], from: Sql, order: Sql): Choice {
  const members = raw(columns.map((column) => `'${column}', ${column}`).join(', '))
  return new Choice(
    sql`SELECT json_group_array(json_object(${members}) ORDER BY ${order}) FROM ${from}`,
    sql`SELECT CAST(json_agg(json_build_object(${members}) ORDER BY ${order}) AS TEXT) FROM ${from}`,
  )
}

/** What `rowsOfValue` reads. A half of a surrogate pair is replaced, as the driver does it in texts. */
export function rowsAsValue(rows: readonly Readonly<Record<string, SqlValue>>[]): string {
  const text = JSON.stringify(rows)
  // Only a half is written as an escape, and looking for one costs less than looking at every member.
  if (!text.includes('\\ud')) return text
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}

/**
 * Inserts one row if a query finds the value of its last column, which must be NOT NULL; `found` is that query without its first
 * word. SQLite takes INSERT … SELECT for an insert of many rows, and keeps a copy of every page that it changes to undo it, which takes
 * longer than the insert. So there a row without the value is ignored.
 */
export const insertIfFound = (table: Sql, columns: Sql, values: Sql, found: Sql): Choice =>
  new Choice(
    sql`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${values}, (SELECT ${found}))`,
    sql`INSERT INTO ${table} (${columns}) SELECT ${values}, ${found}`,
  )

/** How many rows a statement inserts where there are many: PostgreSQL is asked once for a batch, SQLite for each row. */
export const insertedRows: Readonly<Record<Engine, 1 | 'many'>> = { sqlite: 1, postgres: 'many' }
