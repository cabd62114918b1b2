import { toIso } from '#/platform/clock.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'

/** How many messages left today, counted by all nodes together. A day is a day in UTC. */
export class DailyCount {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Counts one message; false when the day is full. The one statement decides, whoever sends at the same time. */
  async take(now: number, limit: number): Promise<boolean> {
    const taken = await this.#db.run(sql`
      INSERT INTO email_days (day, sent) VALUES (${dayOf(now)}, 1)
      ON CONFLICT (day) DO UPDATE SET sent = email_days.sent + 1 WHERE email_days.sent < ${limit}`)
    return taken === 1
  }

  /** Takes back one that did not leave after all. */
  async giveBack(now: number): Promise<void> {
    await this.#db.run(sql`UPDATE email_days SET sent = sent - 1 WHERE day = ${dayOf(now)} AND sent > 0`)
  }

  async today(now: number): Promise<number> {
    const row = await this.#db.get(sql`SELECT sent FROM email_days WHERE day = ${dayOf(now)}`)
    return Number(row?.['sent'] ?? 0)
  }
}

const dayOf = (now: number): string => toIso(now).slice(0, 10)

/** When the day after this moment begins. */
export const nextDay = (now: number): number => Math.floor(now / DAY_MS + 1) * DAY_MS

const DAY_MS = 86_400_000
