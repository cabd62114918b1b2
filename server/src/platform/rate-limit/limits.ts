import { sql } from '#/platform/db/sql.ts'
import { tooManyRequests } from '#/platform/errors/too-many-requests.ts'
import { kindOf, storedName } from './limit-name.ts'
import { Refusals } from './refusals.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Queries } from '#/platform/db/db.ts'

/** `burst` events at once, refilled evenly over `periodMs`. */
export interface LimitRule {
  readonly burst: number
  readonly periodMs: number
}

/** What a limit says about one event. `retryAfterSeconds` is 0 when it is allowed. */
export interface LimitAnswer {
  readonly allowed: boolean
  readonly retryAfterSeconds: number
}

interface LimitsDeps {
  readonly db: Db
  readonly clock: Clock
}

// An arrival further ahead than a full limit was written under a clock that went back since, and counts as none. Nodes a
// little apart must not look like that: what one node filled would be empty to the next.
const CLOCK_TOLERANCE_MS = 60_000

const allowed: LimitAnswer = { allowed: true, retryAfterSeconds: 0 }

/**
 * Rate limits by the generic cell rate algorithm, kept in the database so that every node counts together and a restart
 * forgets nothing. Names are `<what>:<of whom>`. One statement counts; a refused hit writes nothing.
 */
export class Limits {
  readonly #deps: LimitsDeps
  readonly #refusals = new Refusals()
  constructor(deps: LimitsDeps) {
    this.#deps = deps
  }

  /** Counts one event; inside a transaction, hand over its queries. What is refused for a while is not asked about each time. */
  async hit(name: string, rule: LimitRule, queries: Queries = this.#deps.db): Promise<LimitAnswer> {
    const { now, step, capacity } = this.#measure(rule)
    const refusedUntil = this.#refusals.find(name, step * capacity, now)
    if (refusedUntil !== undefined) return { allowed: false, retryAfterSeconds: Math.ceil((refusedUntil - now) / 1000) }
    const believable = now + capacity + CLOCK_TOLERANCE_MS
    const counted = await queries.run(sql`
      INSERT INTO limits (name, kind, arrival_at, expires_at)
      VALUES (${storedName(name)}, ${kindOf(name)}, ${now + step}, ${now + capacity})
      ON CONFLICT (name) DO UPDATE SET
        arrival_at = ${step} + CASE
          WHEN limits.arrival_at > ${now} AND limits.arrival_at <= ${believable} THEN limits.arrival_at
          ELSE ${now} END,
        expires_at = ${now + capacity}
      WHERE limits.arrival_at <= ${now + capacity - step} OR limits.arrival_at > ${believable}`)
    if (counted === 1) {
      this.#refusals.forget(name)
      return allowed
    }
    const waitMs = await this.#waitMs(name, rule, queries)
    this.#refusals.note(name, step * capacity, { now, until: now + waitMs })
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
  }

  /** Counts one event, and throws `rate_limited` when it is one too many. */
  async require(name: string, rule: LimitRule, queries: Queries = this.#deps.db): Promise<void> {
    const { allowed: isAllowed, retryAfterSeconds } = await this.hit(name, rule, queries)
    if (!isAllowed) throw tooManyRequests(retryAfterSeconds, rule)
  }

  /** Whether a hit would be allowed, without counting one. */
  async peek(name: string, rule: LimitRule, queries: Queries = this.#deps.db): Promise<LimitAnswer> {
    const waitMs = await this.#waitMs(name, rule, queries)
    return waitMs === 0 ? allowed : { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
  }

  /** How long until a hit would be allowed; 0 when it is. */
  async #waitMs(name: string, rule: LimitRule, queries: Queries): Promise<number> {
    const row = await queries.get(sql`SELECT arrival_at FROM limits WHERE name = ${storedName(name)}`)
    if (!row) return 0
    const { now, step, capacity } = this.#measure(rule)
    const wait = (row['arrival_at'] as number) + step - now - capacity
    return wait <= 0 || wait > step + CLOCK_TOLERANCE_MS ? 0 : wait
  }

  /** How many events are counted now, up to a full burst. */
  async count(name: string, rule: LimitRule, queries: Queries = this.#deps.db): Promise<number> {
    const row = await queries.get(sql`SELECT arrival_at FROM limits WHERE name = ${storedName(name)}`)
    if (!row) return 0
    const { now, step, capacity } = this.#measure(rule)
    const ahead = (row['arrival_at'] as number) - now
    return ahead <= 0 || ahead > capacity + CLOCK_TOLERANCE_MS ? 0 : Math.min(rule.burst, Math.ceil(ahead / step))
  }

  /** Takes one counted event back: it was let in before anyone could know that it is not of the kind that counts. */
  async giveBack(name: string, rule: LimitRule): Promise<void> {
    const { now, step } = this.#measure(rule)
    this.#refusals.forget(name)
    await this.#deps.db.run(sql`
      UPDATE limits SET arrival_at = arrival_at - ${step} WHERE name = ${storedName(name)} AND arrival_at > ${now}`)
  }

  /** Forgets what was counted, as after a success. */
  async clear(name: string): Promise<void> {
    this.#refusals.forget(name)
    await this.#deps.db.run(sql`DELETE FROM limits WHERE name = ${storedName(name)}`)
  }

  #measure({ burst, periodMs }: LimitRule): { now: number; step: number; capacity: number } {
    const step = Math.max(1, Math.floor(periodMs / burst))
    return { now: this.#deps.clock.now(), step, capacity: step * burst }
  }
}
