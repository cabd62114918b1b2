import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { decodeBase32, eventsNamed, FactorPerson, outcome } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'

const MINUTE = 60_000
const STEP = 30_000

const statuses = (answers: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('a person sets up an authenticator app and signs in with it from then on', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const before = maya.visitor.cookies['mandate_session']
  const offered = await maya.call('POST', '/auth/mfa/totp/enroll')
  assert.equal(offered.status, 200)
  assert.match(String(offered.json['secret']), /^[A-Z2-7]{32}$/)
  assert.match(String(offered.json['otpauth_uri']), /^otpauth:\/\/totp\/localhost:maya%40example\.com\?secret=/)
  assert.match(String(offered.json['qr_svg']), /^<svg /)
  assert.equal((await maya.call('GET', '/auth/me')).json['mfa_enabled'], false, 'an offer is no factor')

  await maya.setUpTotp()
  assert.equal(maya.recoveryCodes.length, 10)
  for (const code of maya.recoveryCodes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
  assert.equal((await maya.call('GET', '/auth/me')).json['mfa_enabled'], true, 'this session goes on')
  assert.notEqual(maya.visitor.cookies['mandate_session'], before, 'under a new cookie')
  const [enabled, ...more] = await eventsNamed(app, 'mfa.enabled')
  assert.deepEqual(more, [])
  assert.equal((enabled?.data as { user_id?: string }).user_id, maya.id)

  const browser = maya.elsewhere()
  const answer = await browser.logIn()
  assert.equal(answer.status, 200)
  const { csrf_token: csrf, ...rest } = answer.json
  assert.deepEqual(rest, { mfa_required: true, methods: ['totp', 'recovery_code'] })
  assert.equal(typeof csrf, 'string')
  const waiting = browser.visitor.cookies['mandate_session']
  const passed = await browser.challenge(maya.code())
  assert.equal(passed.status, 200)
  assert.equal(passed.json['email'], 'maya@example.com')
  assert.notEqual(browser.visitor.cookies['mandate_session'], waiting)
  assert.equal(await browser.isSignedIn(), true)
})

test('SE1: the cookie of a waiting session opens nothing after the second factor, nor one planted before', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const browser = maya.elsewhere()
  browser.visitor.cookies['mandate_session'] = 'planted'
  await browser.logIn()
  const waiting = browser.visitor.cookies['mandate_session'] ?? ''
  assert.notEqual(waiting, 'planted')
  await browser.challenge(maya.code())
  const whole = browser.visitor.cookies['mandate_session'] ?? ''
  browser.visitor.cookies['mandate_session'] = waiting
  assert.equal(outcome(await browser.call('GET', '/auth/me')), '401 not_signed_in')
  browser.visitor.cookies['mandate_session'] = whole
  assert.equal(await browser.isSignedIn(), true)
})

test('MF1: a code works once, for whichever session and whichever of its neighbours', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const [one, two] = [maya.elsewhere(), maya.elsewhere()]
  await one.logIn()
  await two.logIn()
  const code = maya.code()
  assert.equal(outcome(await one.challenge(code)), '200')
  assert.equal(outcome(await two.challenge(code)), '401 mfa_code_wrong')
  assert.equal(outcome(await two.challenge(maya.code(-1))), '401 mfa_code_wrong', 'a step before the one used')
  assert.equal(outcome(await two.challenge(maya.code(2))), '401 mfa_code_wrong', 'a step too far ahead')
  assert.equal(outcome(await two.challenge(` ${maya.code(1).slice(0, 3)} ${maya.code(1).slice(3)}`)), '200')
})

test('MF1: the code that activated the app does not sign in', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  app.clock.advance(-STEP)
  const browser = maya.elsewhere()
  await browser.logIn()
  assert.equal(outcome(await browser.challenge(maya.code())), '401 mfa_code_wrong')
})

test('MF1: of fifty sessions that bring one code at once, one gets in', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const browsers = await waitingBrowsers(maya, 50)
  const code = maya.code()
  const answers = await Promise.all(browsers.map((browser) => browser.challenge(code)))
  assert.equal(statuses(answers)[200], 1, JSON.stringify(statuses(answers)))
  const satisfied = await Promise.all(browsers.map((browser) => browser.isSignedIn()))
  assert.equal(satisfied.filter(Boolean).length, 1)
})

test('MF2: of fifty sessions that bring one recovery code at once, one gets in', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const browsers = await waitingBrowsers(maya, 50)
  const [code = ''] = maya.recoveryCodes
  const answers = await Promise.all(browsers.map((browser) => browser.challenge(code)))
  assert.equal(statuses(answers)[200], 1, JSON.stringify(statuses(answers)))
  assert.equal((await maya.call('GET', '/auth/mfa/recovery-codes')).json['left'], 9)
})

/** Sessions that wait, each from an address of its own, so that a race meets the code and not a limit. */
async function waitingBrowsers(person: FactorPerson, count: number): Promise<FactorPerson[]> {
  const browsers = Array.from({ length: count }, (_, i) => person.elsewhere(`203.0.113.${i + 1}`))
  for (const browser of browsers) assert.equal((await browser.logIn()).json['mfa_required'], true)
  return browsers
}

test('MF2: each recovery code works once, however it is typed, and new ones void the old', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const [one = '', two = '', three = ''] = maya.recoveryCodes
  const browser = maya.elsewhere()
  await browser.logIn()
  assert.equal(outcome(await browser.challenge(` ${one.toUpperCase().replaceAll('-', ' ')} `)), '200')
  assert.equal((await browser.call('GET', '/auth/mfa/recovery-codes')).json['left'], 9)
  await browser.logIn()
  assert.equal(outcome(await browser.challenge(one)), '401 mfa_code_wrong')
  assert.equal(outcome(await browser.challenge(two)), '200')

  const made = await browser.call('POST', '/auth/mfa/recovery-codes')
  assert.equal(made.status, 200)
  const fresh = made.json['recovery_codes'] as string[]
  assert.equal(fresh.length, 10)
  assert.deepEqual(
    fresh.filter((code) => maya.recoveryCodes.includes(code)),
    [],
  )
  await browser.logIn()
  assert.equal(outcome(await browser.challenge(three)), '401 mfa_code_wrong')
  assert.equal(outcome(await browser.challenge(fresh[9] ?? '')), '200')
  const events = await eventsNamed(app, 'mfa.recovery_code_used', 'mfa.recovery_codes_replaced')
  assert.equal(events.length, 4)
})

test('MF2: a recovery code of another person means nothing', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const noor = await FactorPerson.withTotp(app, 'noor@example.com')
  const browser = maya.elsewhere()
  await browser.logIn()
  assert.equal(outcome(await browser.challenge(noor.recoveryCodes[0] ?? '')), '401 mfa_code_wrong')
  assert.equal((await noor.call('GET', '/auth/mfa/recovery-codes')).json['left'], 10)
})

test('MF1, MF2: neither secret nor recovery code can be read from the database or the log', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const browser = maya.elsewhere()
  await browser.logIn()
  await browser.challenge(maya.recoveryCodes[0] ?? '')
  const secrets = [
    maya.secret.toString('base64'),
    maya.secret.toString('base64url'),
    maya.secret.toString('hex'),
    ...maya.recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
  ]
  const tables = ['totp_factors', 'recovery_codes', 'events', 'sessions', 'limits', 'replays', 'email_outbox', 'users']
  for (const table of tables) {
    const rows = JSON.stringify(await app.database.db.all(sql`SELECT * FROM ${raw(table)}`))
    for (const secret of secrets) assert.ok(!rows.includes(secret), table)
  }
  const log = app.log.join('')
  for (const secret of secrets) assert.ok(!log.includes(secret))
})

test('MF1: twenty wrong codes meet a limit that a new session, a new node and time do not lift at once', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const attacker = maya.elsewhere('203.0.113.66')
  const outcomes: string[] = []
  for (let i = 0; i < 20; i++) {
    if (i % 3 === 0) await attacker.logIn()
    outcomes.push(outcome(await attacker.challenge(maya.wrongCode())))
  }
  assert.deepEqual(outcomes.slice(0, 5), Array(5).fill('401 mfa_code_wrong'))
  assert.deepEqual(outcomes.slice(5), Array(15).fill('429 rate_limited'))
  const refused = await attacker.challenge(maya.code())
  assert.equal(outcome(refused), '429 rate_limited', 'a right code too')
  assert.ok(Number(refused.headers['retry-after']) > 0)
  const node = await app.secondNode(t)
  const headers = {
    cookie: `mandate_session=${attacker.visitor.cookies['mandate_session']}`,
    'x-csrf-token': attacker.csrf,
  }
  const json = { code: maya.code() }
  const url = '/api/v1/auth/mfa/challenge'
  const there = await node.send({ url, json, headers, remoteAddress: '203.0.113.66' })
  assert.equal(outcome(there), '429 rate_limited')
  const own = maya.elsewhere()
  await own.logIn()
  assert.equal(outcome(await own.challenge(maya.code())), '200', 'the person’s own address is not bound by it')
  assert.equal((await eventsNamed(app, 'mfa.failed')).length, 5)
  assert.equal((await eventsNamed(app, 'mfa.throttled')).length, 1)
})

test('MF1: guessing from many addresses meets the limit of the account, and leaves the person’s own desk open', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const outcomes: string[] = []
  for (let i = 0; i < 8; i++) {
    const attacker = maya.elsewhere(`198.51.100.${i + 1}`)
    await attacker.logIn()
    for (let j = 0; j < 4; j++) outcomes.push(outcome(await attacker.challenge(maya.wrongCode())))
  }
  assert.equal(outcomes.filter((it) => it === '401 mfa_code_wrong').length, 20)
  assert.equal(outcomes.filter((it) => it === '429 rate_limited').length, 12)
  const own = maya.elsewhere()
  await own.logIn()
  assert.equal(outcome(await own.challenge(maya.code())), '200')
})

test('MF1: guesses from elsewhere leave a person their recovery codes, and nobody else theirs', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const [code = ''] = maya.recoveryCodes
  for (let i = 0; i < 5; i++) {
    const attacker = maya.elsewhere(`198.51.100.${i + 1}`)
    await attacker.logIn()
    for (let j = 0; j < 4; j++) await attacker.challenge(maya.wrongCode())
  }
  const away = maya.elsewhere('203.0.113.66')
  await away.logIn()
  assert.equal(outcome(await away.challenge(maya.code())), '429 rate_limited', 'six digits can be guessed')
  assert.equal(outcome(await away.challenge('k7m2-9xq4-t0bz')), '429 rate_limited')
  assert.equal(outcome(await away.challenge(code)), '200')
  assert.equal((await eventsNamed(app, 'mfa.failed')).length, 21)
})

test('MF1: a hundred wrong codes at once count as a hundred', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const attacker = maya.elsewhere('203.0.113.66')
  await attacker.logIn()
  const code = maya.wrongCode()
  const answers = await Promise.all(Array.from({ length: 100 }, () => attacker.challenge(code)))
  assert.deepEqual(statuses(answers), { 401: 5, 429: 95 })
})

test('enrolling needs a code of the newest secret, in time, once', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const activate = (code: string) => maya.call('POST', '/auth/mfa/totp/activate', { code })
  assert.equal(outcome(await activate('123456')), '409 mfa_not_enrolled')
  const first = await maya.call('POST', '/auth/mfa/totp/enroll')
  const second = await maya.call('POST', '/auth/mfa/totp/enroll')
  assert.notEqual(first.json['secret'], second.json['secret'])
  maya.secret = decodeBase32(String(first.json['secret']))
  assert.equal(outcome(await activate(maya.code())), '400 enrollment_code_wrong')
  assert.equal(outcome(await activate('')), '400 invalid_request')
  maya.secret = decodeBase32(String(second.json['secret']))
  app.clock.advance(15 * MINUTE)
  await maya.call('POST', '/auth/reauthenticate', { password: GOOD_PASSWORD })
  assert.equal(outcome(await activate(maya.code())), '409 mfa_not_enrolled', 'the offer has ended')
  await maya.setUpTotp()
  assert.equal(outcome(await activate(maya.code())), '409 mfa_already_enabled')
  assert.equal(outcome(await maya.call('POST', '/auth/mfa/totp/enroll')), '409 mfa_already_enabled')
})

test('of ten activations at once one counts, and its recovery codes are the ones that work', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const offered = await maya.call('POST', '/auth/mfa/totp/enroll')
  maya.secret = decodeBase32(String(offered.json['secret']))
  const code = maya.code()
  const cookies = { ...maya.visitor.cookies }
  const browsers = Array.from({ length: 10 }, () => {
    const browser = maya.elsewhere()
    browser.visitor.cookies = { ...cookies }
    browser.csrf = maya.csrf
    return browser
  })
  const answers = await Promise.all(browsers.map((it) => it.call('POST', '/auth/mfa/totp/activate', { code })))
  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1, JSON.stringify(statuses(answers)))
  const codes = won[0]?.json['recovery_codes'] as string[]
  const rows = await app.database.db.all(sql`SELECT hash FROM recovery_codes`)
  assert.equal(rows.length, 10)
  const browser = maya.elsewhere()
  await browser.logIn()
  assert.equal(outcome(await browser.challenge(codes[0] ?? '')), '200')
})

test('of ten sets of recovery codes made at once one is left', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  await Promise.all(Array.from({ length: 10 }, () => maya.call('POST', '/auth/mfa/recovery-codes')))
  assert.equal((await app.database.db.all(sql`SELECT hash FROM recovery_codes`)).length, 10)
})

test('the challenge is for sessions that wait, and wants a code', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  assert.equal(outcome(await maya.challenge(maya.code())), '409 mfa_not_pending')
  assert.equal(outcome(await maya.elsewhere().challenge(maya.code())), '401 not_signed_in')
  const browser = maya.elsewhere()
  await browser.logIn()
  assert.equal(outcome(await browser.call('POST', '/auth/mfa/challenge', {})), '400 invalid_request')
  assert.equal(outcome(await browser.challenge('x'.repeat(41))), '400 invalid_request')
  for (const code of ['abcdef', '12345', '1234567', '-', 'k7m2-9xq4-t0b', 'ilou-ilou-ilou']) {
    app.clock.advance(20 * MINUTE)
    await browser.logIn()
    assert.equal(outcome(await browser.challenge(code)), '401 mfa_code_wrong', code)
  }
  browser.csrf = 'wrong'
  assert.equal(outcome(await browser.challenge(maya.code())), '403 csrf_failed')
})

test('a person takes the second factor away and sets up another one', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  assert.equal(outcome(await maya.call('DELETE', '/auth/mfa')), '204')
  assert.equal((await maya.call('GET', '/auth/me')).json['mfa_enabled'], false)
  assert.equal(outcome(await maya.call('DELETE', '/auth/mfa')), '409 mfa_not_enabled')
  assert.equal(outcome(await maya.call('POST', '/auth/mfa/recovery-codes')), '409 mfa_not_enabled')
  assert.equal((await maya.call('GET', '/auth/mfa/recovery-codes')).json['left'], 0)
  const browser = maya.elsewhere()
  assert.equal((await browser.logIn()).json['email'], 'maya@example.com')
  await maya.setUpTotp()
  assert.equal((await maya.elsewhere().logIn()).json['mfa_required'], true)
})

test('an operator takes the factor of a person who lost it away: sessions go on, another can be set up', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  const waiting = maya.elsewhere()
  await waiting.logIn()
  const path = `/users/${maya.id}/mfa`
  assert.equal((await app.admin('DELETE', path)).status, 204)
  assert.equal((await app.admin('DELETE', path)).status, 204, 'twice does no harm')
  assert.equal(outcome(await app.admin('DELETE', '/users/usr_none/mfa')), '404 user_not_found')
  const events = await eventsNamed(app, 'mfa.disabled')
  assert.equal(events.length, 1)
  const { before, after } = events[0]?.data as { before: unknown; after: unknown }
  assert.deepEqual(before, { mfa_enabled: true, recovery_codes_left: 10 })
  assert.deepEqual(after, { mfa_enabled: false, recovery_codes_left: 0 })
  assert.equal(await maya.isSignedIn(), true)
  assert.equal(
    outcome(await waiting.call('GET', '/auth/me')),
    '401 mfa_required',
    'it did not become a session by that',
  )
  assert.equal(outcome(await waiting.challenge(maya.code())), '409 mfa_not_enabled')
  assert.equal((await waiting.logIn()).json['mfa_enabled'], false)
  await maya.setUpTotp()
  assert.equal((await maya.elsewhere().logIn()).json['mfa_required'], true)
})

test('nothing of a deleted user’s factors is left, nor inherited by whoever takes the address', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  await maya.addPasskey()
  await app.services.users.delete(maya.id, { type: 'system', id: 'test', requestId: null, ip: null })
  for (const table of ['totp_factors', 'recovery_codes', 'passkeys']) {
    assert.deepEqual(await app.database.db.all(sql`SELECT * FROM ${raw(table)}`), [], table)
  }
  const next = await FactorPerson.proven(app)
  assert.equal((await next.call('GET', '/auth/me')).json['mfa_enabled'], false)
  assert.equal(outcome(await maya.passkeyLogIn()), '401 passkey_refused')
})

test('a person is told by mail what changed about the second factor', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  await maya.call('POST', '/auth/mfa/recovery-codes')
  await maya.addPasskey()
  await maya.call('DELETE', '/auth/mfa')
  const rows = await app.database.db.all(sql`
    SELECT template FROM email_outbox WHERE template IN ('mfa_changed', 'passkey_added') ORDER BY template`)
  const templates = rows.map((row) => row['template'])
  assert.deepEqual(templates, ['mfa_changed', 'mfa_changed', 'mfa_changed', 'passkey_added'])
})
