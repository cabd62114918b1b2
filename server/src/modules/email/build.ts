import { DevInbox } from '#/platform/mail/dev-inbox.ts'
import { defaultBrand } from './brand.ts'
import { Composer } from './composer.ts'
import { Dispatcher } from './dispatcher.ts'
import { EmailSettings } from './email-settings.ts'
import { EmailTemplates } from './email-templates.ts'
import { Emails } from './emails.ts'
import { MailService } from './mail-service.ts'
import { Mailbox } from './mailbox.ts'
import { TestMails } from './test-mails.ts'
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

/** The services of this module, tied to each other; the dispatcher is the one with jobs to schedule. */
export function buildEmail({ brand = () => Promise.resolve(defaultBrand), ...shared }: EmailDeps) {
  const settings = new EmailSettings(shared)
  const inbox = new DevInbox(shared)
  const composer = new Composer({ ...shared, brand })
  const templates = new EmailTemplates({ ...shared, composer })
  const service = new MailService({ ...shared, settings, inbox, brand })
  const services = {
    emails: new Emails(shared),
    emailSettings: settings,
    emailTemplates: templates,
    mailbox: new Mailbox({ ...shared, inbox, settings }),
    mailService: service,
    testMails: new TestMails({ ...shared, service, composer, templates }),
  }
  return { services, dispatcher: new Dispatcher({ ...shared, settings, service, composer }) }
}
