import { raw, sql } from '@mandate/server/src/platform/db/sql.ts'
import { openDatabase } from '@mandate/server/src/platform/db/open.ts'
import { fill } from './seed.ts'
import { id, SIZE } from './seeded-tables.ts'
import type { SeededTable } from './seeded-tables.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

const EXTRA = { apps: 1000, deliveries: 500_000, roles: 100, invitations: 10_000, savedViews: 100 }

/** Adds to a seeded store what else the console shows: applications, roles, deliveries, invitations, mail, and the roll-ups. */
export async function seedConsole(databaseUrl: string, now: number): Promise<void> {
  const database = await openDatabase({ url: databaseUrl })
  const { db } = database
  try {
    for (const table of tables(now)) await fill(database, table)
    const [hour, client] = [raw(`created_at - created_at % ${HOUR}`), raw(`'client:' || client_id`)]
    const acting = raw(
      `'acting:["' || subject || '",' || CASE WHEN delegator IS NULL THEN 'null' ELSE '"' || delegator || '"' END || ',"' || client_id || '","https://api.example.com"]'`,
    )
    for (const [metric, condition] of [
      [client, raw('1 = 1')],
      [raw(`'token:' || grant_type`), raw('1 = 1')],
      [acting, raw('user_id IS NOT NULL')],
    ] as const) {
      const selected = raw('tokens')
      await db.run(
        sql`INSERT INTO statistics_hourly (metric, hour, count)
        SELECT ${metric}, ${hour}, count(*) FROM ${selected} WHERE ${condition} GROUP BY 1, 2`,
      )
    }
    await db.run(sql`
      INSERT INTO statistics_hourly (metric, hour, count)
      SELECT 'event:' || name, ${hour}, count(*) FROM events GROUP BY 1, 2`)
    if (db.engine === 'postgres') await db.run(raw('VACUUM ANALYZE'))
  } finally {
    await database.close()
  }
}

function tables(now: number): SeededTable[] {
  const at = (rows: number): string => `${now - 30 * DAY} + CAST(n AS BIGINT) * ${Math.floor((30 * DAY) / rows)}`
  return [
    {
      name: 'clients',
      rows: EXTRA.apps,
      columns: {
        id: id('app'),
        client_id: `'app-' || CAST(n AS TEXT)`,
        kind: `'app'`,
        app_type: `CASE n % 3 WHEN 0 THEN 'web' WHEN 1 THEN 'spa' ELSE 'native' END`,
        client_name: `'Application ' || CAST(n AS TEXT)`,
        auth_method: `'none'`,
        grant_types: `'["authorization_code"]'`,
        redirect_uris: `'["https://app.example.com/callback"]'`,
        scope: `'openid'`,
        audiences: `'[]'`,
        metadata: `'{}'`,
        trusted: '1',
        active: '1',
        dpop_bound: '0',
        created_by: `'key_seed'`,
        created_at: at(EXTRA.apps),
        updated_at: at(EXTRA.apps),
      },
    },
    {
      // Off, so that nothing is sent.
      name: 'webhooks',
      rows: 2,
      columns: {
        id: id('wh'),
        url: `'https://hooks.example.com/' || CAST(n AS TEXT)`,
        events: `'["*"]'`,
        description: `'Seeded'`,
        enabled: '0',
        secret_sealed: `'seed'`,
        signature_format: `'standard'`,
        retry: `'[]'`,
        after_sequence: String(SIZE.events),
        missed_events: '0',
        created_by: `'key_seed'`,
        created_at: at(2),
        updated_at: at(2),
      },
    },
    {
      name: 'webhook_deliveries',
      rows: EXTRA.deliveries,
      columns: {
        id: id('whd'),
        webhook_id: id('wh', 'n % 2'),
        event: `CASE n % 2 WHEN 0 THEN 'user.created' ELSE 'session.created' END`,
        payload: `'{}'`,
        attempts: '1',
        success: 'CASE WHEN n % 10 = 0 THEN 0 ELSE 1 END',
        status_code: '200',
        log: `'[]'`,
        created_at: at(EXTRA.deliveries),
        finished_at: String(now),
      },
    },
    {
      name: 'roles',
      rows: EXTRA.roles,
      columns: {
        id: id('role'),
        name: `'Role ' || CAST(n AS TEXT)`,
        name_canonical: `'role ' || CAST(n AS TEXT)`,
        created_at: at(EXTRA.roles),
        updated_at: at(EXTRA.roles),
      },
    },
    {
      name: 'permissions',
      rows: EXTRA.roles,
      columns: {
        id: id('perm'),
        name: `'documents:read' || CAST(n AS TEXT)`,
        resource: `'documents'`,
        action: `'read' || CAST(n AS TEXT)`,
        created_at: at(EXTRA.roles),
      },
    },
    {
      name: 'role_permissions',
      rows: EXTRA.roles,
      columns: { role_id: id('role'), permission_id: id('perm', 'n % 10'), created_at: at(EXTRA.roles) },
    },
    {
      // Half of all people have the same role.
      name: 'user_roles',
      rows: SIZE.users,
      columns: {
        user_id: id('usr'),
        role_id: id('role', `CASE n % 2 WHEN 0 THEN 7 ELSE n % ${EXTRA.roles} END`),
        assigned_by: `'key_seed'`,
        created_at: at(SIZE.users),
      },
    },
    {
      name: 'organization_invitations',
      rows: EXTRA.invitations,
      columns: {
        id: id('inv'),
        organization_id: id('org', '7'),
        email: `'guest' || CAST(n AS TEXT) || '@example.com'`,
        email_canonical: `'guest' || CAST(n AS TEXT) || '@example.com'`,
        role: `'member'`,
        locale: `'en'`,
        hash: `'seed-' || CAST(n AS TEXT)`,
        state: `CASE n % 2 WHEN 0 THEN 'pending' ELSE 'accepted' END`,
        created_at: at(EXTRA.invitations),
        sent_at: at(EXTRA.invitations),
        expires_at: String(now + DAY),
      },
    },
    {
      name: 'saved_views',
      rows: EXTRA.savedViews,
      columns: {
        id: id('view'),
        owner_id: id('usr'),
        shared: '1',
        list: `'users'`,
        name: `'View ' || CAST(n AS TEXT)`,
        query: `'disabled=true'`,
        created_at: at(EXTRA.savedViews),
      },
    },
  ]
}
