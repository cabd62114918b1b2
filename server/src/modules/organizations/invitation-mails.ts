import { hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { tooManyRequests } from '#/platform/errors/too-many-requests.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { Emails } from '#/modules/email/index.ts'
import { displayName } from '#/modules/users/index.ts'
import type { User } from '#/modules/users/index.ts'
import { organizationErrors } from './errors.ts'
import { hasWebAddress } from './naming.ts'
import { LIFETIME_MINUTES, LIFETIME_MS } from './invitation.ts'
import type { Invitation } from './invitation.ts'
import type { Organization } from './organization.ts'

interface InvitationMailsDeps {
  readonly clock: Clock
  readonly limits: Limits
  readonly emails: Pick<Emails, 'queue'>
  /** The address of this server. Links lead here whatever a request said of hosts (rule G6). */
  readonly issuer: string
}

/** What one mail gives an invitation: a secret, who vouches for it, and its time. */
export interface Sending {
  readonly secret: string
  readonly fields: Pick<Invitation, 'hash' | 'invitedBy' | 'sentAt' | 'expiresAt'>
}

/** What the secret in the mail begins with. */
export const INVITATION_PREFIX = 'mandate_iv_'

// What members send is mail to strangers in our name.
const PER_ORGANIZATION: LimitRule = { burst: 100, periodMs: 24 * 60 * 60_000 }
const NEXT_MAIL_SECONDS = 12 * 60

/** The mails that carry invitations. Only the hash of a link's secret is kept. */
export class InvitationMails {
  readonly #deps: InvitationMailsDeps
  constructor(deps: InvitationMailsDeps) {
    this.#deps = deps
  }

  /** Prepares a mail from a member, or with `null` from an operator. */
  prepare(person: User | null): Sending {
    const now = this.#deps.clock.now()
    const secret = newSecret(INVITATION_PREFIX)
    const invitedBy = person?.id ?? null
    return { secret, fields: { hash: hashSecret(secret), invitedBy, sentAt: now, expiresAt: now + LIFETIME_MS } }
  }

  /** Queues it. Throws `rate_limited` when the mailbox, or the organization, had enough for now. */
  async send(
    tx: Tx,
    organization: Organization,
    invitation: Invitation,
    { secret }: Sending,
    person: User | null,
  ): Promise<void> {
    if (person) await this.#limit(tx, organization, person)
    const queued = await this.#deps.emails.queue(tx, {
      template: 'invitation',
      to: invitation.email,
      locale: invitation.locale,
      variables: {
        // An operator invites for the organization; who they are is nobody's business outside.
        inviter: person ? inviterName(person) : organization.name,
        organization: organization.name,
        link: `${this.#deps.issuer}/invitations?token=${secret}`,
        expires_in: String(LIFETIME_MINUTES),
      },
      expiresAt: invitation.expiresAt,
    })
    if (!queued) throw tooManyRequests(NEXT_MAIL_SECONDS)
  }

  async #limit(tx: Tx, { id }: Organization, person: User): Promise<void> {
    if (!person.emailVerified) throw new AppError(organizationErrors.verified_address_needed)
    await this.#deps.limits.require(`organization_invitations:${id}`, PER_ORGANIZATION, tx)
  }
}

/** A name that leads somewhere gives way to the address, which the member has proven. */
const inviterName = (person: User): string => (hasWebAddress(person.name) ? person.email : displayName(person))
