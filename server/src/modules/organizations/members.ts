import { AppError } from '#/platform/errors/app-error.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { userErrors } from '#/modules/users/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { OrganizationCaller, OrganizationAccess } from './member-authorization.ts'
import { Authority } from './authority.ts'
import { organizationErrors } from './errors.ts'
import { memberAdded, memberRemoved, memberUpdated } from './events.ts'
import { InvitationStore } from './invitation-store.ts'
import { MemberStore } from './member-store.ts'
import type { Member, NamedMember } from './member.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { targetOf } from './organization.ts'
import type { Organization } from './organization.ts'
import { orgPermissions, OWNER } from './role.ts'
import type { Role } from './role.ts'
import { RoleStore } from './role-store.ts'

interface MembersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Pick<Users, 'hold'>
  readonly access: OrganizationAccess
  readonly lifecycle: Lifecycle
}

/** Who belongs to an organization, and as what. Somebody who can sign in always owns it, whoever races to leave. */
export class Members {
  readonly #deps: MembersDeps
  readonly #store: MemberStore
  readonly #roles: RoleStore
  readonly #invitations: InvitationStore
  constructor(deps: MembersDeps) {
    this.#deps = deps
    this.#store = new MemberStore(deps.db)
    this.#roles = new RoleStore(deps.db)
    this.#invitations = new InvitationStore(deps.db)
  }

  /** The members, newest first; every member may see them. */
  async list(id: string, caller: OrganizationCaller, request: PageRequest): Promise<Page<NamedMember>> {
    await this.#deps.access.enter(id, caller)
    return this.#store.list(id, request)
  }

  /** A member; every member may see them. Throws `member_not_found`. */
  async get(id: string, userId: string, caller: OrganizationCaller): Promise<NamedMember> {
    await this.#deps.access.enter(id, caller)
    return this.#get(id, userId)
  }

  /** Makes a user a member without asking them: for operators. Ends an invitation that waits for them. */
  add(
    id: string,
    { userId, role }: { userId: string; role: string },
    caller: OrganizationCaller,
  ): Promise<NamedMember> {
    const { db, users, access, clock, events } = this.#deps
    return db.tx(async (tx) => {
      const user = await users.hold(tx, userId)
      if (!user) throw new AppError(userErrors.user_not_found)
      if (user.disabledAt !== null) throw new AppError(organizationErrors.member_disabled)
      await access.hold(tx, id, caller)
      await this.#roleNamed(tx, id, role)
      const member = { organizationId: id, userId, role, createdAt: clock.now() }
      if (!(await this.#store.insert(tx, member))) throw new AppError(organizationErrors.already_member)
      await this.#invitations.revokeForEmail(tx, id, user.emailCanonical, clock.now())
      const data = { organization_id: id, user_id: userId, role, via: 'operator' as const, invitation_id: null }
      await events.record(tx, memberAdded, { actor: caller.actor, target: targetOf(id), data })
      return { ...member, email: user.email, name: user.name, disabled: false }
    })
  }

  /**
   * Makes a user who is held a member because the organization's identity provider says so. Returns the role they have by
   * that; null when they are a member already, or organization or role are gone.
   */
  async admit(tx: Tx, member: Omit<Member, 'createdAt'>, actor: Actor): Promise<string | null> {
    const { access, clock, events } = this.#deps
    const { organizationId, userId, role } = member
    if (!(await access.holdIfThere(tx, organizationId))) return null
    if (!(await this.#roles.findByName(organizationId, role, tx))) return null
    if (!(await this.#store.insert(tx, { ...member, createdAt: clock.now() }))) return null
    const data = { organization_id: organizationId, user_id: userId, role, via: 'sso' as const, invitation_id: null }
    await events.record(tx, memberAdded, { actor, target: targetOf(organizationId), data })
    return role
  }

  /** Gives a member another role for the same reason, while they have the one they got so. Returns whether they have it now. */
  async follow(tx: Tx, { organizationId, userId, role }: Omit<Member, 'createdAt'>, from: string, actor: Actor) {
    if (!(await this.#deps.access.holdIfThere(tx, organizationId))) return false
    const member = await this.#store.find(organizationId, userId, tx)
    const [before, after] = await Promise.all(
      [from, role].map((name) => this.#roles.findByName(organizationId, name, tx)),
    )
    if (member?.role !== from || !before || !after) return false
    await this.#changeRole(tx, member, [before, after], actor)
    return true
  }

  /** Gives a member another role. What they vouched for ends when the new role permits less. */
  setRole(id: string, userId: string, name: string, caller: OrganizationCaller): Promise<NamedMember> {
    return this.#deps.db.tx(async (tx) => {
      const { organization, authority } = await this.#deps.access.hold(tx, id, caller)
      authority.require(orgPermissions.manageMembers)
      const member = await this.#get(id, userId, tx)
      const before = await this.#roleOf(tx, member)
      const after = await this.#roleNamed(tx, id, name)
      requireOverAll(authority, [before, after])
      if (before.name === after.name) return member
      if (before.name === OWNER) await this.#requireOtherOwner(tx, organization, userId)
      await this.#changeRole(tx, member, [before, after], caller.actor)
      return { ...member, role: after.name }
    })
  }

  async #changeRole(tx: Tx, member: NamedMember, [before, after]: [Role, Role], actor: Actor): Promise<void> {
    const { organizationId, userId } = member
    await this.#store.setRole(tx, member, after.name)
    const keepsAll = new Authority(after.permissions).covers(before)
    const counts = keepsAll ? {} : await this.#ended(tx, 'memberLimited', member)
    await this.#deps.events.record(tx, memberUpdated, {
      actor,
      target: targetOf(organizationId),
      data: {
        organization_id: organizationId,
        user_id: userId,
        role: { from: before.name, to: after.name },
        revoked_invitations: counts.invitations ?? 0,
        counts,
      },
    })
  }

  /** Removes a member; nothing they had by the membership is left. */
  remove(id: string, userId: string, caller: OrganizationCaller): Promise<void> {
    return this.#deps.db.tx(async (tx) =>
      this.#remove(tx, await this.#holdToRemove(tx, id, userId, caller), 'removed', caller.actor),
    )
  }

  /** Lets a member go, whatever their role. */
  leave(id: string, userId: string, caller: OrganizationCaller): Promise<void> {
    return this.#deps.db.tx(async (tx) =>
      this.#remove(tx, await this.#holdToLeave(tx, id, userId, caller), 'left', caller.actor),
    )
  }

  /** What removing a member would end. */
  async countRemoval(id: string, userId: string, caller: OrganizationCaller): Promise<Counts> {
    const member = await this.#deps.db.tx((tx) => this.#holdToRemove(tx, id, userId, caller))
    return this.#deps.lifecycle.wouldEnd('memberRemoved', inviterOf(member))
  }

  /** What leaving would end. */
  async countLeaving(id: string, userId: string, caller: OrganizationCaller): Promise<Counts> {
    const member = await this.#deps.db.tx((tx) => this.#holdToLeave(tx, id, userId, caller))
    return this.#deps.lifecycle.wouldEnd('memberRemoved', inviterOf(member))
  }

  async #holdToRemove(tx: Tx, id: string, userId: string, caller: OrganizationCaller): Promise<NamedMember> {
    const { organization, authority } = await this.#deps.access.hold(tx, id, caller)
    authority.require(orgPermissions.manageMembers)
    const member = await this.#get(id, userId, tx)
    requireOverAll(authority, [await this.#roleOf(tx, member)])
    if (member.role === OWNER) await this.#requireOtherOwner(tx, organization, userId)
    return member
  }

  async #holdToLeave(tx: Tx, id: string, userId: string, caller: OrganizationCaller): Promise<NamedMember> {
    const { organization } = await this.#deps.access.hold(tx, id, caller)
    const member = await this.#get(id, userId, tx)
    if (member.role === OWNER) await this.#requireOtherOwner(tx, organization, userId)
    return member
  }

  async #remove(tx: Tx, member: NamedMember, reason: 'removed' | 'left', actor: Actor): Promise<void> {
    const { organizationId, userId, role } = member
    await this.#store.delete(tx, member)
    const counts = await this.#ended(tx, 'memberRemoved', member)
    const data = {
      organization_id: organizationId,
      user_id: userId,
      role,
      reason,
      revoked_invitations: counts.invitations ?? 0,
      counts,
    }
    await this.#deps.events.record(tx, memberRemoved, { actor, target: targetOf(organizationId), data })
  }

  #ended(tx: Tx, cause: 'memberRemoved' | 'memberLimited', member: NamedMember): Promise<Counts> {
    return this.#deps.lifecycle.ended(tx, cause, inviterOf(member), 'membership_changed')
  }

  async #requireOtherOwner(tx: Tx, { id, name }: Organization, userId: string): Promise<void> {
    if (await this.#store.hasOtherOwner(tx, id, userId)) return
    throw new AppError(organizationErrors.last_organization_owner, { details: { organizations: [{ id, name }] } })
  }

  async #get(id: string, userId: string, tx?: Tx): Promise<NamedMember> {
    const member = await this.#store.find(id, userId, tx)
    if (!member) throw new AppError(organizationErrors.member_not_found)
    return member
  }

  async #roleOf(tx: Tx, { organizationId, role }: NamedMember): Promise<Role> {
    const found = await this.#roles.findByName(organizationId, role, tx)
    if (!found) throw new Error(`a member has the role ${role}, which the organization does not have`)
    return found
  }

  async #roleNamed(tx: Tx, id: string, name: string): Promise<Role> {
    const role = await this.#roles.findByName(id, name, tx)
    if (!role) throw unknownRole()
    return role
  }
}

const inviterOf = ({ organizationId, userId }: NamedMember) => ({ by: 'inviter', organizationId, userId }) as const

/** Nobody gives a role that is above their own, and nobody touches whoever has one. */
function requireOverAll(authority: Authority, roles: readonly Role[]): void {
  for (const role of roles) authority.requireOver(role)
}

/** 400 for a role that the organization does not have. */
export const unknownRole = (): AppError => invalid('/role', 'must be the name of a role of this organization')
