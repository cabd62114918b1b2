import { DatabaseUnavailable, UniqueViolation } from './errors.ts'

// SQLSTATE classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html that mean "not now":
// connection, resources, operator intervention, system error, damage, and single codes beside them.
const UNAVAILABLE = /^(08|28|53|57|58|25006|25P0[34]|3D000|55P03|XX00[12])/
const AGAIN = /^(40001|40P01)$/

/** What an error of the driver means to a caller; conflicts and strangers pass through without the row contents PostgreSQL adds. */
export function fromPostgres(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error
  const state = stateOf(error)
  if (state === '23505') return new UniqueViolation(constraintOf(error))
  if (isLost(error) || UNAVAILABLE.test(state ?? '')) return unavailable(error)
  if ('detail' in error) delete error.detail
  if ('where' in error) delete error.where
  return error
}

/** PostgreSQL can't be asked at all. */
export const unavailable = (cause: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable('PostgreSQL is not available', { cause })

/** Whether the same transaction may succeed when it runs once more: another one was in its way and it left no trace. */
export const isConflict = (error: unknown): boolean => AGAIN.test(stateOf(error) ?? '')

/** A statement prepared before a migration changed what it answers; PostgreSQL wants it prepared anew. */
export const isStalePlan = (error: unknown): boolean =>
  stateOf(error) === '0A000' && error instanceof Error && /cached plan/.test(error.message)

/** An error the server did not send: the connection is gone or silent. Mistakes in our own code are TypeErrors. */
const isLost = (error: Error): boolean => stateOf(error) === undefined && !(error instanceof TypeError)

function stateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** `table.column, table.column`, as SQLite says it. The columns stand in the detail whatever its language. */
function constraintOf(error: Error): string {
  const { table, constraint, detail } = error as Error & Partial<Record<'table' | 'constraint' | 'detail', string>>
  const columns = /\(([a-z0-9_, ]+)\)=/.exec(detail ?? '')?.[1]
  if (table === undefined || columns === undefined) return constraint ?? 'key'
  return columns
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ')
}
