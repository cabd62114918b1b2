import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User } from '#/modules/users/index.ts'
import { SsoConnectionStore } from './connection-store.ts'
import type { SsoConnection } from './connection.ts'
import { ssoErrors } from './errors.ts'
import type { SsoJoin } from './join.ts'
import type { SsoJoins } from './joins.ts'
import type { SsoMatching } from './matching.ts'

/** Tells a person by mail that another account signs them in from now on. */
export interface JoinNotices {
  accountLinked(tx: Tx, user: User, company: string, actor: Actor): Promise<void>
}

interface SsoJoiningDeps {
  readonly db: Db
  readonly joins: SsoJoins
  readonly matching: SsoMatching
  readonly notices: JoinNotices
}

/** A person who is signed in, and so has proven the account. */
interface Prover {
  readonly user: User
  readonly actor: Actor
  readonly browserId: string
}

/** Joining an identity to the account that has its address, once its person has proven that it is theirs (rule RP5). */
export class SsoJoining {
  readonly #deps: SsoJoiningDeps
  readonly #connections: SsoConnectionStore
  constructor(deps: SsoJoiningDeps) {
    this.#deps = deps
    this.#connections = new SsoConnectionStore(deps.db)
  }

  /** What waits in a browser, and through which connection it came. Throws `sso_join_over`. */
  async get(
    secret: string,
    browserId: string,
  ): Promise<{ readonly join: SsoJoin; readonly connection: SsoConnection }> {
    const join = await this.#deps.joins.get(secret, browserId)
    return { join, connection: await this.#connectionOf(join) }
  }

  /** Joins the two; returns where the person wanted to go on to. */
  async accept(secret: string, { user, actor, browserId }: Prover, context: RequestContext): Promise<string> {
    const { db, joins, matching, notices } = this.#deps
    return db.tx(async (tx) => {
      const { join, identity } = await joins.end(tx, secret, { browserId, userId: user.id })
      const connection = await this.#connectionOf(join, tx)
      const joined = await matching.join(tx, { connection, identity, context }, user.id)
      await notices.accountLinked(tx, joined, connection.name, actor)
      return join.goingOn
    })
  }

  /** The connection as it was when the person came back. */
  async #connectionOf({ ssoConnectionId, connectionVersion }: SsoJoin, tx?: Tx): Promise<SsoConnection> {
    const connection = await this.#connections.find(ssoConnectionId, tx)
    if (connection?.version !== connectionVersion || !connection.enabled) throw new AppError(ssoErrors.sso_join_over)
    return connection
  }
}
