import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import { roleErrors } from './errors.ts'
import { permissionCreated, permissionDeleted } from './events.ts'
import { HolderStore } from './holder-store.ts'
import { askedPermission } from './permission-input.ts'
import { formatPermission } from './permission.ts'
import { PermissionStore } from './permission-store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Asked } from './permission-input.ts'
import type { Holder } from './holder-store.ts'
import type { PermissionFilter, Usage } from './permission-store.ts'
import type { ListedPermission, Role } from './role.ts'

interface PermissionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
}

/** The most permissions whose use one request may ask for. */
export const MAX_IDS = 100

/** The permissions that roles can hold. */
export class Permissions {
  readonly #deps: PermissionsDeps
  readonly #store: PermissionStore
  readonly #holders: HolderStore
  constructor(deps: PermissionsDeps) {
    this.#deps = deps
    this.#store = new PermissionStore(deps.db)
    this.#holders = new HolderStore(deps.db)
  }

  /** Makes a permission known. Throws `permission_exists` when it is. */
  async create(input: Asked & { readonly description?: string | null }, actor: Actor): Promise<ListedPermission> {
    const { resource, action } = askedPermission(input)
    const { db, clock, events } = this.#deps
    const now = clock.now()
    const name = formatPermission({ resource, action })
    const permission = { id: newId('perm', now), name, resource, action, description: input.description ?? null }
    const listed: ListedPermission = { ...permission, createdAt: now }
    return db.tx(async (tx) => {
      if (!(await this.#store.insert(tx, listed))) throw new AppError(roleErrors.permission_exists)
      await events.record(tx, permissionCreated, { ...actorAndTarget(listed, actor), data: permissionFields(listed) })
      return listed
    })
  }

  /** A permission by the id in a path; one of another shape is none. */
  async get(id: string): Promise<ListedPermission> {
    const permission = isId('perm', id) ? await this.#store.find(id) : undefined
    if (!permission) throw new AppError(roleErrors.permission_not_found)
    return permission
  }

  /** Permissions, newest first. */
  list(filter: PermissionFilter, request: PageRequest): Promise<Page<ListedPermission>> {
    return this.#store.list(filter, request)
  }

  /** Deletes a permission and takes it from every role that holds it. */
  async delete(id: string, actor: Actor): Promise<void> {
    const { db, lifecycle, events } = this.#deps
    await db.tx(async (tx) => {
      const permission = isId('perm', id) ? await this.#store.hold(tx, id, 'change') : undefined
      if (!permission) throw new AppError(roleErrors.permission_not_found)
      const counts = await lifecycle.ended(tx, 'permissionDeleted', subjectOf(permission), 'permission_deleted')
      await this.#store.delete(tx, id)
      const data = { ...permissionFields(permission), removed_from_roles: counts.role_permissions ?? 0, counts }
      await events.record(tx, permissionDeleted, { ...actorAndTarget(permission, actor), data })
    })
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('permissionDeleted', subjectOf(await this.get(id)))
  }

  /** The roles that hold exactly this permission; those that hold a wildcard over it hold that one. */
  async rolesHolding(id: string, request: PageRequest): Promise<Page<Role>> {
    const permission = await this.get(id)
    return this.#store.rolesHolding(permission.id, request)
  }

  /** The people who have one of those roles. */
  async holders(id: string, request: PageRequest): Promise<Page<Holder>> {
    const permission = await this.get(id)
    return this.#holders.list(permission.id, this.#deps.clock.now(), request)
  }

  /** How much each of these permissions is used; ids that are none are left out. */
  async usage(ids: readonly string[], request: PageRequest): Promise<Page<Usage>> {
    const distinct = [...new Set(ids)]
    if (distinct.length > MAX_IDS) throw invalid('/ids', `must not name more than ${MAX_IDS} permissions`)
    const wrong = distinct.find((id) => !isId('perm', id))
    if (wrong !== undefined) throw invalid('/ids', 'must be ids of permissions with commas between them')
    return this.#store.usage(distinct, this.#deps.clock.now(), request)
  }
}

const subjectOf = ({ id }: ListedPermission) => ({ by: 'permission', permissionId: id }) as const

const actorAndTarget = (permission: ListedPermission, actor: Actor) => ({
  actor,
  target: { type: 'permission', id: permission.id },
})

const permissionFields = ({ id, name, description }: ListedPermission) => ({ id, permission: name, description })
