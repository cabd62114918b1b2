import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { isAlive } from './api-key.ts'
import type { ApiKey } from './api-key.ts'
import type { ApiKeySchema } from './schemas.ts'

/** An API key as the admin API shows it at a moment. */
export const apiKeyView = (key: ApiKey, now: number): Static<typeof ApiKeySchema> => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: [...key.scopes],
  active: isAlive(key, now),
  expires_at: toIsoOrNull(key.expiresAt),
  old_secret_until: key.formerUntil !== null && key.formerUntil > now ? toIso(key.formerUntil) : null,
  last_used_at: toIsoOrNull(key.lastUsedAt),
  last_used_address: key.lastUsedIp,
  created_by: key.createdBy,
  created_at: toIso(key.createdAt),
})
