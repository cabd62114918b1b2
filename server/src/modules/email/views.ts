import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { MASK } from '#/platform/validation/secret-mask.ts'
import { usableVariables } from './template-kinds.ts'
import type { Static } from 'typebox'
import type { KeptMail } from '#/platform/mail/dev-inbox.ts'
import type { Sender } from '#/platform/mail/mailer.ts'
import type { EmailConfig, MailStatus } from './config.ts'
import type { DevEmailSchema, EmailConfigSchema, EmailConfigView, EmailTemplateSchema } from './schemas.ts'
import type { EffectiveTemplate } from './template-store.ts'

/** The settings as anyone may see them. */
export const configView = (config: EmailConfig): Static<typeof EmailConfigSchema> => ({
  provider: config.provider,
  from_address: config.fromAddress,
  from_name: config.fromName,
  daily_limit: config.dailyLimit,
  smtp: {
    host: config.smtpHost,
    port: config.smtpPort,
    user: config.smtpUser,
    password: config.smtpPasswordSealed === null ? null : MASK,
    security: config.smtpSecurity,
  },
})

/** The settings with what follows from them. */
export const configReport = (
  config: EmailConfig,
  { name, address }: Sender,
  status: MailStatus,
): Static<typeof EmailConfigView> => ({
  ...configView(config),
  sender: `${name} <${address}>`,
  status: {
    tier: status.tier,
    configured: status.configured,
    sent_today: status.sentToday,
    daily_limit: status.dailyLimit,
    waiting: status.waiting,
  },
})

/** A template with what it may use. */
export const templateView = (template: EffectiveTemplate): Static<typeof EmailTemplateSchema> => ({
  id: template.template,
  locale: template.locale,
  subject: template.subject,
  html: template.html,
  variables: Object.keys(usableVariables(template.template)),
  customized: template.updatedAt !== null,
  updated_at: toIsoOrNull(template.updatedAt),
})

/** A message of the dev inbox. */
export const devEmailView = (mail: KeptMail): Static<typeof DevEmailSchema> => ({
  id: mail.id,
  to: mail.recipient,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  created_at: toIso(mail.createdAt),
})
