import type { Clock } from '#/platform/clock.ts'
import { hashSecret, newSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { integer, integerOrNull, table, text } from '#/platform/db/table.ts'

/** What every request URI of ours begins with (RFC 9126 §2.2). */
export const REQUEST_URI_PREFIX = 'urn:ietf:params:oauth:request_uri:'

const LIFETIME_SECONDS = 60

/** The codec of `pushed_requests`. */
const pushedRequests = table('pushed_requests', {
  hash: text,
  clientId: text,
  /** The parameters as form text, so that repeated ones stay repeated. */
  params: text,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
})

interface PushedRequestsDeps {
  readonly db: Db
  readonly clock: Clock
}

/** Authorization requests that a client sent ahead, each known by a URI that is answered once (RFC 9126). */
export class PushedRequests {
  readonly #deps: PushedRequestsDeps
  constructor(deps: PushedRequestsDeps) {
    this.#deps = deps
  }

  /** Keeps the parameters for a minute and answers the URI that stands for them. */
  async push(clientId: string, params: string): Promise<{ requestUri: string; expiresInSeconds: number }> {
    const requestUri = newSecret(REQUEST_URI_PREFIX)
    const now = this.#deps.clock.now()
    await this.#deps.db.run(
      pushedRequests.insert({
        hash: hashSecret(requestUri),
        clientId,
        params,
        createdAt: now,
        expiresAt: now + LIFETIME_SECONDS * 1000,
        usedAt: null,
      }),
    )
    return { requestUri, expiresInSeconds: LIFETIME_SECONDS }
  }

  /**
   * What a request URI stands for, for the client that pushed it, within its minute and until it is used up. Opening it
   * uses nothing up: a person may reload the page, and a mail scanner may open a link before they do (RFC 9126 §4).
   */
  async find(requestUri: string, clientId: string): Promise<{ hash: string; params: string } | undefined> {
    const { db, clock } = this.#deps
    const row = await db.get(sql`
      SELECT ${pushedRequests.columns} FROM ${pushedRequests.name}
      WHERE hash = ${hashSecret(requestUri)} AND client_id = ${clientId} AND used_at IS NULL
        AND expires_at > ${clock.now()}`)
    return row && pushedRequests.decode(row)
  }

  /** Uses a pushed request up in the transaction that answers it; false when another answer was first. */
  async consume(tx: Tx, hash: string): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE pushed_requests SET used_at = ${this.#deps.clock.now()} WHERE hash = ${hash} AND used_at IS NULL`)
    return changed === 1
  }
}
