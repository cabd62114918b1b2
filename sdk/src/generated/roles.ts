// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun, Permission, Role } from './shared.ts'

/** Roles for people in the applications that ask. */
export class RolesApi {
  readonly #transport: Transport
  readonly permissions: RolesPermissionsApi
  readonly users: RolesUsersApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.permissions = new RolesPermissionsApi(transport)
    this.users = new RolesUsersApi(transport)
  }

  /**
   * Create a role.
   *
   * For people in the applications that ask. It opens nothing of this server: that is system_role of a user. Admin key
   * or operator session with the scope roles:write.
   */
  create(body: RolesCreateBody, options?: RequestOptions): Promise<RoleWithPermissions> {
    return this.#transport.request('POST', '/api/v1/roles', { ...options, body, keyed: true })
  }

  /**
   * Delete a role.
   *
   * Takes it from everybody who has it; the event says how many that were. With dry_run it only answers that. Admin key
   * or operator session with the scope roles:write.
   */
  delete(id: string, query?: RolesDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/roles/${id}`, { ...options, query })
  }

  /**
   * Get a role.
   *
   * With the permissions it holds. Admin key or operator session with the scope roles:read.
   */
  get(id: string, options?: RequestOptions): Promise<RoleWithPermissions> {
    return this.#transport.request('GET', path`/api/v1/roles/${id}`, options)
  }

  /**
   * List roles.
   *
   * Without what they hold. Admin key or operator session with the scope roles:read.
   */
  list(query?: RolesListQuery, options?: RequestOptions): PageRequest<Role> {
    return this.#transport.list('/api/v1/roles', { ...options, query })
  }

  /**
   * Replace a role.
   *
   * The role becomes what the body says: a description or permissions that are left out are cleared. Single permissions
   * are added and removed by routes of their own. Admin key or operator session with the scope roles:write.
   */
  replace(id: string, body: RolesReplaceBody, options?: RequestOptions): Promise<RoleWithPermissions> {
    return this.#transport.request('PUT', path`/api/v1/roles/${id}`, { ...options, body })
  }
}

/** `roles.permissions` */
export class RolesPermissionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Let a role hold a permission.
   *
   * Answers the permission. 200 when the role held it already. Admin key or operator session with the scope
   * roles:write.
   */
  add(id: string, body: RolesPermissionsAddBody, options?: RequestOptions): Promise<Permission> {
    return this.#transport.request('POST', path`/api/v1/roles/${id}/permissions`, { ...options, body })
  }

  /**
   * Get a permission that a role holds.
   *
   * Found only while the role holds it. Admin key or operator session with the scope roles:read.
   */
  get(id: string, pid: string, options?: RequestOptions): Promise<Permission> {
    return this.#transport.request('GET', path`/api/v1/roles/${id}/permissions/${pid}`, options)
  }

  /**
   * Take a permission from a role.
   *
   * Everybody who has the role loses it at once. With dry_run it only answers what would end with it, which is nothing.
   * Admin key or operator session with the scope roles:write.
   */
  remove(id: string, pid: string, query?: RolesPermissionsRemoveQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/roles/${id}/permissions/${pid}`, { ...options, query })
  }
}

/** `roles.users` */
export class RolesUsersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the users who have a role.
   *
   * By when they got it, newest first; whose role has expired is left out. Admin key or operator session with the
   * scopes users:read and roles:read.
   */
  list(id: string, query?: RolesUsersListQuery, options?: RequestOptions): PageRequest<RoleHolder> {
    return this.#transport.list(path`/api/v1/roles/${id}/users`, { ...options, query })
  }
}

export interface RoleHolder {
  id: string
  email: string
  name: string
  disabled: boolean
  /** Who gave it: a user or an API key. */
  assigned_by: string
  assigned_at: string
  /** Null: for good. */
  expires_at: string | null
}

export interface RoleWithPermissions {
  id: string
  name: string
  description: string | null
  created_at: string
  updated_at: string
  /** By name. */
  permissions: Permission[]
}

export interface RolesCreateBody {
  /** At most 100 characters, no commas. Two roles can't have names that look the same. */
  name: string
  description?: string | null | undefined
  /** All it is to hold, from the list of permissions; none when left out. */
  permissions?: readonly string[] | undefined
}

export interface RolesDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface RolesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The one of this name. */
  name?: string | undefined
}

export interface RolesReplaceBody {
  /** At most 100 characters, no commas. Two roles can't have names that look the same. */
  name: string
  description?: string | null | undefined
  /** All it is to hold, from the list of permissions; none when left out. */
  permissions?: readonly string[] | undefined
}

export interface RolesPermissionsAddBody {
  permission_id: string
}

export interface RolesPermissionsRemoveQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface RolesUsersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}
