import assert from 'node:assert/strict'
import { migrate } from '#/platform/db/migrate.ts'
import { sql } from '#/platform/db/sql.ts'
import { isId } from '#/platform/ids.ts'
import { migrationsBefore, onEachEngine } from '#test/support/engines.ts'
import { ResourceStore } from './store.ts'

onEachEngine(
  'turns the addresses of the setting into resources that are open to all',
  async (_t, { database, db, clock }) => {
    await migrate(database, clock, migrationsBefore('listed_resources'))
    const value = JSON.stringify(['https://api.example.com', 'https://api.example.com/', 'urn:example:mail'])
    await db.run(sql`INSERT INTO settings (name, value, updated_at) VALUES ('oauth.resources', ${value}, ${7000})`)
    await migrate(database, clock)
    const { rows } = await new ResourceStore(db).list({}, { before: undefined, limit: 10, includeTotal: false })
    assert.deepEqual(
      rows
        .map(({ id, ...rest }) => ({ ...rest, isId: isId('res', id) }))
        .toSorted((a, b) => a.uri.localeCompare(b.uri)),
      ['https://api.example.com', 'urn:example:mail'].map((uri) => ({
        ...{ uri, name: uri, scopes: [], openTo: 'all', createdAt: 7000, updatedAt: 7000 },
        isId: true,
      })),
    )
    assert.equal(await db.get(sql`SELECT 1 AS found FROM settings WHERE name = 'oauth.resources'`), undefined)
  },
  { migrated: false },
)
