import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestContext } from 'node:test'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { listening, openSocket, readToEnd } from '#test/support/http.ts'
import { listen } from '#test/support/listen.ts'
import { hostilePaths, plainPaths } from '#test/support/paths.ts'
import { signIn } from '#test/support/oauth.ts'
import { ProxyStory } from '#test/support/vault-proxy.ts'

const outcome = ({ status, json, text }: TestAnswer): string => `${status} ${String(json['code'] ?? text)}`

const pointersOf = ({ json }: TestAnswer): string[] =>
  ((json['details'] as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer)

const BASE = '/api/v1/vault/ledger/proxy'

/** Answers the status of a request whose target is written as it stands here: a client would tidy it up. */
async function written(t: TestContext, { app, token }: ProxyStory): Promise<(target: string) => Promise<number>> {
  const port = await listening(t, app.app.http)
  return async (target) => {
    const socket = await openSocket(t, port)
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`)
    return (await readToEnd(socket)).status
  }
}

async function begin(t: TestContext, rules: object = {}): Promise<ProxyStory> {
  const story = await ProxyStory.begin(t, await createTestApp(t), rules)
  await story.connect()
  return story
}

describe('which calls go through', () => {
  test('a path that could be read as two goes nowhere', async (t) => {
    const story = await begin(t)
    const statusOf = await written(t, story)
    // Without its slash a path is part of another word; a NUL is in no name that a route takes.
    for (const path of hostilePaths) assert.ok([400, 404].includes(await statusOf(BASE + path)), path)
    for (const path of hostilePaths.filter((it) => /^\/[^\s?]*$/.test(it) && !it.includes('%00'))) {
      assert.equal(await statusOf(BASE + path), 400, path)
    }
    assert.equal(story.asked.length, 0)
    // Others go on in the one form that was judged.
    for (const [path, canonical] of plainPaths) {
      assert.equal(await statusOf(`${BASE}${path}?q=../x`), 200, path)
      assert.equal(story.asked.at(-1)?.path, `${canonical}?q=../x`)
    }
  })

  test('no address of a request leads to another server', async (t) => {
    const story = await begin(t)
    const canary = await listen(t, (_request, response) => response.end())
    const { port } = canary
    const statusOf = await written(t, story)
    for (const path of [`/@127.0.0.1:${port}/x`, `/http://127.0.0.1:${port}/`, `/127.0.0.1:${port}`, `/:${port}/`]) {
      await statusOf(BASE + path)
    }
    for (const path of [`//127.0.0.1:${port}/x`, `@127.0.0.1:${port}/x`, `:${port}/x`, '%2f/x', '/../../x', '\\x']) {
      assert.ok([400, 404].includes(await statusOf(BASE + path)), path)
    }
    assert.equal(await statusOf(`http://127.0.0.1:${port}${BASE}/x`), 400)
    assert.equal(await statusOf(`${story.app.baseUrl}${BASE}/x`), 400)
    // The router reads these as the same words; a rule that was written for them would not.
    for (const url of [
      '/api/v1/v%61ult/ledger/proxy/x',
      '/api/v1/vault/ledger/pr%6fxy/x',
      '/api/v1/vault/l%65dger/proxy/x',
    ]) {
      assert.equal(await statusOf(url), 400, url)
    }
    for (const host of [
      `127.0.0.1:${port}`,
      'evil.example',
      '',
      story.api,
      `${new URL(story.api).host}@evil.example`,
    ]) {
      assert.equal((await story.call('/x', { headers: { 'mandate-host': host } })).status, 403, host)
    }
    assert.equal(canary.hits.length, 0)
    assert.ok(story.asked.every(({ path }) => !path.startsWith('//')))
    const own = new URL(story.api).host
    assert.equal(outcome(await story.call('/x', { headers: { 'mandate-host': own.toUpperCase() } })), '200 done')
  })

  test('what no rule allows, or one denies, is refused before anything is sent or refreshed', async (t) => {
    const story = await begin(t, {
      allow: [
        { methods: ['GET'], paths: ['/entries/*', '/users/{id}'] },
        { methods: ['POST'], paths: ['/entries'] },
      ],
      deny: [{ paths: ['/entries/secret/*'] }, { methods: ['POST'], paths: ['/entries/{id}/never'] }],
    })
    const allowed = [
      ['GET', '/entries'],
      ['GET', '/entries/7/lines'],
      ['HEAD', '/entries/7'],
      ['GET', '/users/7'],
      ['POST', '/entries'],
    ] as const
    for (const [method, path] of allowed) assert.equal((await story.call(path, { method })).status, 200, path)
    const sent = story.asked.length
    const refused = [
      ['POST', '/entries/7'],
      ['DELETE', '/entries/7'],
      ['PUT', '/entries'],
      ['PATCH', '/entries'],
      ['GET', '/'],
      ['GET', '/ENTRIES'],
      ['GET', '/users'],
      ['GET', '/users/7/keys'],
      ['GET', '/entries/secret'],
      ['GET', '/entries/SECRET/x'],
      ['GET', '/entries/s%65cret/x'],
    ] as const
    story.app.clock.advance(3_590_000)
    const { access_token: token = '' } = await signInAgain(story)
    for (const [method, path] of refused) {
      assert.equal(
        outcome(await story.call(path, { method, token })),
        '403 vault_call_not_allowed',
        `${method} ${path}`,
      )
    }
    assert.deepEqual([story.asked.length, story.vault.upstream.refreshes], [sent, 0])
    assert.equal(outcome(await story.call('/entries', { body: 'a body', token })), '400 invalid_request')
  })

  test('the addresses where tokens are traded are called by nobody', async (t) => {
    const app = await createTestApp(t)
    const story = await ProxyStory.begin(t, app)
    const { upstream, providerId } = story.vault
    const proxy = { hosts: [upstream.url], allow: [{ paths: ['/*'] }] }
    const quirks = { revocation_url: `${upstream.url}/Revoke/{client_id}`, refresh_url: `${upstream.url}/renew` }
    const changed = await app.admin('PATCH', `/vault/providers/${providerId}`, { proxy, quirks })
    assert.equal(changed.status, 200, changed.text)
    await story.connect()
    const before = upstream.asked.length
    for (const path of ['/token', '/TOKEN', '/token/', '/renew', '/revoke/mandate']) {
      assert.equal(outcome(await story.call(path, { method: 'POST' })), '403 vault_call_not_allowed', path)
    }
    assert.equal(upstream.asked.length, before)
    assert.equal((await story.call('/tokens')).status, 404)
    assert.equal(upstream.asked.length, before + 1)
  })

  test('another host of the provider is called by its name', async (t) => {
    const story = await begin(t)
    const files = await listen(t, (_request, response) => response.end('files'))
    const rules = { hosts: [story.api, files.url], allow: [{ paths: ['/*'] }] }
    assert.equal((await story.rule(rules)).status, 200)
    await story.connect()
    const host = new URL(files.url).host
    assert.equal(outcome(await story.call('/x', { headers: { 'mandate-host': host } })), '200 files')
    assert.equal(files.hits[0]?.headers['mandate-host'], undefined)
    assert.equal(outcome(await story.call('/x')), '200 done')
  })

  test('where each account has its own host, a call goes to that of the account', async (t) => {
    const app = await createTestApp(t)
    const story = await ProxyStory.begin(t, app, { hosts: ['{account}'] })
    const quirks = { account_id: 'id', account_name: 'instance_url' }
    await app.admin('PATCH', `/vault/providers/${story.vault.providerId}`, { quirks })
    const { upstream } = story.vault
    upstream.answer = (asked) => {
      if (asked.path !== '/token') return undefined
      const [status, granted] = upstream.usual(asked)
      return [status, { ...(granted as object), id: 'acme', instance_url: `${story.api}/` }]
    }
    await story.connect()
    assert.equal(outcome(await story.call('/services/data')), '200 done')
    upstream.answer = (asked) => {
      const [status, granted] = upstream.usual(asked)
      return [status, { ...(granted as object), id: 'other', instance_url: 'not an address' }]
    }
    const other = await story.vault.connect(story.vault.person, '?label=Other')
    await story.vault.let(story.agent, other)
    assert.equal(outcome(await story.call(`/x?connection=${other}`)), '403 vault_call_not_allowed')
  })
})

/** The agent of a story signs in anew, when its token has ended with time. */
const signInAgain = ({ app, vault, agent }: ProxyStory) => signIn(app, vault.person, agent, { scope: 'vault:use' })

test('a call of any shape is answered without a failure of this server', async (t) => {
  const story = await begin(t)
  const outcomes = new Set<string>()
  const headers: Record<string, string>[] = [
    { 'x-latin': 'caf\u00e9', 'x-empty': '', 'x-tab': 'a\tb' },
    { expect: '100-continue' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { 'transfer-encoding': 'chunked', 'content-length': '5' },
    { 'content-length': '0' },
    { trailer: 'x', te: 'trailers, deflate' },
    { 'accept-encoding': 'br, zstd, *' },
    { __proto__: 'a', constructor: 'b' },
  ]
  for (const more of headers) outcomes.add(outcome(await story.call('/x', { headers: more })))
  for (const length of [1000, 4000, 8000, 12_000]) outcomes.add(outcome(await story.call(`/x?q=${'a'.repeat(length)}`)))
  outcomes.add(outcome(await story.call(`/${'a/'.repeat(3000)}b`)))
  outcomes.add(outcome(await story.call(`/x?${Array.from({ length: 200 }, (_, i) => `p${i}=1`).join('&')}`)))
  outcomes.add(outcome(await story.call('/x?%zz=%&a[]=1&"<>')))
  assert.deepEqual([...outcomes].toSorted(), ['200 done', '400 invalid_request'])
  assert.ok(story.asked.some(({ path }) => path.length === 8000 + '/x?q='.length))
})

describe('the headers of a call', () => {
  test('ours, and those for one hop, never go out', async (t) => {
    const story = await begin(t)
    const { person } = story.vault
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await story.call('/x', {
      headers: {
        cookie,
        ...{ 'x-csrf-token': 'theirs', origin: story.app.baseUrl, referer: `${story.app.baseUrl}/account` },
        ...{ 'proxy-authorization': 'Basic eA==', te: 'trailers', 'x-forwarded-for': '192.0.2.1', forwarded: 'for=x' },
        ...{ 'x-forwarded-host': 'x', x_forwarded_host: 'x', 'x-real-ip': '192.0.2.1', via: '1.1 x' },
        ...{ 'x-http-method-override': 'DELETE', 'x-original-url': '/admin', 'sec-fetch-site': 'cross-site' },
        ...{
          connection: 'keep-alive, x-nominated',
          'x-nominated': 'a',
          'x-mandate-anything': 'a',
          'x-request-id': 'abcdefgh',
        },
        ...{ accept: 'application/json', 'user-agent': 'agent/1', 'x-own': 'kept', range: 'bytes=0-1' },
      },
    })
    const { host, connection: _hop, authorization, ...sent } = story.asked[0]?.headers ?? {}
    assert.equal(host, new URL(story.api).host)
    assert.match(String(authorization), /^Bearer upstream-access-/)
    assert.deepEqual(sent, {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'agent/1',
      'x-own': 'kept',
      range: 'bytes=0-1',
    })
  })

  test('nothing that nominates the credential takes it out', async (t) => {
    const story = await begin(t)
    await story.call('/x', { headers: { connection: 'authorization, close' } })
    assert.match(story.sentToken, /^upstream-access-/)
  })

  test('what would speak for this server never comes in', async (t) => {
    const story = await begin(t)
    story.respond = (_asked, response) =>
      response
        .writeHead(200, {
          'set-cookie': ['mandate_session=forged', 'other=x'],
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
          'clear-site-data': '"*"',
          'content-security-policy': "default-src *; script-src 'unsafe-inline'",
          'strict-transport-security': 'max-age=0',
          'cache-control': 'public, max-age=3600',
          'x-content-type-options': 'sniff',
          'service-worker-allowed': '/',
          'proxy-status': 'theirs',
          connection: 'keep-alive, x-hop',
          'x-hop': 'a',
          'x-rate-limit': ['1', '2'],
          'content-type': 'text/html',
          'content-encoding': 'gzip',
        })
        .end('not really')
    const { headers, text } = await story.call('/x')
    const kept = Object.keys(headers).filter((name) => /cookie|^access|clear|service|x-hop/.test(name))
    assert.deepEqual([kept, text], [[], 'not really'])
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['proxy-status'], 'Mandate; received-status=200')
    assert.deepEqual([headers['content-type'], headers['content-encoding']], ['text/html', 'gzip'])
    assert.match(String(headers['x-rate-limit']), /1, ?2/)
  })

  test('a redirect of the same host leads back through here, and any other to where it says', async (t) => {
    const story = await begin(t)
    const goTo = async (location: string) => {
      story.respond = (_asked, response) => response.writeHead(307, { location }).end()
      return (await story.call('/a/b')).headers['location']
    }
    const base = `${story.app.baseUrl}/api/v1/vault/ledger/proxy`
    assert.equal(await goTo('/c?d=1'), `${base}/c?d=1`)
    assert.equal(await goTo('c'), `${base}/a/c`)
    assert.equal(await goTo(`${story.api}/c`), `${base}/c`)
    assert.equal(await goTo('https://files.example/signed?x=1'), 'https://files.example/signed?x=1')
    assert.equal(await goTo('http://'), undefined)
    assert.equal(story.asked.length, 5)
  })
})

describe('the rules of a provider', () => {
  const provider = async (app: TestApp, more: object) =>
    app.admin('POST', '/vault/providers', { kind: 'api_key', name: 'keys', ...more })

  test('come with a template, and are replaced and taken away as a whole', async (t) => {
    const app = await createTestApp(t, { outbound: { resolver: async () => ['93.184.215.14'] } })
    const templates = await app.admin('GET', '/vault/templates?limit=100')
    for (const { name, proxy } of templates.json['data'] as { name: string; proxy: { hosts: string[] } }[]) {
      const made = await app.admin('POST', '/vault/providers', { template: name, client_id: 'a', client_secret: 'b' })
      assert.deepEqual([made.status, made.json['proxy']], [201, proxy], made.text)
    }
    const made = await provider(app, {})
    assert.deepEqual([made.status, made.json['proxy']], [201, null])
    const url = `/vault/providers/${String(made.json['id'])}`
    const rules = { hosts: ['https://api.example.com'], allow: [{ paths: ['/*'] }] }
    assert.deepEqual((await app.admin('PATCH', url, { proxy: rules })).json['proxy'], rules)
    assert.deepEqual((await app.admin('PATCH', url, { display_name: 'Keys' })).json['proxy'], rules)
    assert.equal((await app.admin('PATCH', url, { proxy: null })).json['proxy'], null)
    const without = { template: 'github', name: 'mine', client_id: 'a', client_secret: 'b', proxy: null }
    assert.equal((await app.admin('POST', '/vault/providers', without)).json['proxy'], null)
  })

  test('say by a pointer what is wrong with them', async (t) => {
    const app = await createTestApp(t)
    const allow = [{ paths: ['/*'] }]
    const hosts = ['https://api.example.com']
    const wrong: [proxy: unknown, pointer: string][] = [
      [{ hosts, allow: [] }, '/proxy/allow'],
      [{ hosts: [], allow }, '/proxy/hosts'],
      [{ allow }, '/proxy/hosts'],
      [{ hosts: ['api.example.com'], allow }, '/proxy/hosts/0'],
      [{ hosts: ['https://api.example.com/v1'], allow }, '/proxy/hosts/0'],
      [{ hosts: ['https://API.example.com'], allow }, '/proxy/hosts/0'],
      [{ hosts: ['https://u:p@api.example.com'], allow }, '/proxy/hosts/0'],
      [{ hosts: ['ftp://api.example.com'], allow }, '/proxy/hosts/0'],
      [{ hosts: ['https://169.254.169.254'], allow }, '/proxy/hosts/0'],
      [{ hosts: [...hosts, 'https://127.1'], allow }, '/proxy/hosts/1'],
      [{ hosts, allow: [{ paths: ['/a/../b'] }] }, '/proxy/allow/0/paths/0'],
      [{ hosts, allow: [{ paths: ['/a', 'b'] }] }, '/proxy/allow/0/paths/1'],
      [{ hosts, allow: [{ paths: ['/a*'] }] }, '/proxy/allow/0/paths/0'],
      [{ hosts, allow: [{ methods: ['TRACE'], paths: ['/*'] }] }, '/proxy/allow/0/methods/0'],
      [{ hosts, allow: [{ methods: [], paths: ['/*'] }] }, '/proxy/allow/0/methods'],
      [{ hosts, allow, deny: [{ paths: ['/%2f'] }] }, '/proxy/deny/0/paths/0'],
      [{ hosts, allow, more: 1 }, '/proxy/more'],
      [{ hosts, allow, credential: { in: 'cookie', name: 'x' } }, '/proxy/credential/in'],
      [{ hosts, allow, credential: { in: 'header', name: 'Transfer-Encoding' } }, '/proxy/credential/name'],
      [{ hosts, allow, credential: { in: 'header', name: 'a b' } }, '/proxy/credential/name'],
      [{ hosts, allow, credential: { in: 'header', name: 'x', prefix: 'a\r\nb' } }, '/proxy/credential/prefix'],
      [{ hosts, allow, credential: { in: 'query', name: 'x', prefix: 'a' } }, '/proxy/credential/prefix'],
    ]
    for (const [proxy, pointer] of wrong) {
      const answer = await provider(app, { proxy })
      assert.equal(answer.status, 400, JSON.stringify(proxy))
      assert.ok(pointersOf(answer).includes(pointer), `${pointer}: ${answer.text}`)
    }
    const oauth = { template: 'github', client_id: 'a', client_secret: 'b' }
    const proxy = { hosts, allow, credential: { in: 'header', name: 'x' } }
    assert.deepEqual(pointersOf(await app.admin('POST', '/vault/providers', { ...oauth, proxy })), [
      '/proxy/credential',
    ])
  })

  test('VA5: with a host that was none of them before, nothing that people connected goes there', async (t) => {
    const story = await begin(t)
    const canary = await listen(t, (_request, response) => response.end())
    const rules = (hosts: string[]) => ({ hosts, allow: [{ paths: ['/*'] }] })
    // Fewer rules and hosts take nothing from anybody.
    assert.equal((await story.rule({ ...rules([story.api]), deny: [{ paths: ['/closed'] }] })).status, 200)
    assert.equal(outcome(await story.call('/x')), '200 done')
    assert.equal((await story.rule(rules([canary.url, story.api]))).status, 200)
    assert.equal(outcome(await story.call('/x')), '409 vault_needs_reauth')
    assert.equal(canary.hits.length, 0)
    // What a person connects with these rules is for these hosts.
    await story.connect()
    assert.equal((await story.call('/x')).status, 200)
    assert.equal(canary.hits.length, 1)
  })
})
