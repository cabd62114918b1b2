import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { AuthorizationRequest } from './request.ts'
import { authorizationRequests } from './request.ts'

/** Every SQL statement about `authorization_requests`. */
export class AuthorizationRequestStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async insert(queries: Queries, request: AuthorizationRequest): Promise<void> {
    await queries.run(authorizationRequests.insert(request))
  }

  async find(id: string): Promise<AuthorizationRequest | undefined> {
    const row = await this.#db.get(
      sql`SELECT ${authorizationRequests.columns} FROM ${authorizationRequests.name} WHERE id = ${id}`,
    )
    return row && authorizationRequests.decode(row)
  }

  /** Lets a request that is open live longer; one that is over stays so. */
  async prolong(id: string, until: number, now: number): Promise<void> {
    await this.#db.run(sql`
      UPDATE authorization_requests SET expires_at = ${until}
      WHERE id = ${id} AND finished_at IS NULL AND expires_at > ${now} AND expires_at < ${until}`)
  }

  /** Notes whom the consent page was shown to; false when the request is over. */
  async show(queries: Queries, id: string, userId: string, now: number): Promise<boolean> {
    const changed = await queries.run(sql`
      UPDATE authorization_requests SET user_id = ${userId}
      WHERE id = ${id} AND finished_at IS NULL AND expires_at > ${now}`)
    return changed === 1
  }

  /** Ends a request; false when it was ended or had expired, so that one request never gives two answers. */
  async finish(tx: Tx, id: string, now: number): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE authorization_requests SET finished_at = ${now}
      WHERE id = ${id} AND finished_at IS NULL AND expires_at > ${now}`)
    return changed === 1
  }
}
