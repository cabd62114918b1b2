/**
 * Organizations: people who belong together, and what each may do there. Owns `organizations`, `organization_members`
 * (membership and role in one row, so that whoever is removed has nothing left), `organization_roles` and
 * `organization_invitations`: pending, then accepted, declined or revoked; a pending one whose time is over is expired.
 * Everything that changes holds the organization's row first (`member-authorization.ts`), so an organization never loses its last owner
 * to a race. Two sides run it by the same services: operators by scope, members by their role (`authority.ts`). Permissions
 * have the form of `roles`; people are kept by `users`, mail leaves through `email`, the page of a link is in `login`.
 */
import type { InvitationAcceptance } from './invitation-acceptance.ts'
import type { Invitations } from './invitations.ts'
import type { Members } from './members.ts'
import type { Organizations } from './organizations.ts'
import type { OwnOrganizations } from './own-organizations.ts'
import type { OrganizationRoles } from './roles.ts'

export type { Members } from './members.ts'
export type { OpenInvitation } from './invitation-acceptance.ts'
export { searchableInvitations, searchableOrganizations } from './searchable.ts'
export { buildOrganizations } from './build.ts'
export { organizationErrors } from './errors.ts'
export { organizationEvents } from './events.ts'
export { invitationsByUser, invitationsOfOrganization, invitationsToUser } from './invitation-store.ts'
export { membershipEnding } from './member-store.ts'
export { rolesOfOrganization } from './role-store.ts'
export { organizationRoutes } from './routes.ts'
export { SoleOwnerCheck } from './sole-owner-check.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    organizations: Organizations
    ownOrganizations: OwnOrganizations
    organizationMembers: Members
    organizationRoles: OrganizationRoles
    invitations: Invitations
    admissions: InvitationAcceptance
  }
  interface PageServices {
    admissions: InvitationAcceptance
  }
}
export { organizationSamples } from './samples.ts'
