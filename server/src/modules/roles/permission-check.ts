import { AssignmentStore } from './assignment-store.ts'
import { PermissionSourceStore } from './permission-source-store.ts'
import { ANY, formatPermission, permits, permittedBy } from './permission.ts'
import { PermissionStore } from './permission-store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Permission } from './permission.ts'
import type { PermissionSource, ListedPermission, Role } from './role.ts'

/**
 * What somebody holds as a member of an organization, each with the role that grants it; nothing for whoever is no member,
 * and for an organization that is not there. The composition root ties it, because organizations know roles.
 */
export type OrganizationGrants = (userId: string, organizationId: string) => Promise<readonly PermissionSource[]>

interface AccessDeps {
  readonly db: Db
  readonly clock: Clock
  readonly users: Users
  readonly organizationGrants: OrganizationGrants
}

/** What is asked about whom. */
export interface Question {
  readonly userId: string
  readonly permission: Permission
  readonly organizationId?: string | undefined
}

/** What lets somebody do something; `organizationId` when a role in an organization does. */
export interface Source extends PermissionSource {
  readonly organizationId: string | null
}

/** Why the answer is no. */
export type Refusal = 'user_not_found' | 'user_disabled' | 'not_granted'

/** What an application is told: the source that allows it, or why not. */
export type Verdict = { readonly source: Source } | { readonly refusal: Refusal }

/** A permission somebody has, with everything that grants it. */
export interface EffectivePermission {
  readonly permission: ListedPermission
  readonly sources: readonly PermissionSource[]
}

/** Answers what people may do. Nobody knew of, or nothing that grants it, is a no. */
export class Access {
  readonly #deps: AccessDeps
  readonly #grants: PermissionSourceStore
  readonly #permissions: PermissionStore
  readonly #assignments: AssignmentStore
  constructor(deps: AccessDeps) {
    this.#deps = deps
    this.#grants = new PermissionSourceStore(deps.db)
    this.#permissions = new PermissionStore(deps.db)
    this.#assignments = new AssignmentStore(deps.db)
  }

  /** The names of the roles that somebody has now. */
  rolesOf(userId: string): Promise<Pick<Role, 'name' | 'nameCanonical'>[]> {
    return this.#assignments.namesOf(userId, this.#deps.clock.now())
  }

  /** Two point queries, and what the organization costs when one is named. The narrowest grant is the reason. */
  async check({ userId, permission, organizationId }: Question): Promise<Verdict> {
    const [user, ours, theirs] = await Promise.all([
      this.#deps.users.find(userId),
      this.#grants.held(userId, permittedBy(permission), this.#deps.clock.now()),
      organizationId === undefined ? [] : this.#deps.organizationGrants(userId, organizationId),
    ])
    const sources = [
      ...ours.map((grant) => ({ ...grant, organizationId: null })),
      ...theirs.map((grant) => ({ ...grant, organizationId: organizationId ?? null })),
    ]
    const refusal = refusalOf(user)
    if (refusal) return { refusal }
    const [source] = granting(sources, permission)
    return source ? { source } : { refusal: 'not_granted' }
  }

  /** Every listed permission a user has, wildcards spelled out, each with the roles that grant it; newest first. */
  async effective(userId: string, request: PageRequest): Promise<Page<EffectivePermission>> {
    const now = this.#deps.clock.now()
    const hasAll = (await this.#grants.held(userId, [ANY], now)).length > 0
    const listed = hasAll ? await this.#permissions.list({}, request) : await this.#grants.covered(userId, now, request)
    const names = new Set(listed.rows.flatMap(permittedBy))
    const grants = await this.#grants.held(userId, [...names], now)
    const rows = listed.rows.map((permission) => ({
      permission,
      sources: granting(grants, permission),
    }))
    return { ...listed, rows }
  }
}

function refusalOf(user: User | undefined): Refusal | undefined {
  if (!user) return 'user_not_found'
  return user.disabledAt === null ? undefined : 'user_disabled'
}

/** The grants that permit something, the narrowest first; of two alike the one for everywhere. */
function granting<G extends PermissionSource>(grants: readonly G[], permission: Permission): G[] {
  const asked = formatPermission(permission)
  const rank = new Map(permittedBy(permission).map((name, i) => [name, i]))
  return grants
    .filter((grant) => permits(grant.permission, asked))
    .toSorted((one, two) => (rank.get(one.permission) ?? 0) - (rank.get(two.permission) ?? 0))
}
