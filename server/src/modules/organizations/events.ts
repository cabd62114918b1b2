import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const organization = { id: Type.String(), name: Type.String(), slug: Type.String() }
const within = { organization_id: Type.String() }
const Change = Type.Object({ from: Type.Unknown(), to: Type.Unknown() })

export const orgCreated = eventType(
  'org.created',
  'An organization was created, with its first owner when it has one.',
  Type.Object({ ...organization, owner_id: Type.Union([Type.String(), Type.Null()]) }),
  { webhook: true },
)
export const orgUpdated = eventType(
  'org.updated',
  'Fields of an organization changed. Metadata is named, not told.',
  Type.Object({
    ...organization,
    changed: Type.Array(Type.String(), { description: 'Names of the fields' }),
    before: Type.Object({ name: Type.String(), slug: Type.String() }),
  }),
  { webhook: true },
)
export const orgDeleted = eventType(
  'org.deleted',
  'An organization was deleted with its memberships, roles and invitations. Its people stay.',
  Type.Object({
    ...organization,
    removed_members: Type.Integer(),
    removed_roles: Type.Integer(),
    removed_invitations: Type.Integer(),
    counts: CountsSchema,
  }),
  { webhook: true },
)

const member = { ...within, user_id: Type.String(), role: Type.String() }

export const memberAdded = eventType(
  'org.member.added',
  'A member joined an organization.',
  Type.Object({
    ...member,
    via: Type.Enum(['invitation', 'operator', 'sso']),
    invitation_id: Type.Union([Type.String(), Type.Null()]),
  }),
  { webhook: true },
)
export const memberUpdated = eventType(
  'org.member.updated',
  'A member has another role.',
  Type.Object({
    ...within,
    user_id: Type.String(),
    role: Change,
    revoked_invitations: Type.Integer(),
    counts: CountsSchema,
  }),
  { webhook: true },
)
export const memberRemoved = eventType(
  'org.member.removed',
  'Somebody is no longer a member; what they had by it ended, and so did their open invitations.',
  Type.Object({
    ...member,
    reason: Type.Enum(['removed', 'left']),
    revoked_invitations: Type.Integer(),
    counts: CountsSchema,
  }),
  { webhook: true },
)

const role = { ...within, id: Type.String(), name: Type.String() }

export const orgRoleCreated = eventType(
  'org.role.created',
  'An organization got a role of its own.',
  Type.Object({ ...role, permissions: Type.Array(Type.String()) }),
)
export const orgRoleUpdated = eventType(
  'org.role.updated',
  'A role of an organization permits something else, or is described otherwise.',
  Type.Object({ ...role, permissions: Change, description: Change }),
)
export const orgRoleDeleted = eventType('org.role.deleted', 'A role of an organization was deleted.', Type.Object(role))

const invitation = { ...within, id: Type.String(), email: Type.String(), role: Type.String() }

export const invitationCreated = eventType(
  'org.invitation.created',
  'Somebody was invited to an organization, by mail.',
  Type.Object({ ...invitation, replaced: Type.Boolean({ description: 'Whether an earlier invitation became void' }) }),
)
export const invitationSent = eventType(
  'org.invitation.sent',
  'An invitation was sent again; the link of the earlier mail became void.',
  Type.Object(invitation),
)
export const invitationRevoked = eventType(
  'org.invitation.revoked',
  'An invitation was taken back.',
  Type.Object(invitation),
)
export const invitationDeclined = eventType(
  'org.invitation.declined',
  'Whoever was invited does not want to join.',
  Type.Object(invitation),
)

/** What this module tells. */
export const organizationEvents = [
  orgCreated,
  orgUpdated,
  orgDeleted,
  memberAdded,
  memberUpdated,
  memberRemoved,
  orgRoleCreated,
  orgRoleUpdated,
  orgRoleDeleted,
  invitationCreated,
  invitationSent,
  invitationRevoked,
  invitationDeclined,
]
