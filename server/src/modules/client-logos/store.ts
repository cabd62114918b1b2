import type { OfClient, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Db } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { integer, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

const clientLogos = table('client_logos', {
  clientId: text,
  source: text,
  askAgainAt: integer,
  name: textOrNull,
  type: textOrNull,
  content: textOrNull,
})

/** The logo of a client as it was fetched from `source`; without a name it was not, or could not be. */
export type ClientLogo = EntityOf<typeof clientLogos>

/** What the pages need to know of one. */
export type KnownLogo = Pick<ClientLogo, 'source' | 'askAgainAt' | 'name'>

/** Every SQL statement about `client_logos`. */
export class ClientLogoStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async find(clientId: string): Promise<KnownLogo | undefined> {
    const row = await this.#db.get(sql`
      SELECT source, ask_again_at, name FROM client_logos WHERE client_id = ${clientId}`)
    return (
      row && {
        source: row['source'] as string,
        askAgainAt: Number(row['ask_again_at']),
        name: row['name'] as string | null,
      }
    )
  }

  async findByName(name: string): Promise<ClientLogo | undefined> {
    const row = await this.#db.get(sql`SELECT ${clientLogos.columns} FROM client_logos WHERE name = ${name} LIMIT 1`)
    return row && clientLogos.decode(row)
  }

  /** Whether the caller is the one to fetch a logo now, of all nodes. What came from elsewhere is forgotten. */
  async claim(clientId: string, source: string, now: number, askAgainAt: number): Promise<boolean> {
    const claimed = { clientId, source, askAgainAt, name: null, type: null, content: null }
    const changed = await this.#db.run(sql`
      ${clientLogos.insert(claimed)} ON CONFLICT (client_id) DO UPDATE SET
        name = CASE WHEN client_logos.source = excluded.source THEN client_logos.name END,
        type = CASE WHEN client_logos.source = excluded.source THEN client_logos.type END,
        content = CASE WHEN client_logos.source = excluded.source THEN client_logos.content END,
        source = excluded.source, ask_again_at = excluded.ask_again_at
      WHERE client_logos.source <> excluded.source OR client_logos.ask_again_at <= ${now}`)
    return changed === 1
  }

  /** Keeps what was fetched, unless the client has named another address since. */
  async keep({ clientId, source, ...fetched }: ClientLogo): Promise<void> {
    await this.#db.run(sql`
      UPDATE client_logos SET ${clientLogos.assign(fetched)} WHERE client_id = ${clientId} AND source = ${source}`)
  }
}

/** The logo of a client, which goes with it. */
export const logosOfClient: RowEnding<OfClient> = {
  table: 'client_logos',
  counts: null,
  end: () => sql`DELETE FROM client_logos`,
  which: ({ clientId }) => sql`client_id = ${clientId}`,
}
