import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  assertErrorPage,
  assertReturnedError,
  authorizeUrl,
  locationOf,
  parametersOf,
} from '#test/support/authorize.ts'
import type { Changes } from '#test/support/authorize.ts'
import { createWebApp, REDIRECT } from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { acceptableUris, refusedUris } from '#test/support/redirect-uris.ts'

/** Addresses that look like `REDIRECT`, `https://app.example.com/callback`, to a hurried checker. */
const LOOK_ALIKES = [
  'https://app.example.com.evil.tld/callback',
  'https://evil.tld/app.example.com/callback',
  'https://app.example.com@evil.tld/callback',
  'https://app.example.com:password@evil.tld/callback',
  'https://evil.tld#@app.example.com/callback',
  'https://evil.tld?@app.example.com/callback',
  'https://evil.tld\\@app.example.com/callback',
  'https://app.example.com\\.evil.tld/callback',
  'https://app.example.com%2eevil.tld/callback',
  'https://app.example.com./callback',
  'https://app.example.com:443/callback',
  'https://app.example.com:8443/callback',
  'https://app.example.comm/callback',
  'https://aapp.example.com/callback',
  'https://sub.app.example.com/callback',
  'https://example.com/callback',
  'https://APP.example.com/callback',
  'HTTPS://app.example.com/callback',
  'http://app.example.com/callback',
  '//app.example.com/callback',
  'app.example.com/callback',
  '/callback',
  'https:app.example.com/callback',
  'https:/app.example.com/callback',
  'https:///app.example.com/callback',
  'https://app.example.com/Callback',
  'https://app.example.com/CALLBACK',
  'https://app.example.com/callback/',
  'https://app.example.com/callback/evil',
  'https://app.example.com//callback',
  'https://app.example.com/./callback',
  'https://app.example.com/x/../callback',
  'https://app.example.com/%2e%2e/callback',
  'https://app.example.com/callback/%2e%2e/evil',
  'https://app.example.com/callback/..%2fevil',
  'https://app.example.com/%63allback',
  'https://app.example.com/callback%00',
  'https://app.example.com/callback%20',
  'https://app.example.com/callback ',
  ' https://app.example.com/callback',
  'https://app.example.com/callback?',
  'https://app.example.com/callback?x=1',
  'https://app.example.com/callback&x=1',
  'https://app.example.com/callback;x=1',
  'https://app.example.com/callback#',
  'https://app.example.com/callback#x',
  'https://app.example.com/callback\r\nLocation: https://evil.tld',
  'https://app.example.com/callback%0d%0aLocation:%20https://evil.tld',
  'https://app.example.com/callback\t',
  'https://app.example.com/call\nback',
  'https://app.example.com/*',
  'https://*.example.com/callback',
  'https://app.example.com/callback*',
  'https://аpp.example.com/callback',
  'https://xn--pp-6kc.example.com/callback',
  'https://app。example.com/callback',
  'https://app.example.com/ca\u200bllback',
  'javascript://app.example.com/callback%0aalert(1)',
  'javascript:alert(1)',
  'data:text/html,https://app.example.com/callback',
  'com.example.app:/callback',
  'http://127.0.0.1/callback',
]

const ask = (app: TestApp, client: TestClient, changes: Changes) => app.send({ url: authorizeUrl(client, changes) })

async function setUp(t: TestContext, more: Record<string, unknown> = {}) {
  const app = await createTestApp(t)
  return { app, client: await createWebApp(app, more) }
}

describe('where an authorization answer may go', () => {
  test('AZ1 a redirect URI that only looks like the registered one gets a page and no redirect', async (t) => {
    const { app, client } = await setUp(t)
    const corpus = [...new Set([...LOOK_ALIKES, ...refusedUris])]
    assert.ok(corpus.length >= 60)
    for (const redirect_uri of corpus) assertErrorPage(await ask(app, client, { redirect_uri }), 400)
    assert.match(locationOf(await ask(app, client, {})) ?? '', /^\/login/, 'the registered one goes on')
  })

  test('AZ1 every redirect URI that may be registered works as it was written', async (t) => {
    const { app, client } = await setUp(t, { redirect_uris: acceptableUris })
    for (const redirect_uri of acceptableUris) {
      const answer = await ask(app, client, { redirect_uri, response_type: 'token' })
      const location = locationOf(answer) ?? ''
      assert.ok(location.startsWith(redirect_uri), `${redirect_uri} ${location}`)
      assert.match(location.slice(redirect_uri.length), redirect_uri.includes('?') ? /^&error=/ : /^\?error=/)
    }
  })

  test('AZ2 only a loopback literal may vary, and only its port', async (t) => {
    const registered = ['http://127.0.0.1:8000/cb', 'http://[::1]/cb', 'http://localhost:3000/cb']
    const { app, client } = await setUp(t, { redirect_uris: registered })
    for (const redirect_uri of ['http://127.0.0.1:49152/cb', 'http://127.0.0.1/cb', 'http://[::1]:9/cb', ...registered])
      assert.match(locationOf(await ask(app, client, { redirect_uri })) ?? '', /^\/login/, redirect_uri)
    for (const redirect_uri of [
      'http://127.0.0.1:8000/other',
      'http://127.0.0.1:8000/cb?x=1',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:/cb',
      'http://127.0.0.1:08000/cb',
      'http://127.0.0.1:8000@evil.tld/cb',
      'http://127.0.0.1.evil.tld/cb',
      'https://127.0.0.1:8000/cb',
      'http://127.0.0.2:8000/cb',
      'http://127.1/cb',
      'http://2130706433/cb',
      'http://[::2]/cb',
      'http://localhost.evil.tld/cb',
      'http://localhost:3001/cb',
      'http://localhost/cb',
    ])
      assertErrorPage(await ask(app, client, { redirect_uri }), 400)
  })

  test('AZ3 without a known client or a registered redirect URI there is a page, with them a redirect', async (t) => {
    const { app, client } = await setUp(t)
    const garbage = '"><svg onload=1>'
    for (const changes of [
      { client_id: null },
      { client_id: '' },
      { client_id: garbage },
      { client_id: 'client_unknown' },
      { redirect_uri: null },
      { redirect_uri: '' },
      { redirect_uri: garbage },
    ])
      assertErrorPage(await ask(app, client, changes), 400)
    const matrix: [string, string, string, string][] = [
      ['response_type', 'invalid_request', 'invalid_request', 'unsupported_response_type'],
      ['scope', 'invalid_scope', 'invalid_scope', 'invalid_scope'],
      ['code_challenge', 'invalid_request', 'invalid_request', 'invalid_request'],
      ['code_challenge_method', 'invalid_request', 'invalid_request', 'invalid_request'],
    ]
    for (const [name, missing, empty, wrong] of matrix) {
      assertReturnedError(app, await ask(app, client, { [name]: null }), missing)
      assertReturnedError(app, await ask(app, client, { [name]: '' }), empty)
      assertReturnedError(app, await ask(app, client, { [name]: garbage }), wrong)
    }
    for (const [name, error] of [
      ['response_mode', 'unsupported_response_type'],
      ['resource', 'invalid_target'],
      ['prompt', 'invalid_request'],
      ['max_age', 'invalid_request'],
      ['dpop_jkt', 'invalid_request'],
    ] as const)
      assertReturnedError(app, await ask(app, client, { [name]: garbage }), error)
  })

  test('a client that was turned off gets a page', async (t) => {
    const { app, client } = await setUp(t)
    await app.admin('DELETE', `/agents/${client.id}`)
    assertErrorPage(await ask(app, client, {}), 400)
  })

  test('AZ6 a parameter that comes twice is refused, wherever it comes', async (t) => {
    const { app, client } = await setUp(t)
    for (const name of ['client_id', 'redirect_uri']) {
      const value = parametersOf(client).get(name) ?? ''
      assertErrorPage(await ask(app, client, { [name]: [value, value] }), 400, /more than once/)
    }
    const others = [
      'response_type',
      'scope',
      'code_challenge',
      'code_challenge_method',
      'nonce',
      'prompt',
      'max_age',
      'unknown',
    ]
    for (const name of others)
      assertReturnedError(app, await ask(app, client, { [name]: ['1', '1'] }), 'invalid_request', /must be sent once/)
    const answer = await ask(app, client, { state: ['xyz', 'abc'] })
    assert.match(locationOf(answer) ?? '', /error=invalid_request/)
    assert.ok(!locationOf(answer)?.includes('state='), 'no state is better than the wrong one')
  })

  test('AZ6 a parameter in the address and in the form is twice', async (t) => {
    const { app, client } = await setUp(t)
    for (const name of ['client_id', 'redirect_uri', 'scope', 'state']) {
      const form = [...parametersOf(client)] as [string, string][]
      assertErrorPage(await app.send({ url: `/oauth/authorize?${name}=x`, form }), 400, /both in the address/)
    }
  })

  test('AZ8 request objects are refused and nothing is fetched', async (t) => {
    let hits = 0
    const canary = createServer((_request, response) => {
      hits++
      response.end('{}')
    })
    canary.listen(0, '127.0.0.1')
    await once(canary, 'listening')
    t.after(() => canary.close())
    const { app, client } = await setUp(t)
    const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/request.jwt`
    assertReturnedError(app, await ask(app, client, { request: 'eyJhbGciOiJub25lIn0.e30.' }), 'request_not_supported')
    assertReturnedError(app, await ask(app, client, { request: address }), 'request_not_supported')
    assertReturnedError(app, await ask(app, client, { request_uri: address }), 'request_uri_not_supported')
    assertReturnedError(app, await ask(app, client, { registration: '{}' }), 'registration_not_supported')
    assert.equal(hits, 0)
  })

  test('the answer goes behind a query that the registered address already has', async (t) => {
    const { app, client } = await setUp(t, { redirect_uris: [`${REDIRECT}?tenant=a%20b`] })
    const answer = await ask(app, client, { redirect_uri: `${REDIRECT}?tenant=a%20b`, scope: 'admin' })
    assert.match(locationOf(answer) ?? '', /^https:\/\/app\.example\.com\/callback\?tenant=a%20b&error=invalid_scope&/)
  })
})
