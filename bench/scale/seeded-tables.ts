import { firstId } from '@mandate/server/src/platform/ids.ts'
import { TOKEN_EXCHANGE } from '@mandate/server/src/protocol/oauth.ts'

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

export const DAY = 86_400_000
const MINUTE = 60_000
/** As in an id: nine characters of time, then what tells rows apart. */
const TIME_PART = '1kd000000'

/** The id of the n-th row of a kind; the text SQL makes of it below is the same. */
export const seededId = (prefix: string, n: number): string =>
  `${prefix}_${TIME_PART}${1_000_000_000 + n}${'0'.repeat(16)}`

/** The SQL that makes the id of the n-th row. */
export const id = (prefix: string, n = 'n'): string =>
  `'${prefix}_${TIME_PART}' || CAST(1000000000 + (${n}) AS TEXT) || '${'0'.repeat(16)}'`

/** Rows of one table that are made by SQL. */
export interface SeededTable {
  readonly name: string
  readonly rows: number
  /** Column and SQL expression in terms of n. */
  readonly columns: Readonly<Record<string, string>>
}

/** The tables of a store of a month, in the order in which they refer to each other. */
export function tables(now: number, size: Size): SeededTable[] {
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
