import { sql } from '#/platform/db/sql.ts'
import { storedName } from '#/platform/rate-limit/limit-name.ts'
import type { Db, Queries } from '#/platform/db/db.ts'

/** Remembers what may be used once, such as the `jti` of a proof or an assertion, across nodes and restarts. */
export class Replays {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Claims a name (`<what>:<which>`); false means that someone was first. The one insert decides, so of any number of
   * calls at once exactly one wins. Keep it until the thing itself could no longer be accepted (RFC 9449 §11.1).
   */
  async claim(name: string, expiresAt: number, queries: Queries = this.#db): Promise<boolean> {
    const claimed = await queries.run(sql`
      INSERT INTO replays (name, expires_at) VALUES (${storedName(name)}, ${expiresAt}) ON CONFLICT DO NOTHING`)
    return claimed === 1
  }
}
