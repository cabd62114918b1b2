import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { PointReads } from '#/platform/db/point-reads.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { AuthorizationCode } from './code.ts'
import { authorizationCodes, MAX_MISSES } from './code.ts'
import { ownedBy } from './code-owner.ts'
import type { CodeOwner } from './code-owner.ts'
import type { RowEnding } from '#/modules/lifecycle/index.ts'

/**
 * The condition that a code can be used. IS TRUE keeps the indexes of open codes out of it: a code is found by its hash, and
 * while few were open when it was planned, PostgreSQL would look for it among all that are open now.
 */
export const isUsable = (code: Sql, now: number | Sql): Sql => sql`
  (${code}.used_at IS NULL) IS TRUE AND ${code}.misses < ${raw(String(MAX_MISSES))} AND ${code}.expires_at + 0 > ${now}`

/** Every SQL statement about `authorization_codes`. */
export class AuthorizationCodeStore {
  readonly #byHash: PointReads<AuthorizationCode>
  constructor(db: Db) {
    this.#byHash = new PointReads(db, authorizationCodes, 'hash')
  }

  async insert(tx: Tx, code: AuthorizationCode): Promise<void> {
    await tx.run(authorizationCodes.insert(code))
  }

  find(hash: string): Promise<AuthorizationCode | undefined> {
    return this.#byHash.find(hash)
  }

  async miss(queries: Queries, hash: string): Promise<void> {
    await queries.run(sql`UPDATE authorization_codes SET misses = misses + 1 WHERE hash = ${hash} AND used_at IS NULL`)
  }

  /** Uses a code up; false when it was used, spent or expired in the meantime. */
  async consume(tx: Tx, hash: string, rootId: string, now: number): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE authorization_codes SET used_at = ${now}, root_id = ${rootId}
      WHERE hash = ${hash} AND ${isUsable(raw('authorization_codes'), now)}`)
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
