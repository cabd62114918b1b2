import { Type } from 'typebox'
import { systemRoles } from './user.ts'

/** A user as the wire has it. */
export const UserSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean(),
    name: Type.String(),
    mfa_enabled: Type.Boolean(),
    system_role: Type.Union([Type.Enum([...systemRoles]), Type.Null()], {
      description: 'The role of a person who runs the server; null for everyone else.',
    }),
    tier: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'User' },
)
