import type { Engine } from '#/platform/db/sql.ts'
import type { TableShape } from '#/platform/db/transfer/shape.ts'

// A backup is lines of JSON, packed by gzip and encrypted by age (`age -d -i key.txt backup.age | gunzip`): a header, then for
// each table a line that names it, its rows as arrays, and a line that says how many they were and what they add up to, then
// a line that says how much there was. So a file that was cut off anywhere shows it. At the very end stands the seal, by which
// a holder of the master key shows that it wrote all lines before.

/** What a backup begins with, so that nothing else is taken for one. */
export const FORMAT = 'mandate-backup'
/** Counts up when an older version could not read what a newer one writes. */
export const FORMAT_VERSION = 2
/** The oldest that is still read: the first one had no seal. */
export const OLDEST_FORMAT_VERSION = 1

/** The first line. */
export interface ArchiveHeader {
  readonly format: typeof FORMAT
  readonly version: number
  readonly created_at: string
  /** The version of the server that made it. */
  readonly mandate: string
  readonly engine: Engine
  /** Where the schema stood, with a number that both engines share. */
  readonly schema: { readonly number: number; readonly name: string }
  /** The migrations that made it, with the hashes of their texts. */
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly checksum: string }[]
}

/** The line before the rows of a table. */
export interface TableLine {
  readonly table: string
  readonly columns: TableShape['columns']
  readonly key: TableShape['key']
}

/** The line behind them. */
export interface TableEndLine {
  readonly rows: number
  readonly digest: string
}

/** The line behind the last table. */
export interface EndLine {
  readonly end: { readonly tables: number; readonly rows: number }
}

/** The last line: the id of the master key, and an HMAC-SHA-256 under a key derived from it over the hash of all lines before. */
export interface SealLine {
  readonly seal: { readonly key: string; readonly mac: string }
}
