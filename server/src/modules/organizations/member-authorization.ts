import { AppError } from '#/platform/errors/app-error.ts'
import { isId } from '#/platform/ids.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { User } from '#/modules/users/index.ts'
import { Authority, fullAuthority } from './authority.ts'
import { organizationErrors } from './errors.ts'
import type { Organization } from './organization.ts'
import { OrganizationStore } from './organization-store.ts'
import type { Role } from './role.ts'
import { RoleStore } from './role-store.ts'

/** Who acts on an organization: a signed-in person within their role there, or with `null` an operator of the server. */
export interface OrganizationCaller {
  readonly actor: Actor
  readonly person: User | null
}

/** An organization that nobody else changes for now, and what whoever holds it may do in it. */
export interface LockedOrganization {
  readonly organization: Organization
  readonly authority: Authority
}

/** An organization as one person meets it. */
export interface CallerMembership {
  readonly organization: Organization
  readonly role: Role
}

/**
 * The way into an organization. For whoever is no member it does not exist (rule AD4). What changes something asks
 * again inside its transaction, after holding the row: a removal that came first has ended the role.
 */
export class OrganizationAccess {
  readonly #organizations: OrganizationStore
  readonly #roles: RoleStore
  constructor({ db }: { readonly db: Db }) {
    this.#organizations = new OrganizationStore(db)
    this.#roles = new RoleStore(db)
  }

  /** For reading. Throws `organization_not_found`. */
  async enter(id: string, { person }: Pick<OrganizationCaller, 'person'>): Promise<LockedOrganization> {
    const organization = isId('org', id) ? await this.#organizations.find(id) : undefined
    if (!organization) return notFound()
    if (person === null) return { organization, authority: fullAuthority }
    const { role } = await this.standing(organization, person)
    return { organization, authority: new Authority(role.permissions) }
  }

  /** What a person is in an organization. Throws `organization_not_found` for whoever is no member. */
  async standing(organization: Organization, person: User): Promise<CallerMembership> {
    const role = await this.#roles.findOfUser(organization.id, person.id)
    return role ? { organization, role } : notFound()
  }

  /** The organization, held until the transaction ends, if it is there. */
  holdIfThere(tx: Tx, id: string): Promise<Organization | undefined> {
    return this.#organizations.hold(tx, id)
  }

  /** For changing: the organization is held until the transaction ends. Throws `organization_not_found`. */
  async hold(tx: Tx, id: string, { person }: Pick<OrganizationCaller, 'person'>): Promise<LockedOrganization> {
    const organization = isId('org', id) ? await this.#organizations.hold(tx, id) : undefined
    if (!organization) return notFound()
    if (person === null) return { organization, authority: fullAuthority }
    const authority = await this.authorityOf(tx, id, person.id)
    return authority ? { organization, authority } : notFound()
  }

  /** What a user may do in an organization that is held; undefined when they are no member or disabled. */
  async authorityOf(tx: Tx, id: string, userId: string): Promise<Authority | undefined> {
    const role = await this.#roles.findOfUser(id, userId, tx)
    return role && new Authority(role.permissions)
  }
}

const notFound = (): never => {
  throw new AppError(organizationErrors.organization_not_found)
}
