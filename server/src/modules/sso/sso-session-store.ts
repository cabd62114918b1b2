import type { Db, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { SINGLE_SIGN_ON } from '#/modules/sessions/index.ts'
import { ssoSessions } from './sso-session.ts'
import type { SsoSession } from './sso-session.ts'

const MAX_SESSIONS = 100
const BY_SSO = `%"${SINGLE_SIGN_ON}"%`
const OWNER = 'owner'

/** Every SQL statement about `sso_sessions`. */
export class SsoSessionStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Notes which connection opened a session; what took the place of another one is known by the latest. */
  async put(row: SsoSession): Promise<void> {
    const { sessionId: _, ...fields } = row
    await this.#db.run(
      sql`${ssoSessions.insert(row)} ON CONFLICT (session_id) DO UPDATE SET ${ssoSessions.assign(fields)}`,
    )
  }

  async find(sessionId: string): Promise<SsoSession | undefined> {
    const row = await this.#db.get(sql`SELECT ${ssoSessions.columns} FROM sso_sessions WHERE session_id = ${sessionId}`)
    return row && ssoSessions.decode(row)
  }

  /** The newest sessions of somebody, as their provider calls them. */
  async listByName(connectionId: string, nameHash: string): Promise<SsoSession[]> {
    const rows = await this.#db.all(sql`
      SELECT ${ssoSessions.columns} FROM sso_sessions
      WHERE sso_connection_id = ${connectionId} AND name_hash = ${nameHash}
      ORDER BY created_at DESC LIMIT ${MAX_SESSIONS}`)
    return rows.map(ssoSessions.decode)
  }

  /** Lets another session of the same person be the one that a connection opened. */
  async handOver(tx: Tx, from: string, to: string): Promise<void> {
    await tx.run(sql`
      UPDATE sso_sessions SET session_id = ${to}
      WHERE session_id = ${from} AND NOT EXISTS (SELECT 1 FROM sso_sessions o WHERE o.session_id = ${to})`)
  }

  /** The living sessions that a connection opened for a user. */
  async listOfUser(connectionId: string, userId: string, now: number): Promise<string[]> {
    const rows = await this.#db.all(sql`
      SELECT s.id AS id FROM sso_sessions x JOIN sessions s ON s.id = x.session_id
      WHERE x.sso_connection_id = ${connectionId} AND s.user_id = ${userId} AND ${opensByConnection(now)}`)
    return rows.map((row) => String(row['id']))
  }

  /** How many living sessions a connection opened. */
  async countOf(connectionId: string, now: number): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT count(*) AS count FROM sso_sessions x JOIN sessions s ON s.id = x.session_id
      WHERE x.sso_connection_id = ${connectionId} AND ${opensByConnection(now)}`)
    return Number(row?.['count'] ?? 0)
  }

  /** Living sessions that a connection opened which is turned off, or gone. */
  async listOfClosed(now: number, limit: number): Promise<string[]> {
    const rows = await this.#db.all(sql`
      SELECT x.session_id AS id FROM sso_sessions x JOIN sessions s ON s.id = x.session_id
      WHERE ${opensByConnection(now)} AND NOT EXISTS (
        SELECT 1 FROM sso_connections c WHERE c.id = x.sso_connection_id AND c.enabled = 1)
      LIMIT ${limit}`)
    return rows.map((row) => String(row['id']))
  }

  /**
   * Living sessions that somebody opened by another way than the connection that is the only one for their address. Owners
   * have others, and whoever is about to join the two, or has joined them in that session, came back from the connection.
   */
  async listOfOtherWays(now: number, limit: number): Promise<string[]> {
    const rows = await this.#db.all(sql`
      SELECT DISTINCT s.id AS id FROM sso_connections c
      JOIN sso_domains d ON d.sso_connection_id = c.id
      JOIN users u ON substr(u.email_canonical, length(u.email_canonical) - length(d.domain)) = '@' || d.domain
      JOIN sessions s ON s.user_id = u.id
      WHERE c.enabled = 1 AND c.required = 1 AND d.verified_at IS NOT NULL
        AND (u.system_role IS NULL OR u.system_role <> ${OWNER})
        AND s.revoked_at IS NULL AND s.expires_at > ${now} AND s.pending = 0 AND s.methods NOT LIKE ${BY_SSO}
        AND NOT EXISTS (SELECT 1 FROM sso_joins j WHERE j.user_id = u.id AND j.used_at IS NULL AND j.expires_at > ${now})
        AND NOT EXISTS (
          SELECT 1 FROM sso_identities i WHERE i.user_id = u.id AND i.sso_connection_id = c.id AND i.created_at >= s.created_at)
      LIMIT ${limit}`)
    return rows.map((row) => String(row['id']))
  }
}

const opensByConnection = (now: number): Sql =>
  sql`s.revoked_at IS NULL AND s.expires_at > ${now} AND s.methods LIKE ${BY_SSO}`
