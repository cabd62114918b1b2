import { tooManyRequests } from '#/platform/errors/too-many-requests.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { loginThrottled, mfaThrottled } from './events.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'

interface LoginLimitsDeps {
  readonly db: Db
  readonly events: Events
  readonly limits: Limits
}

/** One try at a step of signing in, before anyone knows how it will end. */
export interface LoginAttempt {
  /** Whose account is tried, in one spelling. */
  readonly account: string
  readonly actor: Actor
  /** Whether the person has signed in from this address before. Asked only when it matters. */
  isKnownHere(): Promise<boolean>
}

type LimitName = 'user_and_address' | 'address' | 'user'

interface Budget {
  readonly limit: LimitName
  readonly name: string
  readonly rule: LimitRule
}

const MINUTE = 60_000

/** A step of signing in: its budgets are its own, and so is the event that tells of a spent one. */
interface Step {
  readonly name: string
  readonly rules: Readonly<Record<LimitName, LimitRule>>
  readonly throttled: typeof loginThrottled
}

// Each budget fills up evenly: after the burst, tries come back one by one, so that waiting grows with guessing.
export const passwordStep: Step = {
  name: 'login',
  throttled: loginThrottled,
  rules: {
    user_and_address: { burst: 10, periodMs: 10 * 15 * MINUTE },
    address: { burst: 50, periodMs: 15 * MINUTE },
    // NIST SP 800-63B-4 §3.2.2: no more than 100 failures in a row. One address can't drain this faster than it refills
    // (4 an hour against 12), so keeping the budget of a stranger empty takes several, for as long as it shall last.
    user: { burst: 100, periodMs: 100 * 5 * MINUTE },
  },
}

// Whoever gets here knows the password. A guess is right three times in a million: at 48 a day, a year of guessing from
// everywhere at once succeeds one time in twenty, and is told of every day.
export const secondFactorStep: Step = {
  name: 'mfa',
  throttled: mfaThrottled,
  rules: {
    user_and_address: { burst: 5, periodMs: 5 * 15 * MINUTE },
    address: { burst: 50, periodMs: 15 * MINUTE },
    user: { burst: 20, periodMs: 20 * 30 * MINUTE },
  },
}

const ALERT: LimitRule = { burst: 1, periodMs: 60 * MINUTE }

/** What a try took from the budgets; a success hands it back. */
export type Taken = readonly Budget[]

/**
 * Counts the failures of one step of signing in per user and address, per address, and per user, for every node together and across restarts.
 * The budget of a user alone never binds an address they signed in from before: guessing from elsewhere can't lock a
 * person out of their own desk. Addresses that nobody has are counted like any other, so the answers tell nothing.
 */
export class LoginLimits {
  readonly #deps: LoginLimitsDeps
  readonly #step: Step
  constructor(deps: LoginLimitsDeps, step: Step) {
    this.#deps = deps
    this.#step = step
  }

  /** Throws `rate_limited` when a try from this address would not be let in anyway. Reads only: a flood stays cheap. */
  async refuseSpent(attempt: LoginAttempt): Promise<void> {
    for (const budget of budgetsOf(this.#step, attempt)) {
      const answer = budget.limit === 'user' ? undefined : await this.#deps.limits.peek(budget.name, budget.rule)
      if (answer && !answer.allowed) await this.#refuse(budget, answer.retryAfterSeconds, attempt.actor)
    }
  }

  /**
   * Counts a try before it is made, so that a hundred at once count as a hundred. Throws `rate_limited` and counts
   * nothing when a budget is spent.
   */
  async take(attempt: LoginAttempt): Promise<Taken> {
    const taken: Budget[] = []
    for (const budget of budgetsOf(this.#step, attempt)) {
      const answer = await this.#deps.limits.hit(budget.name, budget.rule)
      if (answer.allowed) taken.push(budget)
      else if (budget.limit !== 'user' || !(await attempt.isKnownHere())) {
        await this.giveBack(taken)
        await this.#refuse(budget, answer.retryAfterSeconds, attempt.actor)
      }
    }
    return taken
  }

  /** Hands back what a try took that was no failure. */
  async giveBack(taken: Taken): Promise<void> {
    await Promise.all(taken.map(({ name, rule }) => this.#deps.limits.giveBack(name, rule)))
  }

  /** After a success the person may mistype again as often as before. The other budgets only get this try back. */
  async settle(taken: Taken): Promise<void> {
    const own = taken.filter(({ limit }) => limit === 'user_and_address')
    await Promise.all(own.map(({ name }) => this.#deps.limits.clear(name)))
    await this.giveBack(taken.filter((budget) => !own.includes(budget)))
  }

  async #refuse(budget: Budget, retryAfterSeconds: number, actor: Actor): Promise<never> {
    await this.#alert(budget, actor)
    throw tooManyRequests(retryAfterSeconds, budget.rule)
  }

  async #alert({ limit, name }: Budget, actor: Actor): Promise<void> {
    const { limits, events, db } = this.#deps
    const once = `${this.#step.name}_alert:${name}`
    const isNew = (await limits.peek(once, ALERT)).allowed && (await limits.hit(once, ALERT)).allowed
    if (!isNew) return
    await events.recordAlone(db, this.#step.throttled, { actor, target: null, result: 'denied', data: { limit } })
  }
}

function budgetsOf({ name: step, rules }: Step, { account, actor }: LoginAttempt): Budget[] {
  const network = networkOf(actor.ip ?? '')
  const names: Readonly<Record<LimitName, string>> = {
    user_and_address: `${step}_user_and_address:${network} ${account}`,
    address: `${step}_address:${network}`,
    user: `${step}_user:${account}`,
  }
  const order: readonly LimitName[] = ['user_and_address', 'address', 'user']
  return order.map((limit) => ({ limit, name: names[limit], rule: rules[limit] }))
}
