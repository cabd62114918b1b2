import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { send } from '#/support/http.ts'
import { freePort } from '#/support/ports.ts'
import { within } from '#/support/within.ts'
import { MainProcess, newDataDir } from './main-process.ts'
import type { TestContext } from 'node:test'

/** Two seconds on a machine with nothing else to do; this is for one that has. */
const READY_WITHIN_MS = 60_000
const newKey = (): string => randomBytes(32).toString('base64')

/** A data directory that a server has run in. */
async function usedDataDir(t: TestContext, env: Record<string, string> = {}): Promise<string> {
  const server = await MainProcess.start(t, { env })
  await server.untilReady()
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0)
  return server.dataDir
}

/** Waits until the server said that it is ready, which it does once the gateway listens too. */
async function announced(server: MainProcess): Promise<void> {
  await server.untilReady()
  await within(READY_WITHIN_MS, async () => /is ready at|"msg":"ready"/.test(server.stdout))
}

/** Asserts that the server refuses to start with one line for the operator. */
async function assertRefuses(
  t: TestContext,
  options: Parameters<typeof MainProcess.start>[1],
  code: number,
  line: RegExp,
) {
  const server = await MainProcess.start(t, options)
  assert.equal(await server.end(), code, server.stderr)
  assert.equal(server.stdout.replace(/^\{.*"the schema was migrated"\}\n/, ''), '')
  assert.match(server.stderr, /^mandate: [^\n]+\n$/, 'one line')
  assert.match(server.stderr, line)
}

test('says where it listens, where the data is, and how to set it up; the data is for its owner alone', async (t) => {
  const server = await MainProcess.start(t)
  await announced(server)
  assert.match(server.stdout, new RegExp(`ready at http://localhost:${server.port} \\(dev mode\\)`))
  assert.match(server.stdout, new RegExp(`http://127\\.0\\.0\\.1:${server.port}`))
  assert.doesNotMatch(server.stdout, /Gateway/)
  assert.ok(server.stdout.includes(path.join(server.dataDir, 'mandate.db')))
  assert.match(server.stdout, new RegExp(`http://localhost:${server.port}/setup\\?token=mandate_setup_\\w{49}`))
  const key = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  assert.ok(!server.stdout.includes(key), 'AD11: the key itself is not printed')
  for (const file of ['admin.key.firstboot', 'master.key', 'mandate.db']) {
    assert.equal(statSync(path.join(server.dataDir, file)).mode & 0o077, 0, file)
  }
})

test('says where the gateway listens, and nothing of it while operators have stopped it', async (t) => {
  const port = await freePort()
  const env = { MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: String(port), MANDATE_PROXY_HOST: '127.0.0.1' }
  const server = await MainProcess.start(t, { env })
  await announced(server)
  assert.match(server.stdout, new RegExp(`^  Gateway +http://127\\.0\\.0\\.1:${port}$`, 'm'))
  const key = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  const headers = { authorization: `Bearer ${key}` }
  const stopped = await send(server.url('/api/v1/admin/proxy/stop'), { method: 'POST', headers })
  assert.equal(stopped.status, 200, stopped.text)
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0)
  const again = await MainProcess.start(t, { dataDir: server.dataDir, env })
  await announced(again)
  assert.doesNotMatch(again.stdout, /Gateway/)
})

test('tells a reader of JSON lines where the gateway listens', async (t) => {
  const port = await freePort()
  const env = { MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: String(port), MANDATE_LOG_FORMAT: 'json' }
  const server = await MainProcess.start(t, { env })
  await announced(server)
  const lines = server.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const ready = lines.find(({ msg }) => msg === 'ready')
  assert.deepEqual(ready?.['gateway_addresses'], [`http://127.0.0.1:${port}`])
})

test('tells Prometheus about its memory and event loop beside its requests', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const { text } = await send(server.url('/metrics', '127.0.0.1'), { method: 'GET' })
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'mandate_http_requests_total',
  ])
    assert.match(text, new RegExp(`^${name}[ {]`, 'm'))
})

test('serves metrics and probes on a port of their own, and nothing else there', async (t) => {
  const port = await freePort()
  const env = { MANDATE_MANAGEMENT_PORT: String(port), MANDATE_BASE_URL: 'https://id.example.com' }
  const server = await MainProcess.start(t, { env })
  await server.untilReady()
  const ask = async (pathname: string) => send(`http://127.0.0.1:${port}${pathname}`, { method: 'GET' })
  assert.match((await ask('/metrics')).text, /^mandate_build_info\{/m)
  assert.deepEqual([(await ask('/healthz')).status, (await ask('/readyz')).status], [200, 200])
  for (const pathname of ['/api/v1/users', '/oauth/token', '/.well-known/jwks.json', '/docs']) {
    assert.equal((await ask(pathname)).status, 404, pathname)
  }
  assert.equal((await send(server.url('/metrics'), { method: 'GET' })).status, 401)
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0)
})

test('writes JSON lines alone when it is told to', async (t) => {
  const server = await MainProcess.start(t, { env: { MANDATE_LOG_FORMAT: 'json' } })
  await announced(server)
  server.child.kill('SIGTERM')
  await server.end()
  const lines = server.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const messages = lines.map(({ msg }) => msg)
  assert.deepEqual([messages[0], messages[1]], ['the schema was migrated', 'ready'])
  assert.equal(messages.at(-1), 'stopped')
  assert.doesNotMatch(server.stdout, /mandate_setup_|\/setup\?/)
  const file = String(lines[1]?.['setup_link_file'])
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match(
    readFileSync(file, 'utf8'),
    new RegExp(`^http://localhost:${server.port}/setup\\?token=mandate_setup_\\w{49}\\n$`),
  )
})

test('AD10: an exposed server shows no setup link to whoever keeps its output', async (t) => {
  const server = await MainProcess.start(t, { env: { MANDATE_BASE_URL: 'https://id.example.com' } })
  await announced(server)
  assert.doesNotMatch(server.stdout, /mandate_setup_/)
  const file = path.join(server.dataDir, 'setup.link.firstboot')
  assert.ok(server.stdout.includes(`the link is in ${file}`), server.stdout)
  const link = new URL(readFileSync(file, 'utf8').trim())
  const token = link.searchParams.get('token')
  const answer = await send(server.url('/api/v1/admin/bootstrap/consume'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: 'owner@example.com', password: 'plum-harbour-lantern' }),
  })
  assert.equal(answer.status, 201, answer.text)
  assert.equal(existsSync(file), false)
})

test('listens on both loopback addresses', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  assert.equal((await send(server.url('/healthz', '127.0.0.1'), { method: 'GET' })).status, 200)
  const hasIpv6 = networkInterfaces()['lo']?.some(({ address }) => address === '::1') ?? false
  if (hasIpv6) assert.equal((await send(server.url('/healthz', '[::1]'), { method: 'GET' })).status, 200)
})

test('is ready soon when it starts again, by way of the bootstrap', async (t) => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  // Without its stamp the bootstrap would install packages first, which is not what is measured here.
  if (!existsSync(path.join(root, 'node_modules', '.mandate-packages.json'))) return t.skip('not set up by npm test')
  const script = [path.join(root, 'bootstrap', 'run.mjs'), 'start']
  const dataDir = await usedDataDir(t)
  const server = await MainProcess.start(t, { dataDir, script })
  const took = await server.untilReady()
  t.diagnostic(`${Math.round(took)} ms`)
  assert.ok(took < READY_WITHIN_MS, `it took ${took} ms`)
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0, 'the bootstrap passes the signal on and the exit code back')
})

test('F22: a port in use is told by number, and what to do', async (t) => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  t.after(() => other.close())
  const line = new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use\\. .*MANDATE_PORT`)
  await assertRefuses(t, { env: { MANDATE_PORT: String(port) } }, 1, line)
})

test('a wrong configuration ends with code 2 and a line for each mistake', async (t) => {
  await assertRefuses(t, { env: { MANDATE_PROT: '1' } }, 2, /MANDATE_PROT .* Did you mean MANDATE_PORT\?/)
  const server = await MainProcess.start(t, { env: { MANDATE_MODE: 'prod', MANDATE_BASE_URL: 'https://x/' } })
  assert.equal(await server.end(), 2)
  assert.equal(server.stderr.trim().split('\n').length, 2)
})

test('a data directory that can not be used is told by name', async (t) => {
  const file = path.join(newDataDir(t), 'taken')
  writeFileSync(file, '')
  await assertRefuses(
    t,
    { dataDir: file },
    1,
    /The data directory .*taken can't be used \(EEXIST\)\. .*MANDATE_DATA_DIR/,
  )
})

test('F22: a database that can not be reached is told without its password', async (t) => {
  const port = await freePort()
  const server = await MainProcess.start(t, {
    env: { MANDATE_DATABASE_URL: `postgres://mandate:hunter2@127.0.0.1:${port}/mandate` },
  })
  assert.equal(await server.end(), 1)
  assert.match(server.stderr, /^mandate: [^\n]+\n$/)
  assert.ok(server.stderr.includes(`127.0.0.1:${port}`), server.stderr)
  assert.ok(!server.stderr.includes('hunter2'))
})

test('F19: the wrong master key is refused, and shown nowhere', async (t) => {
  const right = newKey()
  const wrong = newKey()
  const dataDir = await usedDataDir(t, { MANDATE_MASTER_KEY: right })
  const server = await MainProcess.start(t, { dataDir, env: { MANDATE_MASTER_KEY: wrong } })
  assert.equal(await server.end(), 1)
  assert.match(server.stderr, /^mandate: The master key is not the one of this database[^\n]+\n$/)
  assert.ok(!server.stderr.includes(wrong))
})

test('F19: a missing master key is never made up for a database that needs it', async (t) => {
  const dataDir = await usedDataDir(t)
  rmSync(path.join(dataDir, 'master.key'))
  await assertRefuses(t, { dataDir }, 1, /The master key is missing: .* Restore the file or set MANDATE_MASTER_KEY/)
  assert.equal(existsSync(path.join(dataDir, 'master.key')), false)
})

test('F22: a second server on one database ends with one line, and a crash leaves no lock behind', async (t) => {
  const first = await MainProcess.start(t)
  await first.untilReady()
  const port = await freePort()
  const env = { MANDATE_PORT: String(port) }
  await assertRefuses(
    t,
    { dataDir: first.dataDir, env },
    1,
    /Another server runs on the database .*mandate\.db\. Stop it/,
  )
  assert.equal((await send(first.url('/readyz'), { method: 'GET' })).status, 200)
  first.child.kill('SIGKILL')
  await first.end()
  const next = await MainProcess.start(t, { dataDir: first.dataDir })
  await next.untilReady()
})

test('F17: a database of a newer version is left alone', async (t) => {
  const dataDir = await usedDataDir(t)
  const database = new DatabaseSync(path.join(dataDir, 'mandate.db'))
  database.exec("INSERT INTO schema_migrations VALUES (9999, 'from_the_future', 'x', 0)")
  database.close()
  await assertRefuses(t, { dataDir }, 1, /migration 9999 \(from_the_future\), which this version doesn't know/)
})

test('F22: lives on when whoever read its output is gone', async (t) => {
  const server = await MainProcess.start(t, { env: { MANDATE_LOG_LEVEL: 'debug' } })
  await server.untilReady()
  server.child.stdout?.destroy()
  server.child.stderr?.destroy()
  // Whatever these log, nobody reads it.
  for (let i = 0; i < 5; i++) {
    await send(server.url('/oauth/token'), { method: 'POST', body: 'grant_type=%zz' })
    assert.equal((await send(server.url('/healthz'), { method: 'GET' })).status, 200)
  }
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0)
})
