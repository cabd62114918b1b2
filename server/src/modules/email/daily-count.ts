import { toIso } from '#/platform/clock.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Queries } from '#/platform/db/db.ts'
import type { MailBudget } from './template-kinds.ts'

/** How many messages left today, counted by all nodes together. A day is a day in UTC. */
export class DailyCount {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Counts one message; false when the day is full, or the share of its budget. The one statement decides, whoever sends
   * at the same time.
   */
  async take(now: number, limit: number, budget: MailBudget): Promise<boolean> {
    const newcomer = newcomersIn(budget)
    const taken = await this.#db.run(sql`
      INSERT INTO email_days (day, sent, newcomers) VALUES (${dayOf(now)}, 1, ${newcomer})
      ON CONFLICT (day) DO UPDATE SET sent = email_days.sent + 1, newcomers = email_days.newcomers + ${newcomer}
      WHERE email_days.sent < ${limit} AND email_days.newcomers + ${newcomer} <= ${shareOfNewcomers(limit)}`)
    return taken === 1
  }

  /** Takes back one that did not leave after all. */
  async giveBack(now: number, budget: MailBudget): Promise<void> {
    await this.#db.run(sql`
      UPDATE email_days SET sent = sent - 1, newcomers = newcomers - ${newcomersIn(budget)}
      WHERE day = ${dayOf(now)} AND sent > 0 AND newcomers >= ${newcomersIn(budget)}`)
  }

  /** How many messages of a budget may leave today still. */
  async left(now: number, limit: number, budget: MailBudget, queries: Queries = this.#db): Promise<number> {
    const row = await queries.get(sql`SELECT sent, newcomers FROM email_days WHERE day = ${dayOf(now)}`)
    const left = limit - Number(row?.['sent'] ?? 0)
    const share = budget === 'people' ? left : shareOfNewcomers(limit) - Number(row?.['newcomers'] ?? 0)
    return Math.max(0, Math.min(left, share))
  }

  async today(now: number): Promise<number> {
    const row = await this.#db.get(sql`SELECT sent FROM email_days WHERE day = ${dayOf(now)}`)
    return Number(row?.['sent'] ?? 0)
  }
}

/** Half of the day, and never nothing. A limit that was lowered may leave more sent than the share: then nothing is left. */
const shareOfNewcomers = (limit: number): number => Math.max(1, Math.floor(limit / 2))

const newcomersIn = (budget: MailBudget): 0 | 1 => (budget === 'newcomers' ? 1 : 0)

const dayOf = (now: number): string => toIso(now).slice(0, 10)

/** When the day after this moment begins. */
export const nextDay = (now: number): number => Math.floor(now / DAY_MS + 1) * DAY_MS

const DAY_MS = 86_400_000
