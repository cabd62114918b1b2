import { forUpdateSkipLocked } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { integer, integerOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Locale, TemplateName } from './template-kinds.ts'

const outbox = table('email_outbox', {
  id: text,
  template: word<TemplateName>(),
  locale: word<Locale>(),
  recipient: text,
  variablesSealed: textOrNull,
  state: word<'queued' | 'sent' | 'failed'>(),
  attempts: integer,
  nextAt: integer,
  expiresAt: integer,
  lastError: textOrNull,
  createdAt: integer,
  finishedAt: integerOrNull,
})

/** A message on its way, or the record that it went. */
export type OutboxEntry = EntityOf<typeof outbox>

/** Where the variables of a message are sealed for. */
export const variablesPlace = (id: string) => ({ table: 'email_outbox', column: 'variables_sealed', row: id })

/**
 * Every SQL statement about `email_outbox`. Claiming an entry counts the attempt and moves its time ahead; whoever comes
 * back later than that finds another attempt counted and changes nothing.
 */
export class Outbox {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async add(tx: Tx, entry: OutboxEntry): Promise<void> {
    await tx.run(outbox.insert(entry))
  }

  /** Whether anything waits whose time has come. */
  async isDue(now: number): Promise<boolean> {
    const row = await this.#db.get(
      sql`SELECT id FROM email_outbox WHERE state = 'queued' AND next_at <= ${now} LIMIT 1`,
    )
    return row !== undefined
  }

  async countWaiting(): Promise<number> {
    const row = await this.#db.get(sql`SELECT count(*) AS n FROM email_outbox WHERE state = 'queued'`)
    return Number(row?.['n'] ?? 0)
  }

  /** Takes the entry that waits longest, for this node alone until the time given. */
  async claim(now: number, until: number): Promise<OutboxEntry | undefined> {
    return this.#db.tx(async (tx) => {
      const row = await tx.get(sql`
        UPDATE email_outbox SET attempts = attempts + 1, next_at = ${until}
        WHERE id = (SELECT id FROM email_outbox WHERE state = 'queued' AND next_at <= ${now}
          ORDER BY next_at, id LIMIT 1 ${forUpdateSkipLocked})
        RETURNING ${outbox.columns}`)
      return row && outbox.decode(row)
    })
  }

  /** Ends an entry; its variables go. False when another attempt has begun since. */
  async finish(
    tx: Tx,
    entry: OutboxEntry,
    state: 'sent' | 'failed',
    error: string | null,
    now: number,
  ): Promise<boolean> {
    const finished = await tx.run(sql`
      UPDATE email_outbox SET state = ${state}, variables_sealed = NULL, last_error = ${error}, finished_at = ${now}
      WHERE id = ${entry.id} AND state = 'queued' AND attempts = ${entry.attempts}`)
    return finished === 1
  }

  /** Puts an entry back until a later time. `counted` false: nothing was tried. */
  async postpone(entry: OutboxEntry, nextAt: number, error: string | null, counted = true): Promise<void> {
    await this.#db.run(sql`
      UPDATE email_outbox SET next_at = ${nextAt}, last_error = ${error}, attempts = ${entry.attempts - (counted ? 0 : 1)}
      WHERE id = ${entry.id} AND state = 'queued' AND attempts = ${entry.attempts}`)
  }
}
