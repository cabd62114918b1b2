import type { EntityOf } from '#/platform/db/table.ts'
import { integer, integerOrNull, json, named, table, text, textOrNull, word } from '#/platform/db/table.ts'

/** Guesses at the second half of a user code that it survives. */
export const MAX_MISSES = 5

/** The codec of `device_codes`. */
export const deviceCodes = table('device_codes', {
  id: text,
  hash: text,
  userCode: text,
  clientId: text,
  scope: text,
  resource: json<readonly string[]>(),
  status: word<'pending' | 'approved' | 'denied'>(),
  userId: textOrNull,
  sessionId: textOrNull,
  consentId: textOrNull,
  authenticatedAt: integerOrNull,
  ip: named('address', textOrNull),
  intervalSeconds: integer,
  polledAt: integerOrNull,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
  misses: integer,
})

/** A device's question. The code it polls with is kept as a hash; the one a person types is short-lived and plain. */
export type DeviceCode = EntityOf<typeof deviceCodes>

/** Whether a person can still answer. */
export const isWaiting = (code: DeviceCode, now: number): boolean => code.status === 'pending' && code.expiresAt > now
