import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { athOf, ProofKey } from '#test/support/dpop.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { createAgent, isActive, ownToken, signIn, TestPerson } from '#test/support/oauth.ts'
import { until } from '#test/support/until.ts'
import { ProxyStory } from '#test/support/vault-proxy.ts'

const outcome = ({ status, json, text }: TestAnswer): string => `${status} ${String(json['code'] ?? text)}`

const HOUR = 3_600_000

describe('a call through the vault', () => {
  onEachApp('reaches the provider with the credential of the account, and comes back as it is', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const id = await story.connect()
    story.respond = ({ body }, response) =>
      response.writeHead(202, { 'content-type': 'text/x-echo', etag: '"7"', link: '</next>' }).end(`got ${body}`)
    const { status, text, headers } = await story.call('/v1/entries?at=2026-01-15&x=%2F', {
      method: 'POST',
      body: '{"amount":',
      headers: { 'content-type': 'application/json', 'x-api-version': '7', 'idempotency-key': 'once' },
    })
    assert.deepEqual([status, text], [202, 'got {"amount":'])
    assert.deepEqual([headers['content-type'], headers['etag'], headers['link']], ['text/x-echo', '"7"', '</next>'])
    assert.equal(headers['proxy-status'], 'Mandate; received-status=202')
    const [asked, ...more] = story.asked
    assert.deepEqual([more.length, asked?.method, asked?.path], [0, 'POST', '/v1/entries?at=2026-01-15&x=%2F'])
    assert.match(story.sentToken, /^upstream-access-/)
    const sent = asked?.headers ?? {}
    assert.deepEqual(
      [sent['content-type'], sent['x-api-version'], sent['idempotency-key'], sent['content-length']],
      ['application/json', '7', 'once', '10'],
    )
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const) {
      assert.equal((await story.call('/v1/entries/7', { method })).status, 202, method)
      assert.equal(story.asked.at(-1)?.method, method)
    }
    const made = await recorded(app.database.db, 'vault.call.made')
    assert.deepEqual(
      made.map(({ data }) => [data['connection_id'], data['client_id'], data['user_id']]),
      [[id, story.agent.clientId, story.vault.person.id]],
    )
    await app.services.vaultUses.settled()
    const uses = await app.database.db.all(sql`SELECT operation, outcome, count FROM vault_uses`)
    assert.deepEqual(
      uses.map((row) => [row['operation'], row['outcome'], Number(row['count'])]),
      [['use', 'success', 6]],
    )
  })

  onEachApp('VA3: takes a living token for the person, with the scope, for their own account', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const { person, agent: reader } = story.vault
    const id = await story.connect()
    const other = await TestPerson.signUp(app)
    const tokenOf = async (who: TestPerson, client = story.agent, scope = 'vault:use') =>
      (await signIn(app, who, client, { scope }))['access_token'] ?? ''
    const with_ = async (token: string, query = '') => outcome(await story.call(`/x${query}`, { token }))
    const machine = await createAgent(app, { scope: 'vault:use' })
    const revoked = await tokenOf(person)
    const form = { token: revoked, client_id: story.agent.clientId, client_secret: story.agent.secret ?? '' }
    assert.equal((await app.send({ url: '/oauth/revoke', form })).status, 200)
    assert.equal((await app.send({ url: '/api/v1/vault/ledger/proxy/x' })).status, 401)
    assert.equal(await with_('x.y.z'), '401 invalid_token')
    assert.equal(await with_(revoked), '401 invalid_token')
    assert.equal(await with_(await tokenOf(person, reader, 'vault:read')), '403 insufficient_scope')
    assert.equal(await with_(await tokenOf(person, story.agent, 'read')), '403 insufficient_scope')
    assert.equal(await with_(await ownToken(app, machine, { scope: 'vault:use' })), '403 vault_person_required')
    const stranger = await tokenOf(other)
    // An account that the person has not let this agent use.
    const unlet = await story.vault.connectOnly(person, '?label=Other')
    assert.equal(await with_(story.token, `?connection=${unlet}`), '403 vault_grant_missing')
    assert.equal(await with_(stranger), '404 vault_connection_not_found')
    assert.equal(await with_(stranger, `?connection=${id}`), '404 vault_connection_not_found')
    // An API key, and the session of the person, are no access tokens.
    assert.equal(await with_(app.adminKey), '401 invalid_token')
    assert.equal((await person.send('/api/v1/vault/ledger/proxy/x')).status, 401)
    assert.deepEqual(story.asked, [])
    assert.equal(await with_(story.token), '200 done')
    await app.admin('PATCH', `/users/${person.id}`, { disabled: true })
    assert.equal(await with_(story.token), '401 invalid_token')
    assert.equal(story.asked.length, 1)
  })

  onEachApp('VA3: is no way to the token for an agent that may not fetch it', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    await story.connect()
    assert.equal(outcome(await story.vault.fetch('', story.token)), '403 insufficient_scope')
    // A server that repeats what it got, wherever headers go.
    story.respond = ({ headers, path }, response) =>
      response
        .writeHead(302, {
          'x-echo': String(headers.authorization),
          'x-encoded': encodeURIComponent(String(headers.authorization)),
          'x-plain': 'kept',
          location: `${path}?was=${encodeURIComponent(String(headers.authorization))}`,
          'set-cookie': `t=${String(headers.authorization)}`,
          'www-authenticate': `Bearer realm="${String(headers.authorization)}"`,
        })
        .end()
    const { status, headers, text } = await story.call('/echo')
    assert.deepEqual([status, headers['x-plain'], text], [302, 'kept', ''])
    const token = story.sentToken
    assert.match(token, /^upstream-access-/)
    assert.ok(!JSON.stringify(headers).includes(token), JSON.stringify(headers))
    assert.equal(headers['location'], undefined)
    // In the body, too, whatever its type and its length, also in pieces, and whatever encoding the agent asks for.
    story.respond = ({ headers: got }, response) => {
      const body = JSON.stringify({ got })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      const middle = body.indexOf(token) + 5
      response.write(body.slice(0, middle))
      setTimeout(() => response.end(body.slice(middle)), 20)
    }
    const echo = await story.call('/echo', { headers: { 'accept-encoding': 'gzip', 'x-own': 'kept' } })
    const got = echo.json['got'] as Record<string, string>
    assert.deepEqual([got['authorization'], got['x-own']], [`Bearer ${'*'.repeat(token.length)}`, 'kept'])
    assert.equal(got['accept-encoding'], 'identity')
    story.respond = (_asked, response) => response.destroy()
    assert.equal(outcome(await story.call('/down')), '502 vault_upstream_failed')
    assert.ok(!app.log.join('').includes(token))
    const kept = await app.database.db.all(sql`SELECT * FROM events`)
    assert.ok(!JSON.stringify(kept).includes(token))
  })

  onEachApp('VA3: answers OPTIONS itself, so that no preflight of a browser reaches the provider', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    await story.connect()
    const url = '/api/v1/vault/ledger/proxy/v1/entries'
    const preflight = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
    for (const headers of [{ authorization: `Bearer ${story.token}` }, preflight]) {
      const refused = await app.send({ method: 'OPTIONS', url, headers })
      assert.equal(outcome(refused), '405 method_not_allowed')
      assert.match(String(refused.headers['allow']), /GET, HEAD, POST/)
      assert.equal(refused.headers['access-control-allow-origin'], undefined)
    }
    assert.deepEqual(story.asked, [])
  })

  onEachApp('with a key-bound token takes a proof for the address that the agent called', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    await story.connect()
    const key = new ProofKey()
    const { person } = story.vault
    const { access_token: token = '' } = await signIn(app, person, story.agent, { scope: 'vault:use' }, key)
    const send = (path: string, htu: string, htm = 'GET') => {
      const iat = Math.floor(app.clock.now() / 1000)
      const dpop = key.sign({ htm, htu, iat, ath: athOf(token) })
      return story.call(path, { headers: { authorization: `DPoP ${token}`, dpop } })
    }
    const outside = `${app.baseUrl}/api/v1/vault/ledger/proxy`
    assert.equal(outcome(await send('/v1/entries?a=1', `${outside}/v1/entries`)), '200 done')
    assert.equal(story.asked[0]?.headers['dpop'], undefined)
    assert.equal(outcome(await send('/v1/entries', `${outside}/v1/others`)), '401 invalid_dpop_proof')
    assert.equal(outcome(await send('/v1/entries', `${story.api}/v1/entries`)), '401 invalid_dpop_proof')
    assert.equal(outcome(await send('/v1/entries', `${outside}/v1/entries`, 'POST')), '401 invalid_dpop_proof')
    assert.equal(outcome(await story.call('/v1/entries', { token })), '401 invalid_token')
    assert.equal(story.asked.length, 1)
  })

  onEachApp('says which account is meant, and what of that goes on', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const first = await story.connect('?label=Work')
    const second = await story.connect('?label=Home')
    assert.equal(outcome(await story.call('/x')), '409 vault_connection_ambiguous')
    const tokens = new Set<string>()
    for (const id of [first, second]) {
      assert.equal((await story.call(`/x?a=1&connection=${id}&b`)).status, 200)
      assert.equal(story.asked.at(-1)?.path, '/x?a=1&b')
      tokens.add(story.sentToken)
      const named = { 'mandate-connection': id }
      assert.equal((await story.call('/x?connection=theirs', { headers: named })).status, 200)
      assert.deepEqual(
        [story.asked.at(-1)?.path, story.asked.at(-1)?.headers['mandate-connection']],
        ['/x?connection=theirs', undefined],
      )
      tokens.add(story.sentToken)
      assert.equal((await story.call(`/x?c%6Fnnection=${id}`)).status, 200)
      assert.equal(story.asked.at(-1)?.path, '/x')
    }
    assert.equal(tokens.size, 2)
    const twice = await story.call(`/x?connection=${first}&connection=${second}`)
    assert.equal(outcome(twice), '400 invalid_request')
    assert.equal(outcome(await story.call('/x?connection=vc_x')), '404 vault_connection_not_found')
  })

  onEachApp('ends with the connection, while a line that held nothing lives on', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const { vault } = story
    const id = await story.connect()
    assert.equal((await story.call('/x')).status, 200)
    assert.equal((await vault.fetch()).status, 200)
    assert.equal((await vault.call('DELETE', `/vault/connections/${id}`)).status, 204)
    assert.equal(outcome(await story.call('/x')), '404 vault_connection_not_found')
    assert.equal(await isActive(app, story.agent, story.token), true)
    assert.equal(await isActive(app, vault.agent, vault.token), false)
    assert.equal(story.asked.length, 1)
  })
})

describe('the credential of a call', () => {
  onEachApp('is refreshed before it ends, and once more when the provider does not take it', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const { vault } = story
    await story.connect()
    assert.equal((await story.call('/x')).status, 200)
    const first = story.sentToken
    app.clock.advance(HOUR - 30_000)
    const { access_token: token = '' } = await signIn(app, vault.person, story.agent, { scope: 'vault:use' })
    assert.equal((await story.call('/x', { token })).status, 200)
    const second = story.sentToken
    assert.ok(second !== first && vault.upstream.refreshes === 1)
    // Ended over there, long before its time.
    app.clock.advance(120_000)
    story.respond = ({ headers, body }, response) => {
      const isKnown = headers.authorization !== `Bearer ${second}`
      response
        .writeHead(isKnown ? 200 : 401, { 'www-authenticate': 'Bearer error="theirs"' })
        .end(isKnown ? body : 'no')
    }
    const again = await story.call('/x', { method: 'PUT', body: 'a body', token })
    assert.deepEqual([outcome(again), vault.upstream.refreshes], ['200 a body', 2])
    assert.equal(again.headers['proxy-status'], 'Mandate; received-status=200')
  })

  onEachApp('is not refreshed with every call that the provider refuses', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const { vault } = story
    await story.connect()
    story.respond = (_asked, response) => response.writeHead(401).end('never')
    app.clock.advance(120_000)
    // From two nodes at once: one refresh, for all of them.
    const node = await app.secondNode(t)
    const there = () => story.call('/x', { node })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? story.call('/x') : there())))
    assert.deepEqual([...new Set(answers.map(outcome))], ['401 never'])
    assert.equal(vault.upstream.refreshes, 1)
    assert.equal(answers[0]?.headers['proxy-status'], 'Mandate; received-status=401')
    assert.equal(answers[0]?.headers['www-authenticate'], undefined)
    assert.equal(outcome(await story.call('/x')), '401 never')
    assert.equal(vault.upstream.refreshes, 1)
    // The provider has ended the grant: only the person can go on.
    app.clock.advance(120_000)
    vault.upstream.answer = ({ path }) => (path === '/token' ? [400, { error: 'invalid_grant' }] : undefined)
    const over = await story.call('/x')
    assert.equal(outcome(over), '409 vault_needs_reauth')
    assert.match(String((over.json['details'] as Record<string, unknown>)['connect_url']), /\/connect\/ledger$/)
  })

  onEachApp('is sent once with a body that can not be sent again', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    await story.connect()
    app.clock.advance(120_000)
    story.respond = (_asked, response) => response.writeHead(401).end('no')
    assert.equal(outcome(await story.call('/x', { method: 'POST', body: 'x'.repeat(65_537) })), '401 no')
    assert.deepEqual([story.asked.length, story.vault.upstream.refreshes], [1, 0])
    assert.equal(outcome(await story.call('/x', { method: 'POST', body: 'x'.repeat(65_536) })), '401 no')
    assert.deepEqual([story.asked.length, story.vault.upstream.refreshes], [3, 1])
    assert.equal(story.asked.at(-1)?.body.length, 65_536)
  })

  onEachApp('goes where the provider takes its keys', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const made = await app.admin('POST', '/vault/providers', {
      ...{ kind: 'api_key', name: 'keys', scopes: ['all'] },
      proxy: { hosts: [story.api], allow: [{ paths: ['/*'] }] },
    })
    assert.equal(made.status, 201, made.text)
    const kept = await story.vault.call('POST', '/vault/connections', { provider: 'keys', api_key: 'key/of+maya' })
    assert.equal(kept.status, 201)
    await story.vault.let(story.agent, String(kept.json['id']))
    const send = (path: string, headers: Record<string, string> = {}) =>
      app.send({
        url: `/api/v1/vault/keys/proxy${path}`,
        headers: { authorization: `Bearer ${story.token}`, ...headers },
      })
    const seen = () => {
      const asked = story.asked.at(-1)
      return [asked?.path, asked?.headers.authorization, asked?.headers['x-api-key']]
    }
    assert.equal((await send('/x')).status, 200)
    assert.deepEqual(seen(), ['/x', 'Bearer key/of+maya', undefined])
    const place = async (credential: object) =>
      assert.equal(
        (await story.rule({ hosts: [story.api], allow: [{ paths: ['/*'] }], credential }, String(made.json['id'])))
          .status,
        200,
      )
    await place({ in: 'header', name: 'X-Api-Key', prefix: 'Token ' })
    assert.equal((await send('/x', { 'x-api-key': 'of the agent', x_api_key: 'of the agent' })).status, 200)
    assert.deepEqual(seen(), ['/x', undefined, 'Token key/of+maya'])
    assert.equal(story.asked.at(-1)?.headers['x_api_key'], undefined)
    await place({ in: 'query', name: 'key' })
    assert.equal((await send('/x?a=1')).status, 200)
    assert.deepEqual(seen(), ['/x?a=1&key=key%2Fof%2Bmaya', undefined, undefined])
    assert.equal((await send('/x')).status, 200)
    assert.deepEqual(seen(), ['/x?key=key%2Fof%2Bmaya', undefined, undefined])
    assert.equal(outcome(await send('/x?k%65y=mine')), '400 invalid_request')
    // A redirect that takes the query along takes nothing to the agent.
    story.respond = ({ path }, response) => response.writeHead(302, { location: `/y${path.slice(2)}` }).end()
    assert.equal((await send('/x')).headers['location'], undefined)
  })
})

test('a provider that is down is told apart from one that refuses, and from one that takes no calls', async (t) => {
  const app = await createTestApp(t)
  const story = await ProxyStory.begin(t, app)
  const none = await story.call('/x')
  assert.equal(outcome(none), '404 vault_connection_not_found')
  assert.match(String((none.json['details'] as Record<string, unknown>)['connect_url']), /\/connect\/ledger$/)
  await story.connect()
  story.respond = (_asked, response) => response.destroy()
  const down = await story.call('/x')
  assert.deepEqual([outcome(down), down.headers['retry-after']], ['502 vault_upstream_failed', '2'])
  assert.equal(down.headers['proxy-status'], undefined)
  story.respond = (_asked, response) => response.writeHead(503).end('theirs')
  assert.equal(outcome(await story.call('/x')), '503 theirs')
  assert.equal((await story.rule(null)).status, 200)
  assert.equal(outcome(await story.call('/x')), '403 vault_proxy_off')
  await app.admin('PATCH', `/vault/providers/${story.vault.providerId}`, { active: false })
  assert.equal(outcome(await story.call('/x')), '403 vault_provider_disabled')
  const refused = await recorded(app.database.db, 'vault.call.refused')
  assert.deepEqual(refused.map(({ data }) => data['outcome']).toSorted(), ['call_refused', 'upstream_failed'])
})

test('an answer that breaks off is the fault of the provider, and recorded as such', async (t) => {
  const app = await createTestApp(t)
  const story = await ProxyStory.begin(t, app)
  await story.connect()
  story.respond = (_asked, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('a part')
    setTimeout(() => response.destroy(), 50)
  }
  await assert.rejects(story.call('/x'))
  await until(async () => (await recorded(app.database.db, 'vault.call.refused')).length === 1)
  assert.ok(app.log.some((line) => line.includes('a call to a provider failed')))
  assert.ok(!app.log.some((line) => line.includes('request failed')), app.log.join('\n'))
})

test('a provider that hangs is given up, and takes no more of a node than its share', async (t) => {
  const app = await createTestApp(t, { outbound: { timeoutMs: 3000 } })
  const story = await ProxyStory.begin(t, app)
  await story.connect()
  story.respond = () => {}
  const calls = Array.from({ length: 66 }, () => story.call('/x'))
  const outcomes = (await Promise.all(calls)).map(outcome)
  const counts = Map.groupBy(outcomes, (it) => it)
  assert.deepEqual([...counts].map(([name, { length }]) => [name, length]).toSorted(), [
    ['429 rate_limited', 2],
    ['504 vault_upstream_timed_out', 64],
  ])
  assert.equal(app.log.filter((line) => line.includes('a call to a provider failed')).length, 1)
  // Whoever gave up left room for others.
  story.respond = (_asked, response) => void response.end('done')
  const next = await Promise.all(Array.from({ length: 64 }, () => story.call('/x')))
  assert.deepEqual([...new Set(next.map(outcome))], ['200 done'])
  assert.equal(outcome(await story.call('/x')), '200 done')
})

test('below a path of its origin the server knows its calls by the address outside', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'http://localhost:8080/id' })
  const story = await ProxyStory.begin(t, app)
  await story.connect()
  const key = new ProofKey()
  const { access_token: token = '' } = await signIn(app, story.vault.person, story.agent, { scope: 'vault:use' }, key)
  story.respond = (_asked, response) => response.writeHead(302, { location: '/next?a=1' }).end()
  const send = (url: string, htu: string) => {
    const dpop = key.sign({ htm: 'GET', htu, iat: Math.floor(app.clock.now() / 1000), ath: athOf(token) })
    return app.send({ url, headers: { authorization: `DPoP ${token}`, dpop } })
  }
  const path = '/api/v1/vault/ledger/proxy/v1/entries'
  const answer = await send(`/id${path}`, `http://localhost:8080/id${path}`)
  assert.deepEqual([answer.status, answer.text], [302, ''])
  assert.equal(answer.headers['location'], 'http://localhost:8080/id/api/v1/vault/ledger/proxy/next?a=1')
  assert.equal(story.asked[0]?.path, '/v1/entries')
  assert.equal((await send(`/id${path}`, `http://localhost:8080${path}`)).status, 401)
})
