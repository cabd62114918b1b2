import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Person } from '#test/support/mandate.ts'
import { ServerProcess } from '#test/support/server-process.ts'

// crypt_blowfish, of "U*U".
const BCRYPT = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'

describe('an import on the command line', () => {
  let server: ServerProcess
  let person: Person
  before(async () => {
    server = await ServerProcess.start({})
    person = new Person({ MANDATE_URL: server.url, MANDATE_API_KEY: server.apiKey })
  })
  after(async () => {
    await server.stop()
    rmSync(person.home, { recursive: true, force: true })
  })

  const fileOf = (name: string, text: string): string => {
    const file = path.join(person.home, name)
    writeFileSync(file, text)
    return file
  }
  const linesOf = (out: string): Record<string, unknown>[] =>
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const signIn = async (email: string): Promise<number> => {
    const body = JSON.stringify({ email, password: 'U*U' })
    const headers = { 'content-type': 'application/json', origin: server.url }
    return (await fetch(`${server.url}/api/v1/auth/login`, { method: 'POST', headers, body })).status
  }

  test('only says with --dry-run what would become of each, then does it, and a second time nothing', async () => {
    const file = fileOf(
      'people.csv',
      `email,name,password_hash,verified\nmaya@example.com,Maya,${BCRYPT},yes\nno address,,,\nnoor@example.com,Noor,,no\n`,
    )
    const dry = await person.run(['import', 'csv', file, '--dry-run', '--json'])
    assert.equal(dry.code, 7, dry.err)
    const [first, second, third, last] = linesOf(dry.out)
    assert.deepEqual(
      [first, second, third].map((line) => [line?.['position'], line?.['outcome'], line?.['id']]),
      [
        [2, 'created', null],
        [3, 'refused', null],
        [4, 'created', null],
      ],
    )
    const { created, refused } = (last?.['summary'] ?? {}) as Record<string, unknown>
    assert.deepEqual([created, refused], [2, 1])
    assert.notEqual(await signIn('maya@example.com'), 200)

    const done = await person.run(['import', 'csv', file, '--trust-verified'])
    assert.equal(done.code, 7, done.err)
    assert.match(done.err, /1 person was refused/)
    assert.ok(!done.err.includes('a second'), 'progress is for terminals')
    assert.match(done.out, /^3\trefused\tno address\t\/email /m)
    assert.match(done.out, /^created\t2$/m)
    const refusals = `${file}.refused.ndjson`
    assert.equal(linesOf(readFileSync(refusals, 'utf8'))[0]?.['position'], 3)
    assert.equal(statSync(refusals).mode & 0o777, 0o600)
    assert.equal(await signIn('maya@example.com'), 200)
    const found = await person.run(['users', 'get', 'maya@example.com', '--json'])
    assert.deepEqual([found.json()['email_verified'], found.json()['name']], [true, 'Maya'])

    writeFileSync(file, readFileSync(file, 'utf8').replace('no address', 'found@example.com'))
    const again = await person.run(['import', 'csv', file, '--json'])
    assert.equal(again.code, 0, again.err)
    const summary = linesOf(again.out).at(-1)?.['summary'] as Record<string, unknown>
    assert.deepEqual([summary['created'], summary['exists'], summary['refused']], [1, 2, 0])
  })

  test('goes on where one was cut off, and creates nobody twice', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `person-${i}@cut.example,Person ${i}`)
    const file = fileOf('many.csv', ['email,name', ...rows].join('\n'))
    const cut = await person.run(['import', 'csv', file, '--json'], { until: /person-600@/ })
    assert.equal(cut.code, 1, cut.err)
    assert.match(cut.err, /Interrupted after \d+ people/)
    const rest = await person.run(['import', 'csv', file, '--json'])
    assert.equal(rest.code, 0, rest.err)
    const summary = linesOf(rest.out).at(-1)?.['summary'] as Record<string, number>
    assert.equal((summary['created'] ?? 0) + (summary['exists'] ?? 0), 3000)
    assert.ok((summary['exists'] ?? 0) >= 500 && (summary['created'] ?? 0) > 0, JSON.stringify(summary))
    const listed = await person.run(['users', 'list', '--search', 'person-', '--all', '--quiet'])
    assert.equal(new Set(listed.out.trim().split('\n')).size, 3000)
  })

  test('reads a realm from standard input, and says what it leaves behind', async () => {
    const user = { username: 'kim', email: 'kim@example.com', groups: ['/staff'], enabled: true }
    const realm = JSON.stringify({ realm: 'acme', users: [user] })
    const { code, err, out } = await person.run(['import', 'keycloak', '-'], { input: realm })
    assert.equal(code, 0, err)
    assert.match(err, /left behind: groups \(1\)/)
    assert.match(out, /^created\t1$/m)
    assert.equal(existsSync(path.join(person.home, 'import.refused.ndjson')), false)
  })

  test('says what is wrong with a file or a flag, with the exit codes of all commands', async () => {
    const none = await person.run(['import', 'csv', path.join(person.home, 'none.csv')])
    assert.equal(none.code, 2)
    assert.match(none.err, /none\.csv/)
    const hashes = ['--passwords', fileOf('hashes.ndjson', '{"user_id":"auth0|1","passwordHash":"x"}')]
    const without = await person.run(['import', 'auth0', path.join(person.home, 'none.json'), ...hashes])
    assert.equal(without.code, 2)
    assert.match(without.err, /^✗ \S+none\.json can't be read \(ENOENT\)\.$/m)
    assert.equal((await person.run(['import', 'csv', fileOf('empty.csv', '')])).code, 2)
    assert.equal((await person.run(['import', 'firebase', fileOf('none.json', '{"users":[]}')])).code, 2)
    const denied = await person.run(['import', 'csv', fileOf('one.csv', 'email\na@example.com\n')], {
      env: { MANDATE_API_KEY: 'mandate_sk_wrong' },
    })
    assert.equal(denied.code, 3, denied.err)
  })
})
