import Type from 'typebox'
import type { Static, TArray, TInteger, TNull, TObject, TOptional, TSchema, TString, TUnion } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'

const MAX_LIMIT = 200
const DEFAULT_LIMIT = 50

/** The query of every list; a list with filters adds its own properties: `{ ...ListQuery.properties, … }`. */
export const ListQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'The largest number of entries to return.',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'The next_cursor of the page before, to go on behind it.' }),
  ),
  include_total: Type.Boolean({ default: false, description: 'Adds the number of entries on all pages as total.' }),
})

/** Where a page begins: behind the entry with this time and id, newest first. */
export interface Position {
  readonly createdAt: number
  readonly id: string
}

/** What a list route hands to its service. */
export interface PageRequest {
  readonly before: Position | undefined
  readonly limit: number
  readonly includeTotal: boolean
}

/** What a service hands back: the entries of one page, where it ends when there are more, the total when it was asked for. */
export interface Page<R> {
  readonly rows: readonly R[]
  readonly next: Position | undefined
  readonly total: number | undefined
}

/** A page of a list on the wire. */
export interface PageView<V> {
  data: V[]
  next_cursor: string | null
  total?: number
}

type PageSchema<S extends TSchema> = TObject<{
  data: TArray<S>
  next_cursor: TUnion<[TString, TNull]>
  total: TOptional<TInteger>
}>

/** The schema of a page of entries. */
export const listOf = <S extends TSchema>(entry: S): PageSchema<S> =>
  Type.Object({
    data: Type.Array(entry),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
    total: Type.Optional(Type.Integer({ description: 'Only with include_total=true.' })),
  })

/** The cursor of an entry: `<created_at>|<id>` (docs/decisions/api.md). */
export const encodeCursor = ({ createdAt, id }: Position): string => `${toIso(createdAt)}|${id}`

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|([A-Za-z0-9_-]{1,80})$/

/** The position a cursor stands for; text that `encodeCursor` would not have written is refused. */
export function decodeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [, time = '', id = ''] = CURSOR.exec(cursor) ?? []
  const createdAt = Date.parse(time)
  if (Number.isNaN(createdAt) || toIso(createdAt) !== time) throw new AppError(commonErrors.invalid_cursor)
  return { createdAt, id }
}

/** A validated list query as its service wants it. */
export const pageRequest = (query: Static<typeof ListQuery>): PageRequest => ({
  before: decodeCursor(query.cursor),
  limit: query.limit,
  includeTotal: query.include_total,
})

/** The page of entries that were fetched with `limit + 1`: the extra one only says that there are more. */
export function pageOf<R extends Position>(fetched: readonly R[], limit: number, total: number | undefined): Page<R> {
  const rows = fetched.slice(0, limit)
  return { rows, next: fetched.length > limit ? rows.at(-1) : undefined, total }
}

/** A page of what stands in memory as a whole, in the order of every list: newest first. */
export function pageOfAll<R>(
  all: readonly R[],
  positionOf: (row: R) => Position,
  { before, limit, includeTotal }: PageRequest,
): Page<R> {
  const placed = all.map((row) => ({ row, at: positionOf(row) })).toSorted((a, b) => compareAge(a.at, b.at))
  const rest = before === undefined ? placed : placed.filter(({ at }) => compareAge(at, before) > 0)
  return {
    rows: rest.slice(0, limit).map(({ row }) => row),
    next: rest.length > limit ? rest[limit - 1]?.at : undefined,
    total: includeTotal ? all.length : undefined,
  }
}

/** The place of a numbered version in a list: of one moment, the greater number is newer. */
export const versionPosition = ({ createdAt, version }: { createdAt: number; version: number }): Position => ({
  createdAt,
  id: String(version).padStart(12, '0'),
})

/** Below zero when the first is newer; of one moment, the one with the greater id. */
function compareAge(a: Position, b: Position): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1
}

/** What a list route responds. */
export const pageView = <R, V>({ rows, next, total }: Page<R>, view: (row: R) => V): PageView<V> => ({
  data: rows.map((row) => view(row)),
  next_cursor: next === undefined ? null : encodeCursor(next),
  ...(total === undefined ? {} : { total }),
})
