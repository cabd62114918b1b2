import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { ListQuery } from '#/platform/paging/paging.ts'
import { ADDRESS_PATTERN, MAX_ADDRESS_LENGTH } from '#/platform/mail/address.ts'
import { providers, securities } from './config.ts'
import { locales, templateNames } from './template-kinds.ts'
import type { TSchema } from 'typebox'

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const clearable = <S extends TSchema>(schema: S) => Type.Optional(orNull(schema))

const Address = Type.String({
  maxLength: MAX_ADDRESS_LENGTH,
  pattern: ADDRESS_PATTERN,
  description: 'One plain address, without a display name.',
})
const ONE_LINE = String.raw`^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$`
const Provider = Type.Enum([...providers], {
  description: 'smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails.',
})
const FromName = Type.String({ minLength: 1, maxLength: 100, pattern: ONE_LINE })
const DailyLimit = Type.Integer({
  minimum: 1,
  maximum: 10_000_000,
  description: 'Messages a day (UTC). Without it 100 for dev and 10 000 for smtp. What is more waits.',
})
const Host = Type.String({
  maxLength: 253,
  pattern: String.raw`^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)$`,
  description: 'Name or address of the mail server.',
})
const Port = Type.Integer({ minimum: 1, maximum: 65_535 })
const User = Type.String({ minLength: 1, maxLength: 256, pattern: ONE_LINE })
const Security = Type.Enum([...securities], {
  description: 'starttls (mostly port 587) and tls (465) insist on a valid certificate. none is for the same machine.',
})

export const EmailConfigSchema = Type.Object(
  {
    provider: Provider,
    from_address: orNull(Address),
    from_name: orNull(FromName),
    daily_limit: orNull(DailyLimit),
    smtp: Type.Object({
      host: orNull(Host),
      port: Port,
      user: orNull(User),
      password: Type.Union([Type.String(), Type.Null()], { description: 'A mask when one is set.' }),
      security: Security,
    }),
  },
  { $id: 'EmailConfig' },
)

/** What an admin reads: the settings, and how things stand. */
export const EmailConfigView = Type.Object({
  ...EmailConfigSchema.properties,
  sender: Type.String({ description: 'Who mail comes from, defaults filled in.' }),
  status: Type.Object({
    tier: Provider,
    configured: Type.Boolean({ description: 'Whether mail leaves the server.' }),
    sent_today: Type.Integer(),
    daily_limit: Type.Integer(),
    waiting: Type.Integer({ description: 'Messages queued.' }),
  }),
})

/** A merge patch: null goes back to the default. */
export const EmailConfigPatch = Type.Object(
  {
    provider: clearable(Provider),
    from_address: clearable(Address),
    from_name: clearable(FromName),
    daily_limit: clearable(DailyLimit),
    smtp: Type.Optional(
      Type.Object({
        host: clearable(Host),
        port: clearable(Port),
        user: clearable(User),
        password: clearable(Type.String({ maxLength: 1024, pattern: ONE_LINE })),
        security: clearable(Security),
      }),
    ),
  },
  { $id: 'EmailConfigPatch' },
)

export const SendTo = Type.Object({ to: Address })
export const SentSchema = Type.Object({ sent: Type.Literal(true), to: Type.String() })

/** What was removed, or with `dry_run` would be. */
export const ClearedSchema = Type.Object({
  deleted_emails: Type.Integer({ description: '0 in a dry run.' }),
  dry_run: Type.Boolean(),
  counts: CountsSchema,
})

export const LocaleQuery = Type.Object({
  locale: Type.Enum([...locales], { default: 'en', description: 'The language of the template.' }),
})

export const TemplateListQuery = Type.Object({ ...ListQuery.properties, ...LocaleQuery.properties })

// Any text: a name that is none is a 404, as everywhere.
export const TemplateParams = Type.Object({
  id: Type.String({ description: `The name of a template: ${templateNames.join(', ')}.` }),
})
export const PreviewParams = Type.Object({ template: TemplateParams.properties.id })

const Subject = Type.String({ minLength: 1, maxLength: 200 })
const TemplateHtml = Type.String({
  minLength: 1,
  maxLength: 100_000,
  description:
    'What stands in the card of the message; plain elements (h1, p, p.fine, a, a.button, ul, li) get their look from the branding. Markup that begins with <!doctype or <html is the whole message.',
})

export const EmailTemplateSchema = Type.Object(
  {
    id: Type.Enum([...templateNames]),
    locale: Type.Enum([...locales]),
    subject: Type.String(),
    html: TemplateHtml,
    variables: Type.Array(Type.String(), { description: 'What it may use, as {{variable}}.' }),
    customized: Type.Boolean({ description: 'false: it is the built-in one.' }),
    updated_at: orNull(Type.String()),
  },
  { $id: 'EmailTemplate' },
)

/** A merge patch: null goes back to the built-in text. */
export const EmailTemplatePatch = Type.Object({ subject: clearable(Subject), html: clearable(TemplateHtml) })

export const PreviewRequest = Type.Object({
  subject: Type.Optional(Subject),
  html: Type.Optional(TemplateHtml),
  variables: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 1000 }), { description: 'Values instead of the samples.' }),
  ),
})
export const PreviewSchema = Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() })

export const DevEmailSchema = Type.Object(
  {
    id: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    html: Type.String(),
    text: Type.String(),
    created_at: Type.String(),
  },
  { $id: 'DevEmail' },
)
export const DevEmailParams = Type.Object({ id: Type.String() })
export const DevEmailQuery = Type.Object({
  ...ListQuery.properties,
  to: Type.Optional(Type.String({ maxLength: MAX_ADDRESS_LENGTH, description: 'Only messages to this address.' })),
})
