import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { AuthorizationCode } from './code.ts'
import { authorizationCodes, MAX_MISSES } from './code.ts'
import { ownedBy } from './code-owner.ts'
import type { CodeOwner } from './code-owner.ts'
import type { RowEnding } from '#/modules/lifecycle/index.ts'

/** Every SQL statement about `authorization_codes`. */
export class AuthorizationCodeStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async insert(tx: Tx, code: AuthorizationCode): Promise<void> {
    await tx.run(authorizationCodes.insert(code))
  }

  async find(hash: string): Promise<AuthorizationCode | undefined> {
    const row = await this.#db.get(
      sql`SELECT ${authorizationCodes.columns} FROM ${authorizationCodes.name} WHERE hash = ${hash}`,
    )
    return row && authorizationCodes.decode(row)
  }

  async miss(queries: Queries, hash: string): Promise<void> {
    await queries.run(sql`UPDATE authorization_codes SET misses = misses + 1 WHERE hash = ${hash} AND used_at IS NULL`)
  }

  /** Uses a code up; false when it was used, spent or expired in the meantime. */
  async consume(tx: Tx, hash: string, rootId: string, now: number): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE authorization_codes SET used_at = ${now}, root_id = ${rootId}
      WHERE hash = ${hash} AND used_at IS NULL AND misses < ${MAX_MISSES} AND expires_at > ${now}`)
    return changed === 1
  }
}

/** The codes of an owner that nobody redeemed yet, which end with it. */
export const openCodes: RowEnding<CodeOwner> = {
  table: 'authorization_codes',
  counts: 'authorization_codes',
  end: (now) => sql`UPDATE authorization_codes SET used_at = ${now}`,
  which: (owner, now) => sql`${ownedBy(owner)} AND used_at IS NULL AND expires_at > ${now}`,
}
