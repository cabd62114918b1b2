import { gathersWrites } from '#/platform/db/dialect.ts'
import { Gatherer } from '#/platform/db/gatherer.ts'
import { ListStatement } from '#/platform/db/list-statement.ts'
import { join, sql } from '#/platform/db/sql.ts'
import { storedName } from '#/platform/rate-limit/limit-name.ts'
import type { Db, Queries } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'

/** What is claimed: a name as it is stored, and until when it is kept, epoch milliseconds. */
export interface ReplayClaim {
  readonly name: string
  readonly expiresAt: number
}

/** The claim of a name (`<what>:<which>`). Keep it until the thing itself could no longer be accepted (RFC 9449 §11.1). */
export const replayClaim = (name: string, expiresAt: number): ReplayClaim => ({ name: storedName(name), expiresAt })

/** Remembers what may be used once, such as the `jti` of a proof or an assertion, across nodes and restarts. */
export class Replays {
  readonly #db: Db
  readonly #claims: Gatherer<ReplayClaim, boolean>

  constructor(db: Db) {
    this.#db = db
    const statement = new ListStatement(db.engine, claiming)
    const together = async (claims: readonly ReplayClaim[]): Promise<boolean[]> => {
      const rows = await db.all(statement.of(claims.map(({ name, expiresAt }) => [name, expiresAt])))
      const won = new Set(rows.map((row) => row['name']))
      // Of those that claim one name together the first has it.
      return claims.map(({ name }) => won.delete(name))
    }
    this.#claims = new Gatherer({ alone: (claim) => claimOne(db, claim), together }, gathersWrites[db.engine])
  }

  /**
   * Claims a name (`<what>:<which>`); false means that someone was first. The one insert decides, so of any number of
   * calls at once exactly one wins. Within a transaction the claim is undone with it; without one it is made with those that are
   * made meanwhile.
   */
  claim(name: string, expiresAt: number, queries: Queries = this.#db): Promise<boolean> {
    return this.take(replayClaim(name, expiresAt), queries)
  }

  /** The same for a claim that is at hand. */
  take(claim: ReplayClaim, queries: Queries = this.#db): Promise<boolean> {
    return queries === this.#db ? this.#claims.ask(claim) : claimOne(queries, claim)
  }
}

const claimOne = async (queries: Queries, { name, expiresAt }: ReplayClaim): Promise<boolean> =>
  (await queries.run(
    sql`INSERT INTO replays (name, expires_at) VALUES (${name}, ${expiresAt}) ON CONFLICT DO NOTHING`,
  )) === 1

const claiming = (count: number): Sql => sql`
  INSERT INTO replays (name, expires_at)
  SELECT name, expires_at FROM (VALUES ${join(Array<Sql>(count).fill(sql`(CAST(${''} AS TEXT), CAST(${0} AS BIGINT))`))})
    AS claimed (name, expires_at)
  WHERE name IS NOT NULL
  ON CONFLICT DO NOTHING RETURNING name`
