import { integer, integerOrNull, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

export const totpFactors = table('totp_factors', {
  userId: text,
  secretSealed: text,
  activatedAt: integerOrNull,
  lastStep: integer,
  createdAt: integer,
})

/** The authenticator app of a person: offered until a first code activates it, a second factor from then on. */
export type TotpFactor = EntityOf<typeof totpFactors>

export const recoveryCodes = table('recovery_codes', {
  userId: text,
  hash: text,
  createdAt: integer,
  usedAt: integerOrNull,
})
