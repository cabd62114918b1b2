import { DevInbox } from '#/platform/mail/dev-inbox.ts'
import { defaultBrand } from './brand.ts'
import { Composer } from './composer.ts'
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
  /** How mail looks; the tokens of the hosted pages when not given. */
  readonly brand?: () => Promise<EmailBrand>
}

/** The services of this module, tied to each other; the worker sends what they queue. */
export function buildEmail({ brand = () => Promise.resolve(defaultBrand), ...shared }: EmailDeps) {
  const settings = new EmailSettings(shared)
  const inbox = new DevInbox(shared)
  const composer = new Composer({ ...shared, brand })
  const templates = new EmailTemplates({ ...shared, composer })
  const outbox = outboxQueue(shared.db)
  const transport = new Transport({ ...shared, settings, inbox, outbox, brand })
  const services = {
    emails: new Emails({ ...shared, outbox }),
    emailSettings: settings,
    emailTemplates: templates,
    mailbox: new Mailbox({ ...shared, inbox, settings }),
    mailTransport: transport,
    testMails: new TestMails({ ...shared, transport, composer, templates }),
  }
  return { services, worker: OutboxWorker.create({ ...shared, outbox, transport, composer }) }
}
