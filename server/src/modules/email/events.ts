import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

export const emailConfigUpdated = eventType(
  'email.config_updated',
  'How mail is sent was changed. The password is masked.',
  Type.Object({ changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() })) }),
)

export const emailFailed = eventType(
  'email.failed',
  'A message was given up: refused for good, tried too often, or pointless by now.',
  Type.Object({
    template: Type.String(),
    to: Type.String(),
    attempts: Type.Integer(),
    reason: Type.String({ description: 'In our own words.' }),
  }),
  { webhook: true },
)

export const emailTestSent = eventType(
  'email.test_sent',
  'An operator sent a test message.',
  Type.Object({ to: Type.String(), template: Type.Union([Type.String(), Type.Null()]) }),
)

export const devInboxCleared = eventType(
  'email.inbox_cleared',
  'The inbox of the dev provider was emptied.',
  Type.Object({ count: Type.Integer() }),
)

const OfTemplate = { template: Type.String(), locale: Type.String() }

export const emailTemplateUpdated = eventType(
  'email_template.updated',
  'What a kind of mail says was changed.',
  Type.Object({ ...OfTemplate, changed: Type.Array(Type.String(), { description: 'subject, html' }) }),
)

export const emailTemplateReset = eventType(
  'email_template.reset',
  'A kind of mail says again what is built in.',
  Type.Object(OfTemplate),
)

/** What this module tells. */
export const emailEvents = [
  emailConfigUpdated,
  emailFailed,
  emailTestSent,
  devInboxCleared,
  emailTemplateUpdated,
  emailTemplateReset,
]
