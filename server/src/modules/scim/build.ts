import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { GroupGrants, SsoConnections } from '#/modules/sso/index.ts'
import type { Users } from '#/modules/users/index.ts'
import { GroupEffects } from './group-effects.ts'
import { ScimGroupStore } from './group-store.ts'
import { ScimGroups } from './groups.ts'
import { ScimTokens } from './tokens.ts'
import { ScimUserStore } from './user-store.ts'
import { ScimUsers } from './users.ts'
import type { ConnectionPeople } from './users.ts'

interface ScimParts {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly users: Users
  readonly connections: SsoConnections
  readonly people: ConnectionPeople
  readonly grants: GroupGrants
}

/** Builds the services of this module. */
export function buildScim({ db, clock, events, lifecycle, users, connections, people, grants }: ScimParts) {
  const store = new ScimUserStore(db)
  const groups = new ScimGroupStore(db)
  const effects = new GroupEffects({ users, grants, store, groups })
  return {
    services: {
      scimTokens: new ScimTokens({ db, clock, events, connections }),
      scimUsers: new ScimUsers({ db, clock, events, lifecycle, users, people, store, groups, effects }),
      scimGroups: new ScimGroups({ db, clock, events, store: groups, effects }),
    },
  }
}

/** What provisioning knows of somebody who signs in through a connection: the groups they are in; undefined for whom it does not keep. */
export async function provisionedGroups(
  db: Db,
  tx: Tx,
  connectionId: string,
  userId: string,
): Promise<readonly string[] | undefined> {
  const person = await new ScimUserStore(db).holdByUser(tx, connectionId, userId)
  if (!person || person.removedAt !== null) return undefined
  const groups = await new ScimGroupStore(db).groupsOf([person.id], tx)
  return (groups.get(person.id) ?? []).map(({ name }) => name)
}
