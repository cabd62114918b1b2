// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun, Membership, OrganizationInvitation, OrganizationMember, OrganizationRole } from './shared.ts'

/** The organizations of whoever is signed in, as their members run them. */
export class MyOrganizationsApi {
  readonly #transport: Transport
  readonly invitations: MyOrganizationsInvitationsApi
  readonly members: MyOrganizationsMembersApi
  readonly roles: MyOrganizationsRolesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.invitations = new MyOrganizationsInvitationsApi(transport)
    this.members = new MyOrganizationsMembersApi(transport)
    this.roles = new MyOrganizationsRolesApi(transport)
  }

  /**
   * Accept an invitation.
   *
   * For the signed-in person whose confirmed address the mail went to. Works once. Session of a signed-in person.
   */
  acceptInvitation(body: MyOrganizationsAcceptInvitationBody, options?: RequestOptions): Promise<MyOrganizationsAcceptInvitationResult> {
    return this.#transport.request('POST', '/api/v1/organizations/invitations/accept', { ...options, body })
  }

  /**
   * Create an organization of one’s own.
   *
   * Where the setting organizations.self_creation allows it. Needs a confirmed address. Session of a signed-in person.
   */
  create(body: MyOrganizationsCreateBody, options?: RequestOptions): Promise<OwnOrganization> {
    return this.#transport.request('POST', '/api/v1/organizations', { ...options, body, keyed: true })
  }

  /**
   * Decline an invitation.
   *
   * For the signed-in person whose confirmed address the mail went to. The link is void then. Session of a signed-in
   * person.
   */
  declineInvitation(body: MyOrganizationsDeclineInvitationBody, options?: RequestOptions): Promise<MyOrganizationsDeclineInvitationResult> {
    return this.#transport.request('POST', '/api/v1/organizations/invitations/decline', { ...options, body })
  }

  /**
   * Delete an organization.
   *
   * Needs the permission organization:delete. Memberships, roles and invitations end. With dry_run it only answers how
   * many. Session of a signed-in person; needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: MyOrganizationsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/organizations/${id}`, { ...options, query })
  }

  /**
   * Get an organization one is a member of.
   *
   * With the role one has there and what it permits. Others are not found. Session of a signed-in person.
   */
  get(id: string, options?: RequestOptions): Promise<OwnOrganization> {
    return this.#transport.request('GET', path`/api/v1/organizations/${id}`, options)
  }

  /**
   * Leave an organization.
   *
   * The last owner can not. Invitations that one vouched for end; with dry_run it only answers how many. Session of a
   * signed-in person.
   */
  leave(id: string, body?: MyOrganizationsLeaveBody, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('POST', path`/api/v1/organizations/${id}/leave`, { ...options, body })
  }

  /**
   * List the organizations one is a member of.
   *
   * With the role one has there and what it permits. Session of a signed-in person.
   */
  list(query?: MyOrganizationsListQuery, options?: RequestOptions): PageRequest<Membership> {
    return this.#transport.list('/api/v1/organizations', { ...options, query })
  }

  /**
   * Rename an organization.
   *
   * A JSON merge patch (RFC 7396). Needs the permission organization:update. Session of a signed-in person.
   */
  update(id: string, body: MyOrganizationsUpdateBody, options?: RequestOptions): Promise<OwnOrganization> {
    return this.#transport.request('PATCH', path`/api/v1/organizations/${id}`, { ...options, body })
  }
}

/** `myOrganizations.invitations` */
export class MyOrganizationsInvitationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Invite somebody to an organization.
   *
   * Mails a link that is good for seven days; a newer invitation takes the place of an earlier one. As member when no
   * role is named. A member needs the permission organization:invite, and a role that permits all the invited one’s
   * does. Session of a signed-in person.
   */
  create(id: string, body: MyOrganizationsInvitationsCreateBody, options?: RequestOptions): Promise<OrganizationInvitation> {
    return this.#transport.request('POST', path`/api/v1/organizations/${id}/invitations`, { ...options, body, keyed: true })
  }

  /**
   * Get an invitation of an organization.
   *
   * Also one that is over, for 30 days. A member needs the permission organization:invite. Session of a signed-in
   * person.
   */
  get(id: string, invitationId: string, options?: RequestOptions): Promise<OrganizationInvitation> {
    return this.#transport.request('GET', path`/api/v1/organizations/${id}/invitations/${invitationId}`, options)
  }

  /**
   * List the invitations of an organization.
   *
   * They are kept for 30 days after their time. Session of a signed-in person.
   */
  list(id: string, query?: MyOrganizationsInvitationsListQuery, options?: RequestOptions): PageRequest<OrganizationInvitation> {
    return this.#transport.list(path`/api/v1/organizations/${id}/invitations`, { ...options, query })
  }

  /**
   * Send an invitation again.
   *
   * With a new link for another seven days, also when the time of the first was over. The earlier link is void. A
   * member needs the permission organization:invite, and a role that permits all the invited one’s does. Session of a
   * signed-in person.
   */
  resend(id: string, invitationId: string, options?: RequestOptions): Promise<OrganizationInvitation> {
    return this.#transport.request('POST', path`/api/v1/organizations/${id}/invitations/${invitationId}/resend`, options)
  }

  /**
   * Take an invitation back.
   *
   * The link that was mailed is void at once. With dry_run it only answers whether it could be taken back. Session of a
   * signed-in person.
   */
  revoke(id: string, invitationId: string, query?: MyOrganizationsInvitationsRevokeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/organizations/${id}/invitations/${invitationId}`, { ...options, query })
  }
}

/** `myOrganizations.members` */
export class MyOrganizationsMembersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get a member of an organization.
   *
   * By the id of the user, with their role there. Session of a signed-in person.
   */
  get(id: string, uid: string, options?: RequestOptions): Promise<OrganizationMember> {
    return this.#transport.request('GET', path`/api/v1/organizations/${id}/members/${uid}`, options)
  }

  /**
   * List the members of an organization.
   *
   * By when they joined, newest first, each with their role. Session of a signed-in person.
   */
  list(id: string, query?: MyOrganizationsMembersListQuery, options?: RequestOptions): PageRequest<OrganizationMember> {
    return this.#transport.list(path`/api/v1/organizations/${id}/members`, { ...options, query })
  }

  /**
   * Remove a member from an organization.
   *
   * Role, permissions and open invitations end at once. A member needs the permission organization:manage-members and a
   * role that permits all the other’s does. The last owner stays. With dry_run it only answers what would end with the
   * membership. Session of a signed-in person.
   */
  remove(id: string, uid: string, query?: MyOrganizationsMembersRemoveQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/organizations/${id}/members/${uid}`, { ...options, query })
  }

  /**
   * Give a member another role.
   *
   * A member needs the permission organization:manage-members and a role that permits all the old and the new one do.
   * The last owner stays an owner. Open invitations that the member could no longer extend end with the change. Session
   * of a signed-in person.
   */
  update(id: string, uid: string, body: MyOrganizationsMembersUpdateBody, options?: RequestOptions): Promise<OrganizationMember> {
    return this.#transport.request('PATCH', path`/api/v1/organizations/${id}/members/${uid}`, { ...options, body })
  }
}

/** `myOrganizations.roles` */
export class MyOrganizationsRolesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Create a role of an organization.
   *
   * A member needs the permission organization:manage-roles, and can put into a role only what their own permits.
   * Session of a signed-in person.
   */
  create(id: string, body: MyOrganizationsRolesCreateBody, options?: RequestOptions): Promise<OrganizationRole> {
    return this.#transport.request('POST', path`/api/v1/organizations/${id}/roles`, { ...options, body, keyed: true })
  }

  /**
   * Delete a role of an organization.
   *
   * One that no member has and no open invitation names. So nothing else ends with it; with dry_run it only answers
   * whether it could be deleted. Session of a signed-in person.
   */
  delete(id: string, roleId: string, query?: MyOrganizationsRolesDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/organizations/${id}/roles/${roleId}`, { ...options, query })
  }

  /**
   * Get a role of an organization.
   *
   * With what it permits. Session of a signed-in person.
   */
  get(id: string, roleId: string, options?: RequestOptions): Promise<OrganizationRole> {
    return this.#transport.request('GET', path`/api/v1/organizations/${id}/roles/${roleId}`, options)
  }

  /**
   * List the roles of an organization.
   *
   * The three that every organization has, and its own. Session of a signed-in person.
   */
  list(id: string, query?: MyOrganizationsRolesListQuery, options?: RequestOptions): PageRequest<OrganizationRole> {
    return this.#transport.list(path`/api/v1/organizations/${id}/roles`, { ...options, query })
  }

  /**
   * Replace a role of an organization.
   *
   * Description and permissions; the name stays. Whoever has the role may do so from then on. Session of a signed-in
   * person.
   */
  replace(id: string, roleId: string, body: MyOrganizationsRolesReplaceBody, options?: RequestOptions): Promise<OrganizationRole> {
    return this.#transport.request('PUT', path`/api/v1/organizations/${id}/roles/${roleId}`, { ...options, body })
  }
}

export interface OwnOrganization {
  id: string
  name: string
  slug: string
  /** What the reader is there. */
  role: string
  /** What the reader may do there. */
  permissions: string[]
  created_at: string
  updated_at: string
}

export interface MyOrganizationsAcceptInvitationBody {
  /** From the link in the mail. */
  token: string
}

export interface MyOrganizationsAcceptInvitationResult {
  organization: {
    id: string
    name: string
    slug: string
  }
  role: string
}

export interface MyOrganizationsCreateBody {
  /** At most 100 characters, no web address. */
  name: string
  /** Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same. */
  slug: string
}

export interface MyOrganizationsDeclineInvitationBody {
  /** From the link in the mail. */
  token: string
}

export interface MyOrganizationsDeclineInvitationResult {
  organization: {
    id: string
    name: string
    slug: string
  }
}

export interface MyOrganizationsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface MyOrganizationsLeaveBody {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface MyOrganizationsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface MyOrganizationsUpdateBody {
  /** At most 100 characters, no web address. */
  name?: string | undefined
  /** Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same. */
  slug?: string | undefined
}

export interface MyOrganizationsInvitationsCreateBody {
  email: string
  /** The name of a role: owner, admin, member, or one of the organization’s own. */
  role?: string | undefined
  /** The language of the mail; English when left out. */
  locale?: 'en' | 'es' | undefined
}

export interface MyOrganizationsInvitationsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those in this state. */
  state?: 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired' | undefined
}

export interface MyOrganizationsInvitationsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface MyOrganizationsMembersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface MyOrganizationsMembersRemoveQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface MyOrganizationsMembersUpdateBody {
  /** The name of a role: owner, admin, member, or one of the organization’s own. */
  role: string
}

export interface MyOrganizationsRolesCreateBody {
  /** Small letters, digits, hyphens and underscores, beginning with a letter. */
  name: string
  description?: string | undefined
  permissions: readonly string[]
}

export interface MyOrganizationsRolesDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface MyOrganizationsRolesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface MyOrganizationsRolesReplaceBody {
  description?: string | undefined
  permissions: readonly string[]
}
