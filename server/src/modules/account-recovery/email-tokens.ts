import { hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import { nameInMail } from '#/modules/users/index.ts'
import { purposes } from './email-token.ts'
import { emailLinkSent } from './events.ts'
import { EmailTokenStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { EmailToken, EmailTokenPurpose } from './email-token.ts'

interface EmailTokensDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly emails: Emails
  /** The address of this server. Links lead here whatever a request said of hosts (rule G6). */
  readonly issuer: string
}

/** A link that is about to be sent. */
interface NewLink {
  readonly purpose: EmailTokenPurpose
  /** Where to, when it is not the address the user has. */
  readonly email?: string
  /** The browser that asked. */
  readonly browserId?: string | undefined
  /** What keeps the purpose of the sign-in for that browser; empty or with its question mark. */
  readonly query?: string | undefined
  readonly actor: Actor
}

const PREFIX = 'mandate_ml_'
const MINUTE = 60_000

/** Links in mail: sent, recognised, used up once. Only the hash of a link's secret is kept. */
export class EmailTokens {
  readonly #deps: EmailTokensDeps
  readonly #store: EmailTokenStore
  constructor(deps: EmailTokensDeps) {
    this.#deps = deps
    this.#store = new EmailTokenStore(deps.db)
  }

  /**
   * Mails a link; from then on it is the only one of its purpose. False when the mailbox got so many that this one was
   * not sent: earlier ones stay good then, so that flooding a mailbox keeps nobody out.
   */
  async send(tx: Tx, user: User, link: NewLink): Promise<boolean> {
    const { clock, events, emails, issuer } = this.#deps
    const { purpose, email = user.email, browserId, query = '', actor } = link
    const { lifetimeMinutes, page, template } = purposes[purpose]
    const secret = newSecret(PREFIX)
    const now = clock.now()
    const expiresAt = now + lifetimeMinutes * MINUTE
    const variables = {
      name: nameInMail(user, email),
      link: `${issuer}${page}?token=${secret}`,
      expires_in: String(lifetimeMinutes),
    }
    // Until somebody has proven the address they signed up with, they are a stranger who has us write to it.
    const budget = user.unprovenSince === null ? 'people' : 'newcomers'
    const message = {
      template,
      to: email,
      locale: actor.locale,
      variables,
      expiresAt,
      budget,
      source: actor.ip,
    } as const
    if (!(await emails.queue(tx, message))) return false
    await this.#store.voidOfPurpose(tx, user.id, purpose, now)
    await this.#store.insert(tx, {
      hash: hashSecret(secret),
      purpose,
      userId: user.id,
      email,
      browserHash: browserId === undefined ? null : hashSecret(browserId),
      query,
      createdAt: now,
      expiresAt,
      usedAt: null,
    })
    await events.record(tx, emailLinkSent, { actor, target: { type: 'user', id: user.id }, data: { purpose } })
    return true
  }

  /** The link a text is, while it can still be used for one of these purposes. Looking changes nothing. */
  async find(text: string, ...allowed: readonly EmailTokenPurpose[]): Promise<EmailToken | undefined> {
    if (!hasValidChecksum(text, PREFIX)) return undefined
    const token = await this.#store.findLiving(hashSecret(text), this.#deps.clock.now())
    return token && allowed.includes(token.purpose) ? token : undefined
  }

  /** Uses a link up, with every other one of its purpose; false for all but one who come with it. */
  async consume(tx: Tx, { hash, userId, purpose }: EmailToken): Promise<boolean> {
    const now = this.#deps.clock.now()
    if (!(await this.#store.consume(tx, hash, now))) return false
    await this.#store.voidOfPurpose(tx, userId, purpose, now)
    return true
  }
}

/** Whether this is the browser a link was asked for in. */
export const isFromBrowser = ({ browserHash }: EmailToken, browserId: string): boolean =>
  browserHash !== null && browserHash === hashSecret(browserId)
