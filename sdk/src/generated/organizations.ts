// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun, OrganizationInvitation, OrganizationMember, OrganizationRole } from './shared.ts'

/** Organizations with their members, roles and invitations, as operators run them. */
export class OrganizationsApi {
  readonly #transport: Transport
  readonly invitations: OrganizationsInvitationsApi
  readonly members: OrganizationsMembersApi
  readonly roles: OrganizationsRolesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.invitations = new OrganizationsInvitationsApi(transport)
    this.members = new OrganizationsMembersApi(transport)
    this.roles = new OrganizationsRolesApi(transport)
  }

  /**
   * Create an organization.
   *
   * With the roles owner, admin and member. The first owner comes with owner_id, or is added or invited later. Admin
   * key or operator session with the scope organizations:write.
   */
  create(body: OrganizationsCreateBody, options?: RequestOptions): Promise<Organization> {
    return this.#transport.request('POST', '/api/v1/admin/organizations', { ...options, body, keyed: true })
  }

  /**
   * Delete an organization.
   *
   * With its memberships, roles and invitations, in one transaction. Its people stay. With dry_run it only answers what
   * would end with it. Admin key or operator session with the scope organizations:write.
   */
  delete(id: string, query?: OrganizationsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/organizations/${id}`, { ...options, query })
  }

  /**
   * Get an organization.
   *
   * With its metadata; members, roles and invitations have lists of their own. Admin key or operator session with the
   * scope organizations:read.
   */
  get(id: string, options?: RequestOptions): Promise<Organization> {
    return this.#transport.request('GET', path`/api/v1/admin/organizations/${id}`, options)
  }

  /**
   * List organizations.
   *
   * Newest first. Admin key or operator session with the scope organizations:read.
   */
  list(query?: OrganizationsListQuery, options?: RequestOptions): PageRequest<Organization> {
    return this.#transport.list('/api/v1/admin/organizations', { ...options, query })
  }

  /**
   * Update an organization.
   *
   * A JSON merge patch (RFC 7396). Admin key or operator session with the scope organizations:write.
   */
  update(id: string, body: OrganizationsUpdateBody, options?: RequestOptions): Promise<Organization> {
    return this.#transport.request('PATCH', path`/api/v1/admin/organizations/${id}`, { ...options, body })
  }
}

/** `organizations.invitations` */
export class OrganizationsInvitationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Invite somebody to an organization.
   *
   * Mails a link that is good for seven days; a newer invitation takes the place of an earlier one. As member when no
   * role is named. A member needs the permission organization:invite, and a role that permits all the invited one’s
   * does. Admin key or operator session with the scope organizations:write.
   */
  create(id: string, body: OrganizationsInvitationsCreateBody, options?: RequestOptions): Promise<OrganizationInvitation> {
    return this.#transport.request('POST', path`/api/v1/admin/organizations/${id}/invitations`, { ...options, body, keyed: true })
  }

  /**
   * Get an invitation of an organization.
   *
   * Also one that is over, for 30 days. A member needs the permission organization:invite. Admin key or operator
   * session with the scope organizations:read.
   */
  get(id: string, invitationId: string, options?: RequestOptions): Promise<OrganizationInvitation> {
    return this.#transport.request('GET', path`/api/v1/admin/organizations/${id}/invitations/${invitationId}`, options)
  }

  /**
   * List the invitations of an organization.
   *
   * They are kept for 30 days after their time. Admin key or operator session with the scope organizations:read.
   */
  list(id: string, query?: OrganizationsInvitationsListQuery, options?: RequestOptions): PageRequest<OrganizationInvitation> {
    return this.#transport.list(path`/api/v1/admin/organizations/${id}/invitations`, { ...options, query })
  }

  /**
   * Send an invitation again.
   *
   * With a new link for another seven days, also when the time of the first was over. The earlier link is void. A
   * member needs the permission organization:invite, and a role that permits all the invited one’s does. Admin key or
   * operator session with the scope organizations:write.
   */
  resend(id: string, invitationId: string, options?: RequestOptions): Promise<OrganizationInvitation> {
    return this.#transport.request('POST', path`/api/v1/admin/organizations/${id}/invitations/${invitationId}/resend`, options)
  }

  /**
   * Take an invitation back.
   *
   * The link that was mailed is void at once. With dry_run it only answers whether it could be taken back. Admin key or
   * operator session with the scope organizations:write.
   */
  revoke(id: string, invitationId: string, query?: OrganizationsInvitationsRevokeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/organizations/${id}/invitations/${invitationId}`, { ...options, query })
  }
}

/** `organizations.members` */
export class OrganizationsMembersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Make a user a member of an organization.
   *
   * Without asking them; to ask, invite. As member when no role is named. Admin key or operator session with the scope
   * organizations:write.
   */
  add(id: string, body: OrganizationsMembersAddBody, options?: RequestOptions): Promise<OrganizationMember> {
    return this.#transport.request('POST', path`/api/v1/admin/organizations/${id}/members`, { ...options, body, keyed: true })
  }

  /**
   * Get a member of an organization.
   *
   * By the id of the user, with their role there. Admin key or operator session with the scope organizations:read.
   */
  get(id: string, uid: string, options?: RequestOptions): Promise<OrganizationMember> {
    return this.#transport.request('GET', path`/api/v1/admin/organizations/${id}/members/${uid}`, options)
  }

  /**
   * List the members of an organization.
   *
   * By when they joined, newest first, each with their role. Admin key or operator session with the scope
   * organizations:read.
   */
  list(id: string, query?: OrganizationsMembersListQuery, options?: RequestOptions): PageRequest<OrganizationMember> {
    return this.#transport.list(path`/api/v1/admin/organizations/${id}/members`, { ...options, query })
  }

  /**
   * Remove a member from an organization.
   *
   * Role, permissions and open invitations end at once. A member needs the permission organization:manage-members and a
   * role that permits all the other’s does. The last owner stays. With dry_run it only answers what would end with the
   * membership. Admin key or operator session with the scope organizations:write.
   */
  remove(id: string, uid: string, query?: OrganizationsMembersRemoveQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/organizations/${id}/members/${uid}`, { ...options, query })
  }

  /**
   * Give a member another role.
   *
   * A member needs the permission organization:manage-members and a role that permits all the old and the new one do.
   * The last owner stays an owner. Open invitations that the member could no longer extend end with the change. Admin
   * key or operator session with the scope organizations:write.
   */
  update(id: string, uid: string, body: OrganizationsMembersUpdateBody, options?: RequestOptions): Promise<OrganizationMember> {
    return this.#transport.request('PATCH', path`/api/v1/admin/organizations/${id}/members/${uid}`, { ...options, body })
  }
}

/** `organizations.roles` */
export class OrganizationsRolesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Create a role of an organization.
   *
   * A member needs the permission organization:manage-roles, and can put into a role only what their own permits. Admin
   * key or operator session with the scope organizations:write.
   */
  create(id: string, body: OrganizationsRolesCreateBody, options?: RequestOptions): Promise<OrganizationRole> {
    return this.#transport.request('POST', path`/api/v1/admin/organizations/${id}/roles`, { ...options, body, keyed: true })
  }

  /**
   * Delete a role of an organization.
   *
   * One that no member has and no open invitation names. So nothing else ends with it; with dry_run it only answers
   * whether it could be deleted. Admin key or operator session with the scope organizations:write.
   */
  delete(id: string, roleId: string, query?: OrganizationsRolesDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/organizations/${id}/roles/${roleId}`, { ...options, query })
  }

  /**
   * Get a role of an organization.
   *
   * With what it permits. Admin key or operator session with the scope organizations:read.
   */
  get(id: string, roleId: string, options?: RequestOptions): Promise<OrganizationRole> {
    return this.#transport.request('GET', path`/api/v1/admin/organizations/${id}/roles/${roleId}`, options)
  }

  /**
   * List the roles of an organization.
   *
   * The three that every organization has, and its own. Admin key or operator session with the scope
   * organizations:read.
   */
  list(id: string, query?: OrganizationsRolesListQuery, options?: RequestOptions): PageRequest<OrganizationRole> {
    return this.#transport.list(path`/api/v1/admin/organizations/${id}/roles`, { ...options, query })
  }

  /**
   * Replace a role of an organization.
   *
   * Description and permissions; the name stays. Whoever has the role may do so from then on. Admin key or operator
   * session with the scope organizations:write.
   */
  replace(id: string, roleId: string, body: OrganizationsRolesReplaceBody, options?: RequestOptions): Promise<OrganizationRole> {
    return this.#transport.request('PUT', path`/api/v1/admin/organizations/${id}/roles/${roleId}`, { ...options, body })
  }
}

export interface Organization {
  id: string
  name: string
  slug: string
  /** At most 16 KiB as JSON. For operators only: members do not see it. */
  metadata: Record<string, unknown>
  created_at: string
  updated_at: string
}

export interface OrganizationsCreateBody {
  /** At most 100 characters, no web address. */
  name: string
  /** Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same. */
  slug: string
  /** At most 16 KiB as JSON. For operators only: members do not see it. */
  metadata?: Record<string, unknown> | undefined
  /** The user who owns it; it can get one later. */
  owner_id?: string | undefined
}

export interface OrganizationsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface OrganizationsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** How the name or the slug begins, whatever the case, or the id, as it is spelled. */
  search?: string | undefined
}

export interface OrganizationsUpdateBody {
  /** At most 100 characters, no web address. */
  name?: string | undefined
  /** Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same. */
  slug?: string | undefined
  /** Merged into what is there; null empties it. */
  metadata?: Record<string, unknown> | null | undefined
}

export interface OrganizationsInvitationsCreateBody {
  email: string
  /** The name of a role: owner, admin, member, or one of the organization’s own. */
  role?: string | undefined
  /** The language of the mail; English when left out. */
  locale?: 'en' | 'es' | undefined
}

export interface OrganizationsInvitationsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those in this state. */
  state?: 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired' | undefined
}

export interface OrganizationsInvitationsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface OrganizationsMembersAddBody {
  user_id: string
  /** The name of a role: owner, admin, member, or one of the organization’s own. */
  role?: string | undefined
}

export interface OrganizationsMembersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface OrganizationsMembersRemoveQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface OrganizationsMembersUpdateBody {
  /** The name of a role: owner, admin, member, or one of the organization’s own. */
  role: string
}

export interface OrganizationsRolesCreateBody {
  /** Small letters, digits, hyphens and underscores, beginning with a letter. */
  name: string
  description?: string | undefined
  permissions: readonly string[]
}

export interface OrganizationsRolesDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface OrganizationsRolesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface OrganizationsRolesReplaceBody {
  description?: string | undefined
  permissions: readonly string[]
}
