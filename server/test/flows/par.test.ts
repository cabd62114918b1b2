import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf, parametersOf, returned, VERIFIER } from '#test/support/authorize.ts'
import type { Changes } from '#test/support/authorize.ts'
import { ProofKey } from '#test/support/dpop.ts'
import {
  assertOAuthError,
  createWebApp,
  credentialsOf,
  hiddenFields,
  proofFor,
  redemption,
  REDIRECT,
  requestToken,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'

async function setUp(t: TestContext, more: Record<string, unknown> = {}) {
  const app = await createTestApp(t)
  return { app, client: await createWebApp(app, more), person: await TestPerson.signUp(app) }
}

function push(app: TestApp, client: TestClient, changes: Changes = {}, headers: Record<string, string> = {}) {
  const form = [...parametersOf(client, { ...credentialsOf(client), ...changes })] as [string, string][]
  return app.send({ url: '/oauth/par', form, headers })
}

/** The address that a client sends the browser to with what was pushed. */
function addressOf(client: TestClient, pushed: TestAnswer): string {
  assert.equal(pushed.status, 201, pushed.text)
  const request_uri = String(pushed.json['request_uri'])
  return `/oauth/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri })}`
}

async function allow(person: TestPerson, url: string): Promise<URLSearchParams> {
  const first = await person.send(url)
  const page = await person.send(locationOf(first) ?? '')
  return returned(await person.send('/oauth/authorize', { ...hiddenFields(page.text), decision: 'allow' }))
}

describe('pushed authorization requests (RFC 9126)', () => {
  test('stand for the whole request, and only for it', async (t) => {
    const { app, client, person } = await setUp(t)
    const pushed = await push(app, client, { scope: 'openid read', nonce: 'n-1' })
    assert.deepEqual(Object.keys(pushed.json), ['request_uri', 'expires_in'])
    assert.match(String(pushed.json['request_uri']), /^urn:ietf:params:oauth:request_uri:[0-9A-Za-z]{40,}$/)
    assert.equal(pushed.json['expires_in'], 60)
    assert.equal(pushed.headers['cache-control'], 'no-store')
    const added = '&scope=write&state=other&redirect_uri=https://evil.tld'
    const query = await allow(person, addressOf(client, pushed) + added)
    assert.equal(query.get('state'), 'xyz')
    const tokens = await requestToken(app, client, redemption({ code: query.get('code') ?? '', verifier: VERIFIER }))
    assert.equal(tokens.json['scope'], 'openid read')
  })

  test('are answered once, for their client, and open for a minute', async (t) => {
    const { app, client, person } = await setUp(t)
    const other = await createWebApp(app)
    const url = addressOf(client, await push(app, client))
    assertErrorPage(await person.send(url.replace(client.clientId, other.clientId)), 400)
    assert.ok((await allow(person, url)).get('code'))
    assertErrorPage(await person.send(url), 400, /answered before/)
    const late = addressOf(client, await push(app, client))
    app.clock.advance(60_000)
    assertErrorPage(await person.send(late), 400, /older than a minute/)
    assertErrorPage(await person.send(url.replace(/.{4}$/, 'xxxx')), 400)
  })

  test('are not used up by a HEAD, which is not served', async (t) => {
    const { app, client, person } = await setUp(t)
    const requestUri = String((await push(app, client)).json['request_uri'])
    const url = `/oauth/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: requestUri })}`
    const head = await app.send({ method: 'HEAD', url })
    assert.deepEqual([head.status, head.headers['allow']], [405, 'GET, POST'])
    assert.match(locationOf(await person.send(url)) ?? '', /^\/consent\?request=arq_/)
  })

  test('may be opened again until the person has decided, who may take longer than the minute', async (t) => {
    const { app, client, person } = await setUp(t)
    const url = addressOf(client, await push(app, client))
    const opened = locationOf(await person.send(url)) ?? ''
    assert.match(opened, /^\/consent/)
    const reloaded = locationOf(await person.send(url)) ?? ''
    assert.match(reloaded, /^\/consent/)
    assert.notEqual(reloaded, opened)
    app.clock.advance(120_000)
    const decide = async (location: string) => {
      const page = await person.send(location)
      return person.send('/oauth/authorize', { ...hiddenFields(page.text), decision: 'allow' })
    }
    assert.ok(returned(await decide(reloaded)).get('code'))
    assertErrorPage(await decide(opened), 410)
  })

  test('a no uses them up as well, and so does an answer without a question', async (t) => {
    const { app, client, person } = await setUp(t)
    const denied = addressOf(client, await push(app, client))
    const page = await person.send(locationOf(await person.send(denied)) ?? '')
    const answer = await person.send('/oauth/authorize', { ...hiddenFields(page.text), decision: 'deny' })
    assert.equal(returned(answer).get('error'), 'access_denied')
    const silent = addressOf(client, await push(app, client, { prompt: 'none' }))
    assert.equal(returned(await person.send(silent)).get('error'), 'consent_required')
    for (const url of [denied, silent]) assertErrorPage(await person.send(url), 400, /answered before/)
  })

  test('yield one code to 50 answers at once, wherever they were opened', async (t) => {
    const { app, client, person } = await setUp(t)
    await allow(person, addressOf(client, await push(app, client)))
    const url = addressOf(client, await push(app, client))
    const answers = await Promise.all(Array.from({ length: 50 }, () => person.send(url)))
    assert.equal(answers.filter((answer) => locationOf(answer)?.includes('code=')).length, 1)
    for (const { status } of answers) assert.ok([303, 400, 410].includes(status), String(status))
  })

  test('pass the same checks, and the client hears what is wrong', async (t) => {
    const { app, client } = await setUp(t)
    const cases: [Changes, string][] = [
      [{ redirect_uri: 'https://evil.tld' }, 'invalid_request'],
      [{ redirect_uri: null }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ code_challenge: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
      [{ prompt: 'none login' }, 'invalid_request'],
      [{ request: 'x.y.z' }, 'request_not_supported'],
      [{ state: ['a', 'b'] }, 'invalid_request'],
      [{ request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'invalid_request'],
    ]
    for (const [changes, error] of cases) assertOAuthError(await push(app, client, changes), 400, error)
  })

  test('need the client to prove itself, and to speak for itself', async (t) => {
    const { app, client } = await setUp(t)
    const other = await createWebApp(app)
    assertOAuthError(await push(app, client, { client_secret: 'wrong' }), 401, 'invalid_client')
    assertOAuthError(await push(app, client, { client_secret: null }), 401, 'invalid_client')
    const basic = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`
    const as = (client_id: string | null) =>
      push(app, client, { client_secret: null, client_id }, { authorization: basic })
    assert.equal((await as(null)).status, 201, 'Basic names the client already')
    assert.equal((await as(client.clientId)).status, 201)
    const foreign = await as(other.clientId)
    assert.ok([400, 401].includes(foreign.status), foreign.text)
  })

  test('are for clients with the grant only', async (t) => {
    const { app, client } = await setUp(t)
    const changed = await app.admin('PATCH', `/agents/${client.id}`, { grant_types: ['client_credentials'] })
    assert.equal(changed.status, 200, changed.text)
    assertOAuthError(await push(app, client), 400, 'unauthorized_client')
  })

  test('come by POST in a form', async (t) => {
    const { app, client } = await setUp(t)
    assert.equal((await app.send({ url: '/oauth/par' })).status, 405)
    assertOAuthError(await app.send({ url: '/oauth/par', json: {} }), 400, 'invalid_request')
    const inQuery = await app.send({ url: `/oauth/par?${parametersOf(client, credentialsOf(client))}`, form: {} })
    assertOAuthError(inQuery, 400, 'invalid_request')
  })

  test('with a proof bind the code to its key (RFC 9449 §10.1)', async (t) => {
    const { app, client, person } = await setUp(t)
    const [key, other] = [new ProofKey(), new ProofKey()]
    const proof = () => ({ dpop: proofFor(app, key, 'POST', '/oauth/par') })
    const mismatch = await push(app, client, { dpop_jkt: other.jkt }, proof())
    assertOAuthError(mismatch, 400, 'invalid_dpop_proof')
    const used = proof()
    const pushed = await push(app, client, {}, used)
    assertOAuthError(await push(app, client, {}, used), 400, 'invalid_dpop_proof', /used before/)
    const fields = redemption({
      code: (await allow(person, addressOf(client, pushed))).get('code') ?? '',
      verifier: VERIFIER,
    })
    assert.equal((await requestToken(app, client, fields, other)).json['error'], 'invalid_grant')
    assert.equal((await requestToken(app, client, fields, key)).json['token_type'], 'DPoP')
  })

  test('of clients that registered themselves are limited by address', async (t) => {
    const { app } = await setUp(t)
    const made = await app.send({
      url: '/oauth/register',
      json: {
        client_name: 'public',
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
        redirect_uris: [REDIRECT],
        scope: 'openid',
      },
    })
    const client = { id: '', clientId: String(made.json['client_id']), secret: undefined }
    const pushOnce = () => push(app, client, { scope: 'openid' })
    const first = await pushOnce()
    assert.equal(first.status, 201, first.text)
    let limited: TestAnswer | undefined
    for (let i = 0; i < 301 && !limited; i++) {
      const answer = await pushOnce()
      if (answer.status === 429) limited = answer
    }
    assert.ok(limited)
    assertOAuthError(limited, 429, 'rate_limited')
    assert.ok(Number(limited.headers['retry-after']) > 0)
  })

  test('are advertised', async (t) => {
    const { app } = await setUp(t)
    const { json } = await app.send({ url: '/.well-known/oauth-authorization-server' })
    assert.equal(json['pushed_authorization_request_endpoint'], `${app.baseUrl}/oauth/par`)
  })
})
