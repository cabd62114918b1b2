import { integer, integerOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

interface PurposeKind {
  readonly lifetimeMinutes: number
  /** The page the link opens. */
  readonly page: string
  /** The mail that carries it. */
  readonly template: 'verify' | 'reset' | 'magic_link'
}

/**
 * What a link may be for: `verify` proves the address somebody has, `change` the one they want, `reset` chooses a new
 * password, `magic_link` signs in. Each opens what it was sent for and nothing else.
 */
export const purposes = {
  verify: { lifetimeMinutes: 24 * 60, page: '/verify', template: 'verify' },
  change: { lifetimeMinutes: 24 * 60, page: '/verify', template: 'verify' },
  reset: { lifetimeMinutes: 30, page: '/reset', template: 'reset' },
  magic_link: { lifetimeMinutes: 15, page: '/magic', template: 'magic_link' },
} as const satisfies Record<string, PurposeKind>

export type EmailTokenPurpose = keyof typeof purposes

/** The codec of `email_tokens`. */
export const emailTokens = table('email_tokens', {
  hash: text,
  purpose: word<EmailTokenPurpose>(),
  userId: text,
  email: text,
  browserHash: textOrNull,
  query: text,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
})

/** A link that was mailed, known by the hash of its secret. Whoever has the link reads the mail of `email`. */
export type EmailToken = EntityOf<typeof emailTokens>
