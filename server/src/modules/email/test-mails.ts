import { AppError } from '#/platform/errors/app-error.ts'
import { rateLimitHeaders } from '#/platform/errors/too-many-requests.ts'
import { newId } from '#/platform/ids.ts'
import { MailFailure } from '#/platform/mail/mailer.ts'
import { catalogues } from './catalogues.ts'
import { nextDay } from './daily-count.ts'
import { emailErrors } from './errors.ts'
import { emailTestSent } from './events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { Composer, Written } from './composer.ts'
import type { EmailTemplates } from './email-templates.ts'
import type { Transport } from './transport.ts'
import type { Locale } from './template-kinds.ts'

interface TestMailsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly limits: Limits
  readonly transport: Transport
  readonly composer: Composer
  readonly templates: EmailTemplates
}

const PER_RECIPIENT: LimitRule = { burst: 10, periodMs: 3_600_000 }
// An operator waits for the answer.
const TIMEOUTS = { connectMs: 5000, answerMs: 10_000, messageMs: 20_000 }

/** Messages an operator sends to see whether mail works; they go at once, past the outbox, so that the answer says why not. */
export class TestMails {
  readonly #deps: TestMailsDeps
  constructor(deps: TestMailsDeps) {
    this.#deps = deps
  }

  /** Sends the message that says that mail works. */
  async send(to: string, locale: Locale, actor: Actor): Promise<void> {
    const template = catalogues[locale].test
    const written = await this.#deps.composer.write({ template, values: new Map(), to, locale })
    await this.#deliver(to, written, null, actor)
  }

  /** Sends a template with sample values. */
  async sendTemplate(id: string, locale: Locale, to: string, actor: Actor): Promise<void> {
    const written = await this.#deps.templates.preview(id, locale, { to })
    await this.#deliver(to, written, id, actor)
  }

  async #deliver(to: string, written: Written, template: string | null, actor: Actor): Promise<void> {
    const { db, events, limits } = this.#deps
    await limits.require(`email_test:${to.toLowerCase()}`, PER_RECIPIENT)
    await this.#post(to, written)
    await events.recordAlone(db, emailTestSent, { actor, target: null, data: { to, template } })
  }

  async #post(to: string, written: Written): Promise<void> {
    const now = this.#deps.clock.now()
    try {
      if (await this.#deps.transport.sendNow({ id: newId('eml', now), to, budget: 'people', ...written }, TIMEOUTS))
        return
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      const message = `The message could not be sent: ${error.message}.`
      throw new AppError(emailErrors.email_not_sent, { message, details: { reason: error.message }, cause: error })
    }
    const headers = rateLimitHeaders((nextDay(now) - now) / 1000)
    throw new AppError(emailErrors.email_limit_reached, { message: 'The limit of the day is reached.', headers })
  }
}
