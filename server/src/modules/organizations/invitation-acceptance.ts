import { hashSecret, hasValidChecksum } from '#/platform/crypto/secrets.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { displayName } from '#/modules/users/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { OrganizationAccess } from './member-authorization.ts'
import { organizationErrors } from './errors.ts'
import { invitationDeclined, memberAdded } from './events.ts'
import { isOpen } from './invitation.ts'
import type { Invitation } from './invitation.ts'
import { INVITATION_PREFIX } from './invitation-mails.ts'
import { dataOf } from './invitations.ts'
import { InvitationStore } from './invitation-store.ts'
import { MemberStore } from './member-store.ts'
import { targetOf } from './organization.ts'
import type { Organization } from './organization.ts'
import { orgPermissions } from './role.ts'
import { RoleStore } from './role-store.ts'

interface AdmissionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Pick<Users, 'find' | 'hold'>
  readonly access: OrganizationAccess
}

/** What an invitation says to whoever holds its link. */
export interface OpenInvitation {
  readonly invitation: Invitation
  readonly organization: Organization
  /** Null when an operator of the server invites. */
  readonly inviter: string | null
}

/** What came of an invitation. */
export interface Admission {
  readonly organization: Organization
  readonly role: string
}

/**
 * Joining by an invitation. It is for the person whose confirmed address the mail went to and for nobody else who has
 * the link; it works once, in its time, and only while whoever vouched for it could still do so (rule AD16).
 */
export class InvitationAcceptance {
  readonly #deps: AdmissionsDeps
  readonly #store: InvitationStore
  readonly #members: MemberStore
  readonly #roles: RoleStore
  constructor(deps: AdmissionsDeps) {
    this.#deps = deps
    this.#store = new InvitationStore(deps.db)
    this.#members = new MemberStore(deps.db)
    this.#roles = new RoleStore(deps.db)
  }

  /** What a link stands for. Looking changes nothing: mail scanners look at links. */
  async find(token: string): Promise<OpenInvitation> {
    const { users, access } = this.#deps
    const invitation = await this.#get(token)
    const { organization } = await access.enter(invitation.organizationId, { person: null })
    const inviter = invitation.invitedBy === null ? undefined : await users.find(invitation.invitedBy)
    return { invitation, organization, inviter: inviter ? displayName(inviter) : null }
  }

  /** Makes the person a member. */
  accept(token: string, personId: string, actor: Actor): Promise<Admission> {
    const { db, clock, events } = this.#deps
    return db.tx(async (tx) => {
      const { invitation, organization, person } = await this.#open(tx, token, personId)
      const { role, id } = invitation
      if (!(await this.#isVouchedFor(tx, invitation))) throw new AppError(organizationErrors.invitation_over)
      await this.#end(tx, invitation, 'accepted')
      const member = { organizationId: organization.id, userId: person.id, role, createdAt: clock.now() }
      if (!(await this.#members.insert(tx, member))) throw new AppError(organizationErrors.already_member)
      const data = {
        organization_id: organization.id,
        user_id: person.id,
        role,
        via: 'invitation' as const,
        invitation_id: id,
      }
      await events.record(tx, memberAdded, { actor, target: targetOf(organization.id), data })
      return { organization, role }
    })
  }

  /** Ends an invitation that the person does not want. */
  async decline(token: string, personId: string, actor: Actor): Promise<Organization> {
    return this.#deps.db.tx(async (tx) => {
      const { invitation, organization } = await this.#open(tx, token, personId)
      await this.#end(tx, invitation, 'declined')
      const event = { actor, target: targetOf(organization.id), data: dataOf(invitation) }
      await this.#deps.events.record(tx, invitationDeclined, event)
      return organization
    })
  }

  /** The invitation with its organization, both held, when it is for this person. Users are held first everywhere. */
  async #open(tx: Tx, token: string, personId: string) {
    const person = await this.#deps.users.hold(tx, personId)
    const invitation = await this.#get(token, tx)
    const { organization } = await this.#deps.access.hold(tx, invitation.organizationId, { person: null })
    if (!person || person.disabledAt !== null) throw new AppError(organizationErrors.invitation_over)
    requireInvited(person, invitation)
    return { invitation, organization, person }
  }

  async #end(tx: Tx, { hash }: Invitation, state: 'accepted' | 'declined'): Promise<void> {
    const won = await this.#store.consume(tx, hash, state, this.#deps.clock.now())
    if (!won) throw new AppError(organizationErrors.invitation_over)
  }

  /** Whether the member behind an invitation may still give its role. Operators answer for theirs. */
  async #isVouchedFor(tx: Tx, { organizationId, invitedBy, role: name }: Invitation): Promise<boolean> {
    const role = await this.#roles.findByName(organizationId, name, tx)
    if (!role) return false
    if (invitedBy === null) return true
    const authority = await this.#deps.access.authorityOf(tx, organizationId, invitedBy)
    return authority !== undefined && authority.may(orgPermissions.invite) && authority.covers(role)
  }

  async #get(token: string, tx?: Tx): Promise<Invitation> {
    const known = hasValidChecksum(token, INVITATION_PREFIX)
    const invitation = known ? await this.#store.findByHash(hashSecret(token), tx) : undefined
    if (!invitation) throw new AppError(organizationErrors.invitation_not_found)
    if (isOpen(invitation, this.#deps.clock.now())) return invitation
    const { invitation_expired: expired, invitation_over: over } = organizationErrors
    throw new AppError(invitation.state === 'pending' ? expired : over)
  }
}

/** The address decides, and only a confirmed one: anybody can sign up with somebody else's. */
function requireInvited(person: User, { emailCanonical }: Invitation): void {
  if (person.emailCanonical !== emailCanonical) throw new AppError(organizationErrors.invitation_for_other_address)
  if (!person.emailVerified) throw new AppError(organizationErrors.verified_address_needed)
}
