import { hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import { AppError } from '#/platform/http/errors.ts'
import { tooManyRequests } from '#/platform/http/too-many-requests.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/events/events.ts'
import type { Page, PageRequest } from '#/platform/http/lists.ts'
import type { LimitRule, Limits } from '#/platform/limits/limits.ts'
import type { Emails, Locale } from '#/modules/email/index.ts'
import { displayName, parseEmail, userErrors } from '#/modules/users/index.ts'
import type { Hand, Held, OrganizationAccess } from './access.ts'
import { organizationErrors } from './errors.ts'
import { invitationCreated, invitationRevoked, invitationSent } from './events.ts'
import { LIFETIME_MINUTES, LIFETIME_MS } from './invitation.ts'
import type { Invitation } from './invitation.ts'
import { InvitationStore } from './invitation-store.ts'
import type { StateFilter } from './invitation-store.ts'
import { unknownRole } from './members.ts'
import { MemberStore } from './member-store.ts'
import { targetOf } from './organization.ts'
import type { Organization } from './organization.ts'
import { orgPermissions } from './role.ts'
import { RoleStore } from './role-store.ts'

interface InvitationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly limits: Limits
  readonly emails: Pick<Emails, 'queue'>
  readonly access: OrganizationAccess
  /** The address of this server. Links lead here whatever a request said of hosts (rule G6). */
  readonly issuer: string
}

/** Somebody who is to be invited. */
export interface NewInvitation {
  readonly email: string
  readonly role: string
  readonly locale?: Locale | undefined
}

/** What the secret in the mail begins with. */
export const INVITATION_PREFIX = 'mandate_iv_'

// What members send is mail to strangers in our name.
const PER_ORGANIZATION: LimitRule = { burst: 100, periodMs: 24 * 60 * 60_000 }
const PER_RECIPIENT_HINT_SECONDS = 12 * 60

/** Invitations as those see them who invite. Joining by one is in `admissions.ts`. */
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
    hand: Hand,
    { before, limit, includeTotal }: PageRequest,
  ): Promise<Page<Invitation>> {
    const { authority } = await this.#deps.access.enter(id, hand)
    authority.require(orgPermissions.invite)
    const now = this.#deps.clock.now()
    const rows = await this.#store.list(id, state, now, before, limit + 1)
    return { rows, total: includeTotal ? await this.#store.count(id, state, now) : undefined }
  }

  /** Invites an address, in place of an earlier invitation of it. */
  create(id: string, input: NewInvitation, hand: Hand): Promise<Invitation> {
    const address = parseEmail(input.email)
    if (!address) throw new AppError(userErrors.invalid_email)
    return this.#deps.db.tx(async (tx) => {
      const held = await this.#enter(tx, id, hand)
      const { secret, ...sending } = this.#newSending(hand)
      const invitation: Invitation = {
        id: newId('inv', sending.sentAt),
        organizationId: id,
        email: address.email,
        emailCanonical: address.canonical,
        role: input.role,
        locale: input.locale ?? 'en',
        state: 'pending',
        createdAt: sending.sentAt,
        endedAt: null,
        ...sending,
      }
      await this.#requireInvitable(tx, held, invitation)
      await this.#limit(tx, id, hand)
      await this.#mail(tx, held.organization, invitation, secret, hand)
      const replaced = await this.#store.revokeForAddress(tx, id, address.canonical, sending.sentAt)
      await this.#store.insert(tx, invitation)
      const data = { ...dataOf(invitation), replaced: replaced > 0 }
      await this.#deps.events.record(tx, invitationCreated, { actor: hand.actor, target: targetOf(id), data })
      return invitation
    })
  }

  /** Sends an invitation again, also one that expired: with a new link, for another seven days. */
  resend(id: string, invitationId: string, hand: Hand): Promise<Invitation> {
    return this.#deps.db.tx(async (tx) => {
      const held = await this.#enter(tx, id, hand)
      const invitation = await this.#getPending(tx, id, invitationId)
      await this.#requireInvitable(tx, held, invitation)
      await this.#limit(tx, id, hand)
      const { secret, ...sending } = this.#newSending(hand)
      const renewed = { ...invitation, ...sending }
      await this.#mail(tx, held.organization, renewed, secret, hand)
      if (!(await this.#store.renew(tx, invitationId, sending))) throw new AppError(organizationErrors.invitation_over)
      const event = { actor: hand.actor, target: targetOf(id), data: dataOf(renewed) }
      await this.#deps.events.record(tx, invitationSent, event)
      return renewed
    })
  }

  /** Takes an open invitation back. */
  revoke(id: string, invitationId: string, hand: Hand): Promise<void> {
    return this.#deps.db.tx(async (tx) => {
      await this.#enter(tx, id, hand)
      const invitation = await this.#getPending(tx, id, invitationId)
      if (!(await this.#store.revoke(tx, invitationId, this.#deps.clock.now()))) {
        throw new AppError(organizationErrors.invitation_over)
      }
      const event = { actor: hand.actor, target: targetOf(id), data: dataOf(invitation) }
      await this.#deps.events.record(tx, invitationRevoked, event)
    })
  }

  async #enter(tx: Tx, id: string, hand: Hand): Promise<Held> {
    const held = await this.#deps.access.hold(tx, id, hand)
    held.authority.require(orgPermissions.invite)
    return held
  }

  async #requireInvitable(tx: Tx, { organization, authority }: Held, invitation: Invitation): Promise<void> {
    const role = await this.#roles.findByName(organization.id, invitation.role, tx)
    if (!role) throw unknownRole()
    authority.requireOver(role)
    if (await this.#members.hasAddress(tx, organization.id, invitation.emailCanonical)) {
      throw new AppError(organizationErrors.already_member)
    }
  }

  async #limit(tx: Tx, id: string, { person }: Hand): Promise<void> {
    if (person === null) return
    if (!person.emailVerified) throw new AppError(organizationErrors.verified_address_needed)
    const answer = await this.#deps.limits.hit(`organization_invitations:${id}`, PER_ORGANIZATION, tx)
    if (!answer.allowed) throw tooManyRequests(answer.retryAfterSeconds, PER_ORGANIZATION)
  }

  /** A new secret, who vouches for it, and for how long it is good. */
  #newSending({ person }: Hand) {
    const now = this.#deps.clock.now()
    const secret = newSecret(INVITATION_PREFIX)
    const invitedBy = person?.id ?? null
    return { secret, hash: hashSecret(secret), invitedBy, sentAt: now, expiresAt: now + LIFETIME_MS }
  }

  async #mail(tx: Tx, { name }: Organization, invitation: Invitation, secret: string, { person }: Hand): Promise<void> {
    const { emails, issuer } = this.#deps
    const queued = await emails.queue(tx, {
      template: 'invitation',
      to: invitation.email,
      locale: invitation.locale,
      variables: {
        // An operator invites for the organization; who they are is nobody's business outside.
        inviter: person ? displayName(person) : name,
        organization: name,
        link: `${issuer}/invitations?token=${secret}`,
        expires_in: String(LIFETIME_MINUTES),
      },
      expiresAt: invitation.expiresAt,
    })
    if (!queued) throw tooManyRequests(PER_RECIPIENT_HINT_SECONDS)
  }

  async #getPending(tx: Tx, id: string, invitationId: string): Promise<Invitation> {
    const invitation = isId('inv', invitationId) ? await this.#store.find(id, invitationId, tx) : undefined
    if (!invitation) throw new AppError(organizationErrors.invitation_not_found)
    if (invitation.state !== 'pending') throw new AppError(organizationErrors.invitation_over)
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
