import { flag, integer, integerOrNull, json, table, text, textOrNull, word, wordOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** How the header of our own is written: with a time, or the signature of the body alone, plain or with `sha256=`. */
export const signatureFormats = ['timestamped', 'raw', 'raw_prefixed'] as const
export type SignatureFormat = (typeof signatureFormats)[number]

/** One attempt and no more, or more of them over a day and a half. */
export const retryPlans = ['none', 'standard'] as const
export type RetryPlan = (typeof retryPlans)[number]

/** Who turned a subscription off: an operator, an endpoint that is gone for good (410), five days of failures. */
export const disabledReasons = ['operator', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** The codec of `webhooks`. */
export const webhooks = table('webhooks', {
  id: text,
  url: text,
  events: json<readonly string[]>(),
  description: text,
  enabled: flag,
  secretSealed: text,
  formerSecretSealed: textOrNull,
  formerUntil: integerOrNull,
  signatureFormat: word<SignatureFormat>(),
  retry: word<RetryPlan>(),
  afterSequence: integer,
  failingSince: integerOrNull,
  disabledReason: wordOrNull<DisabledReason>(),
  disabledAt: integerOrNull,
  enabledAt: integerOrNull,
  missedEvents: integer,
  createdBy: text,
  createdAt: integer,
  updatedAt: integer,
})

/** A subscription: which events are sent where, and how. */
export type Webhook = EntityOf<typeof webhooks>

/** What events say of where a subscription leads. The path and query of an address may be what lets us in there. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host
