import { fileURLToPath } from 'node:url'
import { DatabaseOpenError } from './errors.ts'
import type { Database } from './db.ts'

interface OpenOptions {
  /** `sqlite:<path>` or `postgres://…`. */
  readonly url: string
  /** Connections to PostgreSQL at most. */
  readonly poolSize?: number
  /** Tests: SQLite answers before its commits are on the disk. */
  readonly durable?: boolean
  /** Refuses a SQLite file that another process has open in this way: a server does, what looks at its data does not. */
  readonly exclusive?: boolean
}

/** Opens the database a URL names. Rejects with DatabaseOpenError, whose message is for the operator. */
export async function openDatabase({ url, poolSize, durable, exclusive }: OpenOptions): Promise<Database> {
  // Only the engine in use is loaded: the other one's driver would be memory for nothing.
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) {
    return (await import('./postgres.ts')).PostgresDatabase.open(url, poolSize)
  }
  if (url.startsWith('sqlite:')) {
    return (await import('./sqlite-database.ts')).SqliteDatabase.open(pathOf(url), { durable, exclusive })
  }
  throw new DatabaseOpenError('The database URL must look like sqlite:./data/mandate.db or postgres://user@host/name')
}

/** The file of a URL of SQLite; undefined for another engine. */
export const sqliteFileOf = (url: string): string | undefined => (url.startsWith('sqlite:') ? pathOf(url) : undefined)

function pathOf(url: string): string {
  if (!url.startsWith('sqlite://')) return url.slice('sqlite:'.length)
  try {
    return fileURLToPath(url.replace(/^sqlite:/, 'file:'))
  } catch {
    throw new DatabaseOpenError('A SQLite URL needs a path on this machine: sqlite:./data/mandate.db')
  }
}
