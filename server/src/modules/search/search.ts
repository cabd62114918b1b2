import { allows } from '#/modules/api-keys/index.ts'
import { folded } from '#/platform/db/dialect.ts'
import { beginsWith } from '#/platform/db/searchable.ts'
import { every, join, raw, sql } from '#/platform/db/sql.ts'
import type { Db, Row } from '#/platform/db/db.ts'
import type { Searchable, SearchKind } from '#/platform/db/searchable.ts'
import type { Sql } from '#/platform/db/sql.ts'

interface SearchDeps {
  readonly db: Pick<Db, 'all'>
  /** What is found of two kinds comes in this order. */
  readonly searchables: readonly Searchable[]
}

/** Something that search found. */
export interface SearchMatch {
  readonly kind: SearchKind
  readonly id: string
  readonly label: string
  readonly detail: string | null
  readonly parentId: string | null
}

/** How many of a kind are found by one of its names. */
const MAX_OF_NAME = 5

/** Finds what a text names or begins to name, in one statement whose parts each read a few rows of an index. */
export class Search {
  readonly #deps: SearchDeps
  constructor(deps: SearchDeps) {
    this.#deps = deps
  }

  /** What somebody with these scopes may read of it: what has the text as its id first, then by kind and name. */
  async find(text: string, scopes: readonly string[]): Promise<SearchMatch[]> {
    const statement = text === '' ? undefined : this.statement(text, scopes)
    if (!statement) return []
    const rows = await this.#deps.db.all(statement)
    const found = new Map<string, SearchMatch>()
    for (const row of rows.toSorted(byPart)) {
      const match = decode(row)
      const key = `${match.kind} ${match.id}`
      if (!found.has(key)) found.set(key, match)
    }
    return [...found.values()]
  }

  /** What is asked of the database; undefined where there is nothing to ask. */
  statement(text: string, scopes: readonly string[]): Sql | undefined {
    const readable = this.#deps.searchables.filter(({ scope }) => allows(scopes, scope))
    const parts = [
      ...readable.filter((one) => mayBeId(one, text)).map((one) => byId(one, text)),
      ...readable.flatMap((one) => one.names.map((name) => byName(one, name, text))),
    ]
    if (parts.length === 0) return undefined
    return join(
      parts.map((part, i) => sql`SELECT ${raw(String(i))} AS part, found.* FROM (${part}) AS found`),
      ' UNION ALL ',
    )
  }
}

const mayBeId = ({ prefix }: Searchable, text: string): boolean => prefix === null || text.startsWith(`${prefix}_`)

const columns = ({ kind, id = sql`id`, label, detail = sql`NULL`, parent = sql`NULL` }: Searchable): Sql =>
  sql`${raw(`'${kind}'`)} AS kind, ${id} AS id, ${label} AS label, ${detail} AS detail, ${parent} AS parent`

const byId = (one: Searchable, text: string): Sql =>
  sql`SELECT ${columns(one)} FROM ${one.table} WHERE ${every([sql`${one.id ?? sql`id`} = ${text}`, one.where])}`

const byName = (one: Searchable, name: Sql, text: string): Sql =>
  sql`SELECT ${columns(one)} FROM ${one.table} WHERE ${every([one.where, beginsWith(name, text)])}
    ORDER BY ${folded(name)} LIMIT ${raw(String(MAX_OF_NAME))}`

const byPart = (a: Row, b: Row): number => Number(a['part']) - Number(b['part'])

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const decode = (row: Row): SearchMatch => ({
  kind: row['kind'] as SearchKind,
  id: String(row['id']),
  label: String(row['label']),
  detail: textOrNull(row['detail']),
  parentId: textOrNull(row['parent']),
})
