import { flag, integer, integerOrNull, json, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

export const passkeys = table('passkeys', {
  id: text,
  userId: text,
  credentialId: text,
  publicKey: text,
  signCount: integer,
  aaguid: text,
  backupEligible: flag,
  backedUp: flag,
  transports: json<string[]>(),
  name: text,
  createdAt: integer,
  lastUsedAt: integerOrNull,
})

/**
 * A passkey: a key pair whose private half never left somebody's device or vault. `backupEligible` is fixed for its
 * life and says whether it may be copied between devices; `backedUp` says whether it is now (WebAuthn §6.1.3).
 */
export type Passkey = EntityOf<typeof passkeys>

/** How a sign-in by this passkey is written down: the key, the person there and verified (RFC 8176 §2). */
export const methodsOf = ({ backupEligible }: Pick<Passkey, 'backupEligible'>): string[] => [
  backupEligible ? 'swk' : 'hwk',
  'user',
  'mfa',
]
