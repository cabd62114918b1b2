import { insertionFrom, mayRecord, mintedRowsWith, mintedValueWith } from '#/modules/tokens/index.ts'
import type { Minted, Tokens } from '#/modules/tokens/index.ts'
import { CombinedWrites } from '#/platform/db/combined-writes.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
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
  readonly #tokens: Pick<Tokens, 'record'>
  readonly #claiming: readonly string[]
  readonly #writes: CombinedWrites<Bound>
  constructor(db: Db, tokens: Pick<Tokens, 'record'>) {
    this.#tokens = tokens
    this.#claiming = flatten(claiming, db.engine).strings
    this.#writes = new CombinedWrites(db, {
      statement: binding,
      values,
      id: ({ minted }) => minted.token.id,
      inTurn: (tx, one) => this.#recordInTurn(tx, one),
    })
  }

  /**
   * Uses a proof up and records the token it binds, both or neither, if the client is active. False when nothing was written, for
   * whatever reason: whoever does one after the other finds out.
   */
  record(one: Bound): Promise<boolean> {
    return this.#writes.write(one)
  }

  async #recordInTurn(tx: Tx, { claim, minted }: Bound): Promise<boolean> {
    const used = await tx.run(new Sql(this.#claiming, [claim.name, claim.expiresAt, minted.token.clientId]))
    if (used === 0) return false
    // The client was active when the proof was used.
    if (await this.#tokens.record(tx, minted)) return true
    throw new TypeError('a token that a client gets for itself belongs to nobody else')
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
