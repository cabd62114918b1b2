import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import type { CallerMembership } from './member-authorization.ts'
import type { Invitation } from './invitation.ts'
import type { Membership, NamedMember } from './member.ts'
import type { Organization } from './organization.ts'
import type { Role } from './role.ts'
import type {
  InvitationSchema,
  MemberSchema,
  MembershipSchema,
  OrganizationSchema,
  RoleSchema,
  StandingSchema,
} from './schemas.ts'

/** What everybody may know who has to do with an organization. */
export const nameView = ({ id, name, slug }: Organization) => ({ id, name, slug })

const timesView = ({ createdAt, updatedAt }: Pick<Organization, 'createdAt' | 'updatedAt'>) => ({
  created_at: toIso(createdAt),
  updated_at: toIso(updatedAt),
})

/** An organization as operators see it. */
export const organizationView = (organization: Organization): Static<typeof OrganizationSchema> => ({
  ...nameView(organization),
  metadata: organization.metadata,
  ...timesView(organization),
})

/** One of a member's organizations. Metadata is left out: operators write it about organizations. */
export const membershipView = ({ organization, role, joinedAt }: Membership): Static<typeof MembershipSchema> => ({
  ...nameView(organization),
  role,
  joined_at: toIso(joinedAt),
  ...timesView(organization),
})

/** An organization as one member sees it. */
export const standingView = ({ organization, role }: CallerMembership): Static<typeof StandingSchema> => ({
  ...nameView(organization),
  role: role.name,
  permissions: [...role.permissions],
  ...timesView(organization),
})

/** A member. */
export const memberView = (member: NamedMember): Static<typeof MemberSchema> => ({
  user_id: member.userId,
  email: member.email,
  name: member.name,
  role: member.role,
  disabled: member.disabled,
  joined_at: toIso(member.createdAt),
})

/** A role. */
export const roleView = (role: Role): Static<typeof RoleSchema> => ({
  id: role.id,
  name: role.name,
  description: role.description,
  permissions: [...role.permissions],
  built_in: role.builtIn,
  ...timesView(role),
})

/** An invitation, without the secret that its mail carries. */
export const invitationView = (invitation: Invitation, now: number): Static<typeof InvitationSchema> => ({
  id: invitation.id,
  organization_id: invitation.organizationId,
  email: invitation.email,
  role: invitation.role,
  state: invitation.state === 'pending' && invitation.expiresAt <= now ? 'expired' : invitation.state,
  invited_by: invitation.invitedBy,
  created_at: toIso(invitation.createdAt),
  sent_at: toIso(invitation.sentAt),
  expires_at: toIso(invitation.expiresAt),
})
