import { UniqueViolation } from '#/platform/db/errors.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { checkedMetadata, userErrors } from '#/modules/users/index.ts'
import { changing, given, ifGiven, mergePatch } from '#/platform/merge-patch.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { OrganizationCaller, OrganizationAccess } from './member-authorization.ts'
import { organizationErrors } from './errors.ts'
import { orgCreated, orgDeleted, orgUpdated } from './events.ts'
import { MemberStore } from './member-store.ts'
import { canonicalSlug, organizationName } from './naming.ts'
import { targetOf } from './organization.ts'
import type { Organization } from './organization.ts'
import { OrganizationStore } from './organization-store.ts'
import { builtInRoles, orgPermissions, OWNER } from './role.ts'
import { RoleStore } from './role-store.ts'

type Metadata = Readonly<Record<string, unknown>>

/** What is said of an organization that is to be. */
export interface NewOrganization {
  readonly name: string
  readonly slug: string
  readonly metadata?: Metadata | undefined
  /** The first owner; an organization of an operator can wait for one. */
  readonly ownerId?: string | undefined
}

/** What changes about one; what is left out stays. */
export interface OrganizationPatch {
  readonly name?: string | undefined
  readonly slug?: string | undefined
  readonly metadata?: Metadata | null | undefined
}

interface OrganizationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Pick<Users, 'hold'>
  readonly access: OrganizationAccess
  readonly lifecycle: Lifecycle
}

/** Organizations: made, found, changed, deleted with everything that hangs on them. */
export class Organizations {
  readonly #deps: OrganizationsDeps
  readonly #store: OrganizationStore
  readonly #members: MemberStore
  readonly #roles: RoleStore
  constructor(deps: OrganizationsDeps) {
    this.#deps = deps
    this.#store = new OrganizationStore(deps.db)
    this.#members = new MemberStore(deps.db)
    this.#roles = new RoleStore(deps.db)
  }

  list(search: string | undefined, request: PageRequest): Promise<Page<Organization>> {
    return this.#store.list(search, request)
  }

  count(): Promise<number> {
    return this.#store.count()
  }

  async get(id: string): Promise<Organization> {
    return (await this.#deps.access.enter(id, { person: null })).organization
  }

  /** Creates an organization with the built-in roles, and its first owner when one is named. */
  create(input: NewOrganization, { actor }: OrganizationCaller): Promise<Organization> {
    const { db, clock, events } = this.#deps
    const organization = newOrganization(input, clock.now())
    const { id, name, slug } = organization
    const { ownerId } = input
    return db.tx(async (tx) => {
      // Held, so that nobody who is being deleted at this moment becomes an owner.
      const owner = ownerId === undefined ? undefined : await this.#enabled(tx, ownerId)
      if (!(await this.#store.insert(tx, organization))) throw new AppError(organizationErrors.slug_taken)
      for (const role of builtInRoles(id, organization.createdAt)) await this.#roles.insert(tx, role)
      if (owner) await this.#members.insert(tx, firstOwner(organization, owner))
      const data = { id, name, slug, owner_id: owner?.id ?? null }
      await events.record(tx, orgCreated, { actor, target: targetOf(id), data })
      return organization
    })
  }

  async #enabled(tx: Tx, userId: string): Promise<User> {
    const user = await this.#deps.users.hold(tx, userId)
    if (!user) throw new AppError(userErrors.user_not_found)
    if (user.disabledAt !== null) throw new AppError(organizationErrors.member_disabled)
    return user
  }

  /** Changes what the patch says; one that changes nothing leaves no trace. */
  async update(id: string, patch: OrganizationPatch, caller: OrganizationCaller): Promise<Organization> {
    try {
      return await this.#deps.db.tx((tx) => this.#update(tx, id, patch, caller))
    } catch (cause) {
      if (cause instanceof UniqueViolation) throw new AppError(organizationErrors.slug_taken, { cause })
      throw cause
    }
  }

  async #update(tx: Tx, id: string, patch: OrganizationPatch, caller: OrganizationCaller): Promise<Organization> {
    const { access, clock, events } = this.#deps
    const { organization, authority } = await access.hold(tx, id, caller)
    authority.require(orgPermissions.update)
    const fields = changedFields(organization, patch)
    const changed = Object.keys(fields)
    if (changed.length === 0) return organization
    const after = { ...organization, ...fields, updatedAt: clock.now() }
    await this.#store.update(tx, id, { ...fields, updatedAt: after.updatedAt })
    const before = { name: organization.name, slug: organization.slug }
    await events.record(tx, orgUpdated, {
      actor: caller.actor,
      target: targetOf(id),
      data: { id, name: after.name, slug: after.slug, changed, before },
    })
    return after
  }

  /** Deletes an organization with its memberships, roles and invitations, in one transaction. Its people stay. */
  delete(id: string, caller: OrganizationCaller): Promise<void> {
    const { db, lifecycle, events } = this.#deps
    return db.tx(async (tx) => {
      const { name, slug } = await this.#holdToDelete(tx, id, caller)
      const counts = await lifecycle.ended(tx, 'organizationDeleted', subjectOf(id), 'organization_deleted')
      await this.#store.delete(tx, id)
      const { memberships = 0, organization_roles = 0, invitations = 0 } = counts
      const removed = {
        removed_members: memberships,
        removed_roles: organization_roles,
        removed_invitations: invitations,
      }
      const data = { id, name, slug, ...removed, counts }
      await events.record(tx, orgDeleted, { actor: caller.actor, target: targetOf(id), data })
    })
  }

  /** What deleting would end. */
  async countEnding(id: string, caller: OrganizationCaller): Promise<Counts> {
    await this.#deps.db.tx((tx) => this.#holdToDelete(tx, id, caller))
    return this.#deps.lifecycle.wouldEnd('organizationDeleted', subjectOf(id))
  }

  async #holdToDelete(tx: Tx, id: string, caller: OrganizationCaller): Promise<Organization> {
    const { organization, authority } = await this.#deps.access.hold(tx, id, caller)
    authority.require(orgPermissions.delete)
    return organization
  }
}

const subjectOf = (organizationId: string) => ({ by: 'organization', organizationId }) as const

function newOrganization({ name, slug, metadata }: NewOrganization, now: number): Organization {
  return {
    id: newId('org', now),
    name: organizationName(name),
    slug: canonicalSlug(slug),
    metadata: checkedMetadata(metadata ?? {}),
    createdAt: now,
    updatedAt: now,
  }
}

const firstOwner = ({ id, createdAt }: Organization, owner: User) => ({
  organizationId: id,
  userId: owner.id,
  role: OWNER,
  createdAt,
})

/** The fields that are other than before. */
const changedFields = (organization: Organization, patch: OrganizationPatch): Partial<Organization> =>
  changing(
    organization,
    given<Organization>({
      name: ifGiven(patch.name, organizationName),
      slug: ifGiven(patch.slug, canonicalSlug),
      metadata: ifGiven(patch.metadata, (metadata) => patchedMetadata(organization, metadata)),
    }),
  )

const patchedMetadata = ({ metadata }: Organization, patch: Metadata | null): Record<string, unknown> =>
  patch === null ? {} : checkedMetadata(mergePatch(metadata, patch))
