import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Members } from '#/modules/organizations/index.ts'
import type { Assignments } from '#/modules/roles/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { SsoConnection } from './connection.ts'
import { grantFor } from './group-mapping.ts'
import type { GroupGrant } from './group-mapping.ts'
import type { SsoIdentity } from './identity.ts'

interface GroupGrantsDeps {
  readonly users: Pick<Users, 'change'>
  readonly assignments: Pick<Assignments, 'sync'>
  readonly members: Pick<Members, 'admit' | 'follow'>
}

/** Somebody who comes through a connection, held, and the groups they are in now. */
interface Arriving {
  readonly connection: SsoConnection
  readonly identity: Pick<SsoIdentity, 'organizationRole' | 'systemRole'>
  readonly user: User
  readonly groups: readonly string[]
  /** Whether the connection meets them for the first time. */
  readonly isNew: boolean
}

/** What was given, to be kept with the identity. */
export interface Given {
  readonly user: User
  readonly identity: Pick<SsoIdentity, 'organizationRole' | 'systemRole'>
}

/**
 * Gives people what the groups of their company come to here, and takes back what these no longer give. What somebody else
 * gave or took stays so: whoever was removed from the organization stays out of it (rule RP6).
 */
export class GroupGrants {
  readonly #deps: GroupGrantsDeps
  constructor(deps: GroupGrantsDeps) {
    this.#deps = deps
  }

  async apply(tx: Tx, arriving: Arriving, actor: Actor): Promise<Given> {
    const { connection, user, groups } = arriving
    const grant = grantFor(connection, groups)
    await this.#deps.assignments.sync(tx, user.id, grant.roleIds, actor)
    const organizationRole = await this.#organizationRole(tx, arriving, grant, actor)
    return this.#systemRole(tx, arriving, grant, organizationRole, actor)
  }

  async #organizationRole(
    tx: Tx,
    { connection, identity, user, isNew }: Arriving,
    { organizationRole: role }: GroupGrant,
    actor: Actor,
  ): Promise<string | null> {
    const { organizationId } = connection
    const before = identity.organizationRole
    if (organizationId === null || role === null) return before
    const member = { organizationId, userId: user.id, role }
    if (isNew) return this.#deps.members.admit(tx, member, actor)
    if (before === null || before === role) return before
    return (await this.#deps.members.follow(tx, member, before, actor)) ? role : before
  }

  async #systemRole(
    tx: Tx,
    { identity, user }: Arriving,
    { systemRole: wanted }: GroupGrant,
    organizationRole: string | null,
    actor: Actor,
  ): Promise<Given> {
    const before = identity.systemRole
    const isOurs = user.systemRole === null || user.systemRole === before
    if (!isOurs) return { user, identity: { organizationRole, systemRole: null } }
    const changed =
      user.systemRole === wanted ? user : await this.#deps.users.change(tx, user.id, { systemRole: wanted }, actor)
    return { user: changed, identity: { organizationRole, systemRole: wanted } }
  }
}
