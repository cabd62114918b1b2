import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { canonicalEmail, userErrors } from '#/modules/users/index.ts'
import { DeferredTasks } from './deferred-tasks.ts'
import { opensByMailbox } from './mailbox-rule.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Users } from '#/modules/users/index.ts'
import type { EmailTokens } from './email-tokens.ts'
import type { ErrandLog } from './deferred-tasks.ts'

interface LinkRequestsDeps {
  readonly db: Db
  readonly limits: Limits
  readonly users: Users
  readonly emailTokens: EmailTokens
  readonly log: ErrandLog
}

/** What somebody who is not signed in asks to be mailed. */
interface LinkRequest {
  readonly purpose: 'reset' | 'magic_link'
  /** The address as typed. Mail goes to the one that is stored. */
  readonly email: string
  readonly browserId?: string
  readonly query?: string
}

const PER_NETWORK: LimitRule = { burst: 30, periodMs: 60 * 60_000 }
const OF_NOBODY: LimitRule = { burst: 5, periodMs: 60 * 60_000 }

/**
 * Sends a link to whoever has an address. The asker gets the same answer in the same time whether that is anybody:
 * the limit counts askers, and who it is and whether their mailbox had enough is looked up once the answer has left.
 */
export class LinkRequests {
  readonly #deps: LinkRequestsDeps
  readonly #deferredTasks: DeferredTasks
  constructor(deps: LinkRequestsDeps) {
    this.#deps = deps
    this.#deferredTasks = new DeferredTasks(deps.log)
  }

  /** Throws `invalid_email` for what is no address and `rate_limited` for whoever asks too often, and else nothing. */
  async ask(request: LinkRequest, context: RequestContext): Promise<void> {
    const canonical = canonicalEmail(request.email)
    if (canonical === undefined) throw new AppError(userErrors.invalid_email)
    const { limits, db } = this.#deps
    await limits.require(`email_links:${networkOf(context.ip)}`, PER_NETWORK)
    this.#deferredTasks.add(async () => {
      const user = await this.#deps.users.findByEmail(canonical)
      await db.tx((tx) =>
        user
          ? this.#send(tx, user.id, { ...request, email: canonical }, context)
          : this.#doAsMuchForNobody(tx, canonical),
      )
    })
  }

  /** Resolves when every link asked for so far is on its way. */
  settled(): Promise<void> {
    return this.#deferredTasks.settled()
  }

  async #send(tx: Tx, userId: string, request: LinkRequest, context: RequestContext): Promise<void> {
    const { users, emailTokens } = this.#deps
    const { purpose, browserId, query } = request
    const user = await users.hold(tx, userId)
    if (!user || !opensByMailbox(user)) return this.#doAsMuchForNobody(tx, request.email)
    // Nobody is signed in, so nobody but the server did this.
    const actor = actorOf('system', 'email_links', context)
    await emailTokens.send(tx, user, { purpose, browserId, query, actor })
  }

  /** A transaction that writes too, so that the next answer is not faster when there was nobody. */
  async #doAsMuchForNobody(tx: Tx, canonical: string): Promise<void> {
    await this.#deps.limits.hit(`email_links_of_nobody:${canonical}`, OF_NOBODY, tx)
  }
}
