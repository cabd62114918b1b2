import { UniqueViolation } from '#/platform/db/errors.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { changesBetween } from '#/platform/merge-patch.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import { AssignmentStore } from './assignment-store.ts'
import { roleErrors } from './errors.ts'
import { roleCreated, roleDeleted, roleUpdated } from './events.ts'
import { PermissionStore } from './permission-store.ts'
import { MAX_ROLE_NAME_LENGTH, parseRoleName } from './role-name.ts'
import { RoleStore } from './role-store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { ListedPermission, Role, RoleHolder, RoleWithPermissions } from './role.ts'
import type { ParsedRoleName } from './role-name.ts'

interface RolesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
}

/** What a role is to be. */
export interface RoleInput {
  readonly name: string
  readonly description?: string | null | undefined
  /** The names of the permissions it holds; none when left out. */
  readonly permissions?: readonly string[] | undefined
}

/** Roles and what they hold. */
export class Roles {
  readonly #deps: RolesDeps
  readonly #store: RoleStore
  readonly #permissions: PermissionStore
  readonly #assignments: AssignmentStore
  constructor(deps: RolesDeps) {
    this.#deps = deps
    this.#store = new RoleStore(deps.db)
    this.#permissions = new PermissionStore(deps.db)
    this.#assignments = new AssignmentStore(deps.db)
  }

  /** Makes a role; without permissions it holds none. Throws `role_name_taken` for a name in use. */
  async create(input: RoleInput, actor: Actor): Promise<RoleWithPermissions> {
    const { name, canonical } = nameOf(input.name)
    const now = this.#deps.clock.now()
    const times = { createdAt: now, updatedAt: now }
    const description = input.description ?? null
    const role: Role = { id: newId('role', now), name, nameCanonical: canonical, description, ...times }
    return this.#deps.db.tx(async (tx) => {
      const permissions = await this.#permissionsNamed(tx, input.permissions ?? [])
      if (!(await this.#store.insert(tx, role))) throw new AppError(roleErrors.role_name_taken)
      await this.#store.setPermissions(tx, role.id, idsOf(permissions), now)
      const data = { ...nameFields(role), description, permissions: namesOf(permissions) }
      await this.#deps.events.record(tx, roleCreated, { ...actorAndTarget(role, actor), data })
      return { ...role, permissions }
    })
  }

  /** Whether there is a role of this id. */
  async exists(id: string): Promise<boolean> {
    return (await this.existing([id])).has(id)
  }

  /** Those of some ids that are of roles. */
  async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#store.existing(ids.filter((id) => isId('role', id)))
  }

  /** Who has a role now. Throws `role_not_found`. */
  async holders(id: string, request: PageRequest): Promise<Page<RoleHolder>> {
    if (!(await this.exists(id))) throw new AppError(roleErrors.role_not_found)
    return this.#assignments.holdersOf(id, this.#deps.clock.now(), request)
  }

  /** A role by the id in a path; one of another shape is none. */
  async get(id: string): Promise<RoleWithPermissions> {
    const role = isId('role', id) ? await this.#store.find(id) : undefined
    if (!role) return notFound()
    return { ...role, permissions: await this.#store.permissionsOf(role.id) }
  }

  /** Roles, newest first; with a name the one role of that name. */
  async list(name: string | undefined, request: PageRequest): Promise<Page<Role>> {
    // A text that can't be a name is the name of no role.
    const filter = { canonical: name === undefined ? undefined : (parseRoleName(name)?.canonical ?? '') }
    return this.#store.list(filter, request)
  }

  /**
   * Replaces all that a role says: a description left out is none, and without permissions it holds none from now on.
   */
  async replace(id: string, input: RoleInput, actor: Actor): Promise<RoleWithPermissions> {
    const name = nameOf(input.name)
    try {
      return await this.#deps.db.tx((tx) => this.#replace(tx, id, name, input, actor))
    } catch (cause) {
      if (cause instanceof UniqueViolation) throw new AppError(roleErrors.role_name_taken, { cause })
      throw cause
    }
  }

  async #replace(
    tx: Tx,
    id: string,
    { name, canonical }: ParsedRoleName,
    input: RoleInput,
    actor: Actor,
  ): Promise<RoleWithPermissions> {
    const now = this.#deps.clock.now()
    const before = await this.#hold(tx, id)
    const after = { ...before, name, nameCanonical: canonical, description: input.description ?? null }
    const held = await this.#store.permissionsOf(id, tx)
    const permissions = await this.#permissionsNamed(tx, input.permissions ?? [])
    const changes = changesBetween(
      auditedFields({ ...before, permissions: held }),
      auditedFields({ ...after, permissions }),
    )
    if (Object.keys(changes).length === 0) return { ...before, permissions: held }
    const role = { ...after, updatedAt: now }
    await this.#store.update(tx, id, role)
    if (changes['permissions']) await this.#store.setPermissions(tx, id, idsOf(permissions), now)
    await this.#deps.events.record(tx, roleUpdated, {
      ...actorAndTarget(role, actor),
      data: { ...nameFields(role), changes },
    })
    return { ...role, permissions }
  }

  /** Deletes a role and takes it from everybody who has it. */
  async delete(id: string, actor: Actor): Promise<void> {
    const { db, lifecycle, events } = this.#deps
    await db.tx(async (tx) => {
      const role = await this.#hold(tx, id)
      const permissions = namesOf(await this.#store.permissionsOf(id, tx))
      const counts = await lifecycle.ended(tx, 'roleDeleted', subjectOf(role), 'role_deleted')
      await this.#store.delete(tx, id)
      const data = { ...nameFields(role), permissions, removed_assignments: counts.role_assignments ?? 0, counts }
      await events.record(tx, roleDeleted, { ...actorAndTarget(role, actor), data })
    })
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('roleDeleted', subjectOf(await this.get(id)))
  }

  async #hold(tx: Tx, id: string): Promise<Role> {
    const role = isId('role', id) ? await this.#store.hold(tx, id, 'change') : undefined
    return role ?? notFound()
  }

  /** The permissions of these names, by name. Throws 400 for those that are none. */
  async #permissionsNamed(tx: Tx, names: readonly string[]): Promise<ListedPermission[]> {
    const found = await this.#permissions.holdNamed(tx, [...new Set(names)])
    const known = new Set(namesOf(found))
    const errors = names.flatMap((name, i) =>
      known.has(name) ? [] : [{ pointer: `/permissions/${i}`, message: 'must be a permission that is listed' }],
    )
    if (errors.length > 0) throw invalid(errors)
    return found
  }
}

function nameOf(text: string): ParsedRoleName {
  const parsed = parseRoleName(text)
  if (parsed) return parsed
  throw invalid('/name', `must be 1 to ${MAX_ROLE_NAME_LENGTH} visible characters without commas`)
}

/** A role as the audit log knows it: permissions by their names. */
const auditedFields = ({ name, description, permissions }: RoleWithPermissions) => ({
  name,
  description,
  permissions: namesOf(permissions),
})

const subjectOf = ({ id }: Role) => ({ by: 'role', roleId: id }) as const
const actorAndTarget = (role: Role, actor: Actor) => ({ actor, target: { type: 'role', id: role.id } })
const nameFields = ({ id, name }: Role) => ({ id, name })
const idsOf = (permissions: readonly ListedPermission[]): string[] => permissions.map(({ id }) => id)
const namesOf = (permissions: readonly ListedPermission[]): string[] => permissions.map(({ name }) => name)

const notFound = (): never => {
  throw new AppError(roleErrors.role_not_found)
}
