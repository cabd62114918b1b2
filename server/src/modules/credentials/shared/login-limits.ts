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

// Whoever gets here knows the password. A guess at the app's six digits is right three times in a million: at 48 a day, a
// year of guessing from everywhere at once succeeds one time in twenty, and is told of every day. So a spent budget refuses
// them, and only recovery codes, of 60 random bits, are looked at then.
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
export interface Taken {
  readonly budgets: readonly Budget[]
  /**
   * Set when failures of others spent the budget of the user. It refuses what is wrong, and what could be guessed; whoever
   * holds the budget decides what may still be tried.
   */
  readonly overdrawn: Overdrawn | null
}

/** A spent budget of a user, and the seconds until it has a try again. */
interface Overdrawn {
  readonly budget: Budget
  readonly retryAfterSeconds: number
}

/**
 * Counts the failures of one step of signing in per user and address, per address, and per user, for every node together and across restarts.
 * The budget of a user alone never binds an address they signed in from before, and elsewhere it is left to the step what
 * it binds: guessing can't lock a person out. Addresses that nobody has are counted like any other, so the answers tell
 * nothing.
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
   * nothing when a budget of the address is spent.
   */
  async take(attempt: LoginAttempt): Promise<Taken> {
    const budgets: Budget[] = []
    for (const budget of budgetsOf(this.#step, attempt)) {
      const { allowed, retryAfterSeconds } = await this.#deps.limits.hit(budget.name, budget.rule)
      if (allowed) budgets.push(budget)
      else if (budget.limit === 'user') {
        return { budgets, overdrawn: (await attempt.isKnownHere()) ? null : { budget, retryAfterSeconds } }
      } else {
        await this.#handBack(budgets)
        await this.#refuse(budget, retryAfterSeconds, attempt.actor)
      }
    }
    return { budgets, overdrawn: null }
  }

  /** Throws `rate_limited` for a try at a user whose budget is spent. */
  async refuseOverdrawn({ budget, retryAfterSeconds }: Overdrawn, { actor }: LoginAttempt): Promise<never> {
    return this.#refuse(budget, retryAfterSeconds, actor)
  }

  /** How many failures the address of a try has at this account, with the try itself. */
  failuresHere(attempt: LoginAttempt): Promise<number> {
    const { name, rule } = budgetOf(this.#step, attempt, 'user_and_address')
    return this.#deps.limits.count(name, rule)
  }

  /** Hands back what a try took that was no failure. */
  giveBack({ budgets }: Taken): Promise<void> {
    return this.#handBack(budgets)
  }

  /** After a success the person may mistype again as often as before. The other budgets only get this try back. */
  async settle({ budgets }: Taken): Promise<void> {
    const own = budgets.filter(({ limit }) => limit === 'user_and_address')
    await Promise.all(own.map(({ name }) => this.#deps.limits.clear(name)))
    await this.#handBack(budgets.filter((budget) => !own.includes(budget)))
  }

  async #handBack(budgets: readonly Budget[]): Promise<void> {
    await Promise.all(budgets.map(({ name, rule }) => this.#deps.limits.giveBack(name, rule)))
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

const ORDER: readonly LimitName[] = ['user_and_address', 'address', 'user']

const budgetsOf = (step: Step, attempt: LoginAttempt): Budget[] => ORDER.map((limit) => budgetOf(step, attempt, limit))

function budgetOf({ name: step, rules }: Step, { account, actor }: LoginAttempt, limit: LimitName): Budget {
  const network = networkOf(actor.ip ?? '')
  const names: Readonly<Record<LimitName, string>> = {
    user_and_address: `${step}_user_and_address:${network} ${account}`,
    address: `${step}_address:${network}`,
    user: `${step}_user:${account}`,
  }
  return { limit, name: names[limit], rule: rules[limit] }
}
