import { Type } from 'typebox'
import { ListQuery } from '#/platform/paging/paging.ts'
import { ApiKeySchema } from '#/modules/api-keys/index.ts'
import { UserSchema } from './schemas.ts'
import { systemRoles } from './user.ts'

const SystemRoleOrNull = Type.Union([Type.Enum([...systemRoles]), Type.Null()], {
  description: 'The role of a person who runs the server. Only an owner, or a key with the scope *, may set it.',
})

const Metadata = Type.Record(Type.String(), Type.Unknown(), { description: 'At most 16 KiB as JSON.' })

/** How a tier is written. */
export const TIER = '^[a-z][a-z0-9_-]{0,39}$'

const Tier = Type.String({
  pattern: TIER,
  description: 'Small letters, digits, hyphens and underscores, beginning with a letter.',
})

/** A user as operators see them. */
export const AdminUserSchema = Type.Object(
  {
    ...UserSchema.properties,
    metadata: Metadata,
    disabled: Type.Boolean({ description: 'Whether sign-in is stopped.' }),
    disabled_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { $id: 'AdminUser' },
)

/** A user after a change, with what it left to them. */
export const ChangedUserSchema = Type.Object(
  {
    ...AdminUserSchema.properties,
    api_keys: Type.Optional(
      Type.Array(ApiKeySchema, {
        description:
          'After a change of disabled or system_role, for callers with api-keys:read: keys that work, which the person made, or which were made by these. Repeat the request with keys=revoke to end them.',
      }),
    ),
  },
  { $id: 'ChangedUser' },
)

/** What becomes of the keys of a person, where a route can end them too. */
export const KeysQuery = Type.Object({
  keys: Type.Optional(
    Type.Literal('revoke', {
      description:
        'Also ends the API keys that the person made, and those that were made by these. Takes api-keys:write, and no key wider than the caller’s own.',
    }),
  ),
})

export const UserParams = Type.Object({ id: Type.String() })

/** What the list of users can be narrowed to; the filters given must all fit. */
export const UserQuery = Type.Object({
  ...ListQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: 320,
      description:
        'How the address or the name begins, whatever the case, or the id, as it is spelled. Of a beginning that more than 1,000 share, a page looks at ' +
        '2,000 users and may hold fewer than limit; next_cursor goes on, and there is no total.',
    }),
  ),
  disabled: Type.Optional(Type.Boolean()),
  email_verified: Type.Optional(Type.Boolean({ description: 'Whether the address is proven.' })),
  mfa_enabled: Type.Optional(Type.Boolean({ description: 'Whether there is a second factor.' })),
  tier: Type.Optional(Tier),
  system_role: Type.Optional(Type.Enum([...systemRoles])),
})

export const NewUserBody = Type.Object({
  email: Type.String({ minLength: 1 }),
  name: Type.Optional(Type.String({ description: 'At most 200 characters.' })),
  password: Type.Optional(
    Type.String({ minLength: 1, description: 'Without one the person signs in by another way, or resets it by mail.' }),
  ),
  email_verified: Type.Optional(Type.Boolean({ description: 'False when left out.' })),
  tier: Type.Optional(Tier),
  metadata: Type.Optional(Metadata),
  system_role: Type.Optional(SystemRoleOrNull),
})

export const UserPatchBody = Type.Object({
  name: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Null takes the name away.' })),
  email: Type.Optional(
    Type.String({ minLength: 1, description: 'Another address counts as unproven unless email_verified says more.' }),
  ),
  email_verified: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(
    Type.Union([Metadata, Type.Null()], { description: 'Merged into what is there; null empties it.' }),
  ),
  disabled: Type.Optional(Type.Boolean({ description: 'True ends every session and token.' })),
  system_role: Type.Optional(SystemRoleOrNull),
})

export const TierBody = Type.Object({ tier: Tier })
