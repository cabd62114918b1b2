import type { OfUpstream, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import { gatewayCodes, gatewaySessions } from './gateway-session.ts'
import type { GatewayCode, GatewaySession } from './gateway-session.ts'

/** Every SQL statement about `proxy_sessions` and `proxy_codes`. */
export class GatewaySessionStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async insertCode(tx: Tx, code: GatewayCode): Promise<void> {
    await tx.run(gatewayCodes.insert(code))
  }

  /** Takes a code that this browser may redeem at this host, so that nobody else can. */
  async consume(
    tx: Tx,
    { hash, upstreamId, browserHash }: Pick<GatewayCode, 'hash' | 'upstreamId' | 'browserHash'>,
    now: number,
  ): Promise<GatewayCode | undefined> {
    const row = await tx.get(sql`
      DELETE FROM proxy_codes
      WHERE hash = ${hash} AND upstream_id = ${upstreamId} AND browser_hash = ${browserHash} AND expires_at > ${now}
      RETURNING ${gatewayCodes.columns}`)
    return row && gatewayCodes.decode(row)
  }

  async insert(tx: Tx, session: GatewaySession): Promise<void> {
    await tx.run(gatewaySessions.insert(session))
  }

  /** The session of a browser at one host, unless its time is over. */
  async find(hash: string, upstreamId: string, now: number): Promise<GatewaySession | undefined> {
    const row = await this.#db.get(sql`
      SELECT ${gatewaySessions.columns} FROM proxy_sessions
      WHERE hash = ${hash} AND upstream_id = ${upstreamId} AND expires_at > ${now}`)
    return row && gatewaySessions.decode(row)
  }

  async delete(hash: string, upstreamId: string): Promise<void> {
    await this.#db.run(sql`DELETE FROM proxy_sessions WHERE hash = ${hash} AND upstream_id = ${upstreamId}`)
  }
}

const ofUpstream = ({ upstreamId }: OfUpstream) => sql`upstream_id = ${upstreamId}`

/** The sessions at a host. */
export const gatewaySessionsEnding: RowEnding<OfUpstream> = {
  table: 'proxy_sessions',
  counts: null,
  end: () => sql`DELETE FROM proxy_sessions`,
  which: ofUpstream,
}

/** The codes on their way to a host. */
export const gatewayCodesEnding: RowEnding<OfUpstream> = {
  table: 'proxy_codes',
  counts: null,
  end: () => sql`DELETE FROM proxy_codes`,
  which: ofUpstream,
}
