import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import type { Static } from 'typebox'
import type { Passkey } from './passkey.ts'
import type { PasskeySchema } from './schemas.ts'

/** A passkey on the wire. Its keys are of no use to anyone who reads it. */
export const passkeyView = (passkey: Passkey): Static<typeof PasskeySchema> => ({
  id: passkey.id,
  name: passkey.name,
  aaguid: passkey.aaguid,
  backup_eligible: passkey.backupEligible,
  backed_up: passkey.backedUp,
  transports: passkey.transports,
  created_at: toIso(passkey.createdAt),
  last_used_at: toIsoOrNull(passkey.lastUsedAt),
})
