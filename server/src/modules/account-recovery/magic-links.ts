import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { recoveryErrors } from './errors.ts'
import { isFromBrowser } from './email-tokens.ts'
import { opensByMailbox } from './mailbox-rule.ts'
import type { Db } from '#/platform/db/db.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { EmailToken } from './email-token.ts'
import type { EmailTokens } from './email-tokens.ts'
import type { MailboxProofs } from './mailbox-proofs.ts'

interface MagicLinksDeps {
  readonly db: Db
  readonly users: Users
  readonly emailTokens: EmailTokens
  readonly mailboxProofs: MailboxProofs
}

/** Somebody with a link. */
interface Bearer {
  readonly token: string
  readonly browserId: string
  /** Who is signed in in that browser. */
  readonly personId: string | undefined
}

interface Redeeming extends Bearer {
  /** Whether they said, in another browser than the one that asked, that this is what they want. */
  readonly confirmed: boolean
}

/** What a link would do. */
interface MagicLink {
  readonly user: User
  readonly isFromHere: boolean
  /** What keeps the purpose of the sign-in, in the browser that asked. */
  readonly query: string
  /** Whether a password chosen before the address was proven ends with it. */
  readonly endsPassword: boolean
}

/** Signing in with a link from one's mail. */
export class MagicLinks {
  readonly #deps: MagicLinksDeps
  constructor(deps: MagicLinksDeps) {
    this.#deps = deps
  }

  /** What a link would do here. Changes nothing. Throws `link_invalid`. */
  async find({ token, browserId, personId }: Bearer): Promise<MagicLink> {
    const { link, user } = await this.#get(token)
    const isFromHere = isFromBrowser(link, browserId)
    return {
      user,
      isFromHere,
      query: isFromHere ? link.query : '',
      endsPassword: !user.emailVerified && user.passwordHash !== null && personId !== user.id,
    }
  }

  /**
   * Uses a link up and answers who may be signed in for it. In another browser than the one that asked, the person has
   * to say that this is what they want: a link from a stranger would sign them in as that stranger.
   */
  async redeem(bearer: Redeeming, context: RequestContext): Promise<User> {
    const { db, users, emailTokens, mailboxProofs } = this.#deps
    const { link, user } = await this.#get(bearer.token)
    if (!bearer.confirmed && !isFromBrowser(link, bearer.browserId)) {
      throw new AppError(recoveryErrors.link_from_other_browser)
    }
    const actor = actorOf('user', user.id, context)
    return db.tx(async (tx) => {
      const held = await users.hold(tx, user.id)
      if (!held || !opensByMailbox(held) || !(await emailTokens.consume(tx, link))) {
        throw new AppError(recoveryErrors.link_invalid)
      }
      return mailboxProofs.accept(tx, held, { knowsAccount: bearer.personId === user.id, actor })
    })
  }

  async #get(token: string): Promise<{ link: EmailToken; user: User }> {
    const link = await this.#deps.emailTokens.find(token, 'magic_link')
    const user = link && (await this.#deps.users.find(link.userId))
    if (!user || !opensByMailbox(user)) throw new AppError(recoveryErrors.link_invalid)
    return { link, user }
  }
}
