import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { forShare, hasWord } from '#/platform/db/dialect.ts'
import { Gatherer } from '#/platform/db/gatherer.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { ListStatement } from '#/platform/db/list-statement.ts'
import { PointReads } from '#/platform/db/point-reads.ts'
import { join, raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfDeletedClient, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Policy } from './policy.ts'
import { ANY_SCOPE, ANYONE, policies } from './policy.ts'

/** More than a person is told of. */
const MOST_ACTORS = 200

/** An agent, and for whom it would act. */
interface Authority {
  readonly agentId: string
  readonly subjects: readonly string[]
}

/** What a client has of a user. */
interface HeldAccess {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

const finding = (count: number): Sql => sql`
  SELECT ${policies.columns} FROM policies
  WHERE (agent_id, subject) IN (VALUES ${join(Array<Sql>(count).fill(sql`(${''}, ${''})`))}) AND revoked_at IS NULL
  ORDER BY CASE WHEN subject = ${raw(`'${ANYONE}'`)} THEN 1 ELSE 0 END, created_at DESC, id DESC`

const isLiving = ({ revokedAt, expiresAt }: Policy, now: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

/** Every SQL statement about `policies`. */
export class PolicyStore {
  readonly #db: Db
  readonly #policies: KeysetList<Policy>
  readonly #byId: PointReads<Policy>
  readonly #finding: ListStatement
  readonly #authority: Gatherer<Authority, Policy[]>
  constructor(db: Db) {
    this.#db = db
    this.#byId = new PointReads(db, policies, 'id')
    this.#finding = new ListStatement(db.engine, finding)
    this.#authority = new Gatherer({
      alone: async (ask) => (await this.#findTogether([ask]))[0] ?? [],
      together: (asks) => this.#findTogether(asks),
    })
    this.#policies = new KeysetList(db, policies)
  }

  async insert(tx: Tx, policy: Policy): Promise<void> {
    await tx.run(policies.insert(policy))
  }

  find(queries: Queries, agentId: string, id: string): Promise<Policy | undefined> {
    return this.#policies.find(sql`id = ${id} AND agent_id = ${agentId} AND revoked_at IS NULL`, queries)
  }

  /** Those of the policies that are neither revoked nor expired, by their ids. */
  async findLivingById(ids: readonly string[], now: number): Promise<Map<string, Policy>> {
    const found = await Promise.all([...new Set(ids)].map((id) => this.#byId.find(id)))
    return new Map(found.flatMap((policy) => (policy && isLiving(policy, now) ? [[policy.id, policy]] : [])))
  }

  async hold(tx: Tx, id: string, now: number): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT id FROM policies
      WHERE id = ${id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}) ${forShare}`)
    return row !== undefined
  }

  findById(id: string): Promise<Policy | undefined> {
    return this.#policies.find(sql`id = ${id} AND revoked_at IS NULL`)
  }

  /** Revokes a policy; false when that was done before. The row stays, since tokens point at it. */
  async revoke(tx: Tx, id: string, now: number): Promise<boolean> {
    return (await tx.run(sql`UPDATE policies SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`)) === 1
  }

  /** The unrevoked policies of an agent, newest first. */
  list(agentId: string, request: PageRequest): Promise<Page<Policy>> {
    return this.#policies.page([sql`agent_id = ${agentId} AND revoked_at IS NULL`], request)
  }

  /** The policies that let an agent act now for one of the subjects; those that name the subject come first. */
  async findLiving(agentId: string, subjects: readonly string[], now: number): Promise<Policy[]> {
    const found = await this.#authority.ask({ agentId, subjects: [...subjects, ANYONE] })
    return found.filter((policy) => isLiving(policy, now))
  }

  async #findTogether(asks: readonly Authority[]): Promise<Policy[][]> {
    const pairs = asks.flatMap(({ agentId, subjects }) => subjects.map((subject) => [agentId, subject]))
    const found = (await this.#db.all(this.#finding.of(pairs))).map(policies.decode)
    return asks.map(({ agentId, subjects }) =>
      found.filter((policy) => policy.agentId === agentId && subjects.includes(policy.subject)),
    )
  }

  /** The names of the other agents that may act on now from what a client has of a user, with one of some scopes. */
  async findActors({ userId, clientId, scopes }: HeldAccess, now: number): Promise<string[]> {
    const isAbout = [sql`p.scope = ${ANY_SCOPE}`, ...scopes.map((scope) => hasWord(sql`p.scope`, scope))]
    const rows = await this.#db.all(sql`
      SELECT DISTINCT c.client_name AS name
      FROM policies p JOIN clients c ON c.id = p.agent_id
      WHERE p.subject IN (${join([userId, clientId, ANYONE])}) AND (${join(isAbout, ' OR ')})
        AND c.active = 1 AND c.id <> ${clientId}
        AND p.revoked_at IS NULL AND (p.expires_at IS NULL OR p.expires_at > ${now})
      ORDER BY c.client_name LIMIT ${MOST_ACTORS}`)
    return rows.map((row) => String(row['name']))
  }
}

/** The policies by which a client acts, or others act for it, which end with the client. */
export const policiesOfClient: RowEnding<OfDeletedClient> = {
  table: 'policies',
  counts: 'policies',
  end: (now) => sql`UPDATE policies SET revoked_at = ${now}`,
  which: ({ id }, now) =>
    sql`(agent_id = ${id} OR subject = ${id}) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
}

/** What is kept of such policies so long as there is the client: those that were revoked, or expired. */
export const keptPolicies: RowEnding<OfDeletedClient> = {
  table: 'policies',
  counts: null,
  end: () => sql`DELETE FROM policies`,
  which: ({ id }) => sql`agent_id = ${id} OR subject = ${id}`,
}

/** The policies by which agents act for a user, which end with the user. */
export const policiesForUser: RowEnding<OfUser> = {
  table: 'policies',
  counts: 'policies',
  end: (now) => sql`UPDATE policies SET revoked_at = ${now}`,
  which: ({ userId }, now) =>
    sql`subject = ${userId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
}
