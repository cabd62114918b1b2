/**
 * E-mail: what the server writes to people. A message is queued in the transaction that makes it necessary and waits in
 * `email_outbox`, a queue, its variables sealed, until a worker sends it: queued, then sent or failed. This module also owns how
 * mail is sent (`email_config`, SMTP or the dev inbox), what it says (`email_templates` over the built-in ones) and how
 * much of it leaves a day. It knows nothing of users or tokens: whoever has something to say hands over an address,
 * the name of a template and its variables. What speaks SMTP lives in `platform/mail`.
 */
import type { EmailSettings } from './email-settings.ts'
import type { EmailTemplates } from './email-templates.ts'
import type { Mailbox } from './mailbox.ts'
import type { TestMails } from './test-mails.ts'
import type { Transport } from './transport.ts'

export type { EmailBrand } from './brand.ts'
export { buildEmail } from './build.ts'
export type { Emails } from './emails.ts'
export type { EmailMessage } from './emails.ts'
export { emailErrors } from './errors.ts'
export { emailEvents } from './events.ts'
export { emailRoutes } from './routes.ts'
export type { Locale, MfaChange, TemplateName } from './template-kinds.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    emailSettings: EmailSettings
    emailTemplates: EmailTemplates
    mailbox: Mailbox
    mailTransport: Transport
    testMails: TestMails
  }
}
export { emailSamples } from './samples.ts'
