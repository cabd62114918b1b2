import type { Clock } from '#/platform/clock.ts'
import type { Mailer, Sender } from '#/platform/mail/mailer.ts'
import type { Written } from './composer.ts'
import type { DailyCount } from './daily-count.ts'

interface CarrierDeps {
  readonly clock: Clock
  readonly mailer: Mailer
  readonly sender: Sender
  readonly daily: DailyCount
  readonly dailyLimit: number
}

/** A written message with its name and where it goes. */
interface Letter extends Written {
  readonly id: string
  readonly to: string
}

/** The way out under the settings of one moment, for one run or one test message. */
export class Transport {
  readonly #deps: CarrierDeps
  constructor(deps: CarrierDeps) {
    this.#deps = deps
  }

  /** Sends a message. False when the day is full; throws `MailFailure` when nobody took it. */
  async send({ id, to, subject, html, text }: Letter): Promise<boolean> {
    const { clock, mailer, sender, daily, dailyLimit } = this.#deps
    const date = clock.now()
    // Counted before, so that nodes together never pass the limit.
    if (!(await daily.take(date, dailyLimit))) return false
    try {
      await mailer.send({ id, from: sender, to, subject, html, text, date })
      return true
    } catch (error) {
      await daily.giveBack(date)
      throw error
    }
  }

  close(): void {
    this.#deps.mailer.close()
  }
}
