/** What can be bound to a statement: booleans travel as 0 and 1, JSON as text. */
export type SqlValue = string | number | null

/** The databases this server runs on. */
export type Engine = 'sqlite' | 'postgres'

type Piece = SqlValue | Sql | Choice

/** A statement or fragment: literal text with values and fragments between. Made by the `sql` tag only. */
export class Sql {
  readonly strings: readonly string[]
  readonly pieces: readonly Piece[]
  constructor(strings: readonly string[], pieces: readonly Piece[]) {
    this.strings = strings
    this.pieces = pieces
  }
}

/** A fragment that must differ between the engines; only `dialect.ts` makes them. */
export class Choice {
  readonly sqlite: Sql
  readonly postgres: Sql
  constructor(sqlite: Sql, postgres: Sql) {
    this.sqlite = sqlite
    this.postgres = postgres
  }
}

/** Writes SQL: fragments nest, everything else is bound as a value and never becomes text. */
export function sql(strings: TemplateStringsArray, ...pieces: Piece[]): Sql {
  return new Sql(strings, pieces)
}

/** Text that is ours, such as a column list. Never give it anything a request carried. */
export const raw = (text: string): Sql => new Sql([text], [])

/** Fragments with a separator between them; an empty list is an empty fragment. */
export function join(parts: readonly Piece[], separator = ', '): Sql {
  if (parts.length === 0) return raw('')
  return new Sql(['', ...Array<string>(parts.length - 1).fill(separator), ''], parts)
}

/**
 * Like `join`, for lists of any length that a request decides: the last part is repeated until there are 1, 2, 4, 8 and so
 * on, so that few statement texts stand for all lengths. For `IN (…)`, and rows that may come twice.
 */
export function joinAny(parts: readonly Piece[]): Sql {
  const last = parts.at(-1)
  if (last === undefined) throw new TypeError('there is no statement for an empty list')
  const length = 2 ** Math.ceil(Math.log2(parts.length))
  return join([...parts, ...Array<Piece>(length - parts.length).fill(last)])
}

/** The conditions that are given, each in its own parentheses, joined by AND; none means TRUE. */
export function every(conditions: readonly (Sql | Choice | undefined)[]): Sql {
  const given = conditions.filter((condition) => condition !== undefined).map((condition) => sql`(${condition})`)
  return given.length === 0 ? sql`1 = 1` : join(given, ' AND ')
}

/**
 * Whether the one row is there that a unique column names. Not by EXISTS: PostgreSQL takes that for leave to read the
 * whole table first and to look the row up in what it read, and plans both ways, for longer than the answer takes.
 */
export const isThere = (row: Sql): Sql => sql`1 = (SELECT 1 FROM ${row})`

/**
 * Whether a value is one of what a query finds, which is made once: PostgreSQL takes `IN` for leave to go through all of it for each row
 * where it guesses that few come, and it guesses so of every row that a statement wrote.
 */
export const isAmong = (value: Sql, found: Sql): Sql => sql`(${value} IN (${found})) IS TRUE`

/** Whether a statement has values only and no fragments, so that its text depends on nothing but its call site. */
export function isFlat(statement: Sql): boolean {
  for (const piece of statement.pieces) if (typeof piece === 'object' && piece !== null) return false
  return true
}

/** A statement as a driver takes it. */
export interface Rendered {
  readonly text: string
  readonly values: SqlValue[]
}

/**
 * The same statement for one engine without fragments. A statement of many fragments that runs often is flattened once;
 * each run then gives new values to the same strings, by which the connections know the prepared statement.
 */
export function flatten(statement: Sql, engine: Engine): Sql {
  const strings = ['']
  const values: SqlValue[] = []
  const append = (text: string): void => {
    strings.push(`${strings.pop() ?? ''}${text}`)
  }
  const write = (part: Sql): void => {
    append(part.strings[0] ?? '')
    for (const [i, piece] of part.pieces.entries()) {
      if (piece instanceof Sql) write(piece)
      else if (piece instanceof Choice) write(piece[engine])
      else {
        values.push(piece)
        strings.push('')
      }
      append(part.strings[i + 1] ?? '')
    }
  }
  write(statement)
  return new Sql(strings, values)
}

/** The text and values one engine receives: `?` for SQLite, `$1` for PostgreSQL. */
export function render(statement: Sql, engine: Engine): Rendered {
  const { strings, pieces } = flatten(statement, engine)
  const text = strings.reduce((before, after, i) => `${before}${engine === 'sqlite' ? '?' : `$${i}`}${after}`)
  return { text, values: pieces as SqlValue[] }
}
