import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { MailFailure } from '#/platform/mail/mailer.ts'
import { nextDay } from './daily-count.ts'
import { emailFailed } from './events.ts'
import { CONNECTIONS } from './mail-service.ts'
import { Outbox, variablesPlace } from './outbox.ts'
import { SendBackoff } from './send-backoff.ts'
import { TemplateStore } from './template-store.ts'
import { worded } from './wording.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import type { Transport } from './transport.ts'
import type { Composer, Written } from './composer.ts'
import type { EmailSettings } from './email-settings.ts'
import type { MailService } from './mail-service.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Values } from './template-values.ts'

interface DispatcherDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'open'>
  readonly events: Events
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  readonly settings: EmailSettings
  readonly service: MailService
  readonly composer: Composer
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

// Longer than one message may take: whoever comes back later than that has lost it.
const CLAIM_MS = 3 * MINUTE_MS
const MAX_ATTEMPTS = 10
const FIRST_WAIT_MS = 30 * SECOND_MS
const MAX_WAIT_MS = 4 * HOUR_MS
// A limit that an operator raises should be felt before the day ends.
const FULL_DAY_WAIT_MS = 15 * MINUTE_MS
const KEPT_MS = 7 * 24 * HOUR_MS

/**
 * Sends what waits in the outbox. A message that one mailbox does not want is tried again later and given up in the end;
 * while the mail server itself fails nothing counts against a message, and everything waits until it is of no use.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #outbox: Outbox
  readonly #templates: TemplateStore
  readonly #pace: SendBackoff
  constructor(deps: DispatcherDeps) {
    this.#deps = deps
    this.#outbox = new Outbox(deps.db)
    this.#templates = new TemplateStore(deps.db)
    this.#pace = new SendBackoff(deps.clock)
  }

  /** Declares the jobs: sending, and removing what is long done. */
  schedule(jobs: Jobs): void {
    const { db, clock } = this.#deps
    jobs.every('email.send', SECOND_MS, (signal) => this.run(signal), { due: () => this.#isDue() })
    for (const [table, column] of [
      ['email_outbox', 'finished_at'],
      ['dev_emails', 'created_at'],
    ] as const) {
      jobs.every(`${table}.cleanup`, 10 * MINUTE_MS, async (signal) => {
        await deleteExpired(db, table, column, clock.now() - KEPT_MS, undefined, signal)
      })
    }
  }

  /** Sends until nothing waits, the mail server fails, or the signal fires. */
  async run(signal?: AbortSignal): Promise<void> {
    const { updatedAt } = await this.#deps.settings.current()
    const carrier = await this.#deps.service.open()
    try {
      const lanes = Array.from({ length: CONNECTIONS }, () => this.#drain(carrier, signal))
      const reachable = (await Promise.all(lanes)).every(Boolean)
      if (reachable) this.#pace.succeeded()
      else this.#pace.failed(updatedAt)
    } finally {
      carrier.close()
    }
  }

  async #isDue(): Promise<boolean> {
    const { clock, settings } = this.#deps
    return this.#pace.allows((await settings.current()).updatedAt) && this.#outbox.isDue(clock.now())
  }

  /** Sends one message after the other; false when the mail server failed. */
  async #drain(carrier: Transport, signal: AbortSignal | undefined): Promise<boolean> {
    const stopped = (): boolean => signal?.aborted ?? false
    while (!stopped()) {
      const now = this.#deps.clock.now()
      const entry = await this.#outbox.claim(now, now + CLAIM_MS)
      if (!entry) return true
      if (!(await this.#deliver(entry, carrier))) return false
    }
    return true
  }

  /** One attempt at one message; false when the mail server failed, so that the next would too. */
  async #deliver(entry: OutboxEntry, carrier: Transport): Promise<boolean> {
    const { db, clock } = this.#deps
    const now = clock.now()
    if (entry.expiresAt <= now) return this.#giveUp(entry, entry.lastError ?? 'it waited for too long')
    try {
      const sent = await carrier.send({ id: entry.id, to: entry.recipient, ...(await this.#write(entry)) })
      if (sent) await db.tx((tx) => this.#outbox.finish(tx, entry, 'sent', null, clock.now()))
      else await this.#waitForTomorrow(entry, now)
      return true
    } catch (error) {
      return this.#missed(entry, this.#failureOf(error, entry))
    }
  }

  async #write(entry: OutboxEntry): Promise<Written> {
    const { keyring, composer } = this.#deps
    const { id, template, locale, recipient, variablesSealed } = entry
    const values = JSON.parse(keyring.open(variablesSealed ?? '', variablesPlace(id))) as Values
    const text = await this.#templates.get(template, locale)
    return composer.write({ template: text, values: worded(template, values, locale), to: recipient, locale })
  }

  async #missed(entry: OutboxEntry, failure: MailFailure): Promise<boolean> {
    const { clock, log } = this.#deps
    const reason = failure.message
    log.warn({ email: entry.id, template: entry.template, attempt: entry.attempts, reason }, 'a message did not leave')
    if (failure.kind === 'unreachable') {
      await this.#outbox.postpone(entry, clock.now() + FIRST_WAIT_MS, reason, false)
      return false
    }
    if (failure.kind === 'refused' || entry.attempts >= MAX_ATTEMPTS) return this.#giveUp(entry, reason)
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 4 ** (entry.attempts - 1))
    await this.#outbox.postpone(entry, clock.now() + waitMs, reason)
    return true
  }

  async #giveUp(entry: OutboxEntry, reason: string): Promise<true> {
    const { db, clock, events } = this.#deps
    const { id, template, recipient: to, attempts } = entry
    await db.tx(async (tx) => {
      if (!(await this.#outbox.finish(tx, entry, 'failed', reason, clock.now()))) return
      const actor = systemActor('email.send')
      const data = { template, to, attempts, reason }
      await events.record(tx, emailFailed, { actor, target: { type: 'email', id }, result: 'failure', data })
    })
    return true
  }

  async #waitForTomorrow(entry: OutboxEntry, now: number): Promise<void> {
    const until = Math.min(now + FULL_DAY_WAIT_MS, nextDay(now))
    await this.#outbox.postpone(entry, until, 'the limit of the day is reached', false)
  }

  /** What is no failure of a mail server is one of ours: logged, and tried again, in case a later version can. */
  #failureOf(error: unknown, entry: OutboxEntry): MailFailure {
    if (error instanceof MailFailure) return error
    this.#deps.log.error({ err: error, email: entry.id, template: entry.template }, 'a message could not be written')
    return new MailFailure('deferred', 'the message could not be written')
  }
}
