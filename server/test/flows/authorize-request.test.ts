import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  assertErrorPage,
  assertReturnedError,
  authorizeUrl,
  locationOf,
  parametersOf,
  returned,
  VERIFIER,
} from '#test/support/authorize.ts'
import type { Changes } from '#test/support/authorize.ts'
import {
  configure,
  createWebApp,
  credentialsOf,
  hiddenFields,
  introspect,
  redemption,
  requestToken,
  TestPerson,
} from '#test/support/oauth.ts'
import { listResource } from '#test/support/resources.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { ProofKey } from '#test/support/dpop.ts'

const API = 'https://api.example.com/mcp'

const ask = (app: TestApp, client: TestClient, changes: Changes) => app.send({ url: authorizeUrl(client, changes) })

async function setUp(t: TestContext, more: Record<string, unknown> = {}) {
  const app = await createTestApp(t)
  return { app, client: await createWebApp(app, more), person: await TestPerson.signUp(app) }
}

/** Follows redirects of ours, allowing what is asked, up to the client. */
async function goOn(person: TestPerson, url: string): Promise<URLSearchParams> {
  let answer = await person.send(url)
  for (let step = 0; step < 6; step++) {
    const location = locationOf(answer)
    if (location?.startsWith('https://')) return returned(answer)
    if (location !== undefined) answer = await person.send(location)
    else answer = await person.send('/oauth/authorize', { ...hiddenFields(answer.text), decision: 'allow' })
  }
  throw new Error('no answer for the client')
}

/** Fills in the sign-in page an answer leads to; answers where that leads. */
async function signInAt(person: TestPerson, location: string | undefined): Promise<string> {
  assert.match(location ?? '', /^\/login\?request=arq_/)
  const form = await person.send(location ?? '')
  assert.equal(form.status, 200, 'the form is there although somebody is signed in')
  const { csrf_token } = hiddenFields(form.text)
  const fields = { csrf_token: csrf_token ?? '', email: person.email, password: GOOD_PASSWORD }
  return locationOf(await person.send(location ?? '', fields)) ?? ''
}

describe('what an authorization request may say', () => {
  test('AZ4 every request carries an S256 challenge', async (t) => {
    const { app, client } = await setUp(t)
    const variants: Changes[] = [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge: null },
      { code_challenge_method: null },
      { code_challenge_method: 'plain' },
      { code_challenge_method: 's256' },
      { code_challenge_method: 'plain', code_challenge: VERIFIER },
      { code_challenge: 'a'.repeat(42) },
      { code_challenge: 'a'.repeat(44) },
      { code_challenge: `${'a'.repeat(42)}=` },
      { code_challenge: `${'a'.repeat(42)}+` },
    ]
    for (const changes of variants) assertReturnedError(app, await ask(app, client, changes), 'invalid_request')
  })

  test('AZ7 nothing but a code is answered, and only in the query', async (t) => {
    const { app, client, person } = await setUp(t)
    for (const response_type of [
      'token',
      'id_token',
      'code token',
      'code id_token',
      'token code',
      'none',
      'CODE',
      'code ',
    ])
      assertReturnedError(app, await ask(app, client, { response_type }), 'unsupported_response_type')
    for (const response_mode of ['fragment', 'form_post', 'query.jwt', 'web_message', 'QUERY'])
      assertReturnedError(app, await ask(app, client, { response_mode }), 'unsupported_response_type')
    const query = await goOn(person, authorizeUrl(client, { response_mode: 'query', scope: 'openid read' }))
    assert.deepEqual([...query.keys()].toSorted(), ['code', 'iss', 'state'])
  })

  test('AZ7 changing the pending request on the way back from the sign-in page has no effect', async (t) => {
    const { client, person } = await setUp(t)
    person.cookies.delete('mandate_session')
    const back = await signInAt(person, locationOf(await person.send(authorizeUrl(client))))
    const tampered = await person.send(`${back}&response_type=token&redirect_uri=https://evil.tld`)
    assertErrorPage(tampered, 400)
    assert.match(locationOf(await person.send(back)) ?? '', /^\/consent\?request=arq_/)
  })

  test('AZ9 every answer names the issuer of the metadata', async (t) => {
    const { app, client, person } = await setUp(t)
    const { json } = await app.send({ url: '/.well-known/oauth-authorization-server' })
    assert.equal(json['authorization_response_iss_parameter_supported'], true)
    const allowed = await person.authorize(client, { code_challenge: 'c'.repeat(43) })
    const denied = await person.authorize(client, { code_challenge: 'c'.repeat(43), prompt: 'consent' }, 'deny')
    assert.equal(allowed.searchParams.get('iss'), json['issuer'])
    assert.equal(denied.searchParams.get('iss'), json['issuer'])
    assert.equal(denied.searchParams.get('error'), 'access_denied')
    assert.equal(denied.searchParams.get('code'), null)
    assert.equal(denied.searchParams.get('state'), 'xyz')
  })

  test('AZ10 state comes back byte for byte', async (t) => {
    const { app, client } = await setUp(t)
    for (const state of ['"><svg onload=1>', 'ä€😀', 'a+b%20c&d=e', ' ', '=', 'x'.repeat(4096)]) {
      const query = returned(await ask(app, client, { state, scope: 'unregistered' }))
      assert.equal(query.get('state'), state)
    }
    assertReturnedErrorWithoutState(await ask(app, client, { state: null, scope: 'unregistered' }))
  })

  test('parameters that are kept have a longest length', async (t) => {
    const { app, client } = await setUp(t)
    for (const [name, most] of [
      ['nonce', 512],
      ['login_hint', 320],
    ] as const) {
      assertReturnedError(app, await ask(app, client, { [name]: 'x'.repeat(most + 1) }), 'invalid_request', /longer/)
      assert.match(locationOf(await ask(app, client, { [name]: 'x'.repeat(most) })) ?? '', /^\/login/)
    }
    const tooLong = returned(await ask(app, client, { state: 'x'.repeat(4097) }))
    assert.equal(tooLong.get('error'), 'invalid_request')
  })

  test('a client without the grant may not ask', async (t) => {
    const { app, client } = await setUp(t)
    const changed = await app.admin('PATCH', `/agents/${client.id}`, { grant_types: ['client_credentials'] })
    assert.equal(changed.status, 200, changed.text)
    assertReturnedError(app, await ask(app, client, {}), 'unauthorized_client')
  })
})

function assertReturnedErrorWithoutState(answer: Parameters<typeof returned>[0]): void {
  assert.deepEqual([...returned(answer).keys()].toSorted(), ['error', 'error_description', 'iss'])
}

describe('scope at the authorization endpoint', () => {
  test('stays within what was registered', async (t) => {
    const { app, client } = await setUp(t)
    for (const scope of ['unregistered', 'read unregistered', 'Read', 'admin', 'read  write', 'read\twrite'])
      assertReturnedError(app, await ask(app, client, { scope }), 'invalid_scope')
  })

  test('comes from the setting when it is left out', async (t) => {
    const { app, client, person } = await setUp(t)
    assertReturnedError(app, await ask(app, client, { scope: null }), 'invalid_scope')
    await configure(app, { 'oauth.default_scope': 'openid unknown' })
    const code = (await goOn(person, authorizeUrl(client, { scope: null }))).get('code') ?? ''
    const tokens = await requestToken(app, client, redemption({ code, verifier: VERIFIER }))
    assert.equal(tokens.json['scope'], 'openid')
  })
})

describe('resource at the authorization endpoint', () => {
  test('may be the server, one open to all, or one of the client, also several', async (t) => {
    const { app, client, person } = await setUp(t, { audiences: [API] })
    await listResource(app, 'https://open.example.com')
    const resource = [app.baseUrl, API, 'https://open.example.com', API]
    const code = (await goOn(person, authorizeUrl(client, { resource }))).get('code') ?? ''
    const tokens = await requestToken(app, client, redemption({ code, verifier: VERIFIER }))
    const seen = await introspect(app, client, String(tokens.json['access_token']))
    assert.deepEqual(seen['aud'], [app.baseUrl, API, 'https://open.example.com'])
  })

  test('is refused as a target the client was not given', async (t) => {
    const { app, client } = await setUp(t, { audiences: [API] })
    for (const resource of ['https://other.example.com', `${API}#x`, '/mcp', 'api.example.com', `${API}/deeper`])
      assertReturnedError(app, await ask(app, client, { resource }), 'invalid_target')
    assertReturnedError(app, await ask(app, client, { resource: [API, 'https://x.example'] }), 'invalid_target')
  })

  test('left out means the server itself', async (t) => {
    const { app, client, person } = await setUp(t)
    const code = (await goOn(person, authorizeUrl(client))).get('code') ?? ''
    const tokens = await requestToken(app, client, redemption({ code, verifier: VERIFIER }))
    assert.equal((await introspect(app, client, String(tokens.json['access_token'])))['aud'], app.baseUrl)
  })
})

describe('prompt and max_age', () => {
  test('prompt=none answers at once, whatever is missing', async (t) => {
    const { app, client, person } = await setUp(t)
    assertReturnedError(app, await ask(app, client, { prompt: 'none' }), 'login_required')
    assertReturnedError(app, await person.send(authorizeUrl(client, { prompt: 'none' })), 'consent_required')
    await goOn(person, authorizeUrl(client))
    const silent = returned(await person.send(authorizeUrl(client, { prompt: 'none' })))
    assert.ok(silent.get('code'))
    app.clock.advance(61_000)
    const old = await person.send(authorizeUrl(client, { prompt: 'none', max_age: '60' }))
    assertReturnedError(app, old, 'login_required')
  })

  test('prompt is made of known words, and none stands alone', async (t) => {
    const { app, client } = await setUp(t)
    for (const prompt of ['none login', 'none consent', 'create', 'login none', 'LOGIN'])
      assertReturnedError(app, await ask(app, client, { prompt }), 'invalid_request')
    for (const prompt of ['login', 'consent', 'select_account', 'login consent', 'login  select_account'])
      assert.match(locationOf(await ask(app, client, { prompt })) ?? '', /^\/login/, prompt)
  })

  test('prompt=consent and prompt=select_account ask although it was allowed before', async (t) => {
    const { client, person } = await setUp(t)
    await goOn(person, authorizeUrl(client))
    assert.ok(returned(await person.send(authorizeUrl(client))).get('code'), 'remembered')
    for (const prompt of ['consent', 'select_account'])
      assert.match(locationOf(await person.send(authorizeUrl(client, { prompt }))) ?? '', /^\/consent/)
  })

  test('prompt=login asks for a new sign-in, and going to the consent page directly does not avoid it', async (t) => {
    const { app, client, person } = await setUp(t)
    const first = await person.send(authorizeUrl(client, { prompt: 'login' }))
    const id = new URL(locationOf(first) ?? '', app.baseUrl).searchParams.get('request') ?? ''
    assert.match(locationOf(await person.send(`/consent?request=${id}`)) ?? '', /^\/login/)
    assert.match(locationOf(await person.send(`/oauth/authorize?request=${id}`)) ?? '', /^\/login/)
    const back = await signInAt(person, locationOf(first))
    const page = await person.send(locationOf(await person.send(back)) ?? '')
    const answer = await person.send('/oauth/authorize', { ...hiddenFields(page.text), decision: 'allow' })
    assert.ok(returned(answer).get('code'))
  })

  test('max_age asks for a new sign-in when the last one is too long ago', async (t) => {
    const { app, client, person } = await setUp(t)
    app.clock.advance(600_000)
    assert.match(locationOf(await person.send(authorizeUrl(client, { max_age: '600' }))) ?? '', /^\/consent/)
    const answer = await person.send(authorizeUrl(client, { max_age: '599' }))
    app.clock.advance(30_000)
    const back = await signInAt(person, locationOf(answer))
    const code = (await goOn(person, back)).get('code') ?? ''
    const tokens = await requestToken(app, client, redemption({ code, verifier: VERIFIER }))
    const claims = claimsOf(String(tokens.json['access_token']))
    assert.equal(claims['auth_time'], Math.floor(app.clock.now() / 1000))
  })

  test('max_age is a whole number of seconds', async (t) => {
    const { app, client } = await setUp(t)
    for (const max_age of ['-1', '1.5', '1e3', 'x', '0x10', '9999999999'])
      assertReturnedError(app, await ask(app, client, { max_age }), 'invalid_request')
  })

  test('login_hint fills in the sign-in page', async (t) => {
    const { app, client, person } = await setUp(t)
    person.cookies.clear()
    const answer = await person.send(authorizeUrl(client, { login_hint: 'maya"><b>@example.com' }))
    const page = await person.send(locationOf(answer) ?? '')
    assert.match(page.text, /value="maya&quot;&gt;&lt;b&gt;@example\.com"/)
    assert.match(page.text, /web app/)
    assert.equal(app.baseUrl, 'http://localhost:8080')
  })
})

describe('the authorization request as a form', () => {
  test('a form of the client’s own site takes one hop that brings the cookies back', async (t) => {
    const { app, client, person } = await setUp(t)
    const form = [...parametersOf(client, { resource: [app.baseUrl] })] as [string, string][]
    const headers = { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }
    const first = await app.send({ url: '/oauth/authorize', form, headers })
    assert.equal(first.status, 303)
    assert.match(locationOf(first) ?? '', /^\/oauth\/authorize\?client_id=[^&]+&request_uri=urn/)
    assert.ok((await goOn(person, locationOf(first) ?? '')).get('code'))
    assertErrorPage(await person.send(locationOf(first) ?? ''), 400, /answered before/)
  })

  test('a form that names a pushed request takes it along over the hop', async (t) => {
    const { app, client, person } = await setUp(t)
    const pushed = await app.send({
      url: '/oauth/par',
      form: { ...Object.fromEntries(parametersOf(client)), ...credentialsOf(client) },
    })
    assert.equal(pushed.status, 201, pushed.text)
    const form = { client_id: client.clientId, request_uri: String(pushed.json['request_uri']) }
    const first = await app.send({ url: '/oauth/authorize', form })
    assert.equal(locationOf(first), `/oauth/authorize?${new URLSearchParams(form)}`)
    assert.ok((await goOn(person, locationOf(first) ?? '')).get('code'))
    assertErrorPage(await app.send({ url: '/oauth/authorize', form }), 400, /answered before/)
  })

  test('a form with the cookies goes on directly', async (t) => {
    const { client, person } = await setUp(t)
    await person.send(authorizeUrl(client))
    const answer = await person.send('/oauth/authorize', Object.fromEntries(parametersOf(client)))
    assert.match(locationOf(answer) ?? '', /^\/consent\?request=arq_/)
  })

  test('its errors are answered as those of the query', async (t) => {
    const { app, client } = await setUp(t)
    const post = (changes: Changes) =>
      app.send({ url: '/oauth/authorize', form: [...parametersOf(client, changes)] as [string, string][] })
    assertReturnedError(app, await post({ scope: null }), 'invalid_scope')
    assertErrorPage(await post({ redirect_uri: 'https://evil.tld' }), 400)
    const json = await app.send({ url: '/oauth/authorize', json: Object.fromEntries(parametersOf(client)) })
    assertErrorPage(json, 415)
  })
})

describe('a code asked for with a key', () => {
  test('is redeemed with that key only', async (t) => {
    const { app, client, person } = await setUp(t)
    const [key, other] = [new ProofKey(), new ProofKey()]
    const code = (await goOn(person, authorizeUrl(client, { dpop_jkt: key.jkt }))).get('code') ?? ''
    const fields = redemption({ code, verifier: VERIFIER })
    for (const wrong of [undefined, other]) {
      const refused = await requestToken(app, client, fields, wrong)
      assert.equal(refused.json['error'], 'invalid_grant')
    }
    const tokens = await requestToken(app, client, fields, key)
    assert.equal(tokens.json['token_type'], 'DPoP')
  })
})

test('pending requests of strangers from one address are limited', async (t) => {
  const { app, client } = await setUp(t)
  let limited
  for (let i = 0; i < 301 && !limited; i++) {
    const answer = await ask(app, client, {})
    if (answer.status === 429) limited = answer
  }
  assert.ok(limited)
  assert.ok(Number(limited.headers['retry-after']) > 0)
  const elsewhere = await app.send({ url: authorizeUrl(client), remoteAddress: '198.51.100.7' })
  assert.equal(elsewhere.status, 303)
})

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
