import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { sharedPostgres } from './engines.ts'
import { connectPostgres } from './postgres.ts'
import type { TestPostgres } from './postgres.ts'
import { until } from './until.ts'

const SERVER_FOLDER = fileURLToPath(new URL('../../', import.meta.url))
const SCRIPT = `
  import { startPostgres } from '#test/support/postgres.ts'
  console.log((await startPostgres()).url)
  setInterval(() => undefined, 1000)
`

test('the PostgreSQL of a killed test process ends and leaves no files', async () => {
  const homes = mkdtempSync(join(tmpdir(), 'mandate-homes-'))
  // Like the system's own: whoever the server runs as may clean up after it.
  chmodSync(homes, 0o1777)
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: SERVER_FOLDER,
    env: { ...process.env, TMPDIR: homes },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const { port } = new URL(String(output).trim())
  assert.equal(await isOpen(Number(port)), true)
  assert.equal(readdirSync(homes).length, 1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(async () => !(await isOpen(Number(port))))
  await until(async () => readdirSync(homes).length === 0)
  rmdirSync(homes)
})

test('a test gets a database as empty as the first one did, whatever the one before wrote', async (t) => {
  const server = await ownServer(t)
  const lent = await server.lendDatabase()
  const before = await rowsOf(lent.url, 'SELECT * FROM schema_migrations ORDER BY number')
  await rowsOf(lent.url, 'DELETE FROM schema_migrations')
  await rowsOf(lent.url, "INSERT INTO replays (name, expires_at) SELECT 'k' || n, n FROM generate_series(1, 5000) AS n")
  await rowsOf(lent.url, "INSERT INTO limits SELECT 'k', 'login', 1, 1")
  await server.takeBack(lent)
  const again = await server.lendDatabase()
  assert.equal(again.url, lent.url)
  assert.deepEqual(await rowsOf(again.url, 'SELECT name FROM replays UNION ALL SELECT name FROM limits'), [])
  assert.deepEqual(await rowsOf(again.url, 'SELECT * FROM schema_migrations ORDER BY number'), before)
})

for (const [what, statement] of [
  ['a column', 'ALTER TABLE replays ADD COLUMN note TEXT'],
  ['a table', 'DROP TABLE replays'],
  ['a name', 'ALTER TABLE events RENAME TO events_elsewhere'],
  ['a trigger', 'CREATE TRIGGER t BEFORE DELETE ON replays EXECUTE FUNCTION suppress_redundant_updates_trigger()'],
  [
    'a setting',
    'DO $$ BEGIN EXECUTE format($s$ALTER DATABASE %I SET default_transaction_read_only = on$s$, current_database()); END $$',
  ],
] as const) {
  test(`a database in which a test changed ${what} is not lent again`, async (t) => {
    const server = await ownServer(t)
    const lent = await server.lendDatabase()
    await rowsOf(lent.url, statement)
    await server.takeBack(lent)
    const next = await server.lendDatabase()
    assert.notEqual(next.url, lent.url)
    await server.takeBack(next)
    await assert.rejects(rowsOf(lent.url, 'SELECT 1'), /does not exist/)
  })
}

/** Another way to the PostgreSQL of this process, whose databases no other test is lent. */
async function ownServer(t: TestContext): Promise<TestPostgres> {
  const server = connectPostgres((await sharedPostgres()).url)
  t.after(() => server.stop())
  return server
}

async function rowsOf(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
