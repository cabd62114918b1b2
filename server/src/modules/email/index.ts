/**
 * E-mail: what the server writes to people. A message is queued in the transaction that makes it necessary and waits in
 * `email_outbox`, its variables sealed, until a job sends it: queued, then sent or failed. This module also owns how
 * mail is sent (`email_config`, SMTP or the dev inbox), what it says (`email_templates` over the built-in ones) and how
 * much of it leaves a day. It knows nothing of users or tokens: whoever has something to say hands over an address,
 * the name of a template and its variables. Transports live in `platform/mail`.
 */
import type { Emails } from './emails.ts'

export { Emails } from './emails.ts'
export type { EmailMessage } from './emails.ts'
export { locales } from './template-kinds.ts'
export type { Locale, MfaChange, TemplateName } from './template-kinds.ts'

declare module '#/platform/http/services.ts' {
  interface Services {
    emails: Emails
  }
}
