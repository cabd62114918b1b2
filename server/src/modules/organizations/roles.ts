import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { parsePermission, PERMISSION_FORM } from '#/modules/roles/index.ts'
import type { OrganizationCaller, LockedOrganization, OrganizationAccess } from './member-authorization.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import { organizationErrors } from './errors.ts'
import { orgRoleCreated, orgRoleDeleted, orgRoleUpdated } from './events.ts'
import { InvitationStore } from './invitation-store.ts'
import { MemberStore } from './member-store.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { targetOf } from './organization.ts'
import { orgPermissions } from './role.ts'
import type { Role } from './role.ts'
import { RoleStore } from './role-store.ts'

interface OrganizationRolesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly access: OrganizationAccess
}

/** What a role says. */
export interface RoleContent {
  readonly description?: string | undefined
  readonly permissions: readonly string[]
}

/** With the built-in ones. */
const MAX_ROLES = 100

/** The roles of one organization: three that every one has, and its own. Nobody writes into a role what they don't hold. */
export class OrganizationRoles {
  readonly #deps: OrganizationRolesDeps
  readonly #store: RoleStore
  readonly #members: MemberStore
  readonly #invitations: InvitationStore
  constructor(deps: OrganizationRolesDeps) {
    this.#deps = deps
    this.#store = new RoleStore(deps.db)
    this.#members = new MemberStore(deps.db)
    this.#invitations = new InvitationStore(deps.db)
  }

  async list(id: string, caller: OrganizationCaller, request: PageRequest): Promise<Page<Role>> {
    await this.#deps.access.enter(id, caller)
    return this.#store.list(id, request)
  }

  async get(id: string, roleId: string, caller: OrganizationCaller): Promise<Role> {
    await this.#deps.access.enter(id, caller)
    const role = isId('role', roleId) ? await this.#store.find(id, roleId) : undefined
    return role ?? notFound()
  }

  create(id: string, { name, ...content }: RoleContent & { name: string }, caller: OrganizationCaller): Promise<Role> {
    checkPermissions(content.permissions)
    return this.#deps.db.tx(async (tx) => {
      const { authority } = await this.#enter(tx, id, caller)
      authority.requireOver(content)
      if ((await this.#store.count(id, tx)) >= MAX_ROLES) throw new AppError(organizationErrors.organization_role_limit)
      const role = this.#newRole(id, name, content)
      if (!(await this.#store.insert(tx, role))) throw new AppError(organizationErrors.organization_role_name_taken)
      const data = { ...nameOf(role), permissions: [...role.permissions] }
      await this.#deps.events.record(tx, orgRoleCreated, { actor: caller.actor, target: targetOf(id), data })
      return role
    })
  }

  #newRole(organizationId: string, name: string, { description = '', permissions }: RoleContent): Role {
    const now = this.#deps.clock.now()
    const id = newId('role', now)
    return { id, organizationId, name, description, permissions, builtIn: false, createdAt: now, updatedAt: now }
  }

  /** Replaces what a role says. Its name stays: members and invitations know it by that. */
  replace(id: string, roleId: string, content: RoleContent, caller: OrganizationCaller): Promise<Role> {
    checkPermissions(content.permissions)
    return this.#deps.db.tx(async (tx) => {
      const { authority } = await this.#enter(tx, id, caller)
      const role = await this.#getOwn(tx, id, roleId)
      authority.requireOver(role)
      authority.requireOver(content)
      const { description = '', permissions } = content
      const isSame = description === role.description && `${permissions}` === `${role.permissions}`
      if (isSame) return role
      const fields = { description, permissions, updatedAt: this.#deps.clock.now() }
      await this.#store.update(tx, roleId, fields)
      const data = {
        ...nameOf(role),
        permissions: { from: [...role.permissions], to: [...permissions] },
        description: { from: role.description, to: description },
      }
      await this.#deps.events.record(tx, orgRoleUpdated, { actor: caller.actor, target: targetOf(id), data })
      return { ...role, ...fields }
    })
  }

  /** Deletes a role that nobody has and nobody is invited with. */
  delete(id: string, roleId: string, caller: OrganizationCaller): Promise<void> {
    return this.#deps.db.tx(async (tx) => {
      const role = await this.#getToDelete(tx, id, roleId, caller)
      await this.#store.delete(tx, roleId)
      await this.#deps.events.record(tx, orgRoleDeleted, {
        actor: caller.actor,
        target: targetOf(id),
        data: nameOf(role),
      })
    })
  }

  /** What ends with a role: nothing, since nobody has it. Refuses what deleting refuses. */
  async countEnding(id: string, roleId: string, caller: OrganizationCaller): Promise<Counts> {
    await this.#deps.db.tx((tx) => this.#getToDelete(tx, id, roleId, caller))
    return {}
  }

  async #getToDelete(tx: Tx, id: string, roleId: string, caller: OrganizationCaller): Promise<Role> {
    const { authority } = await this.#enter(tx, id, caller)
    const role = await this.#getOwn(tx, id, roleId)
    authority.requireOver(role)
    await this.#requireUnused(tx, role)
    return role
  }

  async #enter(tx: Tx, id: string, caller: OrganizationCaller): Promise<LockedOrganization> {
    const held = await this.#deps.access.hold(tx, id, caller)
    held.authority.require(orgPermissions.manageRoles)
    return held
  }

  async #getOwn(tx: Tx, id: string, roleId: string): Promise<Role> {
    const role = isId('role', roleId) ? await this.#store.find(id, roleId, tx) : undefined
    if (!role) return notFound()
    if (role.builtIn) throw new AppError(organizationErrors.organization_role_built_in)
    return role
  }

  async #requireUnused(tx: Tx, { organizationId, name }: Role): Promise<void> {
    const members = await this.#members.countWithRole(tx, organizationId, name)
    const invitations = await this.#invitations.countPendingWithRole(tx, organizationId, name)
    if (members + invitations === 0) return
    throw new AppError(organizationErrors.organization_role_in_use, { details: { members, invitations } })
  }
}

const nameOf = ({ organizationId, id, name }: Role) => ({ organization_id: organizationId, id, name })

function checkPermissions(permissions: readonly string[]): void {
  const wrong = permissions.findIndex((permission) => parsePermission(permission) === undefined)
  if (wrong !== -1) throw invalid(`/permissions/${wrong}`, `must be ${PERMISSION_FORM}`)
}

const notFound = (): never => {
  throw new AppError(organizationErrors.organization_role_not_found)
}
