import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { onEachApp } from '#test/support/each-app.ts'
import type { TestApp } from '#test/support/app.ts'

const BCRYPT = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const PASSWORD = 'U*U'

interface Result {
  readonly index: number
  readonly outcome: string
  readonly id: string | null
  readonly errors: readonly { readonly pointer: string; readonly message: string }[]
}

async function bring(app: TestApp, users: readonly unknown[], more: object = {}) {
  const answer = await app.admin('POST', '/admin/users/import', { users, ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.json as unknown as { created: number; existing: number; refused: number; results: readonly Result[] }
}

const outcomes = ({ results }: { readonly results: readonly Result[] }): string[] =>
  results.map(({ outcome }) => outcome)

const names = async (app: TestApp): Promise<string[]> =>
  (await app.database.db.all(sql`SELECT name FROM events WHERE name LIKE 'user%'`))
    .map(({ name }) => String(name))
    .toSorted()

describe('people of another system', () => {
  onEachApp('become users with the passwords they had, and are told one by one and together', async (_t, app) => {
    const people = [
      { email: 'Maya@Example.com', name: 'Maya', password_hash: BCRYPT, email_verified: true, tier: 'pro' },
      { email: 'noor@example.com', metadata: { auth0_id: 'auth0|1' } },
    ]
    const first = await bring(app, people)
    assert.deepEqual([first.created, first.existing, first.refused], [2, 0, 0])
    const user = await app.admin('GET', `/users/${first.results[0]?.id ?? ''}`)
    assert.deepEqual(
      [user.json['email'], user.json['tier'], user.json['system_role'], user.json['email_verified']],
      ['Maya@example.com', 'pro', null, false],
      'nobody is verified unless the request says that it trusts the export',
    )
    assert.deepEqual(await names(app), ['user.created', 'user.created', 'users.imported'])
    const login = { email: 'maya@example.com', password: PASSWORD }
    assert.equal((await app.send({ url: '/api/v1/auth/login', json: login })).status, 200)
    const stored = await app.services.users.findByEmail('maya@example.com')
    assert.match(stored?.passwordHash ?? '', /^\$argon2id\$/)
    assert.equal((await app.send({ url: '/api/v1/auth/login', json: login })).status, 200)
  })

  onEachApp('are not changed by a second import, which tells nothing either', async (_t, app) => {
    const before = await bring(app, [{ email: 'maya@example.com', name: 'Maya' }])
    const again = await bring(app, [
      { email: 'MAYA@example.com', name: 'Mallory', password_hash: BCRYPT, disabled: true },
    ])
    assert.deepEqual(again.results, [{ index: 0, outcome: 'exists', id: before.results[0]?.id, errors: [] }])
    const { json } = await app.admin('GET', `/users/${before.results[0]?.id ?? ''}`)
    assert.deepEqual([json['name'], json['disabled']], ['Maya', false])
    assert.deepEqual(await names(app), ['user.created', 'users.imported'])
  })

  onEachApp('are refused one by one, with all that is wrong with each', async (_t, app) => {
    const result = await bring(app, [
      { email: 'no address', name: 'x'.repeat(300), tier: 'Not A Tier', password_hash: '$2b$31$'.padEnd(60, 'x') },
      { email: 'maya@example.com' },
      { email: 'big@example.com', metadata: { text: 'x'.repeat(17_000) } },
      { email: 'md5@example.com', password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
    ])
    assert.deepEqual(outcomes(result), ['refused', 'created', 'refused', 'refused'])
    const pointers = result.results.map(({ errors }) => errors.map(({ pointer }) => pointer))
    assert.deepEqual(pointers, [['/email', '/name', '/password_hash', '/tier'], [], ['/metadata'], ['/password_hash']])
  })

  onEachApp('who come twice in one request are created once', async (_t, app) => {
    const result = await bring(app, [
      { email: 'a@example.com' },
      { email: 'A@example.com' },
      { email: 'b@example.com' },
    ])
    assert.deepEqual(outcomes(result), ['created', 'exists', 'created'])
    assert.equal(result.results[1]?.id, result.results[0]?.id)
  })

  onEachApp('are created once by two imports at the same time', async (_t, app) => {
    const people = Array.from({ length: 120 }, (_, i) => ({ email: `person-${i}@example.com` }))
    const both = await Promise.all([bring(app, people), bring(app, people.toReversed())])
    assert.equal(both[0].created + both[1].created, 120)
    assert.equal(both[0].existing + both[1].existing, 120)
    const ids = new Set(both.flatMap(({ results }) => results.map(({ id }) => id)))
    assert.equal(ids.size, 120)
    const [row] = await app.database.db.all(sql`SELECT count(*) AS n FROM users WHERE email LIKE 'person-%'`)
    assert.equal(Number(row?.['n']), 120)
    const told = await app.database.db.all(sql`SELECT target_id FROM events WHERE name = 'user.created'`)
    assert.deepEqual(
      told.map((event) => String(event['target_id'])).toSorted(),
      [...ids].map(String).toSorted(),
      'each of them is told once, and nobody else',
    )
  })

  onEachApp('are only looked at by a dry run', async (_t, app) => {
    await bring(app, [{ email: 'maya@example.com' }])
    const before = await names(app)
    const people = [
      { email: 'maya@example.com' },
      { email: 'noor@example.com' },
      { email: 'noor@example.com' },
      { email: '' },
    ]
    const dry = await bring(app, people, { dry_run: true })
    assert.deepEqual(outcomes(dry), ['exists', 'created', 'exists', 'refused'])
    assert.equal(dry.results[1]?.id, null)
    assert.deepEqual(await names(app), before)
    assert.equal(await app.services.users.findByEmail('noor@example.com'), undefined)
  })

  onEachApp('who were stopped there are stopped here, and verified ones are where that is wanted', async (_t, app) => {
    const people = [
      { email: 'left@example.com', password_hash: BCRYPT, disabled: true },
      { email: 'maya@example.com', email_verified: true },
      { email: 'noor@example.com' },
    ]
    const { results } = await bring(app, people, { trust_email_verified: true })
    const found = await Promise.all(results.map(({ id }) => app.admin('GET', `/users/${id ?? ''}`)))
    assert.deepEqual(
      found.map(({ json }) => [json['disabled'], json['email_verified']]),
      [
        [true, false],
        [false, true],
        [false, false],
      ],
    )
    const json = { email: 'left@example.com', password: PASSWORD }
    assert.equal((await app.send({ url: '/api/v1/auth/login', json })).json['code'], 'user_disabled')
  })

  onEachApp('AD3 get no system role, and come by a key that may write users only', async (_t, app) => {
    for (const member of ['system_role', 'id', 'mfa_enabled', 'password']) {
      const users = [{ email: 'maya@example.com', [member]: 'owner' }]
      assert.equal((await app.admin('POST', '/admin/users/import', { users })).status, 400, member)
    }
    const narrow = await app.database.db.tx((tx) =>
      app.services.apiKeys.create(tx, { name: 'narrow', scopes: ['users:read'] }, systemActor('test')),
    )
    const headers = { authorization: `Bearer ${narrow.secret}` }
    const json = { users: [{ email: 'maya@example.com' }] }
    assert.equal((await app.send({ url: '/api/v1/admin/users/import', headers, json })).status, 403)
    assert.equal(await app.services.users.findByEmail('maya@example.com'), undefined)
  })

  onEachApp('come 500 at once at most, in a mebibyte', async (_t, app) => {
    const many = Array.from({ length: 501 }, (_, i) => ({ email: `person-${i}@example.com` }))
    assert.equal((await app.admin('POST', '/admin/users/import', { users: many })).status, 400)
    assert.equal((await app.admin('POST', '/admin/users/import', { users: [] })).status, 400)
    const large = many.slice(0, 100).map((person) => ({ ...person, metadata: { text: 'x'.repeat(11_000) } }))
    assert.equal((await app.admin('POST', '/admin/users/import', { users: large })).status, 413)
    assert.equal((await bring(app, many.slice(0, 500))).created, 500)
  })

  onEachApp('change a password that another system hashed by proving it', async (_t, app) => {
    await bring(app, [{ email: 'maya@example.com', password_hash: BCRYPT }])
    const user = await app.services.users.findByEmail('maya@example.com')
    assert.ok(user)
    const visitor = await app.send({ url: '/api/v1/auth/login', json: { email: user.email, password: PASSWORD } })
    // As it is for somebody who came in by another way: the hash of the import is still there.
    await app.database.db.tx((tx) => app.services.users.setPasswordHash(tx, user.id, BCRYPT))
    const cookie = [visitor.headers['set-cookie'] ?? []]
      .flat()
      .map((it) => it.split(';', 1)[0])
      .join('; ')
    const answer = await app.send({
      url: '/api/v1/auth/password/change',
      headers: { cookie, origin: app.baseUrl, 'x-csrf-token': String(visitor.json['csrf_token']) },
      json: { current_password: PASSWORD, new_password: 'plum-harbour-lantern' },
    })
    assert.equal(answer.status, 200, answer.text)
  })
})
