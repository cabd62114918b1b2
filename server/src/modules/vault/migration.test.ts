import assert from 'node:assert/strict'
import { migrate } from '#/platform/db/migrate.ts'
import { sql } from '#/platform/db/sql.ts'
import { isId } from '#/platform/ids.ts'
import { migrationsBefore, onEachEngine } from '#test/support/engines.ts'
import { VaultGrantStore } from './grant-store.ts'

onEachEngine(
  'lets clients go on that a living consent let into the vault, and no other',
  async (_t, { database, db, clock }) => {
    await migrate(database, clock, migrationsBefore('vault_grants'))
    const id = (prefix: string, n: number) => `${prefix}_01234567k${String(n).repeat(26)}`
    const consents: [user: string, scope: string, revokedAt: number | null][] = [
      ['usr_a', 'vault:read', null],
      ['usr_b', 'openid vault:read', null],
      ['usr_c', 'vault:read openid', null],
      ['usr_d', 'openid vault:read email', null],
      ['usr_e', 'vault:read', 5],
      ['usr_f', 'vault:readers my-vault:read', null],
    ]
    for (const [i, [user, scope, revokedAt]] of consents.entries()) {
      const granted = JSON.stringify([{ resource: 'https://auth.example.com', scope }])
      await db.run(sql`
        INSERT INTO consents (id, user_id, client_id, granted, created_at, updated_at, revoked_at)
        VALUES (${id('con', i)}, ${user}, 'agent', ${granted}, 1, 2, ${revokedAt})`)
      for (const chance of ['a', 'b'])
        await db.run(sql`
          INSERT INTO vault_connections (id, user_id, vault_provider_id, account_key, scopes, state, version, created_at, updated_at)
          VALUES (${`vc_012345678${chance.repeat(25)}${i}`}, ${user}, 'vp_1', ${chance}, '["repo"]', 'active', 1, 1, 1)`)
    }
    await migrate(database, clock)
    const all = { before: undefined, limit: 100, includeTotal: false }
    await db.run(sql`
      INSERT INTO vault_providers (id, name, kind, display_name, scopes, active, extra_auth_params, quirks, version, created_at, updated_at)
      VALUES ('vp_1', 'git', 'oauth', 'Git', '[]', 1, '{}', '{}', 1, 1, 1)`)
    const { rows } = await new VaultGrantStore(db).list({}, all)
    const grants = rows.map(({ grant }) => grant)
    assert.deepEqual(
      grants.map(({ userId }) => userId).toSorted(),
      ['usr_a', 'usr_b', 'usr_c', 'usr_d'].flatMap((user) => [user, user]),
    )
    for (const { id: grantId, clientId, scopes, createdAt, updatedAt } of grants) {
      assert.ok(isId('vg', grantId), grantId)
      assert.deepEqual(
        { clientId, scopes, createdAt, updatedAt },
        { clientId: 'agent', scopes: ['repo'], createdAt: 1, updatedAt: 2 },
      )
    }
  },
  { migrated: false },
)
