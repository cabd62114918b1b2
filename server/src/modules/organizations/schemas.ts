import { Type } from 'typebox'
import { MAX_PERMISSION_LENGTH, PERMISSION_FORM } from '#/modules/roles/index.ts'
import { ListQuery } from '#/platform/paging/paging.ts'
import { invitationStates } from './invitation.ts'

const Time = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 400, description: 'At most 100 characters, no web address.' })
const Slug = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same.',
})
const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'At most 16 KiB as JSON. For operators only: members do not see it.',
})
const RoleName = Type.String({
  pattern: '^[a-z][a-z0-9_-]{0,39}$',
  description: 'Small letters, digits, hyphens and underscores, beginning with a letter.',
})
const RoleOfMember = Type.String({
  maxLength: 40,
  description: 'The name of a role: owner, admin, member, or one of the organization’s own.',
})
const Permissions = Type.Array(Type.String({ maxLength: MAX_PERMISSION_LENGTH, description: PERMISSION_FORM }), {
  maxItems: 100,
  uniqueItems: true,
})
const Description = Type.String({ maxLength: 300 })

export const OrganizationParams = Type.Object({ id: Type.String() })
export const MemberParams = Type.Object({ id: Type.String(), uid: Type.String() })
export const RoleParams = Type.Object({ id: Type.String(), roleId: Type.String() })
export const InvitationParams = Type.Object({ id: Type.String(), invitationId: Type.String() })

const organization = { id: Type.String(), name: Type.String(), slug: Type.String() }
const times = { created_at: Time, updated_at: Time }

/** An organization as operators see it. */
export const OrganizationSchema = Type.Object(
  { ...organization, metadata: Metadata, ...times },
  { $id: 'Organization' },
)

/** An organization in the list of one of its members. */
export const MembershipSchema = Type.Object(
  { ...organization, role: Type.String({ description: 'What the user is there.' }), joined_at: Time, ...times },
  { $id: 'Membership' },
)

/** An organization as one member sees it. */
export const StandingSchema = Type.Object(
  {
    ...organization,
    role: Type.String({ description: 'What the reader is there.' }),
    permissions: Type.Array(Type.String(), { description: 'What the reader may do there.' }),
    ...times,
  },
  { $id: 'OwnOrganization' },
)

/** What the list of organizations can be narrowed to. */
export const OrganizationQuery = Type.Object({
  ...ListQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'How the name or the slug begins, whatever the case, or the id, as it is spelled.',
    }),
  ),
})

export const NewOrganizationBody = Type.Object({
  name: Name,
  slug: Slug,
  metadata: Type.Optional(Metadata),
  owner_id: Type.Optional(Type.String({ description: 'The user who owns it; it can get one later.' })),
})
export const NewOwnOrganizationBody = Type.Object({ name: Name, slug: Slug })
export const OrganizationPatchBody = Type.Object({
  name: Type.Optional(Name),
  slug: Type.Optional(Slug),
  metadata: Type.Optional(
    Type.Union([Metadata, Type.Null()], { description: 'Merged into what is there; null empties it.' }),
  ),
})
export const OwnOrganizationPatchBody = Type.Object({ name: Type.Optional(Name), slug: Type.Optional(Slug) })

export const MemberSchema = Type.Object(
  {
    user_id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Type.String(),
    disabled: Type.Boolean({
      description: 'Whether the user is stopped from signing in; then the role opens nothing.',
    }),
    joined_at: Time,
  },
  { $id: 'OrganizationMember' },
)
export const NewMemberBody = Type.Object({ user_id: Type.String(), role: Type.Optional(RoleOfMember) })
export const MemberPatchBody = Type.Object({ role: RoleOfMember })

export const RoleSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    permissions: Type.Array(Type.String()),
    built_in: Type.Boolean(),
    ...times,
  },
  { $id: 'OrganizationRole' },
)
export const NewRoleBody = Type.Object({
  name: RoleName,
  description: Type.Optional(Description),
  permissions: Permissions,
})
export const RoleBody = Type.Object({ description: Type.Optional(Description), permissions: Permissions })

const states = [...invitationStates, 'expired'] as const

export const InvitationSchema = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    email: Type.String(),
    role: Type.String(),
    state: Type.Enum([...states]),
    invited_by: Type.Union([Type.String(), Type.Null()], {
      description: 'The member who invited; null for an operator.',
    }),
    created_at: Time,
    sent_at: Time,
    expires_at: Time,
  },
  { $id: 'OrganizationInvitation' },
)
export const InvitationQuery = Type.Object({
  ...ListQuery.properties,
  state: Type.Optional(Type.Enum([...states])),
})
export const NewInvitationBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 600 }),
  role: Type.Optional(RoleOfMember),
  locale: Type.Optional(Type.Enum(['en', 'es'], { description: 'The language of the mail; English when left out.' })),
})

export const TokenBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'From the link in the mail.' }),
})

/** What came of accepting. */
export const AcceptedSchema = Type.Object({ organization: Type.Object(organization), role: Type.String() })

/** What was declined. */
export const DeclinedSchema = Type.Object({ organization: Type.Object(organization) })
