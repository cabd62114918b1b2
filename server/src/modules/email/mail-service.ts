import { SmtpMailer } from '#/platform/mail/smtp.ts'
import { Transport } from './transport.ts'
import { dailyLimitOf, defaultFromAddress, passwordPlace } from './config.ts'
import { DailyCount } from './daily-count.ts'
import { Outbox } from './outbox.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { DevInbox } from '#/platform/mail/dev-inbox.ts'
import type { Mailer, Sender } from '#/platform/mail/mailer.ts'
import type { SmtpTimeouts } from '#/platform/mail/smtp.ts'
import type { EmailBrand } from './brand.ts'
import type { EmailConfig, MailStatus } from './config.ts'
import type { EmailSettings } from './email-settings.ts'

interface MailServiceDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'open'>
  readonly settings: EmailSettings
  readonly inbox: DevInbox
  readonly brand: () => Promise<EmailBrand>
  readonly issuer: string
}

/** How many connections one run opens to a mail server, and so how many messages leave at once. */
export const CONNECTIONS = 4

/** How mail leaves now: through which provider, from whom, and how much of it. */
export class MailService {
  readonly #deps: MailServiceDeps
  readonly #daily: DailyCount
  readonly #outbox: Outbox
  constructor(deps: MailServiceDeps) {
    this.#deps = deps
    this.#daily = new DailyCount(deps.db)
    this.#outbox = new Outbox(deps.db)
  }

  /** The way out under the present settings; close it when done. */
  async open(timeouts: Partial<SmtpTimeouts> = {}): Promise<Transport> {
    const { clock, settings } = this.#deps
    const config = await settings.current()
    return new Transport({
      clock,
      mailer: this.#mailer(config, timeouts),
      sender: await this.sender(),
      daily: this.#daily,
      dailyLimit: dailyLimitOf(config),
    })
  }

  /** Who mail comes from, defaults filled in. */
  async sender(): Promise<Sender> {
    const { settings, brand, issuer } = this.#deps
    const { fromName, fromAddress } = await settings.current()
    return { name: fromName ?? (await brand()).productName, address: fromAddress ?? defaultFromAddress(issuer) }
  }

  /** How things stand. */
  async status(): Promise<MailStatus> {
    const { clock, settings } = this.#deps
    const config = await settings.current()
    return {
      tier: config.provider,
      configured: config.provider !== 'dev',
      sentToday: await this.#daily.today(clock.now()),
      dailyLimit: dailyLimitOf(config),
      waiting: await this.#outbox.countWaiting(),
    }
  }

  #mailer(config: EmailConfig, timeouts: Partial<SmtpTimeouts>): Mailer {
    const { keyring, inbox, issuer } = this.#deps
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
      timeouts,
    })
  }
}
