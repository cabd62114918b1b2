// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun, Permission, Role } from './shared.ts'

/** What roles may hold, who holds it, and whether somebody may do something. */
export class PermissionsApi {
  readonly #transport: Transport
  readonly roles: PermissionsRolesApi
  readonly usage: PermissionsUsageApi
  readonly users: PermissionsUsersApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.roles = new PermissionsRolesApi(transport)
    this.usage = new PermissionsUsageApi(transport)
    this.users = new PermissionsUsersApi(transport)
  }

  /**
   * Ask whether a user may do something.
   *
   * Name the permission as one text, or as resource and action. The status is 200 either way; the body says which role
   * grants it, or why not; a user who is unknown or disabled may do nothing. It holds for the moment it is given. Admin
   * key or operator session with the scope permissions:read.
   */
  check(body: PermissionsCheckBody, options?: RequestOptions): Promise<AccessVerdict> {
    return this.#transport.request('POST', '/api/v1/auth/check', { ...options, body })
  }

  /**
   * Create a permission.
   *
   * As permission, or as resource and action. Roles hold permissions that are listed here. Admin key or operator
   * session with the scope permissions:write.
   */
  create(body?: PermissionsCreateBody, options?: RequestOptions): Promise<Permission> {
    return this.#transport.request('POST', '/api/v1/permissions', { ...options, body, keyed: true })
  }

  /**
   * Delete a permission.
   *
   * Takes it from every role that holds it; the event says how many that were. Wildcards over it stay. With dry_run it
   * only answers how many. Admin key or operator session with the scope permissions:write.
   */
  delete(id: string, query?: PermissionsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/permissions/${id}`, { ...options, query })
  }

  /**
   * Get a permission.
   *
   * Who holds it has lists of its own. Admin key or operator session with the scope permissions:read.
   */
  get(id: string, options?: RequestOptions): Promise<Permission> {
    return this.#transport.request('GET', path`/api/v1/permissions/${id}`, options)
  }

  /**
   * List permissions.
   *
   * Newest first; resource and action narrow the list. Admin key or operator session with the scope permissions:read.
   */
  list(query?: PermissionsListQuery, options?: RequestOptions): PageRequest<Permission> {
    return this.#transport.list('/api/v1/permissions', { ...options, query })
  }
}

/** `permissions.roles` */
export class PermissionsRolesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the roles that hold a permission.
   *
   * By when they got it, newest first. Roles that hold a wildcard over it are listed under the wildcard. Admin key or
   * operator session with the scope permissions:read.
   */
  list(id: string, query?: PermissionsRolesListQuery, options?: RequestOptions): PageRequest<Role> {
    return this.#transport.list(path`/api/v1/permissions/${id}/roles`, { ...options, query })
  }
}

/** `permissions.usage` */
export class PermissionsUsageApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Count the roles and users of permissions.
   *
   * Newest first; ids that are unknown are left out. Admin key or operator session with the scope permissions:read.
   */
  list(query: PermissionsUsageListQuery, options?: RequestOptions): PageRequest<PermissionUsage> {
    return this.#transport.list('/api/v1/admin/permissions/batch-usage', { ...options, query })
  }
}

/** `permissions.users` */
export class PermissionsUsersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the users who hold a permission.
   *
   * Through the roles of GET /permissions/{id}/roles. Holders of a wildcard are listed under the wildcard. Admin key or
   * operator session with the scope users:read.
   */
  list(id: string, query?: PermissionsUsersListQuery, options?: RequestOptions): PageRequest<PermissionHolder> {
    return this.#transport.list(path`/api/v1/permissions/${id}/users`, { ...options, query })
  }
}

export interface AccessVerdict {
  allowed: boolean
  user_id: string
  /** What was asked about. */
  permission: string
  organization_id: string | null
  reason: {
    code: 'granted' | 'not_granted' | 'user_not_found' | 'user_disabled'
    /** The same for people. */
    message: string
    source: {
      type: 'role' | 'organization_role'
      role: {
        id: string
        name: string
      }
      /** What the role holds: what was asked about, or a wildcard over it. */
      permission: string
    } | null
  }
}

export interface PermissionHolder {
  id: string
  email: string
  name: string
  /** Those that hold the permission. */
  roles: {
    id: string
    name: string
  }[]
}

export interface PermissionUsage {
  permission_id: string
  permission: string
  /** How many roles hold it. */
  roles: number
  /** How many people have one of them. */
  users: number
}

export interface PermissionsCheckBody {
  user_id: string
  /**
   * resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an
   * action on every resource, * for everything.
   */
  permission?: string | undefined
  /** One word in lower case, or *. */
  resource?: string | undefined
  /** One word in lower case, or *. */
  action?: string | undefined
  /** Counts what the user may do as a member of this organization too. */
  organization_id?: string | undefined
}

export interface PermissionsCreateBody {
  /**
   * resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an
   * action on every resource, * for everything.
   */
  permission?: string | undefined
  /** One word in lower case, or *. */
  resource?: string | undefined
  /** One word in lower case, or *. */
  action?: string | undefined
  description?: string | null | undefined
}

export interface PermissionsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface PermissionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The one of this name. */
  permission?: string | undefined
  /** Only those of this resource. */
  resource?: string | undefined
  /** Only those of this action. */
  action?: string | undefined
}

export interface PermissionsRolesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface PermissionsUsageListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Ids of permissions with commas between them, at most 100. */
  ids: string
}

export interface PermissionsUsersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}
