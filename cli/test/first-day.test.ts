import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Browser } from '#test/support/browser.ts'
import { Person } from '#test/support/mandate.ts'
import { ServerProcess } from '#test/support/server-process.ts'

const OWNER = { email: 'owner@example.com', password: 'plum-harbour-lantern' }

// One story, in order: what somebody does on the first day.
describe('the first day with a server', () => {
  let server: ServerProcess
  let person: Person

  before(async () => {
    server = await ServerProcess.start()
    person = new Person()
  })
  after(async () => {
    await server.stop()
    rmSync(person.home, { recursive: true, force: true })
  })

  test('begins with init, which makes owner, key and context, and asks nothing it was told', async () => {
    const nobody = await person.run(['init', '--url', server.url])
    assert.equal(nobody.code, 2)
    const args = ['init', '--url', server.url, '--name', 'home', '--email', OWNER.email, '--password', '-', '--json']
    const made = await person.run(args, { input: `${OWNER.password}\n` })
    assert.equal(made.code, 0, made.err)
    assert.equal(made.json()['email'], OWNER.email)
    assert.equal(statSync(person.contextsFile).mode & 0o777, 0o600)
    const again = await person.run(args, { input: OWNER.password })
    assert.equal(again.code, 5, again.err)
    assert.match(again.err, /mandate login/)
  })

  test('knows server and caller from then on', async () => {
    const status = await person.run(['status', '--json'])
    assert.equal(status.code, 0, status.err)
    assert.deepEqual([status.json()['health'], status.json()['ready'], status.json()['mode']], ['ok', 'ok', 'dev'])
    const whoami = await person.run(['whoami', '--json'])
    assert.equal(whoami.json()['name'], 'mandate init: home')
    const list = await person.run(['context', 'ls', '--json'])
    assert.ok(!list.out.includes('mandate_sk_'))
  })

  test('has a doctor, who ends with 7 when something is wrong and mends what is safe', async () => {
    const fine = await person.run(['doctor', '--json'])
    assert.equal(fine.code, 0, fine.out)
    const groups = (fine.json()['checks'] as { group: string }[]).map(({ group }) => group)
    assert.deepEqual([...new Set(groups)].toSorted(), [
      'Clock',
      'Config',
      'Database',
      'Gateway',
      'Keys',
      'Mail',
      'Network',
      'Security',
    ])
    chmodSync(person.contextsFile, 0o644)
    const refused = await person.run(['whoami'])
    assert.equal(refused.code, 2)
    assert.match(refused.err, /chmod 600/)
    const wrong = await person.run(['doctor'])
    assert.equal(wrong.code, 7)
    assert.match(wrong.out, /✗ contexts .* → chmod 600/)
    const mended = await person.run(['doctor', '--fix', '--json'])
    assert.equal(mended.code, 0, mended.out)
    assert.equal(statSync(person.contextsFile).mode & 0o777, 0o600)
    const gone = await person.run(['doctor', '--url', 'http://localhost:1', '--json'])
    assert.equal(gone.code, 7)
    assert.equal(gone.json()['ok'], false)
  })

  test('signs people in by a browser, with a key that stays on the machine', async () => {
    const browser = new Browser(server.url)
    await browser.signIn(OWNER.email, OWNER.password)
    const ended = await person.run(['login', server.url, '--name', 'me', '--json'], {
      onOutput: async (seen) => {
        const [, code] = /user_code=([A-Z-]+)/.exec(seen) ?? []
        if (code === undefined) return false
        assert.equal(await browser.answer(code, 'allow'), 200)
        return true
      },
    })
    assert.equal(ended.code, 0, ended.err)
    const keyFile = path.join(path.dirname(person.contextsFile), 'keys', 'me.json')
    assert.equal(statSync(keyFile).mode & 0o777, 0o600)
    const whoami = await person.run(['whoami', '--json'])
    assert.deepEqual([whoami.json()['email'], whoami.json()['system_role']], [OWNER.email, 'owner'])
    const made = await person.run(['agents', 'create', '--name', 'By me', '--json', '-v'])
    assert.equal(made.code, 0, made.err)
    assert.equal(made.json()['created_by'], whoami.json()['id'])
    assert.match(made.err, /Authorization: DPoP \$TOKEN/)
    const kept = readFileSync(person.contextsFile, 'utf8')
    const [, token = ''] = /"access_token": "([^"]+)"/.exec(kept) ?? []
    assert.ok(!made.err.includes(token))
    const stolen = await fetch(`${server.url}/api/v1/agents`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(stolen.status, 401)
  })

  test('renews a token that is over, once for all who ask at the same time', async () => {
    const kept = JSON.parse(readFileSync(person.contextsFile, 'utf8')) as {
      contexts: { me: { credential: { expires_at: string; access_token: string } } }
    }
    const before = kept.contexts.me.credential.access_token
    kept.contexts.me.credential.expires_at = '2020-01-01T00:00:00.000Z'
    writeFileSync(person.contextsFile, JSON.stringify(kept))
    const all = await Promise.all([1, 2, 3].map(() => person.run(['agents', 'list', '--json'])))
    for (const { code, err } of all) assert.equal(code, 0, err)
    const renewed = readFileSync(person.contextsFile, 'utf8')
    assert.ok(!renewed.includes(before))
  })

  test('goes on when the server asks for nonces in proofs', async () => {
    const required = ['config', 'set', 'dpop.require_nonce=true', '--context', 'home']
    assert.equal((await person.run(required)).code, 0)
    const list = await person.run(['agents', 'list', '--json'])
    assert.equal(list.code, 0, list.err)
    const kept = readFileSync(person.contextsFile, 'utf8')
    writeFileSync(
      person.contextsFile,
      kept.replace(/"expires_at": "[^"]+"/, '"expires_at": "2020-01-01T00:00:00.000Z"'),
    )
    const renewed = await person.run(['agents', 'list', '--json'])
    assert.equal(renewed.code, 0, renewed.err)
  })

  test('signs out here and at the server', async () => {
    const keyFile = path.join(path.dirname(person.contextsFile), 'keys', 'me.json')
    const kept = readFileSync(person.contextsFile, 'utf8')
    const [, refresh = ''] = /"refresh_token": "([^"]+)"/.exec(kept) ?? []
    assert.ok(refresh.length > 20)
    const out = await person.run(['logout', '--json'])
    assert.equal(out.code, 0, out.err)
    assert.ok(!existsSync(keyFile))
    assert.ok(!readFileSync(person.contextsFile, 'utf8').includes(refresh))
    assert.equal((await person.run(['agents', 'list'])).code, 3)
    assert.equal((await person.run(['context', 'use', 'home'])).code, 0)
    const tokens = await person.run(['audit', 'search', '--action', 'token.revoked', '--json'])
    assert.equal(tokens.code, 0, tokens.err)
  })

  test('is refused in the browser, and says so', async () => {
    const browser = new Browser(server.url)
    await browser.signIn(OWNER.email, OWNER.password)
    const ended = await person.run(['login', server.url, '--name', 'no'], {
      onOutput: async (seen) => {
        const [, code] = /user_code=([A-Z-]+)/.exec(seen) ?? []
        if (code === undefined) return false
        await browser.answer(code, 'deny')
        return true
      },
    })
    assert.equal(ended.code, 3)
    assert.match(ended.err, /access_denied/)
    assert.ok(!readFileSync(person.contextsFile, 'utf8').includes('"no"'))
  })

  test('shows a demo with a living chain, which is taken away again and nothing else with it', async () => {
    const mine = await person.run(['users', 'create', '--email', 'real@example.com', '--name', 'Real', '--quiet'])
    const shown = await person.run(['demo', '--people', '4', '--json'])
    assert.equal(shown.code, 0, shown.err)
    assert.equal((shown.json()['living_chain'] as string[]).length, 3)
    assert.equal((await person.run(['demo', '--people', '4', '--json'])).code, 0, 'a second time, too')
    const agents = await person.run(['agents', 'list', '--search', 'demo-', '--fields', 'client_id,id'])
    const [, mailer = ''] = /demo-mailer\t(\S+)/.exec(agents.out) ?? []
    const tokens = await person.run(['agents', 'tokens', 'list', mailer, '--json'])
    const living = (tokens.json()['data'] as { status: string; act: unknown }[]).filter(
      ({ status }) => status === 'active',
    )
    assert.ok(living.length >= 1, tokens.out)
    assert.equal((await person.run(['demo', '--remove'])).code, 2)
    const removed = await person.run(['demo', '--remove', '--yes', '--json'])
    assert.equal(removed.code, 0, removed.err)
    assert.deepEqual(removed.json(), { organizations: 1, agents: 12, people: 4 })
    assert.equal(
      (await person.run(['users', 'get', mine.out.trim(), '--fields', 'email'])).out,
      'email\treal@example.com\n',
    )
    assert.equal((await person.run(['agents', 'list', '--search', 'demo-', '--quiet'])).out, '')
  })
})
