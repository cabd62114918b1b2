import type { AdminPrincipal } from '#/modules/api-keys/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { OrganizationCaller } from './member-authorization.ts'

type Auth = { readonly kind: 'admin'; readonly scope: string } | { readonly kind: 'session' }

/**
 * One of the two sides an organization is run from. Their routes are the same below its id; what differs is who may
 * come, and that a member's role decides what they may do.
 */
export interface RouteAudience {
  /** What the names of their routes begin with. */
  readonly noun: string
  readonly url: string
  readonly read: Auth
  readonly write: Auth
  readonly tag: string
}

/** Operators of the server, by scope. */
export const adminAudience: RouteAudience = {
  noun: 'organizations',
  url: '/admin/organizations',
  read: { kind: 'admin', scope: 'organizations:read' },
  write: { kind: 'admin', scope: 'organizations:write' },
  tag: 'organizations',
}

/** People, by what they are in the organization. */
export const memberAudience: RouteAudience = {
  noun: 'myOrganizations',
  url: '/organizations',
  read: { kind: 'session' },
  write: { kind: 'session' },
  tag: 'my-organizations',
}

/** Who acts. */
export const callerOf = (principal: AdminPrincipal | SessionPrincipal): OrganizationCaller => ({
  actor: principal.actor,
  person: 'user' in principal ? principal.user : null,
})
