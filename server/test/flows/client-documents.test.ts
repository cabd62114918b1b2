import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { RequestListener } from 'node:http'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  assertErrorPage,
  assertOfferedError,
  authorizeUrl,
  CHALLENGE,
  locationOf,
  VERIFIER,
} from '#test/support/authorize.ts'
import { testCertificate } from '#test/support/certificate.ts'
import { chosenEngines } from '#test/support/engines.ts'
import { compactJws, ecSigner } from '#test/support/jwt.ts'
import { listen } from '#test/support/listen.ts'
import {
  assertOAuthError,
  configure,
  REDIRECT,
  redemption,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { eventsOf } from '#test/support/roles.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const certificate = testCertificate('client.example', 'other.example')

/** A site that serves the document of a client; what it says and how can change. */
interface Site {
  readonly app: TestApp
  readonly client: TestClient
  readonly hits: readonly unknown[]
  /** Members that differ from a good document. */
  document: Record<string, unknown>
  headers: Record<string, string>
  respond: RequestListener | undefined
  /** The address of another document of the same site. */
  at(path: string): TestClient
}

async function newSite(t: TestContext, options: Parameters<typeof createTestApp>[1] = {}): Promise<Site> {
  const server = await listen(
    t,
    (request, response) => {
      if (site.respond) return site.respond(request, response)
      const client_id = `https://client.example:${server.port}${request.url}`
      const document = {
        client_id,
        client_name: 'Visitor',
        redirect_uris: [REDIRECT],
        scope: 'openid profile',
        ...site.document,
      }
      response.writeHead(200, { 'content-type': 'application/json', ...site.headers }).end(JSON.stringify(document))
    },
    certificate,
  )
  const outbound = { resolver: async () => ['127.0.0.1'], ca: certificate.cert, timeoutMs: 3000 }
  const app = await createTestApp(t, { outbound, ...options })
  const at = (path: string): TestClient => ({
    id: '',
    clientId: `https://client.example:${server.port}${path}`,
    secret: undefined,
  })
  const site: Site = {
    app,
    client: at('/mcp/client.json'),
    hits: server.hits,
    document: {},
    headers: { 'cache-control': 'max-age=3600' },
    respond: undefined,
    at,
  }
  return site
}

const asked = { scope: 'openid' }

async function consentPage(person: TestPerson, client: TestClient, changes = {}): Promise<string> {
  const answer = await person.send(authorizeUrl(client, { ...asked, prompt: 'consent', ...changes }))
  const page = await person.send(locationOf(answer) ?? '')
  assert.equal(page.status, 200, `${locationOf(answer)} ${answer.text.slice(0, 300)}`)
  return page.text.replace(/\s+/g, ' ')
}

const rowsOf = async (app: TestApp) => ({
  clients: (await app.database.db.all(sql`SELECT client_id FROM clients WHERE kind = 'document'`)).length,
  documents: (await app.database.db.all(sql`SELECT client_id FROM client_documents`)).length,
})

for (const engine of chosenEngines()) {
  test(`a client whose id is the address of its document gets tokens without registering (${engine})`, async (t) => {
    const site = await newSite(t, { engine })
    const { app, client } = site
    const metadata = await app.send({ url: '/.well-known/oauth-authorization-server' })
    assert.equal(metadata.json['client_id_metadata_document_supported'], true)
    const person = await TestPerson.signUp(app)
    const tokens = await signIn(app, person, client, asked)
    assert.equal(tokens['scope'], 'openid')
    const renewed = await refresh(app, client, String(tokens['refresh_token']))
    assert.equal(renewed.status, 200, renewed.text)
    assert.equal(site.hits.length, 1, 'read once, for all that follows')
    assert.deepEqual(await rowsOf(app), { clients: 1, documents: 1 })
    const [adopted] = await eventsOf(app, 'client.document_adopted')
    assert.equal(adopted?.data['client_id'], client.clientId)

    const consents = await app.admin('GET', `/admin/oauth/consents?client_id=${encodeURIComponent(client.clientId)}`)
    const [consent] = consents.json['data'] as { id: string; client_name: string }[]
    assert.equal(consent?.client_name, 'Visitor')
    assert.equal((await app.admin('DELETE', `/admin/oauth/consents/${consent?.id}`)).status, 204)
    assertOAuthError(await refresh(app, client, String(renewed.json['refresh_token'])), 400, 'invalid_grant')
  })
}

describe('the consent page of a client with a document', () => {
  test('RG3 shows the domain apart from the name it gives itself', async (t) => {
    const site = await newSite(t)
    site.document = { client_name: 'Bank of the World' }
    const person = await TestPerson.signUp(site.app)
    const page = await consentPage(person, site.client)
    const { host } = new URL(site.client.clientId)
    assert.ok(page.includes(`<strong>From ${host}.</strong>`), page)
    assert.match(page, /“Bank of the World” is what the application calls itself: nobody here has checked that/)
    await signIn(site.app, person, site.client, asked)
    const account = await person.send('/account/connections')
    assert.ok(account.text.includes(host))
  })

  test('does not call the domain proven where any program on the device can take the answer', async (t) => {
    const site = await newSite(t)
    const redirect_uri = 'http://127.0.0.1:9000/callback'
    site.document = { redirect_uris: [redirect_uri] }
    const page = await consentPage(await TestPerson.signUp(site.app), site.client, { redirect_uri })
    assert.match(page, /<strong>Says it is from client\.example:\d+\.<\/strong>/)
    assert.doesNotMatch(page, /<strong>From/)
  })
})

describe('a document is refused', () => {
  const cases: readonly [string, Partial<Pick<Site, 'document' | 'headers' | 'respond'>>, RegExp][] = [
    ['that names another client', { document: { client_id: 'https://client.example/other' } }, /its own address/],
    ['that holds a secret', { document: { client_secret: 'x' } }, /must not hold client_secret/],
    [
      'that proves itself by a secret',
      { document: { token_endpoint_auth_method: 'client_secret_basic' } },
      /none, private_key_jwt/,
    ],
    ['without a redirect URI', { document: { redirect_uris: [] } }, /redirect_uris is required/],
    [
      'with a redirect URI that leads anywhere',
      { document: { redirect_uris: ['http://evil.example/'] } },
      /must use https/,
    ],
    ['with a grant for nobody', { document: { grant_types: ['client_credentials'] } }, /grant_types/],
    ['that is not JSON by its type', { headers: { 'content-type': 'text/html' } }, /content type/],
    [
      'that is no object',
      { respond: (_q, r) => r.setHeader('content-type', 'application/json').end('[1]') },
      /JSON object/,
    ],
    [
      'that says one thing twice',
      { respond: (_q, r) => r.setHeader('content-type', 'application/json').end('{"client_id":"a","client_id":"b"}') },
      /names each member once/,
    ],
    ['that is not there', { respond: (_q, r) => r.writeHead(404).end() }, /answered with 200/],
    [
      'that is somewhere else',
      { respond: (_q, r) => r.writeHead(302, { location: '/mcp/other.json' }).end() },
      /without a redirect/,
    ],
    [
      'that is too long',
      { document: { client_uri: `https://client.example/${'x'.repeat(11_000)}` } },
      /it is too long/,
    ],
    ['that does not come', { respond: (_q, r) => void r.write('{') }, /can not be read/],
  ]
  for (const [what, change, reason] of cases)
    test(what, async (t) => {
      const site = await newSite(t)
      Object.assign(site, change)
      const person = await TestPerson.signUp(site.app)
      assertErrorPage(await person.send(authorizeUrl(site.client, asked)), 400, reason)
      const form = Object.fromEntries(new URLSearchParams(authorizeUrl(site.client, asked).split('?')[1]))
      assertOAuthError(await site.app.send({ url: '/oauth/par', form }), 400, 'invalid_request', reason)
      assert.deepEqual(await rowsOf(site.app), { clients: 0, documents: 0 })
    })

  test('WH1: on a private network in production, whatever its name', async (t) => {
    const site = await newSite(t, { baseUrl: 'https://id.example', mode: 'production' })
    const answer = await site.app.send({ url: authorizeUrl(site.client, asked) })
    assertErrorPage(answer, 400, /can not be read/)
    assert.equal(site.hits.length, 0)
  })

  test('when its address is written in a way that two readers could read as two', async (t) => {
    const site = await newSite(t)
    const { host, port } = new URL(site.client.clientId)
    for (const clientId of [
      `https://${host}`,
      `https://${host}/`,
      `http://${host}/client.json`,
      `https://${host}/client.json#part`,
      `https://someone@${host}/client.json`,
      `https://${host}/a/../client.json`,
      `https://${host}/%2e%2e/client.json`,
      `https://CLIENT.example:${port}/client.json`,
      `https://client.example.:${port}/client.json`,
      `https:\\\\${host}\\client.json`,
      `https://127.0.0.1:${port}/client.json`,
      `https://[::1]:${port}/client.json`,
      `https://${host}/${'x'.repeat(200)}`,
      `https://${host}/client json`,
    ]) {
      const answer = await site.app.send({ url: authorizeUrl({ ...site.client, clientId }, asked) })
      assertErrorPage(answer, 400, /client_id is unknown/)
    }
    assert.equal(site.hits.length, 0)
  })
})

describe('a document is kept', () => {
  test('as long as its headers say, for every node, and followed when it changes', async (t) => {
    const site = await newSite(t)
    const { app, client } = site
    const person = await TestPerson.signUp(app)
    site.headers = { 'cache-control': 'public, max-age=600', age: '120' }
    await consentPage(person, client)
    app.clock.advance(479_000)
    await consentPage(person, client)
    const elsewhere = await (await app.secondNode(t)).send({ url: authorizeUrl(client, asked) })
    assert.equal(elsewhere.status, 303)
    assert.equal(site.hits.length, 1)
    const back = await person.authorize(client, { ...asked, code_challenge: CHALLENGE })
    site.document = { client_name: 'Renamed', redirect_uris: ['https://app.example.com/elsewhere'] }
    app.clock.advance(2000)
    assertErrorPage(await person.send(authorizeUrl(client, asked)), 400, /redirect_uri/)
    assert.equal(site.hits.length, 2)
    const code = { code: String(back.searchParams.get('code')), verifier: VERIFIER }
    assertOAuthError(await requestToken(app, client, redemption(code)), 400, 'invalid_grant')
    const [changed] = await eventsOf(app, 'client.document_changed')
    assert.deepEqual(Object.keys(changed?.data['changes'] as object).toSorted(), ['client_name', 'redirect_uris'])
    assert.deepEqual(changed?.data['counts'], { authorization_codes: 1 })
  })

  test('for a minute at least and a day at most, and an hour when nobody says', async (t) => {
    const site = await newSite(t)
    const person = await TestPerson.signUp(site.app)
    const lifetimes: readonly [Record<string, string>, number][] = [
      [{ 'cache-control': 'no-store' }, MINUTE],
      [{ 'cache-control': 'max-age=1' }, MINUTE],
      [{ 'cache-control': 'max-age=99999999' }, DAY],
      [{ 'cache-control': 's-maxage=120, max-age=9' }, 2 * MINUTE],
      [{ expires: new Date(site.app.clock.now() + 2 * HOUR).toUTCString() }, 2 * HOUR],
      [{}, HOUR],
    ]
    for (const [index, [headers, lifetime]] of lifetimes.entries()) {
      site.headers = headers
      const client = site.at(`/client-${index}.json`)
      await consentPage(person, client)
      const [row] = await site.app.database.db.all(sql`
        SELECT fresh_until FROM client_documents WHERE client_id = ${client.clientId}`)
      assert.ok(
        Math.abs(Number(row?.['fresh_until']) - site.app.clock.now() - lifetime) <= 1000,
        JSON.stringify(headers),
      )
    }
  })

  test('a day longer when it can not be read, asked for once a minute, and then its client is unknown', async (t) => {
    const site = await newSite(t)
    const { app, client } = site
    const person = await TestPerson.signUp(app)
    const tokens = await signIn(app, person, client, asked)
    site.respond = (_request, response) => response.writeHead(500).end()
    app.clock.advance(2 * HOUR)
    const renewed = await refresh(app, client, String(tokens['refresh_token']))
    assert.equal(renewed.status, 200)
    assert.equal(site.hits.length, 2)
    await consentPage(person, client)
    assert.equal(site.hits.length, 2, 'not again within the minute')
    app.clock.advance(24 * HOUR)
    await person.signIn()
    assertErrorPage(await person.send(authorizeUrl(client, asked)), 400, /client_id is unknown/)
    assertOAuthError(await refresh(app, client, String(renewed.json['refresh_token'])), 401, 'invalid_client')
    site.respond = undefined
    app.clock.advance(MINUTE)
    assert.equal((await refresh(app, client, String(renewed.json['refresh_token']))).status, 200)
  })

  test('once, however many ask for it at the same time', async (t) => {
    const site = await newSite(t)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => site.app.send({ url: authorizeUrl(site.client, asked) })),
    )
    for (const answer of answers) assert.equal(answer.status, 303, answer.text)
    assert.equal(site.hits.length, 1)
    assert.deepEqual(await rowsOf(site.app), { clients: 1, documents: 1 })
  })
})

describe('which domains may come is a setting', () => {
  test('any, those that are listed, or none; what is taken away is unknown at once', async (t) => {
    const site = await newSite(t)
    const { app, client } = site
    const person = await TestPerson.signUp(app)
    const tokens = await signIn(app, person, client, asked)
    await configure(app, { 'oauth.client_documents': 'domains' })
    assertErrorPage(await person.send(authorizeUrl(client, asked)), 400, /client_id is unknown/)
    assertOAuthError(await refresh(app, client, String(tokens['refresh_token'])), 401, 'invalid_client')
    await configure(app, { 'oauth.client_document_domains': ['example', 'other.example'] })
    assertErrorPage(await person.send(authorizeUrl(client, asked)), 400)
    await configure(app, { 'oauth.client_document_domains': ['client.example'] })
    assert.equal((await refresh(app, client, String(tokens['refresh_token']))).status, 200)
    await configure(app, { 'oauth.client_documents': 'off' })
    assertErrorPage(await person.send(authorizeUrl(client, asked)), 400)
    const metadata = await app.send({ url: '/.well-known/oauth-authorization-server' })
    assert.equal(metadata.json['client_id_metadata_document_supported'], false)
    assert.equal(site.hits.length, 1)
  })
})

describe('a stranger', () => {
  test('RG6 makes us read nothing but where a person is going to be asked', async (t) => {
    const site = await newSite(t)
    const { clientId } = site.client
    for (const [url, fields] of [
      [
        '/oauth/token',
        { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT, code_verifier: VERIFIER },
      ],
      ['/oauth/revoke', { token: 'x' }],
    ] as const) {
      const answer = await site.app.send({ url, form: { client_id: clientId, ...fields } })
      assertOAuthError(answer, 401, 'invalid_client')
    }
    assert.equal(site.hits.length, 0)
  })

  test('RG6 makes us read a bounded number of addresses, and those we know stay open', async (t) => {
    const site = await newSite(t)
    const person = await TestPerson.signUp(site.app)
    await consentPage(person, site.client)
    const statuses = new Set<number>()
    for (let i = 0; i < 70; i++) {
      const answer = await site.app.send({ url: authorizeUrl(site.at(`/made-up-${i}.json`), asked) })
      statuses.add(answer.status)
    }
    assert.deepEqual([...statuses], [303, 429])
    assert.ok(site.hits.length <= 61)
    await consentPage(person, site.client)
  })

  test('leaves nothing behind: a client that nobody used is removed after a day, one that somebody allowed is not', async (t) => {
    const site = await newSite(t)
    const { app } = site
    const person = await TestPerson.signUp(app)
    await signIn(app, person, site.client, asked)
    await consentPage(person, site.at('/never-allowed.json'))
    app.clock.advance(DAY + HOUR)
    await app.app.jobs.runNow('clients.reap')
    assert.deepEqual(await rowsOf(app), { clients: 1, documents: 1 })
    const [expired] = await eventsOf(app, 'client.expired')
    assert.match(String(expired?.data['client_id']), /never-allowed/)
  })

  test('gets nothing for itself, and acts for nobody', async (t) => {
    const site = await newSite(t)
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    site.document = {
      grant_types: ['authorization_code', 'client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [keys.publicKey.export({ format: 'jwk' })] },
      scope: 'openid admin:all vault:read',
    }
    const { app, client } = site
    const person = await TestPerson.signUp(app)
    await consentPage(person, client)
    const made = await app.services.clients.findByClientId(client.clientId)
    assert.deepEqual(
      [made?.grantTypes, made?.scope, made?.trusted, made?.registrationTokenHash],
      [['authorization_code', 'refresh_token'], 'openid', false, null],
    )
    const iat = Math.floor(app.clock.now() / 1000)
    const claims = {
      iss: client.clientId,
      sub: client.clientId,
      aud: app.baseUrl,
      jti: randomUUID(),
      iat,
      exp: iat + 60,
    }
    const form = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: compactJws({ alg: 'ES256' }, claims, ecSigner(keys.privateKey)),
    }
    assertOAuthError(await app.send({ url: '/oauth/token', form }), 400, 'unauthorized_client')
    const path = `/oauth/register/${encodeURIComponent(client.clientId)}`
    assert.equal((await app.send({ url: path, headers: { authorization: 'Bearer x' } })).status, 401)
  })
})

test('a device of a client with a document is allowed by a page that says who claims to be asking', async (t) => {
  const site = await newSite(t)
  site.document = { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'], redirect_uris: undefined }
  const { app, client } = site
  const started = await app.send({ url: '/oauth/device', form: { client_id: client.clientId, scope: 'openid' } })
  assert.equal(started.status, 200, started.text)
  const person = await TestPerson.signUp(app)
  const page = await person.send(`/oauth/device/verify?user_code=${String(started.json['user_code'])}`)
  assert.match(page.text, /Says it is from client\.example/)
})

test('what a client with a document may not ask for is told on a page that says where it claims to be from', async (t) => {
  const { app, client } = await newSite(t)
  const answer = await app.send({ url: authorizeUrl(client, { ...asked, resource: 'https://closed.example.com' }) })
  assertOfferedError(app, answer, 'invalid_target')
  assert.match(answer.text, /<strong>Visitor<\/strong>, which says it is from client\.example:\d+, asked for something/)
})
