import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { cookiesOf, makePeople, makeUser } from '#test/support/people.ts'
import { requestContext, requestWith } from '#test/support/request-context.ts'
import { sessionAuthenticator } from './authenticator.ts'
import { sessionErrors } from './errors.ts'
import { SessionStore } from './store.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const home = requestContext({ ip: '203.0.113.7', userAgent: 'Test/1.0' })

describe('a session', () => {
  onEachEngine('SE2: is a long secret in a strict cookie, and only its hash is stored', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    const { cookie, session } = await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    assert.match(
      cookie,
      /^__Host-mandate_session=mandate_ss_[0-9A-Za-z]{49}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
    )
    const secret = Object.values(cookiesOf(cookie))[0] ?? ''
    const [row] = await fixture.db.all(sql`SELECT * FROM sessions`)
    assert.ok(!JSON.stringify(row).includes(secret.slice('mandate_ss_'.length)))
    assert.equal(row?.['id'], session.id)
    assert.deepEqual(await people.sessions.find(session.id), session)
  })

  onEachEngine('goes without the prefix where the server speaks http', async (_t, fixture) => {
    const people = await makePeople(fixture, { baseUrl: 'http://localhost:8080' })
    const { cookie } = await people.signIn.complete(await makeUser(people, 'maya@example.com'), ['pwd'], home, {
      trigger: 'login',
    })
    assert.match(cookie, /^mandate_session=mandate_ss_\w{49}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    assert.match(people.sessions.forgettingCookie(), /^mandate_session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)
  })

  onEachEngine('names the person behind its cookie and nobody behind any other', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    const { cookie, session } = await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const request = { ...requestWith(cookie), requestId: 'req_1', ip: '203.0.113.9', locale: 'es' } as const
    const principal = await people.sessions.authenticate(request)
    assert.deepEqual(principal?.session, session)
    assert.equal(principal?.user.id, user.id)
    const actor = {
      type: 'user',
      id: user.id,
      requestId: 'req_1',
      clientRequestId: null,
      ip: '203.0.113.9',
      locale: 'es',
    }
    assert.deepEqual(principal?.actor, actor)
    const name = '__Host-mandate_session'
    const value = cookiesOf(cookie)[name] ?? ''
    for (const cookies of [
      {},
      { [name]: '' },
      { [name]: value.slice(0, -1) },
      { [name]: `${value}x` },
      { [name]: value.toUpperCase() },
      { [name]: session.id },
      { [name]: session.hash },
      { mandate_session: value },
    ]) {
      assert.equal(await people.sessions.authenticate(requestContext({ cookies })), undefined, JSON.stringify(cookies))
    }
  })

  onEachEngine('SE1: has a new id at every sign-in, and the one the browser had before ends', async (_t, fixture) => {
    const { sessions, signIn, ...people } = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    const first = await signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    const second = await signIn.complete(
      user,
      ['pwd'],
      { ...home, cookies: cookiesOf(first.cookie) },
      { trigger: 'login' },
    )
    assert.notEqual(first.cookie, second.cookie)
    assert.equal(await sessions.authenticate(requestWith(first.cookie)), undefined)
    assert.ok(await sessions.authenticate(requestWith(second.cookie)))
  })

  onEachEngine('SE5: ends when idle for 7 days and when 30 days old, on read', async (_t, { db, clock }) => {
    const people = await makePeople({ db, clock })
    const user = await makeUser(people, 'maya@example.com')
    const cookies = cookiesOf((await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })).cookie)
    clock.advance(7 * DAY - 1)
    assert.ok(await people.sessions.authenticate(requestContext({ cookies })), 'used just in time')
    clock.advance(7 * DAY)
    assert.equal(await people.sessions.authenticate(requestContext({ cookies })), undefined, 'idle')

    const busy = cookiesOf((await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })).cookie)
    for (let day = 0; day < 29; day++) {
      clock.advance(DAY)
      assert.ok(await people.sessions.authenticate(requestContext({ cookies: busy })), `day ${day}`)
    }
    clock.advance(DAY - 1)
    assert.ok(await people.sessions.authenticate(requestContext({ cookies: busy })), 'last moment')
    clock.advance(1)
    assert.equal(await people.sessions.authenticate(requestContext({ cookies: busy })), undefined, '30 days old')
  })

  onEachEngine('is written at most once in five minutes, however often it is used', async (_t, { db, clock }) => {
    const people = await makePeople({ db, clock })
    const { cookie, session } = await people.signIn.complete(
      await makeUser(people, 'maya@example.com'),
      ['pwd'],
      home,
      { trigger: 'login' },
    )
    const seen = async () => (await people.sessions.find(session.id))?.lastSeenAt
    clock.advance(5 * 60_000 - 1)
    await people.sessions.authenticate(requestWith(cookie))
    assert.equal(await seen(), session.createdAt)
    clock.advance(1)
    await people.sessions.authenticate(requestWith(cookie))
    assert.equal(await seen(), clock.now())
    await new SessionStore(db).touch(session.id, clock.now() + 1)
    assert.equal(await seen(), clock.now())
  })

  onEachEngine('opens nothing for a user who is gone or disabled, whatever became of its row', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    const { cookie } = await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    await fixture.db.run(sql`UPDATE users SET disabled_at = 1 WHERE id = ${user.id}`)
    assert.equal(await people.sessions.authenticate(requestWith(cookie)), undefined)
    await fixture.db.run(sql`DELETE FROM users WHERE id = ${user.id}`)
    assert.equal(await people.sessions.authenticate(requestWith(cookie)), undefined)
  })

  onEachEngine('remembers where its person signed in', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })
    assert.equal(await people.sessions.hasSignedInFrom(user.id, '203.0.113.7'), true)
    assert.equal(await people.sessions.hasSignedInFrom(user.id, '203.0.113.8'), false)
    assert.equal(await people.sessions.hasSignedInFrom('usr_other', '203.0.113.7'), false)
  })

  onEachEngine('keeps a user agent in reasonable length, and none when there was none', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    const long = await people.signIn.complete(
      user,
      ['pwd'],
      { ...home, userAgent: 'x'.repeat(10_000) },
      { trigger: 'login' },
    )
    assert.equal((await people.sessions.find(long.session.id))?.userAgent?.length, 400)
    const none = await people.signIn.complete(user, ['pwd'], requestContext({ ip: '::1' }), { trigger: 'login' })
    assert.equal((await people.sessions.find(none.session.id))?.userAgent, null)
  })
})

describe('the defence against foreign forms', () => {
  onEachEngine('AZ13: a token fits its own session or browser only', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    const one = (await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })).session
    const two = (await people.signIn.complete(user, ['pwd'], home, { trigger: 'login' })).session
    const browser = people.sessions.browserOf({})
    const fits = (holder: typeof one | typeof browser, token: string | undefined) =>
      people.sessions.isCsrfToken(holder, token)
    assert.equal(fits(one, people.sessions.csrfToken(one)), true)
    assert.equal(fits(browser, people.sessions.csrfToken(browser)), true)
    for (const token of [undefined, '', 'x', people.sessions.csrfToken(two), people.sessions.csrfToken(browser)]) {
      assert.equal(fits(one, token), false)
    }
    assert.equal(fits(browser, people.sessions.csrfToken(one)), false)
  })

  onEachEngine('AZ15: a browser is known again by its own cookie only', async (_t, fixture) => {
    const { sessions } = await makePeople(fixture)
    const first = sessions.browserOf({})
    assert.match(
      first.setCookie ?? '',
      /^__Host-mandate_browser=mandate_br_\w{49}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    assert.deepEqual(sessions.browserOf(cookiesOf(first.setCookie ?? '')), { id: first.id })
    for (const value of ['', 'x', `${first.id}x`, 'mandate_br_guess']) {
      const met = sessions.browserOf({ '__Host-mandate_browser': value })
      assert.ok(met.setCookie)
      assert.notEqual(met.id, first.id)
    }
  })

  onEachEngine('SE3: whoever is known by a cookie is asked for the token of that session', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const { cookie, session } = await people.signIn.complete(
      await makeUser(people, 'maya@example.com'),
      ['pwd'],
      home,
      { trigger: 'login' },
    )
    const authenticate = sessionAuthenticator(people.sessions)
    const ask = (cookies: Record<string, string>) =>
      authenticate({ context: requestContext({ cookies }), headers: {} } as unknown as UnauthenticatedRequest, {
        kind: 'session',
      })
    const caller = await ask(cookiesOf(cookie))
    assert.equal(caller?.cookie?.isCsrfToken(people.sessions.csrfToken(session)), true)
    for (const token of [undefined, '', 'x']) assert.equal(caller?.cookie?.isCsrfToken(token), false)
    await assert.rejects(ask({}), { code: sessionErrors.not_signed_in })
  })
})
