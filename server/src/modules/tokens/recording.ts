import { forShareOf, forShareSkipLocked, insertIfFound, rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { flatten, isThere, raw, Sql, sql } from '#/platform/db/sql.ts'
import type { Engine, SqlValue } from '#/platform/db/sql.ts'
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

const ofClient = sql`JOIN clients o ON o.client_id = ${''} AND o.active = 1`

/** One statement, so that the epoch, the state of the client, and the token are of one moment. */
const insertionOfClient = insertionOfOne(ofClient)

/** The same with a person. */
const insertionOfPerson = insertionOfOne(sql`
  ${ofClient} JOIN users u ON u.id = ${''} AND u.disabled_at IS NULL ${forShareOf(raw('u'))}`)

/** The statements that record one token, in the epoch of their moment and only if its client and its person are active then. */
export class TokenInsertions {
  readonly #ofClient: readonly string[]
  readonly #ofPerson: readonly string[]
  constructor(engine: Engine) {
    this.#ofClient = flatten(insertionOfClient, engine).strings
    this.#ofPerson = flatten(insertionOfPerson, engine).strings
  }

  /** Writes one row or none. */
  of(token: Token): Sql {
    const { clientId, userId } = token
    const values = tokens.values(token)
    return userId === null
      ? new Sql(this.#ofClient, [...values, clientId])
      : new Sql(this.#ofPerson, [...values, clientId, userId])
  }
}
