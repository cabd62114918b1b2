import type { EntityOf } from '#/platform/db/table.ts'
import { integer, integerOrNull, json, table, text } from '#/platform/db/table.ts'
import type { Granted } from './granted-scope.ts'

/** The codec of `consents`. */
export const consents = table('consents', {
  id: text,
  userId: text,
  clientId: text,
  granted: json<readonly Granted[]>(),
  createdAt: integer,
  updatedAt: integer,
  revokedAt: integerOrNull,
})

/** What a person allowed a client, and where. One living consent for each pair; it grows when more is allowed. */
export type Consent = EntityOf<typeof consents>
