import { openDatabase } from '@mandate/server/src/platform/db/open.ts'
import { raw } from '@mandate/server/src/platform/db/sql.ts'
import { fill, vacuum } from './seed.ts'
import { DAY, id, SIZE, tables } from './seeded-tables.ts'
import type { SeededTable } from './seeded-tables.ts'

/** What the jobs of a server have to catch up with: tokens that are over, and events that nothing sealed or counted. */
export const BACKLOG = { tokens: 200_000, events: 200_000 }

/** Adds the backlog to a store; nobody else may be at the database. */
export async function seedBacklog(databaseUrl: string, now: number): Promise<void> {
  const database = await openDatabase({ url: databaseUrl })
  const named = (wanted: string): SeededTable => {
    const found = tables(now, { ...SIZE, ...BACKLOG }).find(({ name }) => name === wanted)
    if (found === undefined) throw new Error(`nothing is seeded into ${wanted}`)
    return found
  }
  try {
    const over = String(now - 2 * DAY)
    const tokens = {
      ...named('tokens').columns,
      id: id('old'),
      root_id: id('old'),
      parent_id: 'NULL',
      expires_at: over,
    }
    const events = {
      ...named('events').columns,
      id: id('new'),
      created_at: String(now),
      sequence: 'NULL',
      hash: 'NULL',
    }
    await fill(database, { name: 'tokens', rows: BACKLOG.tokens, columns: tokens })
    await fill(database, { name: 'events', rows: BACKLOG.events, columns: events })
    if (database.db.engine === 'postgres') await vacuum(databaseUrl)
  } finally {
    await database.close()
  }
}

/** Whether anything of the backlog is left. */
export async function backlogIsLeft(databaseUrl: string, now: number): Promise<{ tokens: boolean; events: boolean }> {
  const database = await openDatabase({ url: databaseUrl })
  const isThere = async (found: string) =>
    (await database.db.get(raw(`SELECT 1 AS found FROM ${found} LIMIT 1`))) !== undefined
  try {
    const isCounted = await database.db.get(
      raw(`
      SELECT 1 AS found FROM statistics_progress WHERE source = 'events'
      AND CAST(position AS BIGINT) >= (SELECT max(sequence) FROM events)`),
    )
    return {
      tokens: await isThere(`tokens WHERE expires_at <= ${now - 2 * DAY}`),
      events: isCounted === undefined || (await isThere('events WHERE sequence IS NULL')),
    }
  } finally {
    await database.close()
  }
}
