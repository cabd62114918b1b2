import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { freshDatabase, onEachEngine } from '#test/support/engines.ts'
import { cleanUp, retention } from '#test/support/retention.ts'
import { AuthorizationCodes, PushedRequests } from '#/modules/authorization-requests/index.ts'
import type { Db } from '#/platform/db/db.ts'

/** Tables whose rows no time removes, by what removes them or why nothing needs to. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'people and operators delete it': [
    ...['users', 'passkeys', 'totp_factors', 'recovery_codes', 'oauth_accounts', 'oauth_providers'],
    ...['clients', 'resources', 'permissions', 'roles', 'role_permissions', 'organizations', 'organization_roles'],
    ...[
      'organization_members',
      'branding',
      'branding_assets',
      'branding_drafts',
      'vault_providers',
      'vault_connections',
      'vault_grants',
      'client_logos',
      'email_config',
      'email_templates',
      'settings',
    ],
    'webhooks',
    ...[
      'sso_connections',
      'sso_domains',
      'sso_saml_keys',
      'sso_identities',
      'scim_tokens',
      'scim_users',
      'scim_groups',
      'scim_group_members',
    ],
    'proxy_upstreams',
    'proxy_rules',
    'flows',
  ],
  'a flow has at most a hundred, and they go with it': ['flow_versions'],
  'the last fifty are kept': ['branding_versions'],
  'a hundred for each owner at most, and they go with their person or key': ['saved_views'],
  'what was granted stays as the record of it, also when it is over': ['consents', 'policies', 'api_keys'],
  'the audit log is purged on purpose only, with a signed marker': [
    ...['events', 'event_checkpoints', 'event_removals', 'audit_keys'],
  ],
  'what it opens may be older than it': ['data_keys'],
  'it goes with its client, which goes when nobody uses it': ['client_documents'],
  'a row goes when its work is done or given up, which takes less than an hour': [
    'logout_notices',
    'vault_revocations',
  ],
  'one row a day': ['email_days'],
  'one row each, of a few that are fixed': [
    ...['jobs', 'milestones', 'statistics_gauges', 'statistics_progress', 'schema_migrations', 'token_epoch'],
    'webhook_progress',
    'revocation_feed',
    'proxy_control',
  ],
  'one token for the first start, or a few when it was asked for again': ['bootstrap_tokens'],
}

async function tablesOf(db: Db): Promise<string[]> {
  const rows = await db.all(sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
  return rows.map((row) => String(row['name'])).toSorted()
}

test('every table is kept for a while, or it is said why its rows stay', async () => {
  const { db, release } = await freshDatabase('sqlite')
  try {
    const known = [...retention.map(({ table }) => table), ...Object.values(kept).flat()]
    assert.deepEqual(known.toSorted(), await tablesOf(db))
  } finally {
    await release()
  }
})

test('what is to go is found through an index', async () => {
  const { db, release } = await freshDatabase('sqlite')
  try {
    // An installation has a handful of signing keys.
    for (const { table, column } of retention.filter((entry) => entry.table !== 'signing_keys')) {
      const plan = await db.all(sql`EXPLAIN QUERY PLAN SELECT 1 FROM ${raw(table)} WHERE ${raw(column)} < ${1}`)
      assert.match(String(plan[0]?.['detail']), /^SEARCH .* USING .*INDEX/, `${table}.${column}`)
    }
  } finally {
    await release()
  }
})

onEachEngine('every entry of the table removes what is over, and fits the schema', async (_t, { db, clock }) => {
  await cleanUp({ db, clock }, ...retention.map(({ table }) => table))
})

onEachEngine('a code stays for the day in which a replay of it still counts', async (_t, { db, clock }) => {
  const count = async (table: string) => Number((await db.get(sql`SELECT count(*) AS n FROM ${raw(table)}`))?.['n'])
  await new PushedRequests({ db, clock }).push('client_1', 'scope=a')
  const codes = new AuthorizationCodes({ db, clock })
  await db.tx((tx) =>
    codes.issue(tx, {
      clientId: 'client_1',
      userId: 'usr_1',
      sessionId: 'sess_1',
      consentId: null,
      redirectUri: 'https://app.example/cb',
      codeChallenge: '',
      scope: 'a',
      resource: [],
      nonce: null,
      dpopJkt: null,
      authenticatedAt: 1,
      idToken: null,
    }),
  )
  clock.advance(61_000)
  await cleanUp({ db, clock }, 'pushed_requests', 'authorization_codes')
  assert.deepEqual([await count('pushed_requests'), await count('authorization_codes')], [1, 1])
  clock.advance(15 * 60_000)
  await cleanUp({ db, clock }, 'pushed_requests')
  assert.equal(await count('pushed_requests'), 0)
  clock.advance(86_400_000)
  await cleanUp({ db, clock }, 'authorization_codes')
  assert.equal(await count('authorization_codes'), 0)
})

onEachEngine('what was mailed is forgotten after a week, and what waits is not', async (_t, { db, clock }) => {
  const add = (id: string, nextAt: number | null, finishedAt: number | null) =>
    db.run(sql`
      INSERT INTO email_outbox (id, template, locale, recipient, state, attempts, next_at, expires_at, created_at, finished_at)
      VALUES (${id}, 'reset', 'en', 'maya@example.com', 'sent', 1, ${nextAt}, 1, 1, ${finishedAt})`)
  await add('eml_1', null, clock.now())
  await add('eml_2', clock.now(), null)
  clock.advance(7 * 86_400_000)
  await cleanUp({ db, clock }, 'email_outbox')
  assert.equal((await db.all(sql`SELECT id FROM email_outbox`)).length, 2)
  clock.advance(1)
  await cleanUp({ db, clock }, 'email_outbox')
  assert.deepEqual(
    (await db.all(sql`SELECT id FROM email_outbox`)).map(({ id }) => id),
    ['eml_2'],
  )
})
