import type { Db, Queries, Row, Tx } from '#/platform/db/db.ts'
import { forShare, glob, hasWord } from '#/platform/db/dialect.ts'
import { every, raw, sql } from '#/platform/db/sql.ts'
import type { Choice, Sql } from '#/platform/db/sql.ts'
import type { Position } from '#/platform/paging/paging.ts'
import { OFFLINE_ACCESS } from '#/protocol/oauth.ts'
import { amongAllSessions } from './all-sessions.ts'
import type { RevocationCounts, TokenSelector } from './lineage.ts'
import { countTokens } from './lineage.ts'
import type { Token, TokenKind } from './token.ts'
import { tokens } from './token.ts'

// A client that goes on issuing would keep a revocation of its tokens busy. A straggler is dead with its ancestor anyway.
const MAX_LOOKS = 5

/** A token with what decides, beside its own row, whether it lives: its client, person, consent and policy. */
export interface TokenWithOwners {
  readonly token: Token
  readonly clientActive: boolean
  readonly userActive: boolean
  readonly consentLiving: boolean
  readonly policyLiving: boolean
}

/** Every SQL statement about `tokens`. */
export class TokenStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Writes a new token. One statement: outside a transaction it is one commit by itself. */
  async insert(queries: Queries, token: Token): Promise<void> {
    await queries.run(tokens.insert(token))
  }

  async find(queries: Queries, id: string): Promise<Token | undefined> {
    const row = await queries.get(sql`SELECT ${tokens.columns} FROM ${tokens.name} WHERE id = ${id}`)
    return row && tokens.decode(row)
  }

  /** Reads a token and holds it until the transaction ends, so that it can't be revoked while a child is made. */
  async hold(tx: Tx, id: string): Promise<Token | undefined> {
    const row = await tx.get(sql`SELECT ${tokens.columns} FROM ${tokens.name} WHERE id = ${id} ${forShare}`)
    return row && tokens.decode(row)
  }

  /** One read on the hot path of introspection: the token and the state of everyone it hangs on. */
  async findWithOwners(id: string): Promise<TokenWithOwners | undefined> {
    const row = await this.#db.get(sql`
      SELECT ${tokens.columnsOf('t')}, c.active AS client_active, u.id AS owner_id, u.disabled_at AS user_disabled_at,
        k.id AS consent_found, k.revoked_at AS consent_revoked_at,
        p.id AS policy_found, p.revoked_at AS policy_revoked_at
      FROM tokens t
      LEFT JOIN clients c ON c.client_id = t.client_id
      LEFT JOIN users u ON u.id = t.user_id
      LEFT JOIN consents k ON k.id = t.consent_id
      LEFT JOIN policies p ON p.id = t.policy_id
      WHERE t.id = ${id}`)
    return row && withOwners(row)
  }

  /**
   * How many ancestors of a token are dead, or missing; 0 means the whole line is alive. An ancestor lives like any
   * token: with its client, consent and policy, not by its own row alone.
   */
  async countDeadAncestors(queries: Queries, parentId: string, now: number): Promise<number> {
    const row = await queries.get(sql`
      WITH RECURSIVE line (id, parent_id, revoked_at, expires_at, client_id, consent_id, policy_id) AS (
        SELECT id, parent_id, revoked_at, expires_at, client_id, consent_id, policy_id
        FROM tokens WHERE id = ${parentId}
        UNION ALL
        SELECT t.id, t.parent_id, t.revoked_at, t.expires_at, t.client_id, t.consent_id, t.policy_id
        FROM tokens t JOIN line l ON t.id = l.parent_id
      )
      SELECT
        coalesce(sum(CASE WHEN l.revoked_at IS NULL AND l.expires_at > ${now} AND c.active = 1
          AND (l.consent_id IS NULL OR (k.id IS NOT NULL AND k.revoked_at IS NULL))
          AND (l.policy_id IS NULL OR (p.id IS NOT NULL AND p.revoked_at IS NULL)) THEN 0 ELSE 1 END), 0) AS dead,
        coalesce(sum(CASE WHEN l.parent_id IS NULL THEN 1 ELSE 0 END), 0) AS roots
      FROM line l
      LEFT JOIN clients c ON c.client_id = l.client_id
      LEFT JOIN consents k ON k.id = l.consent_id
      LEFT JOIN policies p ON p.id = l.policy_id`)
    const complete = Number(row?.['roots'] ?? 0) === 1
    return Number(row?.['dead'] ?? 0) + (complete ? 0 : 1)
  }

  /** RFC 6749 §6, RFC 9700 §4.14.2: moves a family on by one generation; false when another request was first. */
  async rotate(tx: Tx, family: Token, next: Pick<Token, 'fingerprint' | 'jkt'>, now: number): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE tokens
      SET generation = ${family.generation + 1}, fingerprint = ${next.fingerprint}, jkt = ${next.jkt},
        rotated_at = ${now}
      WHERE id = ${family.id} AND generation = ${family.generation} AND revoked_at IS NULL AND expires_at > ${now}`)
    return changed === 1
  }

  /**
   * Ends every living token a selector reaches, descendants included, and counts them. While it waits for a parent that
   * `hold` holds, a child may be recorded that its statement does not see, so it looks again until nothing is left.
   */
  async revoke(tx: Tx, selector: TokenSelector, reason: string, now: number): Promise<RevocationCounts> {
    const ended: Row[] = []
    for (let look = 0; look < MAX_LOOKS; look++) {
      const rows = await tx.all(sql`
        ${affected(selector)}
        UPDATE tokens SET revoked_at = ${now}, revoked_reason = ${reason}
        WHERE id IN (SELECT id FROM affected) AND revoked_at IS NULL AND expires_at > ${now}
        RETURNING kind, depth`)
      if (rows.length === 0) break
      for (const row of rows) ended.push(row)
    }
    return countTokens(
      ended.map((row) => ({ kind: row['kind'] as TokenKind, delegated: (row['depth'] as number) > 0, count: 1 })),
    )
  }

  async handOver(tx: Tx, from: string, to: string): Promise<void> {
    await tx.run(sql`UPDATE tokens SET session_id = ${to} WHERE session_id = ${from} AND revoked_at IS NULL`)
  }

  /** What `revoke` would end, without ending it. */
  async countLiving(selector: TokenSelector, now: number): Promise<RevocationCounts> {
    const rows = await this.#db.all(sql`
      ${affected(selector)}
      SELECT kind, CASE WHEN depth > 0 THEN 1 ELSE 0 END AS delegated, count(*) AS count FROM tokens
      WHERE id IN (SELECT id FROM affected) AND revoked_at IS NULL AND expires_at > ${now}
      GROUP BY kind, CASE WHEN depth > 0 THEN 1 ELSE 0 END`)
    return countTokens(
      rows.map((row) => ({
        kind: row['kind'] as TokenKind,
        delegated: Number(row['delegated']) === 1,
        count: Number(row['count']),
      })),
    )
  }

  /** When the last living access token expires; 0 when there is none. Read along the index, from the latest expiry. */
  async lastExpiresAt(now: number): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT expires_at FROM tokens WHERE expires_at > ${now} AND kind = 'access' AND revoked_at IS NULL
      ORDER BY expires_at DESC LIMIT 1`)
    return (row?.['expires_at'] as number | undefined) ?? 0
  }

  /** A client's tokens, newest first; only the living ones when `activeAt` is given. */
  async listOfClient(
    clientId: string,
    options: { before: Position | undefined; limit: number; activeAt: number | undefined },
  ): Promise<Token[]> {
    const { before, limit, activeAt } = options
    const conditions = [
      sql`client_id = ${clientId}`,
      before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`,
      activeAt === undefined ? undefined : sql`revoked_at IS NULL AND expires_at > ${activeAt}`,
    ]
    const rows = await this.#db.all(sql`
      SELECT ${tokens.columns} FROM tokens WHERE ${every(conditions)} ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(tokens.decode)
  }

  /** How many living tokens each client has of a person. */
  async countByClient(userId: string, now: number): Promise<Map<string, number>> {
    const rows = await this.#db.all(sql`
      SELECT client_id, count(*) AS count FROM tokens
      WHERE user_id = ${userId} AND revoked_at IS NULL AND expires_at > ${now} GROUP BY client_id ORDER BY client_id`)
    return new Map(rows.map((row) => [row['client_id'] as string, Number(row['count'])]))
  }

  async countOfClient(clientId: string, activeAt: number | undefined): Promise<number> {
    const living = activeAt === undefined ? sql`1 = 1` : sql`revoked_at IS NULL AND expires_at > ${activeAt}`
    const row = await this.#db.get(
      sql`SELECT count(*) AS count FROM tokens WHERE client_id = ${clientId} AND ${living}`,
    )
    return Number(row?.['count'] ?? 0)
  }

  /** The delegated tokens a client took part in, as the actor or as the delegator, newest first. */
  async listDelegatedOfClient(clientId: string, before: Position | undefined, limit: number): Promise<Token[]> {
    const older = before ? sql`(created_at, id) < (${before.createdAt}, ${before.id})` : sql`1 = 1`
    // Two index scans, each limited, instead of an OR that would read the whole table.
    const side = (condition: Sql): Sql => sql`
      SELECT * FROM (SELECT ${tokens.columns} FROM tokens WHERE ${condition} AND ${older}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}) AS side`
    const rows = await this.#db.all(sql`
      SELECT * FROM (
        ${side(sql`client_id = ${clientId} AND depth > 0`)}
        UNION
        ${side(sql`delegator = ${clientId}`)}
      ) AS delegated ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(tokens.decode)
  }

  async countDelegatedOfClient(clientId: string): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT count(*) AS count FROM tokens WHERE (client_id = ${clientId} AND depth > 0) OR delegator = ${clientId}`)
    return Number(row?.['count'] ?? 0)
  }

  /** A token and its ancestors, from itself up to its root. */
  async ancestry(id: string): Promise<Token[]> {
    const rows = await this.#db.all(sql`
      WITH RECURSIVE line (id, parent_id, step) AS (
        SELECT id, parent_id, 0 FROM tokens WHERE id = ${id}
        UNION ALL
        SELECT t.id, t.parent_id, l.step + 1 FROM tokens t JOIN line l ON t.id = l.parent_id
      )
      SELECT ${tokens.columnsOf('t')} FROM line JOIN tokens t ON t.id = line.id ORDER BY line.step`)
    return rows.map(tokens.decode)
  }
}

function withOwners(row: Row): TokenWithOwners {
  const token = tokens.decode(row)
  return {
    token,
    clientActive: row['client_active'] === 1,
    userActive: token.userId === null || (row['owner_id'] !== null && row['user_disabled_at'] === null),
    consentLiving: token.consentId === null || (row['consent_found'] !== null && row['consent_revoked_at'] === null),
    policyLiving: token.policyId === null || (row['policy_found'] !== null && row['policy_revoked_at'] === null),
  }
}

const having = (via: 'consent' | 'session' | undefined): Sql => (via ? sql`AND ${raw(via)}_id IS NOT NULL` : sql``)

const ofClient = (clientId: string | undefined): Sql =>
  clientId === undefined ? sql`` : sql`AND client_id = ${clientId}`

// Offline access is granted to a line: what descends from its root may have less scope and goes on all the same.
const onlineRoot = sql`AND parent_id IS NULL AND NOT ${hasWord(sql`scope`, OFFLINE_ACCESS)}`

// UNION, not UNION ALL: a token reached twice is walked once.
const affected = (selector: TokenSelector): Sql => sql`
  WITH RECURSIVE affected (id) AS (
    SELECT id FROM tokens WHERE ${condition(selector)}
    UNION
    SELECT t.id FROM tokens t JOIN affected d ON t.parent_id = d.id
  )`

function condition(selector: TokenSelector): Sql | Choice {
  switch (selector.by) {
    case 'token':
      return sql`id = ${selector.id}`
    case 'client':
      return sql`client_id = ${selector.clientId} ${having(selector.via)}`
    case 'user':
      return sql`user_id = ${selector.userId} ${having(selector.via)} ${ofClient(selector.clientId)}`
    case 'session':
      return sql`session_id = ${selector.sessionId} ${selector.offlineToo ? sql`` : onlineRoot}`
    case 'all-sessions':
      return amongAllSessions(selector)
    case 'consent':
      return sql`consent_id = ${selector.consentId}`
    case 'policy':
      return sql`policy_id = ${selector.policyId}`
    case 'pattern':
      return glob(sql`client_id`, selector.pattern)
    case 'key':
      return sql`client_id = ${selector.clientId} AND jkt = ${selector.jkt}`
  }
}
