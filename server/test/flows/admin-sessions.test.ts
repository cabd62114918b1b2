import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed } from '#test/support/factors.ts'
import { createWebApp, isActive, signIn, TestPerson } from '#test/support/oauth.ts'
import { withScopes } from '#test/support/roles.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const dataOf = ({ json }: TestAnswer) => json['data'] as Record<string, unknown>[]
const idsOf = (answer: TestAnswer) => dataOf(answer).map(({ id }) => String(id))

/** A request of a person that changes something, as the dashboard sends it. */
async function write(app: TestApp, person: TestPerson, method: 'DELETE' | 'POST', path: string): Promise<TestAnswer> {
  const token = String((await person.send('/api/v1/auth/me')).json['csrf_token'])
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return app.send({ method, url: `/api/v1${path}`, headers: { cookie, 'x-csrf-token': token } })
}

async function signInAgain(app: TestApp, { email }: TestPerson, userAgent: string): Promise<string> {
  const json = { email, password: 'plum-harbour-lantern' }
  const answer = await app.send({ url: '/api/v1/auth/login', json, headers: { 'user-agent': userAgent } })
  assert.equal(answer.status, 200, answer.text)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const none = { authorization_codes: 0, device_codes: 0, access_tokens: 0, refresh_tokens: 0, delegated_tokens: 0 }

describe('sessions, looked over', () => {
  onEachApp('people see where they are signed in, in words, and sign out elsewhere', async (_t, app) => {
    const person = await TestPerson.signUp(app)
    app.clock.advance(1000)
    const cookie = await signInAgain(app, person, FIREFOX)
    const mine = await person.send('/api/v1/auth/sessions?include_total=true')
    assert.equal(mine.json['total'], 2)
    const [elsewhere, here] = dataOf(mine)
    assert.deepEqual([elsewhere?.['current'], here?.['current']], [false, true])
    assert.deepEqual([elsewhere?.['device'], elsewhere?.['place']], ['Firefox on Linux', 'this machine'])
    const ended = await write(app, person, 'DELETE', `/auth/sessions/${String(elsewhere?.['id'])}`)
    assert.equal(ended.status, 204, ended.text)
    assert.equal((await app.send({ url: '/api/v1/auth/me', headers: { cookie } })).status, 401)
    assert.equal((await person.send('/api/v1/auth/me')).status, 200)
    const left = await write(app, person, 'DELETE', `/auth/sessions/${String(here?.['id'])}`)
    assert.match(String(left.headers['set-cookie']), /Max-Age=0/i)
    assert.equal((await person.send('/api/v1/auth/sessions')).status, 401)
  })

  onEachApp('AD4 nobody ends a session of somebody else', async (_t, app) => {
    const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    const [session] = dataOf(await noor.send('/api/v1/auth/sessions'))
    for (const id of [String(session?.['id']), 'usr_1', maya.id])
      assert.equal((await write(app, maya, 'DELETE', `/auth/sessions/${id}`)).status, 404)
    assert.equal((await noor.send('/api/v1/auth/me')).status, 200)
  })

  onEachApp('operators list sessions, end one, all of a user, and those of everybody', async (_t, app) => {
    const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    app.clock.advance(1000)
    await signInAgain(app, maya, FIREFOX)
    const all = await app.admin('GET', '/admin/sessions?include_total=true')
    assert.equal(all.json['total'], 3)
    const hers = idsOf(await app.admin('GET', `/users/${maya.id}/sessions`))
    assert.deepEqual(idsOf(await app.admin('GET', `/admin/sessions?user_id=${maya.id}`)), hers)
    assert.equal(hers.length, 2)
    const alone = await app.admin('DELETE', `/admin/sessions/${hers[0]}?dry_run=true`)
    assert.deepEqual(alone.json, { dry_run: true, audit_event_id: null, counts: none })
    assert.equal((await app.admin('DELETE', `/admin/sessions/${hers[0]}`)).status, 204)
    assert.equal((await app.admin('DELETE', `/admin/sessions/${hers[0]}?dry_run=true`)).status, 404)
    assert.equal((await app.admin('DELETE', `/admin/sessions/${hers[0]}`)).status, 404)
    const dry = await app.admin('DELETE', `/users/${maya.id}/sessions?dry_run=true`)
    assert.deepEqual(dry.json, {
      revoked_sessions: 0,
      revoked_tokens: 0,
      dry_run: true,
      living_sessions: 1,
      living_tokens: 0,
      counts: { ...none, sessions: 1 },
    })
    assert.equal((await maya.send('/api/v1/auth/me')).status, 200)
    assert.equal((await app.admin('DELETE', `/users/${maya.id}/sessions`)).json['revoked_sessions'], 1)
    assert.equal((await maya.send('/api/v1/auth/me')).status, 401)
    for (const [method, path] of [
      ['GET', '/users/usr_x/sessions'],
      ['DELETE', '/users/usr_x/sessions'],
    ] as const)
      assert.equal((await app.admin(method, path)).status, 404)

    await app.admin('PATCH', `/users/${noor.id}`, { system_role: 'owner' })
    const other = await TestPerson.signUp(app)
    const tried = await write(app, noor, 'DELETE', '/admin/sessions?dry_run=true')
    assert.equal(tried.json['living_sessions'], 1, 'her own goes on')
    assert.equal((await write(app, noor, 'DELETE', '/admin/sessions')).json['revoked_sessions'], 1)
    assert.equal((await other.send('/api/v1/auth/me')).status, 401)
    assert.equal((await noor.send('/api/v1/auth/me')).status, 200)
    assert.equal((await write(app, noor, 'DELETE', '/admin/sessions?include_own=true')).status, 200)
    assert.equal((await noor.send('/api/v1/auth/me')).status, 401)
    app.clock.advance(31 * 24 * 3_600_000)
    assert.equal((await app.admin('POST', '/admin/sessions/purge-expired')).json['deleted'], 4)
  })

  onEachApp('whoever may end sessions signs nobody out who runs the server, without full access', async (_t, app) => {
    const web = await createWebApp(app)
    const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    const { access_token: hers = '' } = await signIn(app, maya, web)
    const { access_token: theirs = '' } = await signIn(app, noor, web)
    await app.admin('PATCH', `/users/${maya.id}`, { system_role: 'owner' })
    const supporting = await withScopes(app, 'sessions:*')
    const ending = (tokens: number) => ({ living_sessions: 1, living_tokens: tokens, dry_run: true })
    const tried = await supporting('DELETE', '/admin/sessions?dry_run=true')
    const counts = { ...none, sessions: 1, access_tokens: 1, refresh_tokens: 1 }
    assert.deepEqual(tried.json, { revoked_sessions: 0, revoked_tokens: 0, ...ending(2), counts })
    const { status, json } = await supporting('DELETE', '/admin/sessions')
    assert.deepEqual([status, json['revoked_sessions'], json['revoked_tokens']], [200, 1, 2])
    assert.deepEqual(json['counts'], counts)
    assert.deepEqual([await isActive(app, web, hers), await isActive(app, web, theirs)], [true, false])
    const answers = [await maya.send('/api/v1/auth/me'), await noor.send('/api/v1/auth/me')]
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 401],
    )
    const all = await app.admin('DELETE', '/admin/sessions')
    assert.deepEqual([all.json['revoked_sessions'], all.json['revoked_tokens']], [1, 2])
    assert.equal((await maya.send('/api/v1/auth/me')).status, 401)
    assert.equal(await isActive(app, web, hers), false)
    assert.equal((await eventsNamed(app, 'session.all_revoked')).length, 2)
    assert.equal((await eventsNamed(app, 'user.sessions_revoked')).length, 0)
  })

  onEachApp('AD5 no list of sessions tells what opens one', async (_t, app) => {
    const person = await TestPerson.signUp(app)
    const secrets = [...person.cookies.values()]
    const answers = [
      await person.send('/api/v1/auth/sessions'),
      await app.admin('GET', '/admin/sessions'),
      await app.admin('GET', `/users/${person.id}/sessions`),
    ]
    for (const { status, text } of answers) {
      assert.equal(status, 200)
      for (const secret of secrets) assert.ok(!text.includes(secret))
      assert.doesNotMatch(text, /hash/)
    }
  })
})
