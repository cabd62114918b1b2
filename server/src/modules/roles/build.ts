import { Access } from './permission-check.ts'
import { Assignments } from './assignments.ts'
import { Permissions } from './permissions.ts'
import { RolePermissions } from './role-permissions.ts'
import { Roles } from './roles.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { OrganizationGrants } from './permission-check.ts'

interface RolesParts {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Users
  readonly lifecycle: Lifecycle
  readonly organizationGrants: OrganizationGrants
}

/** Builds the services of this module. */
export const buildRoles = ({ db, clock, events, lifecycle, users, organizationGrants }: RolesParts) => ({
  roles: new Roles({ db, clock, events, lifecycle }),
  rolePermissions: new RolePermissions({ db, clock, events }),
  permissions: new Permissions({ db, clock, events, lifecycle }),
  assignments: new Assignments({ db, clock, events, users }),
  access: new Access({ db, clock, users, organizationGrants }),
})
