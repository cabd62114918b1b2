import { flag, integer, integerOrNull, json, table, text, textOrNull, wordOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** Roles of people who run the server; everyone else has none. */
export const systemRoles = ['owner', 'operator', 'support', 'auditor'] as const
export type SystemRole = (typeof systemRoles)[number]

export const users = table('users', {
  id: text,
  email: text,
  emailCanonical: text,
  emailVerified: flag,
  name: text,
  passwordHash: textOrNull,
  mfaEnabled: flag,
  systemRole: wordOrNull<SystemRole>(),
  tier: text,
  metadata: json<Record<string, unknown>>(),
  disabledAt: integerOrNull,
  unprovenSince: integerOrNull,
  createdAt: integer,
  updatedAt: integer,
})

/**
 * A person who can sign in. Who they are is decided by `emailCanonical`; `email` is what they are written to as.
 * `unprovenSince` is when somebody signed up with an address that nobody has proven since: it may be a stranger's.
 */
export type User = EntityOf<typeof users>
