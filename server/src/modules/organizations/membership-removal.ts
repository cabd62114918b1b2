import { AppError } from '#/platform/errors/app-error.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { organizationErrors } from './errors.ts'
import { InvitationStore } from './invitation-store.ts'
import { MemberStore } from './member-store.ts'
import type { Organization } from './organization.ts'
import { OrganizationStore } from './organization-store.ts'
import { OWNER } from './role.ts'

interface DeparturesDeps {
  readonly db: Db
  readonly clock: Clock
}

/** What ends in organizations when a user is deleted. */
export class MembershipRemoval {
  readonly #deps: DeparturesDeps
  readonly #organizations: OrganizationStore
  readonly #members: MemberStore
  readonly #invitations: InvitationStore
  constructor(deps: DeparturesDeps) {
    this.#deps = deps
    this.#organizations = new OrganizationStore(deps.db)
    this.#members = new MemberStore(deps.db)
    this.#invitations = new InvitationStore(deps.db)
  }

  /**
   * Ends memberships and invitations. People who delete themselves hand over what only they own first; an operator may
   * leave an organization without an owner, and can give it another.
   */
  async endOfUser(tx: Tx, userId: string, actor: Actor): Promise<void> {
    const held = await this.#organizations.holdAllOf(tx, userId)
    if (actor.type === 'user' && actor.id === userId) await this.#requireOtherOwners(tx, held, userId)
    await this.#members.deleteAllOf(tx, userId)
    await this.#invitations.endOfUser(tx, userId, this.#deps.clock.now())
  }

  async #requireOtherOwners(tx: Tx, held: readonly Organization[], userId: string): Promise<void> {
    const orphans: { id: string; name: string }[] = []
    for (const { id, name } of held) {
      const member = await this.#members.find(id, userId, tx)
      if (member?.role !== OWNER) continue
      if (!(await this.#members.hasOtherOwner(tx, id, userId))) orphans.push({ id, name })
    }
    if (orphans.length === 0) return
    const names = orphans.map(({ name }) => `“${name}”`).join(', ')
    const message = `You are the only owner of ${names}. Make another member an owner first, or delete the organization.`
    throw new AppError(organizationErrors.last_organization_owner, { message, details: { organizations: orphans } })
  }
}
