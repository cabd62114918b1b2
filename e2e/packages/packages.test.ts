import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sharedPostgres } from '@mandate/server/test/support/engines.ts'
import { send } from '#/support/http.ts'
import { Server } from '#/support/server.ts'
import type { TestContext } from 'node:test'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = path.join(root, 'dist')

/** A folder that knows nothing of this repository. */
function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mandate-packages-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The packages that are installed in a folder, by where they stand. */
const lockedIn = (folder: string) =>
  (JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as { packages: object }).packages

/** The executable where nothing else is. */
function executableIn(folder: string): string {
  const file = path.join(folder, 'mandate')
  copyFileSync(path.join(dist, 'mandate'), file)
  return file
}

/** What tells that a server does its work: a token for an agent, and an opinion on a weak password. */
async function use(server: Server): Promise<void> {
  const agent = await server.admin<{ client_id: string; client_secret: string }>('POST', '/agents', {
    client_name: 'An agent',
    grant_types: ['client_credentials'],
    scope: 'read',
    token_endpoint_auth_method: 'client_secret_post',
  })
  const { client_id, client_secret } = agent
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await fetch(`${server.url}/oauth/token`, { method: 'POST', body })
  assert.equal(answer.status, 200, await answer.clone().text())
  assert.equal(((await answer.json()) as { token_type: string }).token_type, 'Bearer')

  // The estimate is made in a thread, which is a file or an asset of its own.
  const weak = { email: 'maya@example.com', password: 'Welcome2026!' }
  const refused = await fetch(`${server.url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(weak),
  })
  assert.equal(refused.status, 400, await refused.text())

  const page = await (await fetch(`${server.url}/login`)).text()
  const sheet = /href="(\/assets\/branding\/[^"]+\.css)"/.exec(page)?.[1] ?? ''
  assert.match(await (await fetch(server.url + sheet)).text(), /:root\{/)
}

/** Dashboard and guide come from the package itself, in the forms that their builds packed. */
async function openServed({ url }: Server): Promise<void> {
  const shown = await fetch(`${url}/admin`)
  assert.equal(shown.status, 200)
  const script = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(await shown.text())?.[1] ?? ''
  const packed = await send(url + script, { method: 'GET', headers: { 'accept-encoding': 'br' } })
  assert.equal(packed.status, 200, script)
  assert.equal(packed.headers['content-encoding'], 'br')
  assert.match(packed.headers['content-type'] ?? '', /^text\/javascript/)
  const plain = await send(url + script, { method: 'GET' })
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.match(plain.text, /\bimport\b/)

  const guide = await fetch(`${url}/docs/guide/packages`)
  assert.equal(guide.status, 200)
  assert.match(await guide.text(), /<title>Packages \| Mandate<\/title>/)
}

/** What operators do beside a server that runs, with the command as it was packed; what was restored goes on to PostgreSQL. */
async function maintain(t: TestContext, command: readonly [string, ...string[]], { dataDir }: Server): Promise<void> {
  const folder = emptyFolder(t)
  const postgres = await sharedPostgres()
  const databaseUrl = await postgres.createDatabase({ migrated: false })
  t.after(() => postgres.dropDatabase(databaseUrl))
  writeFileSync(path.join(folder, 'postgres-url.txt'), databaseUrl)
  const env = { PATH: process.env['PATH'], HOME: folder, MANDATE_DATA_DIR: dataDir }
  const mandate = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const [program, ...first] = command
    const { stdout } = await run(program, [...first, ...args, '--json', '--yes'], { cwd: folder, env })
    return JSON.parse(stdout) as Record<string, unknown>
  }
  assert.deepEqual((await mandate('migrate', 'status'))['pending'], [])
  const { recipient } = await mandate('backup', 'keygen', 'key.txt')
  const { verified, rows } = await mandate('backup', 'mandate.age', '--recipient', String(recipient))
  assert.equal(verified, true)
  const scratch = `sqlite:${path.join(folder, 'restored.db')}`
  const restored = await mandate('restore', 'mandate.age', '--identity', 'key.txt', '--to', scratch, '--keep')
  assert.deepEqual([restored['origin'], restored['rows']], ['verified', rows])
  assert.equal((await mandate('migrate', 'up', '--database-url', scratch))['applied'], 0)
  const moved = await mandate('db', 'move', '--to', '@postgres-url.txt', '--database-url', scratch)
  assert.ok(Number(moved['rows']) >= Number(rows), JSON.stringify(moved))
}

/** Nothing but the package: whoever runs the tests may have built another dashboard, another guide. */
const alone = { MANDATE_DASHBOARD_DIR: '', MANDATE_GUIDE_DIR: '' }

describe('what is packed', () => {
  before(async () => {
    await run(process.execPath, ['packaging/pack.mjs'], { cwd: root })
  })

  test('the server installs into an empty folder, needs no other package, and runs there', async (t) => {
    const folder = emptyFolder(t)
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
    const file = path.join(dist, 'mandate-server-0.1.0.tgz')
    const install = (...files: readonly string[]) =>
      run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: folder })
    await install(file)
    assert.deepEqual(Object.keys(lockedIn(folder)).toSorted(), ['', 'node_modules/@mandate/server'])

    const command = path.join(folder, 'node_modules', '.bin', 'mandate-server')
    const server = await Server.start({ command: [command], env: alone })
    t.after(() => server.remove())
    await use(server)
    await openServed(server)

    await install(path.join(dist, 'mandate-cli-0.1.0.tgz'))
    assert.equal(Object.keys(lockedIn(folder)).length, 3, 'the command needs no other package, either')
    await maintain(t, [path.join(folder, 'node_modules', '.bin', 'mandate')], server)
  })

  test('the executable runs by itself', async (t) => {
    const executable = executableIn(emptyFolder(t))
    const server = await Server.start({ command: [executable, 'serve'], env: alone })
    t.after(() => server.remove())
    await use(server)
    await openServed(server)
    await maintain(t, [executable], server)
  })

  test('the executable serves with several workers', async (t) => {
    const postgres = await sharedPostgres()
    const databaseUrl = await postgres.createDatabase()
    const command = [executableIn(emptyFolder(t)), 'serve'] as const
    const server = await Server.start({ command, databaseUrl, env: { ...alone, MANDATE_WORKERS: '2' } })
    t.after(async () => {
      await server.remove()
      await postgres.dropDatabase(databaseUrl)
    })
    await use(server)
  })

  test('the bill of materials names what is inside with its hash, and nothing else', async (t) => {
    const folder = emptyFolder(t)
    await run('tar', ['-xzf', path.join(dist, 'mandate-server-0.1.0.tgz'), '-C', folder])
    const text = readFileSync(path.join(folder, 'package', 'sbom.cdx.json'), 'utf8')
    const { components } = JSON.parse(text) as { components: { name: string; hashes: { content: string }[] }[] }
    const names = components.map(({ name }) => name)
    for (const name of [
      'fastify',
      'pg',
      'undici',
      'typebox',
      '@zxcvbn-ts/core',
      'react',
      '@fontsource-variable/inter',
      'vue',
      'minisearch',
    ])
      assert.ok(names.includes(name), name)
    for (const name of ['oxlint', 'playwright-core', 'vite', 'shiki']) assert.ok(!names.includes(name), name)
    for (const { hashes } of components) assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/)
  })
})
