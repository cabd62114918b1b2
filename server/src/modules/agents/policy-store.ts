import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { forShare, hasWord, lookUp, lookUpAll, rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { Gatherer } from '#/platform/db/gatherer.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { flatten, join, raw, Sql, sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfDeletedClient, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Policy } from './policy.ts'
import { ANY_SCOPE, ANYONE, policies } from './policy.ts'

/** More than a person is told of. */
const MOST_ACTORS = 200

/** An agent, for whom it would act, and under which policies others acted before. */
export interface AuthorityQuery {
  readonly agentId: string
  readonly subject: string
  /** The client that the subject is: a policy names it by its id as well. Null for a person. */
  readonly clientId: string | null
  readonly policyIds: readonly string[]
}

/** What decides whether an agent may act, so far as it is neither revoked nor expired. */
export interface FoundAuthority {
  /** The policies that let it; those that name the subject come first. */
  readonly policies: readonly Policy[]
  /** Those that were asked for by their ids, whoever's they are. */
  readonly byId: ReadonlyMap<string, Policy>
}

/** What a client has of a user. */
interface HeldAccess {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

/** The policies of some agents for some subjects, which may be said to be a client, and others by their ids. */
const finding = sql`
  SELECT * FROM (
    SELECT asked.client_id AS for_client, ${policies.columnsOf('p')}
    FROM (${rowsOfValue(raw('agent_id TEXT, subject TEXT, client_id TEXT'))}) AS asked
    ${lookUpAll(
      raw('policies'),
      raw('p'),
      sql`p.agent_id = asked.agent_id
      AND p.subject = COALESCE(asked.subject, (SELECT c.id FROM clients c WHERE c.client_id = asked.client_id))`,
    )}
    UNION ALL
    SELECT NULL AS for_client, ${policies.columnsOf('p')}
    FROM (${rowsOfValue(raw('id TEXT'))}) AS named ${lookUp(raw('policies'), raw('p'), sql`p.id = named.id`)}
  ) AS found WHERE revoked_at IS NULL
  ORDER BY CASE WHEN subject = ${raw(`'${ANYONE}'`)} THEN 1 ELSE 0 END, created_at DESC, id DESC`

/** Each row once, as a value. */
const distinctRows = (rows: readonly Readonly<Record<string, string | null>>[]): string =>
  rowsAsValue([...new Map(rows.map((row) => [JSON.stringify(row), row])).values()])

/** Every SQL statement about `policies`. */
export class PolicyStore {
  readonly #db: Db
  readonly #policies: KeysetList<Policy>
  readonly #finding: readonly string[]
  readonly #authority: Gatherer<AuthorityQuery, FoundAuthority>
  constructor(db: Db) {
    this.#db = db
    this.#finding = flatten(finding, db.engine).strings
    this.#authority = new Gatherer({ together: (asks) => this.#findTogether(asks) })
    this.#policies = new KeysetList(db, policies)
  }

  async insert(tx: Tx, policy: Policy): Promise<void> {
    await tx.run(policies.insert(policy))
  }

  find(queries: Queries, agentId: string, id: string): Promise<Policy | undefined> {
    return this.#policies.find(sql`id = ${id} AND agent_id = ${agentId} AND revoked_at IS NULL`, queries)
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

  /** What decides now whether an agent may act for a subject. */
  async findAuthority(query: AuthorityQuery, now: number): Promise<FoundAuthority> {
    const { policies: some, byId } = await this.#authority.ask(query)
    const lives = ({ expiresAt }: Policy): boolean => expiresAt === null || expiresAt > now
    return { policies: some.filter(lives), byId: new Map([...byId].filter(([, policy]) => lives(policy))) }
  }

  async #findTogether(asks: readonly AuthorityQuery[]): Promise<FoundAuthority[]> {
    const pairs = distinctRows(asks.flatMap(pairsOf))
    const named = distinctRows(asks.flatMap(({ policyIds }) => policyIds.map((id) => ({ id }))))
    const rows = await this.#db.all(new Sql(this.#finding, [pairs, named]))
    const found = rows.map((row) => ({ forClient: row['for_client'], policy: policies.decode(row) }))
    const byId = new Map(found.map(({ policy }) => [policy.id, policy]))
    return asks.map(({ agentId, subject, clientId, policyIds }) => {
      const isFor = ({ forClient, policy }: (typeof found)[number]): boolean =>
        policy.agentId === agentId &&
        (policy.subject === subject || policy.subject === ANYONE || (clientId !== null && forClient === clientId))
      const itsPolicies = new Map(found.filter(isFor).map(({ policy }) => [policy.id, policy]))
      const itsNamed = policyIds
        .flatMap((id) => byId.get(id) ?? [])
        .map((policy): [string, Policy] => [policy.id, policy])
      return { policies: [...itsPolicies.values()], byId: new Map(itsNamed) }
    })
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

/** By which names a policy may be for the subject of a question. */
const pairsOf = ({ agentId, subject, clientId }: AuthorityQuery) =>
  [
    { subject, client_id: null },
    { subject: ANYONE, client_id: null },
    ...(clientId === null ? [] : [{ subject: null, client_id: clientId }]),
  ].map((names) => ({ agent_id: agentId, ...names }))

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
