import type { Db, Tx } from '#/platform/db/db.ts'
import { forUpdate } from '#/platform/db/dialect.ts'
import { join, sql } from '#/platform/db/sql.ts'
import { newId } from '#/platform/ids.ts'
import type { FeedEntry } from './feed-entry.ts'

/** A place in the feed: behind which entry, and which one that is, so that a place of another database shows. */
export interface FeedPlace {
  readonly position: number
  readonly tag: string
}

/** An entry at its place, as it is told. */
export interface PlacedEntry extends FeedPlace {
  /** JSON. */
  readonly entry: string
}

const ROWS_AT_ONCE = 100
const PLACED_AT_ONCE = 500
const TAG_CHARACTERS = 8

/**
 * What ended, in an order that readers can follow. Whoever ends tokens writes an entry without a place, in their
 * transaction and without a lock. Whoever reads gives places to what was committed: so none is passed over, however late it
 * was committed, and while nobody reads nobody looks.
 */
export class RevocationFeed {
  readonly #db: Db
  #wake: (() => void) | undefined
  constructor(db: Db) {
    this.#db = db
  }

  /** Calls back when this process recorded entries that are committed. */
  onRecorded(wake: (() => void) | undefined): void {
    this.#wake = wake
  }

  /** Writes entries, in the transaction that makes them true. */
  async record(tx: Tx, entries: readonly FeedEntry[], now: number): Promise<void> {
    for (let i = 0; i < entries.length; i += ROWS_AT_ONCE) {
      const rows = entries
        .slice(i, i + ROWS_AT_ONCE)
        .map((entry) => sql`(${newId('rev', now)}, ${JSON.stringify(entry)}, ${entry.exp * 1000})`)
      await tx.run(sql`INSERT INTO revocation_entries (id, entry, expires_at) VALUES ${join(rows)}`)
    }
    if (entries.length > 0) tx.afterCommit(() => this.#wake?.())
  }

  /** Gives a place to everything that is committed and has none, and returns the last place. */
  async place(): Promise<FeedPlace> {
    while (await this.#isDue()) await this.#db.tx((tx) => placeSome(tx))
    return this.#head()
  }

  /** Whether a place is one of this feed: the last one, or one whose entry is still kept; or the beginning. */
  async has({ position, tag }: FeedPlace): Promise<boolean> {
    const head = await this.#head()
    if (position === 0 || position === head.position) return position === 0 || tag === head.tag
    const row = await this.#db.get(sql`SELECT id FROM revocation_entries WHERE position = ${position}`)
    return row !== undefined && tagOf(row['id'] as string) === tag
  }

  /** Entries behind a place and up to another that still say something, in their order. */
  async between(after: number, upTo: number, limit: number, now: number): Promise<PlacedEntry[]> {
    const rows = await this.#db.all(sql`
      SELECT id, position, entry FROM revocation_entries
      WHERE position > ${after} AND position <= ${upTo} AND expires_at > ${now} ORDER BY position LIMIT ${limit}`)
    return rows.map((row) => ({
      position: Number(row['position']),
      tag: tagOf(row['id'] as string),
      entry: row['entry'] as string,
    }))
  }

  async #isDue(): Promise<boolean> {
    return (
      (await this.#db.get(sql`SELECT 1 AS due FROM revocation_entries WHERE position IS NULL LIMIT 1`)) !== undefined
    )
  }

  async #head(): Promise<FeedPlace> {
    const row = await this.#db.get(sql`SELECT position, tag FROM revocation_feed`)
    return { position: Number(row?.['position']), tag: row?.['tag'] as string }
  }
}

/** One at a time, on whichever node. */
async function placeSome(tx: Tx): Promise<void> {
  const last = Number((await tx.get(sql`SELECT position FROM revocation_feed ${forUpdate}`))?.['position'])
  const placed = await tx.run(sql`
    UPDATE revocation_entries SET position = CAST(${last} AS BIGINT) + unplaced.n
    FROM (
      SELECT id AS row_id, row_number() OVER (ORDER BY id) AS n FROM revocation_entries
      WHERE position IS NULL ORDER BY id LIMIT ${PLACED_AT_ONCE}
    ) AS unplaced WHERE id = unplaced.row_id`)
  if (placed === 0) return
  const row = await tx.get(sql`SELECT id FROM revocation_entries WHERE position = ${last + placed}`)
  await tx.run(sql`UPDATE revocation_feed SET position = ${last + placed}, tag = ${tagOf(row?.['id'] as string)}`)
}

const tagOf = (id: string): string => id.slice(-TAG_CHARACTERS)
