import type { Db } from '#/platform/db/db.ts'
import { isId } from '#/platform/ids.ts'
import { RoleStore } from './role-store.ts'

/** A permission with the role in the organization that grants it. */
export interface MemberGrant {
  readonly role: { readonly id: string; readonly name: string }
  readonly permission: string
}

/** What people hold as members: read off the membership each time, so that nothing outlives it. */
export class MemberGrants {
  readonly #roles: RoleStore
  constructor({ db }: { readonly db: Db }) {
    this.#roles = new RoleStore(db)
  }

  /** What a user holds in an organization; nothing for whoever is no member, is disabled, or where there is none. */
  async of(userId: string, organizationId: string): Promise<readonly MemberGrant[]> {
    if (!isId('org', organizationId)) return []
    const role = await this.#roles.findOfUser(organizationId, userId)
    if (!role) return []
    const { id, name, permissions } = role
    return permissions.map((permission) => ({ role: { id, name }, permission }))
  }
}
