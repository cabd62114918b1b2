import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { GroupGrants, SsoConnection } from '#/modules/sso/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { ScimGroupStore } from './group-store.ts'
import type { ScimUser } from './tables.ts'
import type { ScimUserStore } from './user-store.ts'

interface GroupEffectsDeps {
  readonly users: Pick<Users, 'hold'>
  readonly grants: Pick<GroupGrants, 'apply'>
  readonly store: ScimUserStore
  readonly groups: ScimGroupStore
}

/** Gives people what the groups they are in come to here, as the connection says; never a role that runs the server. */
export class GroupEffects {
  readonly #deps: GroupEffectsDeps
  constructor(deps: GroupEffectsDeps) {
    this.#deps = deps
  }

  async follow(
    tx: Tx,
    connection: SsoConnection,
    people: readonly ScimUser[],
    actor: Actor,
    isNew = false,
  ): Promise<void> {
    const { users, grants, store, groups } = this.#deps
    const named = await groups.groupsOf(
      people.map(({ id }) => id),
      tx,
    )
    const withoutPower = { ...connection, groupRoles: connection.groupRoles.map(withoutSystemRole) }
    for (const person of people) {
      const user = await users.hold(tx, person.userId)
      if (!user || user.systemRole !== null) continue
      const identity = { organizationRole: person.organizationRole, systemRole: null }
      const names = (named.get(person.id) ?? []).map(({ name }) => name)
      const arriving = { connection: withoutPower, identity, user, groups: names, isNew }
      const given = await grants.apply(tx, arriving, actor)
      if (given.identity.organizationRole === person.organizationRole) continue
      await store.update(tx, person.id, { organizationRole: given.identity.organizationRole })
    }
  }
}

function withoutSystemRole(role: SsoConnection['groupRoles'][number]): SsoConnection['groupRoles'][number] {
  const { group, role_ids, organization_role } = role
  return { group, ...(role_ids && { role_ids }), ...(organization_role !== undefined && { organization_role }) }
}
