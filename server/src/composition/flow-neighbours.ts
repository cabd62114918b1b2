import type { FlowNeighbours } from '#/modules/flows/index.ts'
import type { buildOrganizations } from '#/modules/organizations/index.ts'
import type { buildRoles } from '#/modules/roles/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import type { buildFactors } from '#/modules/credentials/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'

interface Neighbours {
  readonly roles: Pick<ReturnType<typeof buildRoles>, 'roles' | 'assignments'>
  readonly organizations: Pick<ReturnType<typeof buildOrganizations>, 'services' | 'exists' | 'hasRole' | 'idsOf'>
  readonly sessions: Pick<Sessions, 'isKnownDevice'>
  readonly secondFactorChallenge: ReturnType<typeof buildFactors>['secondFactorChallenge']
}

/** As many roles as somebody can have. */
const ALL = { before: undefined, limit: 200, includeTotal: false }
/** A flow is an operator's will, and those who write it were asked for what it does. */
const FULL_ACCESS = ['*']

/** What flows look at and do in rooms that don't know them. */
export function flowNeighbours(neighbours: Neighbours): FlowNeighbours {
  const { roles, organizations, sessions, secondFactorChallenge } = neighbours
  const { assignments } = roles
  const rolesOf = async (userId: string): Promise<string[]> =>
    (await assignments.list(userId, ALL)).rows.map(({ role }) => role.id)
  return {
    directories: {
      hasRole: (id) => roles.roles.exists(id),
      hasOrganization: organizations.exists,
      hasOrganizationRole: organizations.hasRole,
    },
    facts: {
      rolesOf,
      organizationsOf: (userId) => organizations.idsOf(userId),
      isKnownDevice: (userId, { ip, userAgent = null }) => sessions.isKnownDevice(userId, { ip, userAgent }),
    },
    actions: {
      secondFactorWays: (user) => secondFactorChallenge.waysOf(user),
      assignRole: async (userId, roleId, actor) => {
        // Somebody who has it for a time keeps it for that time.
        if ((await rolesOf(userId)).includes(roleId)) return
        await assignments.assign(userId, { role_id: roleId }, { scopes: FULL_ACCESS, actor })
      },
      addMember: async (organizationId, userId, role, actor) => {
        const { organizationMembers: members } = organizations.services
        await unless('already_member', members.add(organizationId, { userId, role }, { actor, person: null }))
      },
    },
  }
}

/** Waits for work that may fail in one way without harm. */
async function unless(code: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError && error.code.code === code)) throw error
  }
}
