import { Type } from 'typebox'
import { RotationBody } from '#/platform/validation/rotation-body.ts'
import { EVENT_PATTERN } from '#/platform/audit/event-pattern.ts'
import { disabledReasons, retryPlans, signatureFormats } from './webhook.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Where deliveries are posted. https, except in dev mode on this machine and for hosts in outbound.allowed_hosts; no redirect is followed.',
})
const Events = Type.Array(Type.String({ maxLength: 100, pattern: EVENT_PATTERN, examples: ['user.*'] }), {
  minItems: 1,
  maxItems: 100,
  description:
    'Names of events and globs: user.created, user.*, * for all. A name that nothing emits yet is taken, and named in unmatched_events.',
})
const Description = Type.String({ maxLength: 500, description: 'What it is for, in your words.' })
const Secret = Type.String({
  minLength: 16,
  maxLength: 256,
  pattern: String.raw`^[\x21-\x7E]+$`,
  description: 'A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64.',
})
const Enabled = Type.Boolean({ description: 'false: nothing is sent, and what it would have got is counted.' })
const SignatureFormatSchema = Type.Enum([...signatureFormats], {
  description:
    'How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=.',
})
const RetrySchema = Type.Enum([...retryPlans], {
  description:
    'none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails.',
})
const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** A subscription as the admin API shows it. */
export const WebhookSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    unmatched_events: Type.Array(Type.String(), { description: 'Those of events that no event answers to now.' }),
    enabled: Type.Boolean(),
    description: Type.String(),
    signature_format: SignatureFormatSchema,
    retry: RetrySchema,
    old_secret_until: orNull('Until when the secret before the last rotation signs, too.'),
    failing_since: orNull('Since when every delivery failed; null while they arrive. After five days it is disabled.'),
    disabled_reason: Type.Union([Type.Enum([...disabledReasons]), Type.Null()], {
      description: 'Who turned it off: an operator, an endpoint that responded 410 (gone), five days of failures.',
    }),
    missed: Type.Union(
      [
        Type.Object({
          events: Type.Integer({ description: 'How many it would have been sent.' }),
          from: Type.String(),
          to: orNull('Null while it is disabled.'),
        }),
        Type.Null(),
      ],
      { description: 'What it missed the last time it was disabled; null when it never was.' },
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Webhook' },
)

/** The answer that carries the secret. */
export const NewWebhookSchema = Type.Object({
  ...WebhookSchema.properties,
  secret: Type.String({ description: 'The signing secret; shown this once.' }),
})

export const CreateWebhookSchema = Type.Object({
  url: Url,
  events: Type.Optional(Events),
  description: Type.Optional(Description),
  secret: Type.Optional(Secret),
  enabled: Type.Optional(Enabled),
  signature_format: Type.Optional(SignatureFormatSchema),
  retry: Type.Optional(RetrySchema),
})

export const UpdateWebhookSchema = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  description: Type.Optional(Type.Union([Description, Type.Null()])),
  secret: Type.Optional(Secret),
  enabled: Type.Optional(Enabled),
  signature_format: Type.Optional(SignatureFormatSchema),
  retry: Type.Optional(RetrySchema),
})

export const RotateWebhookSecretSchema = Type.Object({ ...RotationBody.properties, secret: Type.Optional(Secret) })

export const WebhookParams = Type.Object({ id: Type.String() })

export const EventNamesSchema = Type.Object({
  events: Type.Array(Type.String(), {
    description: 'Sorted. What each carries stands under webhooks in the document.',
  }),
})
