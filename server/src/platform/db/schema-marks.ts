import { raw, sql } from './sql.ts'
import { MigrationError } from './errors.ts'
import type { Queries, Tx } from './db.ts'

// A row of `schema_migrations` above every migration. Servers refuse it: this version says why, earlier ones that they
// don't know it. So a mark needs no table of its own, and holds whichever version is started.

const numbers = { unfinished: 10_000, moved: 10_001 } as const

/** Why no server may work on a database: data is still being copied into it, or it was moved elsewhere. */
export type SchemaMark = keyof typeof numbers

/** The condition of the rows of `schema_migrations` that are migrations. */
export const isMigration = raw(`number < ${numbers.unfinished}`)

/** What a mark says besides, or undefined where there is none. The table must be there. */
export async function findMark(queries: Queries, mark: SchemaMark): Promise<string | undefined> {
  const row = await queries.get(sql`SELECT name FROM schema_migrations WHERE number = ${numbers[mark]}`)
  return row?.['name'] as string | undefined
}

/** Marks a database. Nothing happens where it has this mark already. */
export async function setMark(tx: Pick<Queries, 'run'>, mark: SchemaMark, says: string, now: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES (${numbers[mark]}, ${says}, '', ${now})
    ON CONFLICT DO NOTHING`)
}

/** Takes a mark away; returns whether it was there and said this. */
export async function clearMark(tx: Tx, mark: SchemaMark, says: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM schema_migrations WHERE number = ${numbers[mark]} AND name = ${says}`)) === 1
}

/** Fails where a server may not start. `copying` is the mark of whoever copies into this database and may go on. */
export async function assertUnmarked(queries: Queries, copying?: string): Promise<void> {
  const unfinished = await findMark(queries, 'unfinished')
  if (unfinished !== copying)
    throw new MigrationError(
      unfinished === undefined
        ? 'Somebody else took this database over while data was copied into it.'
        : 'Data was being copied into this database and that did not finish. Run the same mandate restore or mandate db move again: it begins anew.',
    )
  if ((await findMark(queries, 'moved')) !== undefined)
    throw new MigrationError(
      'This database was moved to PostgreSQL. Set MANDATE_DATABASE_URL to where it went, or say mandate db reopen to go on here.',
    )
}
