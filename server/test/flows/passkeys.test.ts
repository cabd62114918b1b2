import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { Authenticator } from '#test/support/authenticator.ts'
import { eventsNamed, FactorPerson, outcome } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestApp } from '#test/support/app.ts'
import type { Mutations } from '#test/support/authenticator.ts'

const MINUTE = 60_000
const base64url = /^[A-Za-z0-9_-]+$/

/** How the newest sign-in was made, besides those by password. */
async function methodsOf(app: TestApp): Promise<unknown> {
  const rows = await app.database.db.all(sql`
    SELECT methods FROM sessions WHERE methods <> ${'["pwd"]'} ORDER BY created_at DESC LIMIT 1`)
  return JSON.parse(String(rows[0]?.['methods'])) as unknown
}

test('a person adds a passkey, signs in with it, renames and removes it', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const options = await maya.call('POST', '/auth/passkeys/register/options')
  assert.equal(options.status, 200)
  const { challenge, user, pubKeyCredParams, ...rest } = options.json as {
    challenge: string
    user: Record<string, string>
    pubKeyCredParams: { alg: number }[]
  }
  assert.match(challenge, base64url)
  assert.equal(Buffer.from(user['id'] ?? '', 'base64url').toString(), maya.id)
  assert.deepEqual([user['name'], user['displayName']], ['maya@example.com', 'maya@example.com'])
  assert.deepEqual(
    pubKeyCredParams.map(({ alg }) => alg),
    [-7, -8, -257],
  )
  assert.deepEqual(rest, {
    rp: { id: 'localhost', name: 'localhost' },
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  })
  const credential = maya.authenticator.create(options.json as never)
  const added = await maya.call('POST', '/auth/passkeys/register', { credential, name: 'Laptop' })
  assert.equal(added.status, 201, added.text)
  const { id, ...passkey } = added.json
  assert.match(String(id), /^pky_/)
  assert.equal(added.headers['location'], `/api/v1/auth/passkeys/${String(id)}`)
  assert.deepEqual(passkey, {
    name: 'Laptop',
    aaguid: '08987058-cadc-4b81-b6e1-30de50dcbe96',
    backup_eligible: false,
    backed_up: false,
    transports: ['internal', 'hybrid'],
    created_at: '2026-01-15T12:00:00.000Z',
    last_used_at: null,
  })

  const phone = maya.elsewhere()
  const asked = await phone.call('POST', '/auth/passkeys/login/options')
  const { challenge: another, ...request } = asked.json
  assert.notEqual(another, challenge)
  const anybody = { timeout: 300_000, rpId: 'localhost', allowCredentials: [], userVerification: 'required' }
  assert.deepEqual(request, anybody)
  const assertion = maya.authenticator.get(asked.json as never)
  const signedIn = await phone.call('POST', '/auth/passkeys/login', { credential: assertion })
  assert.equal(signedIn.status, 200, signedIn.text)
  assert.equal(signedIn.json['email'], 'maya@example.com')
  assert.equal(await phone.isSignedIn(), true)
  assert.deepEqual(await methodsOf(app), ['hwk', 'user', 'mfa'])

  const renamed = await phone.call('PATCH', `/auth/passkeys/${String(id)}`, { name: 'Old laptop' })
  assert.equal(renamed.json['name'], 'Old laptop')
  assert.equal(renamed.json['last_used_at'], '2026-01-15T12:00:00.000Z')
  const listed = await phone.call('GET', '/auth/passkeys?include_total=true')
  assert.deepEqual(listed.json, { data: [renamed.json], next_cursor: null, total: 1 })
  assert.equal((await phone.call('DELETE', `/auth/passkeys/${String(id)}`)).status, 204)
  assert.deepEqual((await phone.call('GET', '/auth/passkeys')).json['data'], [])
  assert.equal(await phone.isSignedIn(), true, 'what it opened goes on')
  maya.visitor.cookies = {}
  assert.equal(outcome(await maya.passkeyLogIn()), '401 passkey_refused')
})

test('MF3: a passkey presents both factors at once', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.withTotp(app)
  await maya.addPasskey()
  maya.visitor.cookies = {}
  assert.deepEqual((await maya.logIn()).json['methods'], ['totp', 'recovery_code', 'passkey'])
  assert.equal(await maya.isSignedIn(), false)
  const answer = await maya.passkeyLogIn()
  assert.equal(answer.json['email'], 'maya@example.com')
  assert.equal(await maya.isSignedIn(), true)
})

test('a person has several passkeys, and pages through them', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const ids: unknown[] = []
  for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) {
    app.clock.advance(1000)
    const device = new Authenticator({ origin: app.baseUrl, algorithm, synced: true, counts: false })
    const options = await maya.call('POST', '/auth/passkeys/register/options')
    const excluded = options.json['excludeCredentials'] as unknown[]
    assert.equal(excluded.length, ids.length, 'those there are stay out')
    const credential = device.create(options.json as never)
    const added = await maya.call('POST', '/auth/passkeys/register', { credential })
    assert.equal(added.status, 201, added.text)
    assert.deepEqual([added.json['backup_eligible'], added.json['backed_up']], [true, true])
    ids.unshift(added.json['id'])
    for (let i = 0; i < 2; i++) {
      const asked = await maya.call('POST', '/auth/passkeys/login/options')
      const answer = await maya.call('POST', '/auth/passkeys/login', { credential: device.get(asked.json as never) })
      assert.equal(answer.status, 200, `${algorithm} ${answer.text}`)
    }
  }
  assert.deepEqual(await methodsOf(app), ['swk', 'user', 'mfa'], 'a synced key is a key in software')
  const first = await maya.call('GET', '/auth/passkeys?limit=2')
  const cursor = encodeURIComponent(String(first.json['next_cursor']))
  const second = await maya.call('GET', `/auth/passkeys?limit=2&cursor=${cursor}`)
  const listed = [first, second].flatMap(({ json }) => (json['data'] as { id: string }[]).map(({ id }) => id))
  assert.deepEqual(listed, ids)
  assert.equal(second.json['next_cursor'], null)
  assert.equal(outcome(await maya.call('GET', '/auth/passkeys?cursor=x')), '400 invalid_cursor')

  const admin = await app.admin('GET', `/users/${maya.id}/passkeys?include_total=true`)
  assert.equal(admin.json['total'], 3)
  assert.equal(outcome(await app.admin('GET', '/users/usr_none/passkeys')), '404 user_not_found')
})

test('AD5: no list of passkeys tells their keys', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  const [row] = await app.database.db.all(sql`SELECT credential_id, public_key FROM passkeys`)
  const own = (await maya.call('GET', '/auth/passkeys')).text
  const admin = (await app.admin('GET', `/users/${maya.id}/passkeys`)).text
  for (const text of [own, admin]) {
    assert.ok(!text.includes(String(row?.['public_key'])))
    assert.ok(!text.includes(String(row?.['credential_id'])))
  }
})

/** Whatever is wrong about a ceremony, by what a test calls it. */
const wrong: Record<string, Mutations> = {
  'the type of the other ceremony': { type: 'webauthn.other' },
  'a challenge of somebody’s own': { challenge: randomBytes(32).toString('base64url') },
  'an empty challenge': { challenge: '' },
  'another origin': { origin: 'https://evil.example' },
  'another port': { origin: 'http://localhost:9090' },
  'another scheme': { origin: 'https://localhost:8080' },
  'a frame of a foreign page': { clientData: { crossOrigin: true } },
  'a foreign page on top': { clientData: { crossOrigin: true, topOrigin: 'https://evil.example' } },
  'another domain': { rpId: 'evil.example' },
  'a domain above': { rpId: 'example' },
  'nobody present': { userPresent: false },
  'nobody verified': { userVerified: false },
  'backed up without being eligible': { backupEligible: false, backedUp: true },
  'another id than its raw id': { rawId: 'AAAA' },
  'an id that is not base64url': { id: 'AA+/', rawId: 'AA+/' },
  'bytes behind the end': { authData: (bytes) => Buffer.concat([bytes, Buffer.from([0])]) },
  'hardly any authenticator data': { authData: () => Buffer.alloc(1) },
  'authenticator data that ends early': { authData: (bytes) => bytes.subarray(0, 36) },
}

test('PK1: no registration passes that has one thing wrong about it', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const certificate = new Map([['x5c', [Buffer.from('certificate')]]])
  const more: Record<string, Mutations> = {
    ...wrong,
    'an algorithm that was not offered': { algorithm: -35 },
    'an algorithm of another key': { algorithm: -257 },
    'an attestation with certificates': { format: 'packed', statement: certificate },
    'an attestation that is empty': { format: 'packed' },
    'an attestation of another kind': { format: 'android-key' },
    'an attestation nobody knows': { format: 'unheard-of' },
    'a statement under "none"': { statement: new Map([['sig', Buffer.alloc(64)]]) },
    'another credential than the one signed': { id: 'AAAA', rawId: 'AAAA' },
    'no attested credential': {
      authData: (bytes) => Buffer.concat([bytes.subarray(0, 32), Buffer.from([0x05]), bytes.subarray(33, 37)]),
    },
    'a key that ends early': { authData: (bytes) => bytes.subarray(0, -10) },
  }
  for (const [what, mutations] of Object.entries(more)) {
    const answer = await maya.addPasskey(mutations)
    const expected = what.includes('base64url') ? '400 invalid_request' : '400 passkey_registration_refused'
    assert.equal(outcome(answer), expected, `${what}: ${answer.text}`)
  }
  const foreign = await maya.addPasskey({ credentialType: 'password' })
  assert.equal(outcome(foreign), '400 invalid_request')
  assert.deepEqual(await app.database.db.all(sql`SELECT id FROM passkeys`), [])
  assert.equal((await maya.addPasskey()).status, 201, 'and nothing of it spoils the next one')
})

test('PK1: no sign-in passes that has one thing wrong about it', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const noor = await FactorPerson.proven(app, 'noor@example.com')
  await maya.addPasskey()
  await noor.addPasskey()
  const handleOf = (id: string): string => Buffer.from(id).toString('base64url')
  const flip = (at: number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    const index = at < 0 ? copy.length + at : at
    copy.writeUInt8(copy.readUInt8(index) ^ 1, index)
    return copy
  }
  const more: Record<string, Mutations> = {
    ...wrong,
    'another signature': { signature: flip(-1) },
    'no signature': { signature: () => Buffer.alloc(8) },
    'a signature of zeros': { signature: () => Buffer.from('3006020100020100', 'hex') },
    'a changed counter': { authData: flip(36) },
    'a changed flag': { authData: flip(32) },
    'the name of another person': { userHandle: handleOf(noor.id) },
    'the name of nobody': { userHandle: handleOf('usr_none') },
    'no name': { userHandle: null },
    'the passkey of another person': { id: noor.authenticator.passkeys[0]?.id ?? '' },
    'a passkey nobody registered': { id: randomBytes(32).toString('base64url') },
    'another eligibility for backup': { backupEligible: true },
  }
  maya.visitor.cookies = {}
  let refused = 0
  for (const [what, mutations] of Object.entries(more)) {
    app.clock.advance(MINUTE)
    const answer = await maya.passkeyLogIn(mutations)
    const expected = what.includes('base64url') ? '400 invalid_request' : '401 passkey_refused'
    assert.equal(outcome(answer), expected, `${what}: ${answer.text}`)
    assert.equal(await maya.isSignedIn(), false, what)
    if (expected.startsWith('401')) refused++
  }
  assert.equal((await eventsNamed(app, 'login.failed')).length, refused)
  assert.equal(outcome(await maya.passkeyLogIn()), '200', 'and nothing of it spoils the next one')
})

test('PK1: what no browser sends is refused, never a failure of ours', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  const options = await maya.call('POST', '/auth/passkeys/login/options')
  const right = maya.authenticator.get(options.json as never)
  const { response } = right
  const text = (value: string): string => Buffer.from(value).toString('base64url')
  const bodies = [
    {},
    { credential: null },
    { credential: right, more: 1 },
    { credential: { ...right, response: {} } },
    { credential: { ...right, response: { ...response, clientDataJSON: '' } } },
    { credential: { ...right, response: { ...response, signature: 7 } } },
    ...['null', '[]', '{', '7', '""', '{"challenge":7}', '{"challenge":"a","challenge":"b"}', '\u0000'].map((data) => ({
      credential: { ...right, response: { ...response, clientDataJSON: text(data) } },
    })),
    { credential: { ...right, response: { ...response, clientDataJSON: `${response.clientDataJSON}A` } } },
    { credential: { ...right, response: { ...response, authenticatorData: 'A' } } },
    { credential: { ...right, id: 'A'.repeat(5000), rawId: 'A'.repeat(5000) } },
  ]
  maya.visitor.cookies = {}
  for (const body of bodies) {
    const answer = await maya.call('POST', '/auth/passkeys/login', body)
    assert.ok(answer.status === 400 || answer.status === 401, `${answer.status} ${JSON.stringify(body).slice(0, 200)}`)
  }
  const registration = await (async () => {
    await maya.logIn()
    const made = await maya.call('POST', '/auth/passkeys/register/options')
    return maya.authenticator.create(made.json as never)
  })()
  for (const attestationObject of ['AA', text('nothing'), 'o2NmbXRkbm9uZQ', 'gA', 'v_8']) {
    const made = await maya.call('POST', '/auth/passkeys/register/options')
    const { response: fresh, ...naming } = maya.authenticator.create(made.json as never)
    const credential = { ...naming, response: { ...fresh, attestationObject } }
    assert.equal(
      outcome(await maya.call('POST', '/auth/passkeys/register', { credential })),
      '400 passkey_registration_refused',
    )
  }
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register', { credential: registration })), '201')
})

test('PK1: a challenge is good for one try, whether it was right or wrong', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const making = await maya.call('POST', '/auth/passkeys/register/options')
  const bad = maya.authenticator.create(making.json as never, { userVerified: false })
  const good = maya.authenticator.create(making.json as never)
  const register = (credential: object) => maya.call('POST', '/auth/passkeys/register', { credential })
  assert.equal(outcome(await register(bad)), '400 passkey_registration_refused')
  assert.equal(outcome(await register(good)), '400 passkey_registration_refused', 'the challenge is gone')
  assert.equal((await maya.addPasskey()).status, 201)

  const asked = await maya.call('POST', '/auth/passkeys/login/options')
  const credential = maya.authenticator.get(asked.json as never)
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/login', { credential })), '200')
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/login', { credential })), '401 passkey_refused')
})

test('PK1: of fifty answers to one challenge at once, one counts', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const device = new Authenticator({ origin: app.baseUrl, synced: true, counts: false })
  const made = await maya.call('POST', '/auth/passkeys/register/options')
  await maya.call('POST', '/auth/passkeys/register', { credential: device.create(made.json as never) })
  const asked = await maya.call('POST', '/auth/passkeys/login/options')
  const credential = device.get(asked.json as never)
  const cookies = { ...maya.visitor.cookies }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => {
      const browser = maya.elsewhere(`203.0.113.${i + 1}`)
      browser.visitor.cookies = { ...cookies }
      return browser.call('POST', '/auth/passkeys/login', { credential })
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 401).length, 49)
})

test('PK1: a challenge ends after five minutes, on every node, and does not come back', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  const asked = await maya.call('POST', '/auth/passkeys/login/options')
  const late = maya.authenticator.get(asked.json as never)
  app.clock.advance(5 * MINUTE)
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/login', { credential: late })), '401 passkey_refused')
  const again = await maya.call('POST', '/auth/passkeys/login/options')
  app.clock.advance(5 * MINUTE - 1)
  const timely = maya.authenticator.get(again.json as never)
  const node = await app.secondNode(t)
  const { mandate_browser: browser = '' } = maya.visitor.cookies
  const headers = { cookie: `mandate_browser=${browser}` }
  const request = { url: '/api/v1/auth/passkeys/login', json: { credential: timely }, headers }
  assert.equal(outcome(await node.send(request)), '200', 'another node takes it')
  assert.equal(outcome(await app.send(request)), '401 passkey_refused', 'and this one knows that it did')
})

test('PK1: a challenge is bound to the browser or session that asked, and to what it asked for', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  const options = {
    login: await maya.call('POST', '/auth/passkeys/login/options'),
    register: await maya.call('POST', '/auth/passkeys/register/options'),
    confirm: await maya.call('POST', '/auth/reauthenticate/options'),
  }
  const assertion = (challenge: unknown) => maya.authenticator.get({ challenge: String(challenge), rpId: 'localhost' })
  const stranger = maya.elsewhere()
  const login = (who: FactorPerson, challenge: unknown) =>
    who.call('POST', '/auth/passkeys/login', { credential: assertion(challenge) })
  assert.equal(
    outcome(await login(stranger, options.login.json['challenge'])),
    '401 passkey_refused',
    'another browser',
  )
  assert.equal(outcome(await login(maya, options.register.json['challenge'])), '401 passkey_refused')
  assert.equal(outcome(await login(maya, options.confirm.json['challenge'])), '401 passkey_refused')
  const confirm = (challenge: unknown) => maya.call('POST', '/auth/reauthenticate', { passkey: assertion(challenge) })
  assert.equal(outcome(await confirm(options.register.json['challenge'])), '401 passkey_refused')
  const create = (challenge: unknown) =>
    maya.authenticator.create({ challenge: String(challenge), rp: { id: 'localhost' }, user: { id: 'x' } })
  const crossed = create(options.confirm.json['challenge'])
  assert.equal(
    outcome(await maya.call('POST', '/auth/passkeys/register', { credential: crossed })),
    '400 passkey_registration_refused',
  )
  const noor = await FactorPerson.proven(app, 'noor@example.com')
  const stolen = create(options.register.json['challenge'])
  const elsewhere = await noor.call('POST', '/auth/passkeys/register', { credential: stolen })
  assert.equal(outcome(elsewhere), '400 passkey_registration_refused', 'another session')
  const [registration] = [create(options.register.json['challenge'])]
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register', { credential: registration })), '201')
})

test('PK1: a credential id that somebody has is nobody else’s, at once or later', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const noor = await FactorPerson.proven(app, 'noor@example.com')
  const made = await maya.call('POST', '/auth/passkeys/register/options')
  const theirs = maya.authenticator.create(made.json as never)
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register', { credential: theirs })), '201')
  // Without attestation nothing in the object is tied to the challenge, so it can be shown again under another one.
  const copy = async (person: FactorPerson) => {
    const options = await person.call('POST', '/auth/passkeys/register/options')
    const own = person.authenticator.create(options.json as never)
    const { clientDataJSON } = own.response
    const credential = { ...theirs, response: { ...theirs.response, clientDataJSON } }
    return outcome(await person.call('POST', '/auth/passkeys/register', { credential }))
  }
  assert.equal(await copy(noor), '409 passkey_taken')
  assert.equal(await copy(maya), '409 passkey_taken')
  assert.deepEqual((await noor.call('GET', '/auth/passkeys')).json['data'], [])
})

test('PK1: a counter that does not go up is refused and told of', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  assert.equal(outcome(await maya.passkeyLogIn({ counter: 7 })), '200')
  assert.equal(outcome(await maya.passkeyLogIn({ counter: 7 })), '401 passkey_refused')
  assert.equal(outcome(await maya.passkeyLogIn({ counter: 3 })), '401 passkey_refused')
  assert.equal(outcome(await maya.passkeyLogIn({ counter: 0 })), '401 passkey_refused')
  assert.equal(outcome(await maya.passkeyLogIn({ counter: 0xffffffff })), '200')
  const events = await eventsNamed(app, 'passkey.counter_regressed')
  const told = events.map(({ data }) => data as { stored: number; received: number })
  const pairs = told.map(({ stored, received }) => [stored, received]).toSorted(([, a = 0], [, b = 0]) => b - a)
  assert.deepEqual(pairs, [
    [7, 7],
    [7, 3],
    [7, 0],
  ])
})

test('PK1: whether a passkey is backed up may change, whether it can be may not', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey({ backupEligible: true, backedUp: false })
  const states = async () => {
    const [passkey] = (await maya.call('GET', '/auth/passkeys')).json['data'] as Record<string, unknown>[]
    return [passkey?.['backup_eligible'], passkey?.['backed_up']]
  }
  assert.deepEqual(await states(), [true, false])
  assert.equal(outcome(await maya.passkeyLogIn({ backupEligible: true, backedUp: true })), '200')
  assert.deepEqual(await states(), [true, true])
  assert.equal(outcome(await maya.passkeyLogIn({ backupEligible: false })), '401 passkey_refused')
})

test('a passkey of a disabled user opens nothing', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  await app.services.users.disable(maya.id, 'test', { type: 'system', id: 'test', requestId: null, ip: null })
  assert.equal(outcome(await maya.passkeyLogIn()), '403 user_disabled')
  assert.equal(await maya.isSignedIn(), false)
})

test('self attestation is taken when it is right, because browsers let it through', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const statement = new Map<string, number | Buffer>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
  ])
  const forged = await maya.addPasskey({ format: 'packed', statement })
  assert.equal(outcome(forged), '400 passkey_registration_refused')
  assert.equal(outcome(await maya.addPasskey({ selfAttested: true })), '201')
  assert.equal(outcome(await maya.passkeyLogIn()), '200')
})

test('tries that fail are limited by address, and leave other addresses alone', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  const attacker = maya.elsewhere('203.0.113.66')
  const outcomes: string[] = []
  for (let i = 0; i < 31; i++) {
    const options = await attacker.call('POST', '/auth/passkeys/login/options')
    const credential = maya.authenticator.get(options.json as never, { userVerified: false })
    outcomes.push(outcome(await attacker.call('POST', '/auth/passkeys/login', { credential })))
  }
  assert.deepEqual(outcomes.slice(0, 30), Array(30).fill('401 passkey_refused'))
  assert.equal(outcomes[30], '429 rate_limited')
  for (let i = 0; i < 40; i++) assert.equal(outcome(await maya.passkeyLogIn()), '200', 'right ones don’t count')
})

test('SE3: neither ceremony can be driven from a foreign page', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  await maya.addPasskey()
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    for (const path of ['login/options', 'login']) {
      const options = await maya.call('POST', '/auth/passkeys/login/options')
      const json = path === 'login' ? { json: { credential: maya.authenticator.get(options.json as never) } } : {}
      const url = `/api/v1/auth/passkeys/${path}`
      const answer = await maya.visitor.send({ method: 'POST', url, headers, ...json })
      assert.equal(outcome(answer), '403 csrf_failed', path)
    }
  }
  maya.csrf = 'wrong'
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register/options')), '403 csrf_failed')
})

test('AD4: nobody reaches the passkey of another person', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const noor = await FactorPerson.proven(app, 'noor@example.com')
  const { id } = (await maya.addPasskey()).json
  const path = `/auth/passkeys/${String(id)}`
  assert.equal(outcome(await noor.call('PATCH', path, { name: 'Mine' })), '404 passkey_not_found')
  assert.equal(outcome(await noor.call('DELETE', path)), '404 passkey_not_found')
  assert.equal(outcome(await noor.call('DELETE', '/auth/passkeys/nonsense')), '404 passkey_not_found')
  assert.equal(outcome(await maya.passkeyLogIn()), '200')
})

test('a name of a passkey is one that can be read', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const { id, name } = (await maya.addPasskey()).json
  assert.equal(name, 'Passkey')
  for (const bad of ['', '   ', 'a\u202eb', 'x'.repeat(101)]) {
    const answer = await maya.call('PATCH', `/auth/passkeys/${String(id)}`, { name: bad })
    assert.equal(outcome(answer), '400 invalid_passkey_name', JSON.stringify(bad))
  }
  const options = await maya.call('POST', '/auth/passkeys/register/options')
  const credential = maya.authenticator.create(options.json as never)
  const answer = await maya.call('POST', '/auth/passkeys/register', { credential, name: '\u0007' })
  assert.equal(outcome(answer), '400 invalid_passkey_name')
  const again = await maya.call('POST', '/auth/passkeys/register', { credential, name: '  Schlüssel 🔑 ' })
  assert.equal(again.json['name'], 'Schlüssel 🔑', 'a bad name costs no challenge')
})

test('fifty passkeys are enough', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const options = await maya.call('POST', '/auth/passkeys/register/options')
  for (let i = 0; i < 50; i++) {
    await app.database.db.run(sql`
      INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, aaguid, backup_eligible, backed_up,
        transports, name, created_at)
      VALUES (${`pky_${i}`}, ${maya.id}, ${`c${i}`}, ${''}, ${0}, ${''}, ${0}, ${0}, ${'[]'}, ${'x'}, ${i})`)
  }
  const credential = maya.authenticator.create(options.json as never)
  const late = await maya.call('POST', '/auth/passkeys/register', { credential })
  assert.equal(outcome(late), '409 too_many_passkeys')
  assert.deepEqual((late.json['details'] as { limit: number }).limit, 50)
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register/options')), '409 too_many_passkeys')
})

test('the server’s own address decides on origin and domain, whatever a request says', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'https://id.example.com/auth' })
  const maya = new FactorPerson(app)
  const signup = await maya.call('POST', '/auth/signup', { email: maya.email, password: GOOD_PASSWORD })
  assert.equal(signup.status, 201, signup.text)
  maya.id = String(signup.json['id'])
  await maya.proveAddress()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-csrf-token': maya.csrf }
  const url = '/api/v1/auth/passkeys/register/options'
  const options = await maya.visitor.send({ method: 'POST', url, headers })
  assert.deepEqual(options.json['rp'], { id: 'id.example.com', name: 'id.example.com' })
  const device = new Authenticator({ origin: 'https://id.example.com' })
  const credential = device.create(options.json as never)
  assert.equal(outcome(await maya.call('POST', '/auth/passkeys/register', { credential })), '201')
  const evil = new Authenticator({ origin: 'https://evil.example' })
  const more = await maya.call('POST', '/auth/passkeys/register/options')
  const forged = evil.create({ ...(more.json as never as Parameters<Authenticator['create']>[0]) })
  assert.equal(
    outcome(await maya.call('POST', '/auth/passkeys/register', { credential: forged })),
    '400 passkey_registration_refused',
  )
})

test('a challenge that nobody answers leaves nothing behind', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const count = async () => Number((await app.database.db.get(sql`SELECT COUNT(*) AS total FROM replays`))?.['total'])
  const before = await count()
  const challenges = new Set<unknown>()
  for (let i = 0; i < 100; i++) {
    challenges.add((await maya.call('POST', '/auth/passkeys/login/options')).json['challenge'])
  }
  assert.equal(challenges.size, 100)
  assert.equal(await count(), before)
  const [challenge = ''] = challenges as Set<string>
  assert.ok(Buffer.from(challenge, 'base64url').length >= 16)
})
