import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { basic, malformedAuthorizations } from '#test/support/authorization-headers.ts'
import { assertOAuthError, createAgent, createWebApp, requestToken } from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { manage, registerClient } from '#test/support/registration.ts'
import { assertSameTime } from '#test/support/timing.ts'

const GRANT = { grant_type: 'client_credentials' }

function withBasic(app: TestApp, pair: string, remoteAddress = '127.0.0.1', form: Record<string, string> = GRANT) {
  return app.send({ url: '/oauth/token', form, headers: { authorization: basic(pair) }, remoteAddress })
}

const pairOf = ({ clientId, secret }: TestClient): string => `${clientId}:${secret}`

test('a secret client may use Basic or the body, whichever it registered', async (t) => {
  const app = await createTestApp(t)
  for (const method of ['client_secret_basic', 'client_secret_post']) {
    const agent = await createAgent(app, { token_endpoint_auth_method: method })
    assert.equal((await withBasic(app, pairOf(agent))).status, 200)
    assert.equal((await requestToken(app, agent, GRANT)).status, 200)
    assert.equal((await withBasic(app, pairOf(agent), undefined, { ...GRANT, client_id: agent.clientId })).status, 200)
  }
})

test('TK2 a client that does not authenticate well gets 401 with a challenge', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const publicClient = await registerClient(app, {
    grant_types: ['authorization_code'],
    redirect_uris: ['https://app.example.com/cb'],
    token_endpoint_auth_method: 'none',
  })
  const attempts = [
    await withBasic(app, `${agent.clientId}:wrong`),
    await withBasic(app, `${agent.clientId}:`),
    await withBasic(app, `:${agent.secret}`),
    await withBasic(app, `nobody:${agent.secret}`),
    await withBasic(app, `${agent.clientId.toUpperCase()}:${agent.secret}`),
    await withBasic(app, `${agent.clientId}:${agent.secret} `),
    await withBasic(app, `${publicClient.clientId}:x`),
    await app.send({ url: '/oauth/token', form: { ...GRANT, client_id: agent.clientId } }),
    await app.send({ url: '/oauth/token', form: { ...GRANT, client_id: 'x'.repeat(5000), client_secret: 'x' } }),
    await app.send({ url: '/oauth/token', form: { ...GRANT, client_secret: agent.secret ?? '' } }),
    await app.send({ url: '/oauth/token', form: GRANT }),
  ]
  for (const answer of attempts) {
    assertOAuthError(answer, 401, 'invalid_client')
    assert.match(String(answer.headers['www-authenticate']), /^Basic realm=/)
    assert.equal(answer.text, attempts[0]?.text)
  }
})

test('TK2 malformed Authorization headers never get further than a refusal', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  for (const authorization of malformedAuthorizations) {
    const answer = await app.send({ url: '/oauth/token', form: GRANT, headers: { authorization } })
    assert.ok([400, 401, 431].includes(answer.status), `${answer.status} ${authorization.slice(0, 50)}`)
  }
  const huge = await app.send({
    url: '/oauth/token',
    form: GRANT,
    headers: { authorization: basic('x'.repeat(65_536)) },
  })
  assert.ok([400, 401, 431].includes(huge.status))
  assert.equal((await withBasic(app, pairOf(agent))).status, 200)
})

test('TK2 two ways to authenticate at once are an invalid request', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const twice = [
    await withBasic(app, pairOf(agent), undefined, {
      ...GRANT,
      client_id: agent.clientId,
      client_secret: agent.secret ?? '',
    }),
    await withBasic(app, pairOf(agent), undefined, { ...GRANT, client_secret: agent.secret ?? '' }),
    await withBasic(app, pairOf(agent), undefined, { ...GRANT, client_id: 'somebody-else' }),
    await app.send({
      url: '/oauth/token',
      form: GRANT,
      headers: { authorization: [basic(pairOf(agent)), basic(pairOf(agent))] },
    }),
  ]
  for (const answer of twice) assertOAuthError(answer, 400, 'invalid_request')
})

test('TK4 an unknown client and a wrong secret can not be told apart', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const bodies = new Set<string>()
  const times: Record<string, number[]> = { known: [], unknown: [] }
  for (let i = 0; i < 200; i++)
    for (const [kind, clientId] of [
      ['known', agent.clientId],
      ['unknown', `client_${'0'.repeat(35)}`],
    ] as const) {
      const start = performance.now()
      const answer = await withBasic(app, `${clientId}:wrong`, `10.0.${i}.1`)
      times[kind]?.push(performance.now() - start)
      assertOAuthError(answer, 401, 'invalid_client')
      bodies.add(answer.text)
    }
  assert.equal(bodies.size, 1)
  assertSameTime(times['known'] ?? [], times['unknown'] ?? [], 2)
})

test('TK4 TK5 inventing client ids is throttled too, as if they were known, and does not fill the table', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  // Addresses that one customer can take at will.
  const from = (i: number) => `2001:db8:7:1::${i.toString(16)}`
  const invented: number[] = []
  for (let i = 0; i < 300; i++) invented.push((await withBasic(app, `client_invented${i}:guess`, from(i))).status)
  assert.deepEqual([new Set(invented.slice(0, 100)), new Set(invented.slice(100))], [new Set([401]), new Set([429])])
  const known = await withBasic(app, `${agent.clientId}:guess`, from(1))
  const unknown = await withBasic(app, 'client_invented:guess', from(1))
  assert.deepEqual([known.status, known.text], [429, unknown.text])
  const rows = await app.database.db.all(sql`SELECT name FROM limits WHERE kind LIKE 'client-auth%'`)
  assert.equal(rows.length, 101)
  assert.equal((await withBasic(app, pairOf(agent), from(1))).status, 200, 'who proves to be a client is served')
  assert.equal((await withBasic(app, 'client_invented:guess', '2001:db8:7:2::1')).status, 401)
})

test('TK5 guessing is throttled where it happens, and the genuine client is not, not even there', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const agent = await createAgent(app)
  const other = await createAgent(app)
  const attacker = '198.51.100.66'
  const statuses: number[] = []
  for (let i = 0; i < 50; i++) {
    const answer = await withBasic(i % 2 ? app : node, `${agent.clientId}:guess-${i}`, attacker)
    statuses.push(answer.status)
    if (answer.status === 429) assert.ok(Number(answer.headers['retry-after']) > 0)
  }
  assert.deepEqual([statuses.slice(0, 20).every((status) => status === 401), statuses.at(-1)], [true, 429])
  assert.equal((await withBasic(app, pairOf(agent), attacker)).status, 200, 'the right secret passes even from there')
  assertOAuthError(await withBasic(app, `${agent.clientId}:guess`, attacker), 429, 'rate_limited')
  assert.equal((await withBasic(app, pairOf(agent), '192.0.2.10')).status, 200)
  assert.equal((await withBasic(app, pairOf(other), attacker)).status, 200)
  app.clock.advance(600_000)
  assert.equal((await withBasic(app, pairOf(agent), attacker)).status, 200)
})

test('TK5 successful traffic is never throttled', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  for (let i = 0; i < 100; i++) assert.equal((await withBasic(app, pairOf(agent))).status, 200)
})

test('TK6 a rotated secret stops at once, on every node', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const agent = await createAgent(app)
  const client = await registerClient(app)
  const rotated = await app.admin('POST', `/agents/${agent.id}/rotate-secret`)
  const renewed = await manage(app, client, 'POST', '/secret')
  for (const place of [app, node]) {
    assertOAuthError(await withBasic(place, pairOf(agent)), 401, 'invalid_client')
    assertOAuthError(await withBasic(place, pairOf(client)), 401, 'invalid_client')
    assert.equal((await withBasic(place, `${agent.clientId}:${String(rotated.json['client_secret'])}`)).status, 200)
    assert.equal((await withBasic(place, `${client.clientId}:${String(renewed.json['client_secret'])}`)).status, 200)
  }
})

test('private_key_jwt authenticates at every endpoint, once for each assertion', async (t) => {
  const app = await createTestApp(t)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwks = { keys: [publicKey.export({ format: 'jwk' })] }
  const agent = await createAgent(app, { token_endpoint_auth_method: 'private_key_jwt', jwks })
  assert.equal(agent.secret, undefined)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const fields = (claims: object = {}) => {
    const now = Math.floor(app.clock.now() / 1000)
    const jti = randomBytes(8).toString('hex')
    const base = { iss: agent.clientId, sub: agent.clientId, aud: app.baseUrl, jti, iat: now, exp: now + 60 }
    const input = `${part({ alg: 'ES256' })}.${part({ ...base, ...claims })}`
    const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${input}.${signature.toString('base64url')}`,
    }
  }
  const token = await app.send({ url: '/oauth/token', form: { ...GRANT, ...fields() } })
  assert.equal(token.status, 200, token.text)
  const text = String(token.json['access_token'])
  const seen = await app.send({
    url: '/oauth/introspect',
    form: { token: text, ...fields({ aud: `${app.baseUrl}/oauth/introspect` }) },
  })
  assert.equal(seen.json['active'], true)
  const once = fields()
  const races = await Promise.all(
    Array.from({ length: 20 }, () => app.send({ url: '/oauth/token', form: { ...GRANT, ...once } })),
  )
  assert.equal(races.filter(({ status }) => status === 200).length, 1)
  app.clock.advance(600_000)
  for (const claims of [{ aud: 'https://elsewhere.example' }, { exp: 1 }, { sub: 'other' }])
    assertOAuthError(
      await app.send({ url: '/oauth/token', form: { ...GRANT, ...fields(claims) } }),
      401,
      'invalid_client',
    )
  assertOAuthError(
    await app.send({ url: '/oauth/token', form: { ...GRANT, client_id: agent.clientId } }),
    401,
    'invalid_client',
  )
  assertOAuthError(await withBasic(app, `${agent.clientId}:x`), 401, 'invalid_client')
})

test('a client without a secret can not authenticate with an assertion it never registered keys for', async (t) => {
  const app = await createTestApp(t)
  const agent = await createWebApp(app)
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const form = {
    ...GRANT,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${part({ alg: 'ES256' })}.${part({ iss: agent.clientId, sub: agent.clientId })}.${'A'.repeat(86)}`,
  }
  assertOAuthError(await app.send({ url: '/oauth/token', form }), 401, 'invalid_client')
})
