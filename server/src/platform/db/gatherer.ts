import { withCompany } from './company.ts'
import { DatabaseUnavailable } from './errors.ts'

/** How something is asked of the database. */
export interface Gathered<Ask, Answer> {
  /** One by itself, where there is a shorter way for it than that for many. */
  alone?(ask: Ask): Promise<Answer>
  /** Many with one statement, with an answer for each in their order. */
  together(asks: readonly Ask[]): Promise<readonly Answer[]>
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const MAX_TOGETHER = 64
const MAX_IN_FLIGHT = 4
const MAX_WAITING = 20_000

/**
 * What arrives together travels together: what is asked in one turn of the event loop or the few after it, or while enough is on
 * its way, goes to the database as one statement, since the way there and back costs more than the work: to PostgreSQL a round
 * trip, in SQLite the locks of a read. Each caller gets its own answer or its own error: what fails together is asked one by one. A
 * lone caller waits for no one.
 */
export class Gatherer<Ask, Answer> {
  readonly #how: Gathered<Ask, Answer>
  readonly #isGathering: boolean
  readonly #waiting: Waiting<Ask, Answer>[] = []
  #inFlight = 0
  #isScheduled = false

  /** What writes gathers where it `gathersWrites`, and is asked at once elsewhere. */
  constructor(how: Gathered<Ask, Answer>, isGathering = true) {
    this.#how = how
    this.#isGathering = isGathering
  }

  ask(ask: Ask): Promise<Answer> {
    if (!this.#isGathering) return this.#askAlone(ask)
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) throw new DatabaseUnavailable('too many requests are waiting')
      this.#waiting.push({ ask, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= MAX_IN_FLIGHT || this.#waiting.length === 0) return
    this.#isScheduled = true
    withCompany({ waiting: () => this.#waiting.length, enough: MAX_TOGETHER }, () => {
      this.#isScheduled = false
      while (this.#waiting.length > 0 && this.#inFlight < MAX_IN_FLIGHT) void this.#send()
    })
  }

  async #send(): Promise<void> {
    this.#inFlight++
    await this.#askTogether(this.#waiting.splice(0, MAX_TOGETHER))
    this.#inFlight--
    this.#schedule()
  }

  async #askAlone(ask: Ask): Promise<Answer> {
    if (this.#how.alone) return this.#how.alone(ask)
    const [answer] = await this.#how.together([ask])
    return answer as Answer
  }

  async #askTogether(some: readonly Waiting<Ask, Answer>[]): Promise<void> {
    const [first] = some
    if (first === undefined) return
    if (some.length === 1) return this.#askAlone(first.ask).then(first.resolve, first.reject)
    try {
      const answers = await this.#how.together(some.map(({ ask }) => ask))
      for (const [i, { resolve }] of some.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      // Nobody knows what became of what was sent, so it is not sent again.
      if (error instanceof DatabaseUnavailable) for (const { reject } of some) reject(error)
      else await Promise.all(some.map(({ ask, resolve, reject }) => this.#askAlone(ask).then(resolve, reject)))
    }
  }
}
