import { AppError } from '#/platform/errors/app-error.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { User } from '#/modules/users/index.ts'
import type { OrganizationCaller, OrganizationAccess, CallerMembership } from './member-authorization.ts'
import { organizationErrors } from './errors.ts'
import type { Membership } from './member.ts'
import { MemberStore } from './member-store.ts'
import type { Organization } from './organization.ts'
import type { Organizations } from './organizations.ts'

/** The setting that decides whether people create organizations. */
export interface OrganizationSettings {
  current(): Promise<{ readonly 'organizations.self_creation': boolean }>
}

interface OwnOrganizationsDeps {
  readonly db: Db
  readonly limits: Limits
  readonly settings: OrganizationSettings
  readonly organizations: Organizations
  readonly access: OrganizationAccess
}

const PER_PERSON: LimitRule = { burst: 10, periodMs: 24 * 60 * 60_000 }

/** The organizations of one person, as that person meets them. */
export class OwnOrganizations {
  readonly #deps: OwnOrganizationsDeps
  readonly #members: MemberStore
  constructor(deps: OwnOrganizationsDeps) {
    this.#deps = deps
    this.#members = new MemberStore(deps.db)
  }

  /** Where somebody is a member, the one joined last first. */
  list(person: User, request: PageRequest): Promise<Page<Membership>> {
    return this.#members.listOfUser(person.id, request)
  }

  /** Throws `organization_not_found` for whoever is no member. */
  async get(id: string, person: User): Promise<CallerMembership> {
    const { organization } = await this.#deps.access.enter(id, { person })
    return this.#deps.access.standing(organization, person)
  }

  /** Creates an organization that belongs to the person, where the setting lets people do so. */
  async create(input: { name: string; slug: string }, person: User, caller: OrganizationCaller): Promise<Organization> {
    const { settings, limits, organizations } = this.#deps
    if (!(await settings.current())['organizations.self_creation']) {
      throw new AppError(organizationErrors.organization_creation_off)
    }
    // Whoever owns one can have mail sent to strangers in its name.
    if (!person.emailVerified) throw new AppError(organizationErrors.verified_address_needed)
    await limits.require(`organization_creations:${person.id}`, PER_PERSON)
    return organizations.create({ ...input, ownerId: person.id }, caller)
  }
}
