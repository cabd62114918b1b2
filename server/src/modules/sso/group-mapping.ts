import { mappableSystemRoles } from './connection.ts'
import type { MappableSystemRole, SsoConnection } from './connection.ts'

/** What somebody is to have here by the groups they are in there. */
export interface GroupGrant {
  readonly roleIds: ReadonlySet<string>
  /** Null where the connection belongs to no organization. */
  readonly organizationRole: string | null
  readonly systemRole: MappableSystemRole | null
}

/** Reads the mapping of a connection: all application roles that any group gives, the first organization role, the widest system role. */
export function grantFor(
  { groupRoles, organizationRole }: Pick<SsoConnection, 'groupRoles' | 'organizationRole'>,
  groups: readonly string[],
): GroupGrant {
  const matching = groupRoles.filter(({ group }) => groups.includes(group))
  const mapped = matching.find((it) => it.organization_role !== undefined)?.organization_role
  return {
    roleIds: new Set(matching.flatMap(({ role_ids = [] }) => role_ids)),
    organizationRole: organizationRole === null ? null : (mapped ?? organizationRole),
    systemRole: mappableSystemRoles.find((role) => matching.some(({ system_role }) => system_role === role)) ?? null,
  }
}
