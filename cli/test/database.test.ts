import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Person } from '#test/support/mandate.ts'
import { bareEnvironment, ServerProcess } from '#test/support/server-process.ts'

describe('the data of a server', () => {
  let server: ServerProcess
  let person: Person

  before(async () => {
    server = await ServerProcess.start()
    person = new Person({ MANDATE_DATA_DIR: server.dataDir })
  })
  after(async () => {
    await server.stop()
    rmSync(person.home, { recursive: true, force: true })
  })

  test('tells where the schema stands, beside a server that runs and where there is none', async () => {
    const status = await person.run(['migrate', 'status', '--json'])
    assert.equal(status.code, 0, status.err)
    assert.deepEqual([status.json()['engine'], status.json()['pending']], ['sqlite', []])
    const nowhere = await person.run(['migrate', 'status', '--data-dir', 'empty'])
    assert.equal(nowhere.code, 4)
    assert.match(nowhere.err, /There is no database at .*empty.*\n.*mandate serve/)
  })

  test('refuses to migrate below a server that runs, and makes a schema where there is none', async () => {
    const busy = await person.run(['migrate', 'up'])
    assert.equal(busy.code, 6)
    assert.match(busy.err, /Another server runs on the database/)
    const folder = path.join(person.home, 'new')
    const made = await person.run(['migrate', 'up', '--data-dir', folder, '--json'])
    assert.equal(made.code, 0, made.err)
    assert.ok(Number(made.json()['applied']) > 40)
    assert.equal((await person.run(['migrate', 'status', '--data-dir', folder])).code, 0)
    const wrong = await person.run(['migrate', 'status', '--database-url', 'mysql://localhost'])
    assert.equal(wrong.code, 2)
  })

  test('backs a server up while it runs, and another one goes on from there', async () => {
    const keys = await person.run(['backup', 'keygen', 'key.txt'])
    assert.equal(keys.code, 0, keys.err)
    assert.match(keys.out, /^age1[0-9a-z]+\n$/)
    const recipient = keys.out.trim()
    const again = await person.run(['backup', 'keygen', 'key.txt'])
    assert.equal(again.code, 2, 'a key is never overwritten')
    const agent = ['agents', 'create', '--name', 'kept', '--scope', 'read', '--grant-type', 'client_credentials']
    const administering = { env: { MANDATE_URL: server.url, MANDATE_API_KEY: server.apiKey } }
    assert.equal((await person.run([...agent, '--quiet'], administering)).code, 0)

    assert.equal((await person.run(['backup', 'mandate.age'])).code, 2, 'without a public key')
    const made = await person.run(['backup', 'mandate.age', '--recipient', recipient, '--json'])
    assert.equal(made.code, 0, made.err)
    assert.match(made.err, /The master key is not in it/)
    const { verified, audit, contains_master_key } = made.json()
    assert.deepEqual([verified, contains_master_key], [true, false])
    assert.ok(audit)

    const folder = path.join(person.home, 'restored')
    const restore = ['restore', 'mandate.age', '--identity', 'key.txt', '--to', `sqlite:${folder}/mandate.db`]
    const unsaid = await person.run(restore)
    assert.equal(unsaid.code, 2)
    assert.match(unsaid.err, /--end sessions,tokens, or --keep/)
    const done = await person.run([...restore, '--end', 'sessions,tokens', '--json'])
    assert.equal(done.code, 0, done.err)
    assert.deepEqual(Object.keys(done.json()['ended'] as object), ['sessions', 'tokens'])
    const twice = await person.run([...restore, '--keep'])
    assert.equal(twice.code, 5)
    assert.match(twice.err, /not empty[^]*new database/)

    copyFileSync(path.join(server.dataDir, 'master.key'), path.join(folder, 'master.key'))
    const next = await ServerProcess.start({ MANDATE_DATA_DIR: folder })
    try {
      const env = { MANDATE_URL: next.url, MANDATE_API_KEY: server.apiKey }
      const list = await person.run(['agents', 'list', '--fields', 'client_name'], { env })
      assert.match(list.out, /kept/)
      const told = await person.run(['audit', 'search', '--action', 'system.restored', '--json'], { env })
      assert.equal(told.json()['action'], 'system.restored', told.err)
    } finally {
      await next.stop()
    }
  })

  test('ends every session and token of a restored server when it is told to', async () => {
    const { apiKey, url } = server
    const administering = { env: { MANDATE_URL: url, MANDATE_API_KEY: apiKey } }
    const create = ['agents', 'create', '--name', 'living', '--client-id', 'living', '--scope', 'read']
    const agent = await person.run(
      [...create, '--grant-type', 'client_credentials', '--json', '--show-secret'],
      administering,
    )
    assert.equal(agent.code, 0, agent.err)
    const authorization = `Basic ${btoa(`living:${String(agent.json()['client_secret'])}`)}`
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const issued = await fetch(`${url}/oauth/token`, { method: 'POST', headers: { authorization }, body })
    const { access_token: token } = (await issued.json()) as { access_token: string }
    const isActive = async (base: string): Promise<unknown> => {
      const form = new URLSearchParams({ token })
      const response = await fetch(`${base}/oauth/introspect`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      })
      return ((await response.json()) as { active: unknown }).active
    }
    assert.equal(await isActive(url), true)
    const recipient = (await person.run(['backup', 'keygen', 'key2.txt'])).out.trim()
    const made = await person.run(['backup', 'living.age', '--recipient', recipient, '--no-verify'])
    assert.equal(made.code, 0, made.err)
    for (const [flags, expected] of [
      [['--keep'], true],
      [['--end', 'sessions,tokens'], false],
    ] as const) {
      const folder = path.join(person.home, `ended-${String(expected)}`)
      const restored = await person.run([
        'restore',
        'living.age',
        '--identity',
        'key2.txt',
        '--to',
        `sqlite:${folder}/mandate.db`,
        ...flags,
      ])
      assert.equal(restored.code, 0, restored.err)
      copyFileSync(path.join(server.dataDir, 'master.key'), path.join(folder, 'master.key'))
      // The issuer is what tokens name.
      const next = await ServerProcess.start({ MANDATE_DATA_DIR: folder, MANDATE_BASE_URL: url })
      try {
        assert.equal(await isActive(next.url), expected)
      } finally {
        await next.stop()
      }
    }
  })

  test('a full disk leaves no backup, and says so', async () => {
    const recipient = (await person.run(['backup', 'keygen', 'key3.txt'])).out.trim()
    const folder = path.join(person.home, 'full')
    mkdirSync(folder)
    // What a process may write to one file, in blocks: what comes beyond fails as on a full disk.
    const command = 'ulimit -f 4; exec "$0" "$@"'
    const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
    const args = ['backup', path.join(folder, 'mandate.age'), '--recipient', recipient, '--no-verify']
    const ended = spawnSync('sh', ['-c', command, process.execPath, program, ...args], {
      env: { ...bareEnvironment(), HOME: person.home, MANDATE_DATA_DIR: server.dataDir, NODE_COMPILE_CACHE: '' },
      encoding: 'utf8',
    })
    assert.equal(ended.status, 1, ended.stderr)
    assert.match(ended.stderr, /EFBIG|ENOSPC/)
    assert.deepEqual(readdirSync(folder), [])
  })
})
