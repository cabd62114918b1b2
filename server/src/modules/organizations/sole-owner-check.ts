import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Counts, OfUser, Step } from '#/modules/lifecycle/index.ts'
import { organizationErrors } from './errors.ts'
import { MemberStore } from './member-store.ts'
import { OrganizationStore } from './organization-store.ts'
import { OWNER } from './role.ts'

/**
 * The check before the memberships of a user end. People who delete themselves hand over what only they own first; an
 * operator may leave an organization without an owner, and can give it another.
 */
export class SoleOwnerCheck implements Step<OfUser & { readonly actor: Actor }> {
  readonly tables = []
  readonly #db: Db
  readonly #organizations: OrganizationStore
  readonly #members: MemberStore
  constructor({ db }: { readonly db: Db }) {
    this.#db = db
    this.#organizations = new OrganizationStore(db)
    this.#members = new MemberStore(db)
  }

  async end(tx: Tx, { userId, actor }: OfUser & { readonly actor: Actor }): Promise<Counts> {
    const held = await this.#organizations.holdAllOf(tx, userId)
    if (actor.type !== 'user' || actor.id !== userId) return {}
    const orphans: { id: string; name: string }[] = []
    for (const { id, name } of held) {
      const member = await this.#members.find(id, userId, tx)
      if (member?.role !== OWNER) continue
      if (!(await this.#members.hasOtherOwner(tx, id, userId))) orphans.push({ id, name })
    }
    if (orphans.length === 0) return {}
    const names = orphans.map(({ name }) => `“${name}”`).join(', ')
    const message = `You are the only owner of ${names}. Make another member an owner first, or delete the organization.`
    throw new AppError(organizationErrors.last_organization_owner, { message, details: { organizations: orphans } })
  }

  count(subject: OfUser & { readonly actor: Actor }): Promise<Counts> {
    return this.#db.tx((tx) => this.end(tx, subject))
  }
}
