import { MailFailure } from '#/platform/mail/mailer.ts'
import { SmtpMailer } from '#/platform/mail/smtp.ts'
import { dailyLimitOf, defaultFromAddress, passwordPlace } from './config.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { DevInbox } from '#/platform/mail/dev-inbox.ts'
import type { Dial } from '#/platform/http-client/outbound.ts'
import type { Mailer, Sender } from '#/platform/mail/mailer.ts'
import type { SmtpTimeouts } from '#/platform/mail/smtp.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import type { EmailBrand } from './brand.ts'
import type { Written } from './composer.ts'
import type { DailyCount } from './daily-count.ts'
import type { MailBudget } from './template-kinds.ts'
import type { EmailConfig, MailStatus } from './config.ts'
import type { EmailSettings } from './email-settings.ts'
import type { OutboxEntry } from './outbox.ts'

interface TransportDeps {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'open'>
  readonly settings: EmailSettings
  readonly inbox: DevInbox
  readonly outbox: Queue<OutboxEntry>
  readonly daily: DailyCount
  readonly dial: Dial
  readonly brand: () => Promise<EmailBrand>
  readonly issuer: string
}

/** A written message with its name, where it goes and what it counts against. */
export interface Letter extends Written {
  readonly id: string
  readonly to: string
  readonly budget: MailBudget
}

/** How many connections a node opens to a mail server, and so how many messages leave at once. */
export const CONNECTIONS = 4

const FIRST_REST_MS = 5000
const MAX_REST_MS = 5 * 60_000

/**
 * How mail leaves: under the settings of the moment, from whom, and how much of it. A mail server that failed is asked
 * ever more seldom, so that nobody locks our account for knocking; new settings are tried at once.
 */
export class Transport {
  readonly #deps: TransportDeps
  /** Those in use, by the time of the settings they were opened under. */
  readonly #mailers = new Map<number, Mailer>()
  #rest = { failures: 0, until: 0, settingsOf: 0 }
  constructor(deps: TransportDeps) {
    this.#deps = deps
  }

  /** Sends a message. False when the day is full; throws `MailFailure` when nobody took it. */
  async send(letter: Letter): Promise<boolean> {
    const config = await this.#deps.settings.current()
    try {
      const sent = await this.#sendThrough(this.#mailerFor(config), config, letter)
      if (sent) this.#rest = { failures: 0, until: 0, settingsOf: 0 }
      return sent
    } catch (error) {
      if (error instanceof MailFailure && error.kind === 'unreachable') this.#restAfterFailure(config.updatedAt)
      throw error
    }
  }

  /** The same over a connection of its own, for somebody who waits for the answer; asks no matter what failed before. */
  async sendNow(letter: Letter, timeouts: Partial<SmtpTimeouts>): Promise<boolean> {
    const config = await this.#deps.settings.current()
    const mailer = this.#open(config, timeouts)
    try {
      return await this.#sendThrough(mailer, config, letter)
    } finally {
      mailer.close()
    }
  }

  /** False while a mail server that failed is left alone. */
  async isReachable(): Promise<boolean> {
    const { updatedAt } = await this.#deps.settings.current()
    return updatedAt !== this.#rest.settingsOf || !this.#isResting()
  }

  /** Lets go of connections; the next message opens them anew. */
  close(): void {
    for (const mailer of this.#mailers.values()) mailer.close()
    this.#mailers.clear()
  }

  /** Who mail comes from, defaults filled in. */
  async sender(): Promise<Sender> {
    const { settings, brand, issuer } = this.#deps
    const { fromName, fromAddress } = await settings.current()
    return { name: fromName ?? (await brand()).productName, address: fromAddress ?? defaultFromAddress(issuer) }
  }

  /** How things stand. */
  async status(): Promise<MailStatus> {
    const { clock, settings, outbox, daily } = this.#deps
    const config = await settings.current()
    return {
      tier: config.provider,
      configured: config.provider !== 'dev',
      sentToday: await daily.today(clock.now()),
      dailyLimit: dailyLimitOf(config),
      waiting: await outbox.countWaiting(),
    }
  }

  async #sendThrough(mailer: Mailer, config: EmailConfig, letter: Letter): Promise<boolean> {
    const { id, to, subject, html, text, budget } = letter
    const { daily } = this.#deps
    const date = this.#deps.clock.now()
    const from = await this.sender()
    // Counted before, so that nodes together never pass the limit.
    if (!(await daily.take(date, dailyLimitOf(config), budget))) return false
    try {
      await mailer.send({ id, from, to, subject, html, text, date })
      return true
    } catch (error) {
      await daily.giveBack(date, budget)
      throw error
    }
  }

  #mailerFor(config: EmailConfig): Mailer {
    const open = this.#mailers.get(config.updatedAt) ?? this.#open(config)
    this.#mailers.set(config.updatedAt, open)
    return open
  }

  #open(config: EmailConfig, timeouts: Partial<SmtpTimeouts> = {}): Mailer {
    const { keyring, inbox, issuer, dial } = this.#deps
    if (config.provider === 'dev') return inbox
    const { smtpHost: host, smtpPort: port, smtpSecurity: security, smtpUser: user, smtpPasswordSealed } = config
    if (host === null) throw new Error('the e-mail settings name no mail server')
    const hasLogin = user !== null && smtpPasswordSealed !== null
    return new SmtpMailer({
      host,
      port,
      security,
      login: hasLogin ? { user, password: keyring.open(smtpPasswordSealed, passwordPlace) } : undefined,
      clientName: new URL(issuer).hostname,
      maxConnections: CONNECTIONS,
      dial,
      timeouts,
    })
  }

  /** A time further ahead than any rest was noted under a clock that went back since. */
  #isResting(): boolean {
    const now = this.#deps.clock.now()
    return now < this.#rest.until && this.#rest.until <= now + MAX_REST_MS
  }

  /** Messages that were on their way together fail together, and count once. */
  #restAfterFailure(settingsOf: number): void {
    const known = settingsOf === this.#rest.settingsOf
    if (known && this.#isResting()) return
    const failures = known ? this.#rest.failures + 1 : 1
    const until = this.#deps.clock.now() + Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (failures - 1))
    this.#rest = { failures, until, settingsOf }
  }
}
