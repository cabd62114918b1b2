import { resolve } from 'node:path'
import { isBusy } from '#/platform/db/sqlite-errors.ts'
import { SqliteConnection } from '#/platform/db/sqlite.ts'
import { pause } from '#/platform/db/timeouts.ts'
import { quoted } from './names.ts'
import type { TableShape } from './shape.ts'

const PATIENCE_MS = 10_000
const PAUSE_MS = 10
const KINDS = ['INSERT', 'UPDATE', 'DELETE'] as const

/**
 * Stops the writes of every process to a SQLite file, by its own lock: readers go on, writers wait for some seconds and then
 * fail as when the database is lost. If this process dies, the lock is gone and everything is as it was.
 */
export class WriteStop {
  readonly connection: SqliteConnection

  private constructor(connection: SqliteConnection) {
    this.connection = connection
  }

  static async take(file: string): Promise<WriteStop> {
    const connection = SqliteConnection.writer(resolve(file))
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      try {
        connection.exec('BEGIN IMMEDIATE')
        return new WriteStop(connection)
      } catch (error) {
        if (isBusy(error) && performance.now() < deadline) {
          await pause(PAUSE_MS)
          continue
        }
        connection.close()
        throw error
      }
    }
  }

  /** Lets writers go on. */
  release(): void {
    this.connection.close()
  }

  /** Makes it last: from the commit on every table refuses to be written to, whoever has the file open. */
  async keep(shapes: readonly TableShape[], mark: () => Promise<void>): Promise<void> {
    this.connection.exec(shapes.flatMap(({ name }) => KINDS.map((kind) => trigger(kind, name))).join('\n'))
    await mark()
    this.connection.exec('COMMIT')
  }
}

/** What `keep` made, for taking it back. */
export const refusalNames = (table: string): string[] => KINDS.map((kind) => refusalName(kind, table))

const refusalName = (kind: string, table: string): string => `moved_${kind.toLowerCase()}_${table}`

const trigger = (kind: string, table: string): string =>
  `CREATE TRIGGER ${quoted(refusalName(kind, table))} BEFORE ${kind} ON ${quoted(table)} ` +
  `BEGIN SELECT RAISE(ABORT, 'the database was moved'); END;`
