import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Person } from '#test/support/mandate.ts'
import { ServerProcess } from '#test/support/server-process.ts'

describe('agents on the command line', () => {
  let server: ServerProcess
  let person: Person

  before(async () => {
    // What tells the command where to go is nothing to the server.
    server = await ServerProcess.start({
      MANDATE_URL: 'https://elsewhere.example',
      MANDATE_API_KEY: 'mandate_sk_other',
    })
    person = new Person({ MANDATE_URL: server.url, MANDATE_API_KEY: server.apiKey })
  })
  after(async () => {
    await server.stop()
    rmSync(person.home, { recursive: true, force: true })
  })

  const create = async (name: string): Promise<{ readonly id: string }> => {
    const made = await person.run(['agents', 'create', '--name', name, '--scope', 'read', '--json'])
    assert.equal(made.code, 0, made.err)
    return { id: String(made.json()['id']) }
  }

  test('are created, and JSON has the secret with --show-secret', async () => {
    const args = ['agents', 'create', '--name', 'X', '--scope', 'read', '--grant-type', 'client_credentials', '--json']
    const { code, out, json, err } = await person.run([...args, '--show-secret'])
    assert.equal(code, 0, err)
    const agent = json()
    assert.equal(agent['client_name'], 'X')
    assert.equal(agent['scope'], 'read')
    assert.deepEqual(agent['grant_types'], ['client_credentials'])
    assert.ok(String(agent['client_secret']).length > 20)
    assert.equal(out.trim().split('\n').length, 1)
    const response = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${String(agent['client_id'])}:${String(agent['client_secret'])}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    assert.equal(response.status, 200)
  })

  test('keep their secret out of JSON and of --quiet JSON, and say so', async () => {
    const { out, err } = await person.run(['agents', 'create', '--name', 'Quiet', '--json'])
    assert.ok(!out.includes('client_secret"'))
    assert.match(err, /client_secret left out/)
  })

  test('leave their secret in a new file of mode 600, which is never overwritten', async () => {
    const file = path.join(person.home, 'agent.env')
    const { code, out, err } = await person.run(['agents', 'create', '--name', 'Saved', '--save', file])
    assert.equal(code, 0, err)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const [, secret = ''] = /^CLIENT_SECRET=(.+)$/m.exec(readFileSync(file, 'utf8')) ?? []
    assert.ok(secret.length > 20 && !out.includes(secret) && !err.includes(secret))
    const again = await person.run(['agents', 'create', '--name', 'Again', '--save', file])
    assert.equal(again.code, 2)
    const found = await person.run(['agents', 'list', '--search', 'Again', '--json'])
    assert.deepEqual(found.json()['data'], [], 'nothing is created when there is no place for its secret')
  })

  test('are listed as TSV without a header, as JSON, or all of them line by line', async () => {
    for (const name of ['Page one', 'Page two', 'Page three']) await create(name)
    const tsv = await person.run(['agents', 'list', '--search', 'Page', '--fields', 'client_name,active'])
    assert.deepEqual(tsv.out.trim().split('\n'), ['Page three\ttrue', 'Page two\ttrue', 'Page one\ttrue'])
    const page = await person.run([
      'agents',
      'list',
      '--search',
      'Page',
      '--limit',
      '2',
      '--json',
      '--fields',
      'client_name',
    ])
    const { data, next_cursor: cursor } = page.json()
    assert.deepEqual(data, [{ client_name: 'Page three' }, { client_name: 'Page two' }])
    assert.ok(cursor)
    const all = await person.run(['agents', 'list', '--search', 'Page', '--limit', '2', '--all', '--json'])
    const names = all.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { client_name: string }).client_name)
    assert.deepEqual(names, ['Page three', 'Page two', 'Page one'])
    assert.equal((await person.run(['agents', 'list', '--search', 'Page', '--quiet'])).out.trim().split('\n').length, 3)
  })

  test('are read, changed, cleared and deactivated', async () => {
    const { id } = await create('Changed')
    const changed = await person.run([
      'agents',
      'update',
      id,
      '--description',
      'Sorts mail',
      '--scope',
      'a,b',
      '--scope',
      'c',
      '--dpop_bound',
      '--json',
    ])
    assert.equal(changed.json()['description'], 'Sorts mail')
    assert.equal(changed.json()['scope'], 'a b c')
    assert.equal(changed.json()['dpop_bound'], true)
    const cleared = await person.run(['agents', 'update', id, '--clear', 'description', '--dpop-bound=false', '--json'])
    assert.equal(cleared.json()['description'], null)
    assert.equal(cleared.json()['dpop_bound'], false)
    const got = await person.run(['agents', 'get', id, '--fields', 'client_name'])
    assert.equal(got.out, 'client_name\tChanged\n')
    const refused = await person.run(['agents', 'delete', id])
    assert.equal(refused.code, 2)
    assert.match(refused.err, /--yes/)
    const gone = await person.run(['agents', 'delete', id, '--yes', '--json'])
    assert.equal(gone.code, 0, gone.err)
    assert.equal((await person.run(['agents', 'get', id, '--json'])).json()['active'], false)
  })

  test('get a body from a file, below what flags say', async () => {
    const file = path.join(person.home, 'body.json')
    writeFileSync(file, JSON.stringify({ client_name: 'From file', description: 'D' }))
    const made = await person.run(['agents', 'create', '--body', `@${file}`, '--name', 'From flag', '--json'])
    assert.equal(made.json()['client_name'], 'From flag')
    assert.equal(made.json()['description'], 'D')
    const piped = await person.run(['agents', 'create', '--body', '-', '--json'], { input: '{"client_name":"Piped"}' })
    assert.equal(piped.json()['client_name'], 'Piped')
  })

  test('get another secret, and have policies and tokens below them', async () => {
    const { id } = await create('Rotated')
    const rotated = await person.run(['agents', 'rotate-secret', id, '--json', '--show-secret'])
    assert.ok(rotated.json()['client_secret'])
    const policy = await person.run(['agents', 'policies', 'create', id, '--subject', '*', '--scope', 'read', '--json'])
    assert.equal(policy.code, 0, policy.err)
    const list = await person.run(['agents', 'policies', 'list', id, '--quiet'])
    assert.equal(list.out.trim(), policy.json()['id'])
  })

  test('say what is wrong by exit codes, with what, why, what next and the code', async () => {
    const missing = await person.run(['agents', 'get', 'agt_none'])
    assert.equal(missing.code, 4)
    assert.match(missing.err, /agent_not_found/)
    assert.match(missing.err, /docs\/errors#agent_not_found/)
    const invalid = await person.run(['agents', 'create', '--name', 'Bad', '--redirect-uri', 'nonsense', '--json'])
    assert.equal(invalid.code, 2)
    assert.match(invalid.err, /redirect_uris/)
    assert.equal((await person.run(['agents', 'create'])).code, 2)
    assert.equal((await person.run(['agents', 'list'], { env: { MANDATE_API_KEY: 'mandate_sk_wrong' } })).code, 3)
    assert.equal((await person.run(['agents', 'list'], { env: { MANDATE_URL: 'http://localhost:1' } })).code, 6)
    const twin = ['agents', 'create', '--name', 'Twin', '--client-id', 'twin-agent', '--json']
    assert.equal((await person.run(twin)).code, 0)
    assert.equal((await person.run(twin)).code, 5)
  })

  test('are shown as curl with -v, without the key', async () => {
    const { err } = await person.run(['agents', 'create', '--name', 'Curl', '-v', '--json'])
    assert.match(err, /curl -X POST '.*\/api\/v1\/agents' -H "Authorization: Bearer \$MANDATE_API_KEY"/)
    assert.ok(!err.includes(server.apiKey))
  })
})
