import { forShareSkipLocked, insertIfFound, rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { isThere, raw, sql } from '#/platform/db/sql.ts'
import type { Sql, SqlValue } from '#/platform/db/sql.ts'
import { tokens } from './token.ts'
import type { Token } from './token.ts'

// What statements that write tokens with other rows have in common.

/** New tokens as one value, which `mintedValue` makes, where one statement `writesTogether`. */
export const mintedRows = rowsOfValue(tokens.typed)

export const mintedValue = (minted: readonly Token[]): string =>
  rowsAsValue(minted.map((token) => tokens.record(token)))

/** The same, each with more columns of its own. */
export const mintedRowsWith = (more: Sql): Sql => sql`${rowsOfValue(sql`${tokens.typed}, ${more}`)}`

export const mintedValueWith = (minted: readonly (readonly [Token, Readonly<Record<string, SqlValue>>])[]): string =>
  rowsAsValue(minted.map(([token, more]) => ({ ...tokens.record(token), ...more })))

/**
 * The condition that a new token may be recorded: its client is active, and so is its person, who is held so. A person whom
 * somebody holds against it counts as ended: nothing is waited for.
 */
export const mayRecord = (token: Sql): Sql => sql`
  ${isThere(sql`clients o WHERE o.client_id = ${token}.client_id AND o.active = 1`)}
  AND (${token}.user_id IS NULL OR ${isThere(sql`
    users o WHERE o.id = ${token}.user_id AND o.disabled_at IS NULL ${forShareSkipLocked}`)})`

/** Records the tokens of a query that has their columns, in the epoch of this moment. */
export const insertionFrom = (source: string): Sql => sql`
  INSERT INTO tokens (${tokens.columns}, epoch)
  SELECT ${tokens.columnsOf(source)}, e.current FROM ${raw(source)} JOIN token_epoch e ON 1 = 1`

/** Records one token, in the epoch of this moment, if `owners` join it: what follows `FROM token_epoch e`. */
export const insertionOfOne = (owners: Sql): Sql =>
  sql`${insertIfFound(tokens.name, sql`${tokens.columns}, epoch`, tokens.gaps, sql`e.current FROM token_epoch e ${owners}`)}`
