import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Locale } from '#/modules/email/index.ts'
import { parseEmail, userErrors } from '#/modules/users/index.ts'
import type { OrganizationCaller, LockedOrganization, OrganizationAccess } from './member-authorization.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import { organizationErrors } from './errors.ts'
import { invitationCreated, invitationRevoked, invitationSent } from './events.ts'
import type { Invitation } from './invitation.ts'
import type { InvitationMails } from './invitation-mails.ts'
import { InvitationStore } from './invitation-store.ts'
import type { StateFilter } from './invitation-store.ts'
import { unknownRole } from './members.ts'
import { MemberStore } from './member-store.ts'
import { targetOf } from './organization.ts'
import { orgPermissions } from './role.ts'
import { RoleStore } from './role-store.ts'

interface InvitationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly access: OrganizationAccess
  readonly mails: InvitationMails
}

/** Somebody who is to be invited. */
export interface NewInvitation {
  readonly email: string
  readonly role: string
  readonly locale?: Locale | undefined
}

/** Invitations as members see them who invite. Joining by one is in `invitation-acceptance.ts`. */
export class Invitations {
  readonly #deps: InvitationsDeps
  readonly #store: InvitationStore
  readonly #members: MemberStore
  readonly #roles: RoleStore
  constructor(deps: InvitationsDeps) {
    this.#deps = deps
    this.#store = new InvitationStore(deps.db)
    this.#members = new MemberStore(deps.db)
    this.#roles = new RoleStore(deps.db)
  }

  /** Invitations, newest first, for those who may invite: they name people outside. */
  async list(
    id: string,
    state: StateFilter,
    caller: OrganizationCaller,
    request: PageRequest,
  ): Promise<Page<Invitation>> {
    const { authority } = await this.#deps.access.enter(id, caller)
    authority.require(orgPermissions.invite)
    return this.#store.list(id, state, this.#deps.clock.now(), request)
  }

  /** An invitation in any state, for those who may invite. Throws `invitation_not_found`. */
  async get(id: string, invitationId: string, caller: OrganizationCaller): Promise<Invitation> {
    const { authority } = await this.#deps.access.enter(id, caller)
    authority.require(orgPermissions.invite)
    return this.#get(id, invitationId)
  }

  /** Invites an address, in place of an earlier invitation of it. */
  create(id: string, input: NewInvitation, caller: OrganizationCaller): Promise<Invitation> {
    const email = parseEmail(input.email)
    if (!email) throw new AppError(userErrors.invalid_email)
    return this.#deps.db.tx(async (tx) => {
      const held = await this.#enter(tx, id, caller)
      const sending = this.#deps.mails.prepare(caller.person)
      const { sentAt } = sending.fields
      const invitation: Invitation = {
        id: newId('inv', sentAt),
        organizationId: id,
        email: email.email,
        emailCanonical: email.canonical,
        role: input.role,
        locale: input.locale ?? 'en',
        state: 'pending',
        createdAt: sentAt,
        endedAt: null,
        ...sending.fields,
      }
      await this.#requireInvitable(tx, held, invitation)
      await this.#deps.mails.send(tx, held.organization, invitation, sending, caller.person)
      const replaced = await this.#store.revokeForEmail(tx, id, email.canonical, sentAt)
      await this.#store.insert(tx, invitation)
      const data = { ...dataOf(invitation), replaced: replaced > 0 }
      await this.#deps.events.record(tx, invitationCreated, { actor: caller.actor, target: targetOf(id), data })
      return invitation
    })
  }

  /** Sends an invitation again, also one that expired: with a new link, for another seven days. */
  resend(id: string, invitationId: string, caller: OrganizationCaller): Promise<Invitation> {
    return this.#deps.db.tx(async (tx) => {
      const held = await this.#enter(tx, id, caller)
      const invitation = await this.#getPending(tx, id, invitationId)
      await this.#requireInvitable(tx, held, invitation)
      const sending = this.#deps.mails.prepare(caller.person)
      const renewed = { ...invitation, ...sending.fields }
      await this.#deps.mails.send(tx, held.organization, renewed, sending, caller.person)
      const isRenewed = await this.#store.renew(tx, invitationId, sending.fields)
      if (!isRenewed) throw new AppError(organizationErrors.invitation_over)
      const event = { actor: caller.actor, target: targetOf(id), data: dataOf(renewed) }
      await this.#deps.events.record(tx, invitationSent, event)
      return renewed
    })
  }

  /** Takes an open invitation back. */
  revoke(id: string, invitationId: string, caller: OrganizationCaller): Promise<void> {
    return this.#deps.db.tx(async (tx) => {
      await this.#enter(tx, id, caller)
      const invitation = await this.#getPending(tx, id, invitationId)
      if (!(await this.#store.revoke(tx, invitationId, this.#deps.clock.now()))) {
        throw new AppError(organizationErrors.invitation_over)
      }
      const event = { actor: caller.actor, target: targetOf(id), data: dataOf(invitation) }
      await this.#deps.events.record(tx, invitationRevoked, event)
    })
  }

  /** What ends with an open invitation: nothing. Refuses what revoking refuses. */
  async countEnding(id: string, invitationId: string, caller: OrganizationCaller): Promise<Counts> {
    await this.#deps.db.tx(async (tx) => {
      await this.#enter(tx, id, caller)
      await this.#getPending(tx, id, invitationId)
    })
    return {}
  }

  async #enter(tx: Tx, id: string, caller: OrganizationCaller): Promise<LockedOrganization> {
    const held = await this.#deps.access.hold(tx, id, caller)
    held.authority.require(orgPermissions.invite)
    return held
  }

  async #requireInvitable(
    tx: Tx,
    { organization, authority }: LockedOrganization,
    invitation: Invitation,
  ): Promise<void> {
    const role = await this.#roles.findByName(organization.id, invitation.role, tx)
    if (!role) throw unknownRole()
    authority.requireOver(role)
    if (await this.#members.hasAddress(tx, organization.id, invitation.emailCanonical)) {
      throw new AppError(organizationErrors.already_member)
    }
  }

  async #getPending(tx: Tx, id: string, invitationId: string): Promise<Invitation> {
    const invitation = await this.#get(id, invitationId, tx)
    if (invitation.state !== 'pending') throw new AppError(organizationErrors.invitation_over)
    return invitation
  }

  async #get(id: string, invitationId: string, tx?: Tx): Promise<Invitation> {
    const invitation = isId('inv', invitationId) ? await this.#store.find(id, invitationId, tx) : undefined
    if (!invitation) throw new AppError(organizationErrors.invitation_not_found)
    return invitation
  }
}

/** What events tell of an invitation. */
export const dataOf = ({ organizationId, id, email, role }: Invitation) => ({
  organization_id: organizationId,
  id,
  email,
  role,
})
