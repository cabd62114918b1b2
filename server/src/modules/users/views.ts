import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import type { Static } from 'typebox'
import type { AdminUserSchema } from './admin-schemas.ts'
import type { UserSchema } from './schemas.ts'
import type { User } from './user.ts'

/** A user as they see themselves. Metadata is left out: operators write it about people. */
export const userView = (user: User): Static<typeof UserSchema> => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerified,
  name: user.name,
  mfa_enabled: user.mfaEnabled,
  system_role: user.systemRole,
  tier: user.tier,
  created_at: toIso(user.createdAt),
  updated_at: toIso(user.updatedAt),
})

/** A user as operators see them. */
export const adminUserView = (user: User): Static<typeof AdminUserSchema> => ({
  ...userView(user),
  metadata: user.metadata,
  disabled: user.disabledAt !== null,
  disabled_at: toIsoOrNull(user.disabledAt),
})
