import { integer, integerOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

export const providers = ['dev', 'smtp'] as const
export const securities = ['starttls', 'tls', 'none'] as const

/** The codec of the one row of `email_config`. */
export const emailConfig = table('email_config', {
  id: text,
  provider: word<(typeof providers)[number]>(),
  fromAddress: textOrNull,
  fromName: textOrNull,
  dailyLimit: integerOrNull,
  smtpHost: textOrNull,
  smtpPort: integer,
  smtpUser: textOrNull,
  smtpPasswordSealed: textOrNull,
  smtpSecurity: word<(typeof securities)[number]>(),
  updatedAt: integer,
})

/** How mail is sent. */
export type EmailConfig = EntityOf<typeof emailConfig>

export const CONFIG_ID = 'current'

/** How a new installation sends mail: not at all, it keeps it. */
export const defaultConfig: EmailConfig = {
  id: CONFIG_ID,
  provider: 'dev',
  fromAddress: null,
  fromName: null,
  dailyLimit: null,
  smtpHost: null,
  smtpPort: 587,
  smtpUser: null,
  smtpPasswordSealed: null,
  smtpSecurity: 'starttls',
  updatedAt: 0,
}

/** Where the password of the mail server is sealed for. */
export const passwordPlace = { table: 'email_config', column: 'smtp_password_sealed', row: CONFIG_ID }

// A stolen sign-up form must not turn the server into a cannon; the dev inbox is for trying things out.
const dailyLimits: Readonly<Record<EmailConfig['provider'], number>> = { dev: 100, smtp: 10_000 }

/** How many messages may leave in a day. */
export const dailyLimitOf = (config: EmailConfig): number => config.dailyLimit ?? dailyLimits[config.provider]

/** The address mail comes from, where nobody said one. */
export const defaultFromAddress = (issuer: string): string => {
  const { hostname } = new URL(issuer)
  // A literal address is no domain mail could come from.
  return `no-reply@${/^[\d.]+$|[:[\]]/.test(hostname) ? 'localhost' : hostname}`
}

/** How things stand, for operators and the health report. */
export interface MailStatus {
  readonly tier: EmailConfig['provider']
  readonly configured: boolean
  readonly sentToday: number
  readonly dailyLimit: number
  readonly waiting: number
}
