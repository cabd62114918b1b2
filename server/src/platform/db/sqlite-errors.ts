import { DatabaseUnavailable, UniqueViolation } from './errors.ts'

// Result codes of https://sqlite.org/rescode.html; the low byte of an extended code is its class.
const BUSY = 5
const LOCKED = 6
const READONLY = 8
// What a table says that was moved elsewhere; there are no other triggers.
const REFUSED = 1811
const UNIQUE = [2067, 1555, 2579]
const UNAVAILABLE = new Map([
  [BUSY, 'another process holds the database'],
  [LOCKED, 'another process holds the database'],
  [7, 'the database is out of memory'],
  [READONLY, 'the database can only be read'],
  [10, 'reading or writing the database file failed'],
  [11, 'the database file is damaged'],
  [13, 'the disk is full'],
  [14, 'the database file cannot be opened'],
  [26, 'the file is not a database'],
])

/** What a driver error means to a caller; strangers pass through as they are. */
export function fromSqlite(error: unknown, readOnly: boolean): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  if (UNIQUE.includes(code)) return new UniqueViolation(constraintOf(error as Error))
  if (code === REFUSED) return new DatabaseUnavailable('the database was moved and takes no writes', { cause: error })
  if (readOnly && (code & 0xff) === READONLY) return new TypeError('a query outside a transaction tried to write')
  const complaint = UNAVAILABLE.get(code & 0xff)
  return complaint === undefined ? error : new DatabaseUnavailable(complaint, { cause: error })
}

/** Whether waiting may help: another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error instanceof DatabaseUnavailable ? error.cause : error)
  return code !== undefined && [BUSY, LOCKED].includes(code & 0xff)
}

/** The result code that the driver gave an error, if it is one of the driver's. */
export function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}

const constraintOf = (error: Error): string => error.message.replace(/^.*constraint failed: /, '')
