import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId } from '#/platform/ids.ts'
import { roleErrors } from './errors.ts'
import { rolePermissionAdded, rolePermissionRemoved } from './events.ts'
import { PermissionStore } from './permission-store.ts'
import { RoleStore } from './role-store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import type { ListedPermission, Role } from './role.ts'

interface RolePermissionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
}

/** The most permissions a role holds. */
export const MAX_PERMISSIONS = 500

/** What came of giving a role a permission: it may have held it already. */
export interface Addition {
  readonly permission: ListedPermission
  readonly isNew: boolean
}

/** The permissions of a role, one at a time. */
export class RolePermissions {
  readonly #deps: RolePermissionsDeps
  readonly #roles: RoleStore
  readonly #permissions: PermissionStore
  constructor(deps: RolePermissionsDeps) {
    this.#deps = deps
    this.#roles = new RoleStore(deps.db)
    this.#permissions = new PermissionStore(deps.db)
  }

  /** Lets a role hold a permission, by its id. Doing so again changes nothing. */
  async add(roleId: string, permissionId: string, actor: Actor): Promise<Addition> {
    return this.#deps.db.tx(async (tx) => {
      const role = await this.#hold(tx, roleId)
      const permission = await this.#find(tx, permissionId)
      if (!permission) throw invalid('/permission_id', 'must be the id of a permission')
      const now = this.#deps.clock.now()
      if (!(await this.#roles.add(tx, role.id, permission.id, now))) return { permission, isNew: false }
      const held = await this.#roles.permissionsOf(role.id, tx)
      if (held.length > MAX_PERMISSIONS) throw new AppError(roleErrors.role_full)
      await this.#roles.update(tx, role.id, { updatedAt: now })
      await this.#deps.events.record(tx, rolePermissionAdded, eventOf(role, permission, actor))
      return { permission, isNew: true }
    })
  }

  /** A permission that a role holds. Throws `permission_not_held` when it does not. */
  async get(roleId: string, permissionId: string): Promise<ListedPermission> {
    const role = isId('role', roleId) ? await this.#roles.find(roleId) : undefined
    if (!role) throw new AppError(roleErrors.role_not_found)
    const held = await this.#roles.permissionsOf(role.id)
    const permission = held.find(({ id }) => id === permissionId)
    if (!permission) throw new AppError(roleErrors.permission_not_held)
    return permission
  }

  /** Takes a permission from a role. Throws `permission_not_held` when the role does not hold it. */
  async remove(roleId: string, permissionId: string, actor: Actor): Promise<void> {
    await this.#deps.db.tx(async (tx) => {
      const role = await this.#hold(tx, roleId)
      const permission = await this.#find(tx, permissionId)
      if (!permission || !(await this.#roles.remove(tx, role.id, permission.id))) {
        throw new AppError(roleErrors.permission_not_held)
      }
      await this.#roles.update(tx, role.id, { updatedAt: this.#deps.clock.now() })
      await this.#deps.events.record(tx, rolePermissionRemoved, eventOf(role, permission, actor))
    })
  }

  /** What ends with the permission of a role: nothing. Refuses what taking it away refuses. */
  async countEnding(roleId: string, permissionId: string): Promise<Counts> {
    await this.#deps.db.tx(async (tx) => {
      const role = await this.#hold(tx, roleId)
      const held = await this.#roles.permissionsOf(role.id, tx)
      if (!held.some(({ id }) => id === permissionId)) throw new AppError(roleErrors.permission_not_held)
    })
    return {}
  }

  async #hold(tx: Tx, id: string): Promise<Role> {
    const role = isId('role', id) ? await this.#roles.hold(tx, id, 'change') : undefined
    if (!role) throw new AppError(roleErrors.role_not_found)
    return role
  }

  async #find(tx: Tx, id: string): Promise<ListedPermission | undefined> {
    return isId('perm', id) ? this.#permissions.hold(tx, id, 'use') : undefined
  }
}

const eventOf = (role: Role, permission: ListedPermission, actor: Actor) => ({
  actor,
  target: { type: 'role', id: role.id },
  data: { id: role.id, name: role.name, permission_id: permission.id, permission: permission.name },
})
