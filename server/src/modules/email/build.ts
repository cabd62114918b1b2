import { DevInbox } from '#/platform/mail/dev-inbox.ts'
import { defaultBrand } from './brand.ts'
import { Composer } from './composer.ts'
import { DailyCount } from './daily-count.ts'
import { EmailSettings } from './email-settings.ts'
import { EmailTemplates } from './email-templates.ts'
import { Emails } from './emails.ts'
import { Mailbox } from './mailbox.ts'
import { outboxQueue } from './outbox.ts'
import { OutboxWorker } from './outbox-worker.ts'
import { TestMails } from './test-mails.ts'
import { Transport } from './transport.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Dial } from '#/platform/http-client/outbound.ts'
import type { Logger } from '#/platform/log/log.ts'
import type { EmailBrand } from './brand.ts'

interface EmailDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly issuer: string
  /** Opens the connections to a mail server. */
  readonly dial: Dial
  /** How mail looks; the tokens of the hosted pages when not given. */
  readonly brand?: () => Promise<EmailBrand>
}

/** The services of this module, tied to each other; the worker sends what they queue. */
export function buildEmail(deps: EmailDeps) {
  const { db, clock, keyring, events, limits, log, issuer, dial, brand = () => Promise.resolve(defaultBrand) } = deps
  const settings = new EmailSettings({ db, clock, keyring, events })
  const inbox = new DevInbox({ db, clock, keyring })
  const composer = new Composer({ issuer, brand })
  const templates = new EmailTemplates({ db, clock, events, issuer, composer })
  const outbox = outboxQueue(db)
  const daily = new DailyCount(db)
  const transport = new Transport({ clock, keyring, issuer, settings, inbox, outbox, daily, dial, brand })
  const services = {
    emails: new Emails({ clock, keyring, limits, issuer, outbox, settings, daily }),
    emailSettings: settings,
    emailTemplates: templates,
    mailbox: new Mailbox({ db, events, inbox, settings }),
    mailTransport: transport,
    testMails: new TestMails({ db, clock, events, limits, transport, composer, templates }),
  }
  return { services, worker: OutboxWorker.create({ db, clock, keyring, events, log, outbox, transport, composer }) }
}
