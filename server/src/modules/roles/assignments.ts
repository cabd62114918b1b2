import { toIsoOrNull } from '#/platform/clock.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId } from '#/platform/ids.ts'
import { assertMayManage, userErrors } from '#/modules/users/index.ts'
import { AssignmentStore } from './assignment-store.ts'
import { roleErrors } from './errors.ts'
import { roleAssigned, roleUnassigned } from './events.ts'
import { RoleStore } from './role-store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import type { Steps } from '#/platform/jobs/steps.ts'
import type { Operator, Users } from '#/modules/users/index.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import type { AssignedRole, Assignment, Role } from './role.ts'

interface AssignmentsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Users
}

/** Which role to give, and until when; without a time until somebody takes it away. */
export interface AssignmentInput {
  readonly role_id: string
  readonly expires_at?: string | null | undefined
}

/** What came of giving a role: the user may have had it already. */
export interface Assigned extends AssignedRole {
  readonly isNew: boolean
}

/** The most roles a user has. */
export const MAX_ROLES = 200

const CLEANUP_EVERY_MS = 5 * 60_000

/** Who has which role. */
export class Assignments {
  readonly #deps: AssignmentsDeps
  readonly #store: AssignmentStore
  readonly #roles: RoleStore
  constructor(deps: AssignmentsDeps) {
    this.#deps = deps
    this.#store = new AssignmentStore(deps.db)
    this.#roles = new RoleStore(deps.db)
  }

  /**
   * Gives a user a role. The user has it afterwards until the time that was said, whatever was before; when that was
   * the same, nothing changes.
   */
  async assign(userId: string, input: AssignmentInput, by: Operator): Promise<Assigned> {
    const now = this.#deps.clock.now()
    const expiresAt = expiryOf(input, now)
    return this.#deps.db.tx(async (tx) => {
      await this.#holdUser(tx, userId, by)
      const role = isId('role', input.role_id) ? await this.#roles.hold(tx, input.role_id, 'use') : undefined
      if (!role) throw invalid('/role_id', 'must be the id of a role')
      const before = await this.#store.find(tx, userId, role.id, now)
      if (before && before.expiresAt === expiresAt) return { role, assignment: before, isNew: false }
      if (!before) await this.#requireRoom(tx, userId, now)
      const createdAt = before?.createdAt ?? now
      const assignment: Assignment = { userId, roleId: role.id, assignedBy: by.actor.id, createdAt, expiresAt }
      await this.#store.put(tx, assignment)
      await this.#deps.events.record(tx, roleAssigned, {
        ...actorAndTarget(userId, by),
        data: {
          ...assignmentFields(role, userId),
          expires_at: toIsoOrNull(expiresAt),
          before: before ? { expires_at: toIsoOrNull(before.expiresAt) } : null,
        },
      })
      return { role, assignment, isNew: before === undefined }
    })
  }

  /** The roles a user has now, newest first. */
  list(userId: string, request: PageRequest): Promise<Page<AssignedRole>> {
    return this.#store.list(userId, this.#deps.clock.now(), request)
  }

  /** A role that a user has now. Throws `role_not_assigned` when they do not. */
  async get(userId: string, roleId: string): Promise<AssignedRole> {
    const assigned = isId('role', roleId)
      ? await this.#store.findAssigned(userId, roleId, this.#deps.clock.now())
      : undefined
    if (!assigned) throw new AppError(roleErrors.role_not_assigned)
    return assigned
  }

  /** Takes a role from a user. Throws `role_not_assigned` when they do not have it. */
  async unassign(userId: string, roleId: string, by: Operator): Promise<void> {
    const now = this.#deps.clock.now()
    await this.#deps.db.tx(async (tx) => {
      await this.#holdUser(tx, userId, by)
      const role = isId('role', roleId) ? await this.#roles.hold(tx, roleId, 'use') : undefined
      if (!role || !(await this.#store.delete(tx, userId, role.id, now))) {
        throw new AppError(roleErrors.role_not_assigned)
      }
      await this.#deps.events.record(tx, roleUnassigned, {
        ...actorAndTarget(userId, by),
        data: assignmentFields(role, userId),
      })
    })
  }

  /**
   * Gives a user who is held these roles in the name of an actor, and takes back what the actor gave before and gives no
   * more. What others gave stays as it is; a role that is gone, or for which there is no room, is left out.
   */
  async sync(tx: Tx, userId: string, roleIds: ReadonlySet<string>, actor: Actor): Promise<void> {
    const now = this.#deps.clock.now()
    const given = await this.#store.assignedBy(tx, userId, actor.id, now)
    for (const roleId of given.filter((id) => !roleIds.has(id))) {
      const role = await this.#roles.hold(tx, roleId, 'use')
      if (!role || !(await this.#store.delete(tx, userId, roleId, now))) continue
      const data = assignmentFields(role, userId)
      await this.#deps.events.record(tx, roleUnassigned, { ...actorAndTarget(userId, { actor }), data })
    }
    for (const roleId of roleIds) await this.#give(tx, userId, roleId, actor)
  }

  async #give(tx: Tx, userId: string, roleId: string, actor: Actor): Promise<void> {
    const now = this.#deps.clock.now()
    const role = await this.#roles.hold(tx, roleId, 'use')
    if (!role || (await this.#store.find(tx, userId, roleId, now))) return
    if ((await this.#store.count(userId, now, tx)) >= MAX_ROLES) return
    await this.#store.put(tx, { userId, roleId, assignedBy: actor.id, createdAt: now, expiresAt: null })
    const data = { ...assignmentFields(role, userId), expires_at: null, before: null }
    await this.#deps.events.record(tx, roleAssigned, { ...actorAndTarget(userId, { actor }), data })
  }

  /** What ends with the role of a user: nothing. Refuses what taking it away refuses. */
  async countEnding(userId: string, roleId: string, by: Operator): Promise<Counts> {
    const now = this.#deps.clock.now()
    await this.#deps.db.tx(async (tx) => {
      await this.#holdUser(tx, userId, by)
      const isAssigned = isId('role', roleId) && (await this.#store.find(tx, userId, roleId, now)) !== undefined
      if (!isAssigned || !(await this.#roles.hold(tx, roleId, 'use'))) throw new AppError(roleErrors.role_not_assigned)
    })
    return {}
  }

  /** Removes what is over with its role. It counted for nothing since, so nobody is told. */
  schedule(jobs: Jobs): void {
    jobs.inSteps('roles.leftovers', CLEANUP_EVERY_MS, (steps) => this.deleteLeftovers(steps))
  }

  /** Removes, a few at a time, what is left of roles that are gone. */
  async deleteLeftovers(steps: Steps): Promise<void> {
    await steps.runInTx((tx, rows) => this.#store.deleteLeftovers(tx, rows))
  }

  async #holdUser(tx: Tx, id: string, by: Operator): Promise<void> {
    const user = isId('usr', id) ? await this.#deps.users.hold(tx, id) : undefined
    if (!user) throw new AppError(userErrors.user_not_found)
    assertMayManage(user, by)
  }

  async #requireRoom(tx: Tx, userId: string, now: number): Promise<void> {
    if ((await this.#store.count(userId, now, tx)) >= MAX_ROLES) throw new AppError(roleErrors.too_many_roles)
  }
}

function expiryOf({ expires_at: text }: AssignmentInput, now: number): number | null {
  if (text === undefined || text === null) return null
  const time = Date.parse(text)
  if (!(time > now)) throw invalid('/expires_at', 'must be a time to come')
  return time
}

const actorAndTarget = (userId: string, { actor }: Pick<Operator, 'actor'>) => ({
  actor,
  target: { type: 'user', id: userId },
})
const assignmentFields = ({ id, name }: Role, userId: string) => ({ id, name, user_id: userId })
