import { insertionFrom, mayRecord, mintedRowsWith, mintedValueWith, TokenInsertions } from '#/modules/tokens/index.ts'
import type { Minted } from '#/modules/tokens/index.ts'
import { CombinedWrites } from '#/platform/db/combined-writes.ts'
import type { Db } from '#/platform/db/db.ts'
import { insertIfFound } from '#/platform/db/dialect.ts'
import { flatten, isAmong, raw, Sql, sql } from '#/platform/db/sql.ts'
import type { SqlValue } from '#/platform/db/sql.ts'
import type { ReplayClaim } from '#/platform/replays/replays.ts'

/** A proof that is used up, and the token that is bound to its key. */
interface Bound {
  readonly claim: ReplayClaim
  readonly minted: Minted
}

/** Records tokens that clients get for themselves with a proof, many at once. */
export class BoundTokenStore {
  readonly #writes: CombinedWrites<Bound>
  constructor(db: Db) {
    const { strings } = flatten(claiming, db.engine)
    const insertions = new TokenInsertions(db.engine)
    this.#writes = new CombinedWrites(db, {
      statement: binding,
      values,
      id: ({ minted }) => minted.token.id,
      inTurn: ({ claim, minted: { token } }) => [
        new Sql(strings, [claim.name, claim.expiresAt, token.clientId]),
        insertions.of(token),
      ],
    })
  }

  /**
   * Uses a proof up and records the token it binds, both or neither, if the client is active. False when nothing was written, for
   * whatever reason: whoever does one after the other finds out.
   */
  record(one: Bound): Promise<boolean> {
    return this.#writes.write(one)
  }
}

const values = (some: readonly Bound[]): SqlValue[] => [
  mintedValueWith(
    some.map(({ claim, minted }) => [minted.token, { proof: claim.name, proof_expires_at: claim.expiresAt }]),
  ),
]

/** Uses one proof up, if the client may have what it binds. */
const claiming = sql`${insertIfFound(
  raw('replays'),
  raw('name, expires_at'),
  sql`${''}`,
  sql`${0} FROM clients o WHERE o.client_id = ${''} AND o.active = 1`,
)}`

/** Of those that use one proof together the first has it. */
const binding = sql`
  WITH minted AS MATERIALIZED (${mintedRowsWith(raw('proof TEXT, proof_expires_at BIGINT'))}),
  ready AS MATERIALIZED (
    SELECT DISTINCT ON (minted.proof) minted.* FROM minted WHERE ${mayRecord(raw('minted'))} ORDER BY minted.proof, minted.id
  ),
  used AS (
    INSERT INTO replays (name, expires_at) SELECT proof, proof_expires_at FROM ready ON CONFLICT DO NOTHING RETURNING name
  ),
  bound AS (SELECT * FROM ready WHERE ${isAmong(raw('ready.proof'), sql`SELECT name FROM used`)})
  ${insertionFrom('bound')} RETURNING id`
