import { Snapshot } from '#/platform/db/snapshot.ts'
import { sql } from '#/platform/db/sql.ts'
import { events } from '#/platform/audit/event-table.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'

/** Something that operators watch and that records no event of its own when it changes. */
export interface Watched {
  /** What a change of it is called, like the name of an event. */
  readonly name: string
  /** The scope that reading it takes. */
  readonly scope: string
  /** A text that is another one whenever it changed; cheap to find. */
  readonly mark: () => Promise<string>
}

/** How old what readers see of the end of the chain may be: they share one look at it. */
const HEAD_AGE_MS = 250
const MARKS_AGE_MS = 1000

/**
 * Sealed events in the order of the chain, for those who follow them. Only what was committed is sealed and places have
 * no gaps, so whoever goes on behind a place misses nothing, on whatever node and after whatever restart.
 */
export class EventFeed {
  readonly watched: readonly Watched[]
  readonly #db: Db
  readonly #head: Snapshot<number>
  readonly #marks: Snapshot<readonly string[]>

  constructor(db: Db, watched: readonly Watched[]) {
    this.#db = db
    this.watched = watched
    this.#head = new Snapshot(() => this.#readHead(), undefined, HEAD_AGE_MS)
    this.#marks = new Snapshot(() => Promise.all(watched.map(({ mark }) => mark())), undefined, MARKS_AGE_MS)
  }

  /** The place of the last event; 0 when there is none. */
  head(): Promise<number> {
    return this.#head.current()
  }

  /** The marks of what is watched, in its order. */
  marks(): Promise<readonly string[]> {
    return this.#marks.current()
  }

  async after(sequence: number, limit: number): Promise<EventRow[]> {
    const rows = await this.#db.all(sql`
      SELECT ${events.columns} FROM events WHERE sequence > ${sequence} ORDER BY sequence LIMIT ${limit}`)
    return rows.map((row) => events.decode(row))
  }

  async #readHead(): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT sequence FROM events WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`)
    return Number(row?.['sequence'] ?? 0)
  }
}
