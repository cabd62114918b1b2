import { Client } from 'pg'
import { openDatabase } from '@mandate/server/src/platform/db/open.ts'
import { firstId } from '@mandate/server/src/platform/ids.ts'
import { TOKEN_EXCHANGE } from '@mandate/server/src/protocol/oauth.ts'
import type { Database, Db, ScriptTx } from '@mandate/server/src/platform/db/db.ts'
import { raw } from '@mandate/server/src/platform/db/sql.ts'

/** How much stands in the store that is measured. */
export const SIZE = {
  users: 100_000,
  agents: 10_000,
  tokens: Number(process.env['BENCH_TOKENS'] ?? 1_000_000),
  events: 2_000_000,
  sessions: 100_000,
  consents: 100_000,
  policies: 10_000,
  organizations: 10_000,
}

/** How many rows of each. */
export type Size = { readonly [Noun in keyof typeof SIZE]: number }

/** Tokens of the clients that one pattern names. */
export const BULK_TOKENS = 100_000
export const BULK_PATTERN = 'bulk-*'

/** The number of the person and of the agent who have more than others. */
export const BUSY = 1000

const BATCH = 100_000
const CACHE_KIB = 1_000_000
const DAY = 86_400_000
const MINUTE = 60_000
/** As in an id: nine characters of time, then what tells rows apart. */
const TIME_PART = '1kd000000'

/** The id of the n-th row of a kind; the text SQL makes of it below is the same. */
export const seededId = (prefix: string, n: number): string =>
  `${prefix}_${TIME_PART}${1_000_000_000 + n}${'0'.repeat(16)}`

/** The SQL that makes the id of the n-th row. */
export const id = (prefix: string, n = 'n'): string =>
  `'${prefix}_${TIME_PART}' || CAST(1000000000 + (${n}) AS TEXT) || '${'0'.repeat(16)}'`

/** Fills a migrated, otherwise fresh database. Times spread evenly over the last month; later numbers are younger. */
export async function seed(databaseUrl: string, now: number, size: Size = SIZE): Promise<void> {
  const database = await openDatabase({ url: databaseUrl })
  try {
    // What the first start recorded has places in the chain that the seed takes.
    for (const name of ['events', 'event_checkpoints', 'statistics_progress'])
      await database.db.run(raw(`DELETE FROM ${name}`))
    for (const table of tables(now, size)) await fill(database, table)
    await database.db.run(raw(`UPDATE webhook_progress SET sequence = ${size.events}`))
    // A store of a month has been vacuumed many times over; a fresh one would read each row to see whether it is there.
    if (database.db.engine === 'postgres') await vacuum(databaseUrl)
  } finally {
    await database.close()
  }
}

/** By a connection of its own, since a statement of the server may not take as long. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** What a table and its indexes take on disk. */
export async function bytesOf(databaseUrl: string, table: string): Promise<number> {
  const database = await openDatabase({ url: databaseUrl })
  try {
    const pages = `SELECT sum(pgsize) FROM dbstat WHERE aggregate = 1 AND name = tree.name`
    const query =
      database.db.engine === 'postgres'
        ? `SELECT pg_total_relation_size('${table}') AS bytes`
        : `SELECT sum((${pages})) AS bytes FROM sqlite_schema AS tree WHERE tbl_name = '${table}' AND rootpage > 0`
    const row = await database.db.get(raw(query))
    return Number(row?.['bytes'])
  } finally {
    await database.close()
  }
}

/** What the jobs of a server have to catch up with: tokens that are over, and events that nothing sealed or counted. */
export const BACKLOG = { tokens: 200_000, events: 200_000 }

/** Adds the backlog to a store; nobody else may be at the database. */
export async function seedBacklog(databaseUrl: string, now: number): Promise<void> {
  const database = await openDatabase({ url: databaseUrl })
  const named = (wanted: string): SeededTable => {
    const found = tables(now, { ...SIZE, ...BACKLOG }).find(({ name }) => name === wanted)
    if (found === undefined) throw new Error(`nothing is seeded into ${wanted}`)
    return found
  }
  try {
    const over = String(now - 2 * DAY)
    const tokens = {
      ...named('tokens').columns,
      id: id('old'),
      root_id: id('old'),
      parent_id: 'NULL',
      expires_at: over,
    }
    const events = {
      ...named('events').columns,
      id: id('new'),
      created_at: String(now),
      sequence: 'NULL',
      hash: 'NULL',
    }
    await fill(database, { name: 'tokens', rows: BACKLOG.tokens, columns: tokens })
    await fill(database, { name: 'events', rows: BACKLOG.events, columns: events })
    if (database.db.engine === 'postgres') await vacuum(databaseUrl)
  } finally {
    await database.close()
  }
}

/** Whether anything of the backlog is left. */
export async function backlogIsLeft(databaseUrl: string, now: number): Promise<{ tokens: boolean; events: boolean }> {
  const database = await openDatabase({ url: databaseUrl })
  const isThere = async (found: string) =>
    (await database.db.get(raw(`SELECT 1 AS found FROM ${found} LIMIT 1`))) !== undefined
  try {
    const isCounted = await database.db.get(
      raw(`
      SELECT 1 AS found FROM statistics_progress WHERE source = 'events'
      AND CAST(position AS BIGINT) >= (SELECT max(sequence) FROM events)`),
    )
    return {
      tokens: await isThere(`tokens WHERE expires_at <= ${now - 2 * DAY}`),
      events: isCounted === undefined || (await isThere('events WHERE sequence IS NULL')),
    }
  } finally {
    await database.close()
  }
}

/** Rows of one table that are made by SQL. */
export interface SeededTable {
  readonly name: string
  readonly rows: number
  /** Column and SQL expression in terms of n. */
  readonly columns: Readonly<Record<string, string>>
}

function tables(now: number, size: Size): SeededTable[] {
  const at = (rows: number): string =>
    `${now - 30 * DAY} + CAST(n AS BIGINT) * ${Math.floor((30 * DAY - MINUTE) / rows)}`
  const later = String(now + DAY)
  // The first clients are those the pattern names; they share the first tokens.
  const bulk = size.agents / 10
  const bulkTokens = Math.min(BULK_TOKENS, size.tokens / 10)
  const client = (n: string): string =>
    `(CASE WHEN (${n}) < ${bulk} THEN 'bulk-' ELSE 'agent-' END) || CAST((${n}) AS TEXT)`
  // One of the others is busy: every tenth token is its own, and half of those are delegated.
  const owner = (n: string): string =>
    `(CASE WHEN ${n} < ${bulkTokens} THEN ${n} % ${bulk} WHEN ${n} % 20 IN (4, 6) THEN ${BUSY} ELSE ${bulk} + ${n} % ${size.agents - bulk} END)`
  // Every fifth token hangs below the one before it, which its client got from a person.
  const isDelegated = 'n % 5 = 1'
  const subject = `CASE WHEN n % 5 < 2 THEN ${id('usr', `n / 5 % ${size.users}`)} ELSE ${client(owner('n'))} END`
  return [
    {
      name: 'users',
      rows: size.users,
      columns: {
        id: id('usr'),
        email: `'person' || CAST(n AS TEXT) || '@example.com'`,
        email_canonical: `'person' || CAST(n AS TEXT) || '@example.com'`,
        email_verified: 'n % 2',
        name: `'Person ' || CAST(n AS TEXT)`,
        mfa_enabled: 'CASE WHEN n % 10 = 0 THEN 1 ELSE 0 END',
        tier: `'free'`,
        metadata: `'{}'`,
        created_at: at(size.users),
        updated_at: at(size.users),
      },
    },
    {
      name: 'clients',
      rows: size.agents,
      columns: {
        id: id('agt'),
        client_id: client('n'),
        kind: `'agent'`,
        client_name: `'Agent ' || CAST(n AS TEXT)`,
        auth_method: `'client_secret_basic'`,
        grant_types: `'["client_credentials"]'`,
        redirect_uris: `'[]'`,
        scope: `'read'`,
        audiences: `'[]'`,
        metadata: `'{}'`,
        trusted: '1',
        active: '1',
        dpop_bound: '0',
        created_by: `'key_seed'`,
        created_at: at(size.agents),
        updated_at: at(size.agents),
        last_used_at: String(now),
      },
    },
    {
      name: 'sessions',
      rows: size.sessions,
      columns: {
        id: id('sess'),
        user_id: id('usr', `n % ${size.users}`),
        hash: `'seed-' || CAST(n AS TEXT)`,
        methods: `'["pwd"]'`,
        authenticated_at: at(size.sessions),
        created_at: at(size.sessions),
        last_seen_at: String(now),
        expires_at: later,
      },
    },
    {
      name: 'consents',
      rows: size.consents,
      columns: {
        id: id('con'),
        user_id: id('usr', `n % ${size.users}`),
        client_id: client(`${bulk} + n % ${size.agents - bulk}`),
        granted: `'[]'`,
        created_at: at(size.consents),
        updated_at: at(size.consents),
      },
    },
    {
      name: 'policies',
      rows: size.policies,
      columns: {
        id: id('pol'),
        agent_id: id('agt', `n % 10`),
        subject: id('usr', 'n'),
        scope: `'read'`,
        audience: `'[]'`,
        max_depth: '1',
        may_redelegate: '0',
        created_by: `'key_seed'`,
        created_at: at(size.policies),
      },
    },
    {
      name: 'organizations',
      rows: size.organizations,
      columns: {
        id: id('org'),
        name: `'Organization ' || CAST(n AS TEXT)`,
        slug: `'organization-' || CAST(n AS TEXT)`,
        metadata: `'{}'`,
        created_at: at(size.organizations),
        updated_at: at(size.organizations),
      },
    },
    {
      name: 'organization_members',
      rows: size.users,
      columns: {
        organization_id: id('org', `n % 10`),
        user_id: id('usr'),
        role: `'member'`,
        created_at: at(size.users),
      },
    },
    {
      name: 'tokens',
      rows: size.tokens,
      columns: {
        id: id('tok'),
        kind: `'access'`,
        grant_type: `CASE n % 5 WHEN 0 THEN 'authorization_code' WHEN 1 THEN '${TOKEN_EXCHANGE}' ELSE 'client_credentials' END`,
        client_id: client(owner('n')),
        subject,
        user_id: `CASE WHEN n % 5 < 2 THEN ${subject} END`,
        scope: `'read'`,
        audience: `'["https://api.example.com"]'`,
        fingerprint: `'seed'`,
        parent_id: `CASE WHEN ${isDelegated} THEN ${id('tok', 'n - 1')} END`,
        root_id: id('tok', `CASE WHEN ${isDelegated} THEN n - 1 ELSE n END`),
        depth: `CASE WHEN ${isDelegated} THEN 1 ELSE 0 END`,
        delegator: `CASE WHEN ${isDelegated} THEN ${client(owner('(n - 1)'))} END`,
        generation: '0',
        created_at: at(size.tokens),
        expires_at: later,
      },
    },
    {
      name: 'events',
      rows: size.events,
      columns: {
        id: id('aud'),
        name: `CASE n % 4 WHEN 0 THEN 'session.created' WHEN 1 THEN 'token.exchanged' WHEN 2 THEN 'login.failed' ELSE 'user.updated' END`,
        actor_type: `CASE n % 3 WHEN 0 THEN 'user' WHEN 1 THEN 'admin' ELSE 'agent' END`,
        // Every tenth is of one person.
        actor_id: id('usr', `CASE WHEN n % 10 = 3 THEN ${BUSY} ELSE n % ${size.users} END`),
        target_type: `'user'`,
        target_id: id('usr', `(n * 7) % ${size.users}`),
        result: `CASE WHEN n % 4 = 2 THEN 'failure' ELSE 'success' END`,
        data: `'{"user_id":"seed","methods":["pwd"]}'`,
        request_id: `'req_seed'`,
        address: `'192.0.2.1'`,
        created_at: at(size.events),
        sequence: 'n + 1',
        hash: `'seed'`,
      },
    },
    {
      // What was seeded counts as counted.
      name: 'statistics_progress',
      rows: 2,
      columns: {
        source: `CASE n WHEN 0 THEN 'tokens' ELSE 'events' END`,
        position: `CASE n WHEN 0 THEN '${firstId('tok', now)}' ELSE '${size.events}' END`,
      },
    },
    {
      // So that what is recorded during the measurement is sealed behind what was seeded.
      name: 'event_checkpoints',
      rows: 1,
      columns: {
        sequence: String(size.events),
        hash: `'seed'`,
        statement: `'seed'`,
        created_at: String(now),
      },
    },
  ]
}

/** Writes the rows, a hundred thousand by a statement, and makes the indexes afterwards: to sort is faster than to insert. */
export async function fill(database: Database, { name, rows, columns }: SeededTable): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const values = Object.values(columns).join(', ')
  const { db } = database
  const indexes = rows < BATCH ? [] : await indexesOf(db, name)
  if (db.engine === 'sqlite') await db.run(raw(`PRAGMA cache_size = -${CACHE_KIB}`))
  for (const index of indexes) await db.run(raw(`DROP INDEX ${index.name}`))
  for (let from = 0; from < rows; from += BATCH) {
    const last = Math.min(rows, from + BATCH) - 1
    await database.migration((tx: ScriptTx) =>
      tx.run(
        raw(
          `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last}) ` +
            `INSERT INTO ${name} (${names}) SELECT ${values} FROM numbers`,
        ),
      ),
    )
  }
  for (const index of indexes) await database.migration((tx: ScriptTx) => tx.run(raw(index.sql)))
}

/** The indexes of a table that no constraint made. */
async function indexesOf(db: Db, table: string): Promise<{ name: string; sql: string }[]> {
  const query =
    db.engine === 'sqlite'
      ? `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = '${table}' AND sql IS NOT NULL`
      : `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
         WHERE tablename = '${table}' AND indexname NOT IN (SELECT conname FROM pg_constraint)`
  return (await db.all(raw(query))).map((row) => ({ name: String(row['name']), sql: String(row['sql']) }))
}
