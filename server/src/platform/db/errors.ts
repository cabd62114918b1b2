/**
 * The database can't answer now: unreachable, too busy, out of space, read-only or damaged. Nothing is known to be
 * written, so a caller may only try again from the start. The HTTP layer answers 503.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** A row with this key is there already. `constraint` is `table.column, table.column`, the same on both engines. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: string
  constructor(constraint: string) {
    super(`a row with the same ${constraint} exists`)
    this.constraint = constraint
  }
}

/** The database can't be opened at start; the message is the one line an operator reads. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
}

/** The schema and the code don't fit together, so starting would risk data; the message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** The words of an error of any kind on one line, for a sentence to an operator. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message === '' && error instanceof AggregateError) return reasonOf(error.errors[0])
  return error.message.replace(/\s+/g, ' ')
}
