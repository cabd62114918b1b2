import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl } from '#test/support/authorize.ts'
import { FactorPerson, outcome } from '#test/support/factors.ts'
import { waitingPerson } from '#test/support/flows.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { operationsOf, pathWith } from '#test/support/route-table.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import type { Operation } from '#test/support/route-table.ts'

/** The routes that end the wait of a sign-in. Every other one must not know a session that waits. */
const endsTheWait = [
  'POST /api/v1/auth/mfa/challenge',
  'POST /api/v1/auth/logout',
  'GET /api/v1/auth/flow',
  'POST /api/v1/auth/flow/resume',
  'GET /mfa',
  'POST /mfa',
  'GET /continue',
  'POST /continue',
  'GET /continue/back',
  'POST /logout',
  'GET /oauth/logout',
  'POST /oauth/logout',
]

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
const takesSession = ({ security }: Operation): boolean => security.some((scheme) => 'session' in scheme)

const shape = (answer: TestAnswer): string =>
  [answer.status, answer.headers['location'], answer.json['code']]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/arq_\w+/g, 'arq')

/** An owner of the server, with an authenticator app, whose sign-in waits for the code. */
async function waitingOwner(app: TestApp): Promise<{ maya: FactorPerson; waiting: FactorPerson }> {
  const maya = await FactorPerson.withTotp(app)
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${maya.id}`)
  const waiting = maya.elsewhere()
  assert.equal((await waiting.logIn()).json['mfa_required'], true)
  return { maya, waiting }
}

/** Calls a route as a browser with these cookies would, with a token that fits the session. */
function ask(app: TestApp, { method, path, hasBody }: Operation, cookie: string, csrf: string): Promise<TestAnswer> {
  const url = pathWith(path, {})
  const headers = { cookie, 'x-csrf-token': csrf, origin: app.baseUrl, 'sec-fetch-site': 'same-origin' }
  if (path.startsWith('/api/')) return app.send({ method, url, headers, ...(hasBody ? { json: {} } : {}) })
  return app.send({ method, url, headers, ...(method === 'GET' ? {} : { form: { csrf_token: csrf } }) })
}

test('SE7: a session that waits for the second factor reaches nothing else, of all routes there are', async (t) => {
  const app = await createTestApp(t)
  const { maya, waiting } = await waitingOwner(app)
  const operations = (await operationsOf(app)).filter(takesSession)
  const guarded = operations.filter((it) => !it.isPage && !endsTheWait.includes(nameOf(it)))
  assert.ok(guarded.length > 60, `${guarded.length} routes`)
  const cookie = `mandate_session=${waiting.visitor.cookies['mandate_session']}`
  for (const operation of guarded) {
    const answer = await ask(app, operation, cookie, waiting.csrf)
    assert.equal(answer.status, 401, `${nameOf(operation)}: ${answer.text}`)
    assert.equal(answer.json['code'], 'mfa_required', nameOf(operation))
  }
  assert.equal(await waiting.isSignedIn(), false)
  assert.equal(outcome(await waiting.challenge(maya.code())), '200', 'and none of it changed the session')
  assert.equal((await waiting.call('GET', '/admin/config')).status, 200, 'the same person may do all that afterwards')
})

/** The routes that set up the factor somebody needs. */
const setsFactorUp = [
  'POST /api/v1/auth/mfa/totp/enroll',
  'POST /api/v1/auth/mfa/totp/activate',
  'GET /account/second-step',
  'POST /account/second-step',
  'POST /account/second-step/activate',
  'POST /account/verification',
]

test('SE7: a session that has to set up a second factor reaches nothing else, of all routes there are', async (t) => {
  const app = await createTestApp(t, { mode: 'production' })
  const owner = await FactorPerson.proven(app)
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
  assert.equal((await owner.logIn()).json['mfa_enrollment_required'], true)
  const allowed = [...endsTheWait, ...setsFactorUp]
  const guarded = (await operationsOf(app)).filter((it) => takesSession(it) && !allowed.includes(nameOf(it)))
  assert.ok(guarded.length > 75, `${guarded.length} routes`)
  const cookie = `mandate_session=${owner.visitor.cookies['mandate_session']}`
  for (const operation of guarded) {
    const answer = await ask(app, operation, cookie, owner.csrf)
    if (!operation.isPage) assert.equal(outcome(answer), '401 mfa_enrollment_required', nameOf(operation))
    assert.ok(!answer.text.includes(owner.email), nameOf(operation))
    assert.ok(!shape(answer).startsWith('200') || !answer.text.includes('/account/'), nameOf(operation))
  }
  assert.equal(outcome(await owner.call('POST', '/auth/mfa/totp/enroll')), '200', 'and none of it changed the session')
})

test('SE7: a session that waits for an auth flow reaches nothing else, of all routes there are', async (t) => {
  const app = await createTestApp(t)
  const waiting = await waitingPerson(app)
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${waiting.id}`)
  const allowed = [...endsTheWait, 'POST /api/v1/auth/email/verify/send']
  const guarded = (await operationsOf(app)).filter((it) => takesSession(it) && !allowed.includes(nameOf(it)))
  assert.ok(guarded.length > 75, `${guarded.length} routes`)
  const cookie = `mandate_session=${waiting.visitor.cookies['mandate_session']}`
  for (const operation of guarded) {
    const answer = await ask(app, operation, cookie, waiting.csrf)
    if (!operation.isPage) assert.equal(outcome(answer), '401 sign_in_unfinished', nameOf(operation))
    assert.ok(!answer.text.includes(waiting.email), nameOf(operation))
  }
  assert.equal(await waiting.isSignedIn(), false)
  assert.equal(
    outcome(await waiting.call('POST', '/auth/flow/resume', {})),
    '200',
    'and none of it changed the session',
  )
})

test('SE7: to every page a session that waits is nobody', async (t) => {
  const app = await createTestApp(t)
  const { waiting } = await waitingOwner(app)
  const pages = (await operationsOf(app)).filter((it) => takesSession(it) && it.isPage)
  const others = pages.filter((it) => !endsTheWait.includes(nameOf(it)))
  assert.ok(others.length >= 15, `${others.length} pages`)
  const browser = `mandate_browser=${(await loginBrowser(waiting)) ?? ''}`
  const cookie = `${browser}; mandate_session=${waiting.visitor.cookies['mandate_session']}`
  for (const page of others) {
    const asWaiting = await ask(app, page, cookie, waiting.csrf)
    const asNobody = await ask(app, page, browser, waiting.csrf)
    assert.equal(shape(asWaiting), shape(asNobody), nameOf(page))
    assert.ok(!asWaiting.text.includes(waiting.email), nameOf(page))
  }
})

async function loginBrowser(person: FactorPerson): Promise<string | undefined> {
  await person.visitor.open('/login')
  return person.visitor.cookies['mandate_browser']
}

test('SE7: an application gets nothing from a session that waits: the person is led to sign in', async (t) => {
  const app = await createTestApp(t)
  const { waiting } = await waitingOwner(app)
  const client = await createWebApp(app)
  const begun = await waiting.visitor.open(authorizeUrl(client))
  assert.match(shape(begun), /^303 \/login\?request=arq/)
  const request = new URL(String(begun.headers['location']), app.baseUrl).searchParams.get('request') ?? ''
  for (const url of [`/oauth/authorize?request=${request}`, `/consent?request=${request}`]) {
    assert.match(shape(await waiting.visitor.open(url)), /^303 \/login\?request=arq/, url)
  }
  const form = { request, decision: 'allow', csrf_token: waiting.csrf }
  assert.match(shape(await waiting.visitor.post('/oauth/authorize', form)), /^303 \/login\?request=arq/)
  const silent = await waiting.visitor.open(authorizeUrl(client, { prompt: 'none', scope: 'openid read' }))
  assert.match(String(silent.headers['location']), /error=login_required/)
})

test('SE7, MF3: a device is not approved by a session that waits', async (t) => {
  const app = await createTestApp(t)
  const { waiting } = await waitingOwner(app)
  const shown = await waiting.visitor.open('/oauth/device/verify?user_code=BCDF-GHJK')
  assert.match(shape(shown), /^303 \/login\?next=/)
  const form = { user_code: 'BCDF-GHJK', decision: 'allow', csrf_token: waiting.csrf, view: 'x' }
  const posted = await waiting.visitor.post('/oauth/device/verify', form)
  assert.match(shape(posted), /^303 \/login|^403/)
})

test('SE7: whatever order the steps come in, only the right one leads in', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const steps = {
    password: (it: FactorPerson) => it.logIn(),
    code: (it: FactorPerson) => it.challenge(maya.code()),
    empty: (it: FactorPerson) => it.call('POST', '/auth/mfa/challenge', {}),
    activate: (it: FactorPerson) => it.call('POST', '/auth/mfa/totp/activate', { code: maya.code() }),
  }
  type Step = keyof typeof steps
  for (const order of permutations(Object.keys(steps) as Step[])) {
    app.clock.advance(60_000)
    const browser = maya.elsewhere()
    for (const step of order) await steps[step](browser)
    const isRight = order.indexOf('password') < order.indexOf('code')
    assert.equal(await browser.isSignedIn(), isRight, order.join(', '))
  }
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))
}

test('SE7: a session that waits can be signed out, by JSON and by page', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const [one, two] = [maya.elsewhere(), maya.elsewhere()]
  await one.logIn()
  assert.equal(outcome(await one.call('POST', '/auth/logout')), '204')
  await two.logIn()
  const cookies = { ...two.visitor.cookies }
  assert.equal((await two.visitor.post('/logout', {})).status, 303)
  two.visitor.cookies = cookies
  assert.equal(outcome(await two.challenge(maya.code())), '401 not_signed_in')
})

test('SE7: a sign-in that waited too long begins anew', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const browser = maya.elsewhere()
  await browser.logIn()
  app.clock.advance(10 * 60_000)
  assert.equal(outcome(await browser.challenge(maya.code())), '401 not_signed_in')
})

test('MF3: sessions from before the factor was set up have to present it too', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.signUp(app)
  const earlier = maya.elsewhere()
  await earlier.logIn()
  assert.equal(await earlier.isSignedIn(), true)
  await maya.setUpTotp()
  assert.equal(outcome(await earlier.call('GET', '/auth/me')), '401 mfa_required')
  assert.equal(outcome(await earlier.challenge(maya.code())), '200')
  assert.equal(await earlier.isSignedIn(), true)
})
