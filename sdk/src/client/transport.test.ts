import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Mandate, MandateError } from '#/index.ts'
import type { MandateOptions } from '#/index.ts'
import { FakeClock, FakeServer, json, refusal } from '#test/fake-server.ts'

const URL = 'https://id.example.com/'

function clientOf(server: FakeServer, options: Partial<MandateOptions> = {}): { mandate: Mandate; clock: FakeClock } {
  const clock = new FakeClock()
  const given = { url: URL, apiKey: 'mandate_sk_1', fetch: server.fetch, clock, random: () => 0.5, ...options }
  return { mandate: new Mandate(given), clock }
}

const networkFailure = (): TypeError => new TypeError('fetch failed')
const page = (data: unknown[], next_cursor: string | null): Response => json({ data, next_cursor })

test('sends the key, the query without what is undefined, and path parameters encoded', async () => {
  const server = new FakeServer(json({ id: 'a/b' }), page([], null))
  const { mandate } = clientOf(server)
  await mandate.users.get('a/b?c')
  await mandate.users.list({ limit: 5, search: undefined, disabled: false })
  assert.equal(server.requests[0]?.url, 'https://id.example.com/api/v1/users/a%2Fb%3Fc')
  assert.equal(server.requests[0]?.headers.get('authorization'), 'Bearer mandate_sk_1')
  assert.equal(server.requests[1]?.url, 'https://id.example.com/api/v1/users?limit=5&disabled=false')
})

test('refuses path parameters that a URL would take for another path', () => {
  const { mandate } = clientOf(new FakeServer())
  for (const id of ['', '.', '..']) assert.throws(() => mandate.users.get(id), TypeError)
})

test('asks a function for the key with every request', async () => {
  const server = new FakeServer(json({}), json({}))
  let count = 0
  const { mandate } = clientOf(server, { apiKey: async () => `key_${(count += 1)}` })
  await mandate.users.get('usr_1')
  await mandate.users.get('usr_1')
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.get('authorization')),
    ['Bearer key_1', 'Bearer key_2'],
  )
})

test('throws what the server said', async () => {
  const { mandate } = clientOf(new FakeServer(refusal(404, 'user_not_found')))
  await assert.rejects(mandate.users.get('usr_1'), (error) => {
    assert(error instanceof MandateError)
    assert.equal(error.status, 404)
    assert.equal(error.code, 'user_not_found')
    assert.equal(error.message, 'message of user_not_found')
    assert.equal(error.docsUrl, 'https://id.example.com/docs/errors#user_not_found')
    assert.equal(error.requestId, 'req_1')
    assert.deepEqual(error.details, { request_id: 'req_1' })
    assert.deepEqual(error.errors, [])
    return true
  })
})

test('says what is wrong where', async () => {
  const errors = [{ pointer: '/email', message: 'is required' }]
  const invalid = { code: 'invalid_request', message: 'The request is not valid.', details: { errors } }
  const { mandate } = clientOf(new FakeServer(json(invalid, 400)))
  await assert.rejects(mandate.users.create({ email: '' }), { code: 'invalid_request', errors })
})

test('says so when the response is not one of a Mandate server', async () => {
  const { mandate } = clientOf(new FakeServer(new Response('<h1>Bad gateway</h1>', { status: 418 })))
  await assert.rejects(mandate.users.get('usr_1'), { code: 'unexpected_response', status: 418 })
})

test('follows no redirect, so the key goes nowhere else', async () => {
  const elsewhere = new Response(null, { status: 307, headers: { location: 'https://evil.example' } })
  const server = new FakeServer(elsewhere)
  const { mandate } = clientOf(server)
  await assert.rejects(mandate.users.get('usr_1'), { code: 'unexpected_response', status: 307 })
  assert.equal(server.requests.length, 1)

  // As browsers show it.
  const opaque = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
  })
  const hidden = new FakeServer(opaque)
  await assert.rejects(clientOf(hidden).mandate.users.get('usr_1'), {
    code: 'unexpected_response',
    message: /redirected/,
  })
  assert.equal(hidden.requests.length, 1)
})

test('reads again after a lost connection and while the server is not available, longer each time', async () => {
  const server = new FakeServer(networkFailure(), refusal(503, 'unavailable'), json({ id: 'usr_1' }))
  const { mandate, clock } = clientOf(server)
  assert.equal((await mandate.users.get('usr_1')).id, 'usr_1')
  assert.deepEqual(clock.waits, [125, 250])
})

test('gives up after as many retries as it is told', async () => {
  const server = new FakeServer(networkFailure(), networkFailure())
  const { mandate } = clientOf(server, { retries: 1 })
  await assert.rejects(mandate.users.get('usr_1'), { code: 'network_error', status: 0 })
})

test('waits as long as Retry-After says, in seconds or to a date, and not for long', async () => {
  const { mandate, clock } = clientOf(
    new FakeServer(refusal(429, 'too_many_requests', { 'retry-after': '3' }), json({})),
    { random: () => 0 },
  )
  await mandate.users.get('usr_1')
  assert.deepEqual(clock.waits, [3000])

  const at = new Date(new FakeClock().now() + 5000).toUTCString()
  const dated = clientOf(new FakeServer(refusal(429, 'too_many_requests', { 'retry-after': at }), json({})), {
    random: () => 0,
  })
  await dated.mandate.users.get('usr_1')
  assert.deepEqual(dated.clock.waits, [5000])

  const long = clientOf(new FakeServer(refusal(429, 'too_many_requests', { 'retry-after': '3600' })))
  await assert.rejects(long.mandate.users.get('usr_1'), { status: 429, retryAfterMs: 3_600_000 })
})

test('repeats a creating request with the same key, where the server honours one', async () => {
  const server = new FakeServer(networkFailure(), json({ id: 'usr_1' }, 201))
  const { mandate } = clientOf(server)
  await mandate.users.create({ email: 'maya@example.com' })
  const keys = server.requests.map(({ headers }) => headers.get('idempotency-key'))
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(keys[0], keys[1])
})

test('takes the key of the caller for the request', async () => {
  const server = new FakeServer(json({ id: 'usr_1' }, 201))
  await clientOf(server).mandate.users.create({ email: 'maya@example.com' }, { idempotencyKey: 'mine' })
  assert.equal(server.requests[0]?.headers.get('idempotency-key'), 'mine')
})

test('does nothing twice that may not happen twice', async () => {
  const lost = new FakeServer(networkFailure())
  await assert.rejects(clientOf(lost).mandate.agents.rotateSecret('agt_1'), { code: 'network_error' })
  const removed = new FakeServer(refusal(503, 'unavailable'))
  await assert.rejects(clientOf(removed).mandate.users.delete('usr_1'), { status: 503 })
  const refused = new FakeServer(refusal(429, 'too_many_requests'), json({ client_secret: 's' }))
  await clientOf(refused).mandate.agents.rotateSecret('agt_1')
  assert.equal(refused.requests.length, 2, 'what was refused did not happen')
})

test('a page when awaited, everything when iterated', async () => {
  const two = (): FakeServer => new FakeServer(page([{ id: 1 }, { id: 2 }], 'c1'), page([{ id: 3 }], null))
  const awaited = await clientOf(two()).mandate.users.list()
  assert.equal(awaited.next_cursor, 'c1')
  const server = two()
  const ids: unknown[] = []
  for await (const user of clientOf(server).mandate.users.list({ limit: 2 })) ids.push(user.id)
  assert.deepEqual(ids, [1, 2, 3])
  assert.equal(server.requests[1]?.url, 'https://id.example.com/api/v1/users?limit=2&cursor=c1')
})

test('asks for no page that nobody reads', async () => {
  const server = new FakeServer(page([{ id: 1 }], 'c1'))
  for await (const user of clientOf(server).mandate.users.list()) {
    assert.ok(user)
    break
  }
  assert.equal(server.requests.length, 1)
})

test('a list that fails rejects both ways', async () => {
  const failing = (): Mandate => clientOf(new FakeServer(refusal(403, 'insufficient_scope'))).mandate
  await assert.rejects(failing().users.list(), { code: 'insufficient_scope' })
  await assert.rejects(
    async () => {
      for await (const _ of failing().users.list());
    },
    { code: 'insufficient_scope' },
  )
})

test('rejects with the reason of the signal, and waits no longer', async () => {
  const reason = new Error('the person left')
  const hanging: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    )
  const mandate = new Mandate({ url: URL, fetch: hanging })
  const controller = new AbortController()
  const request = mandate.users.get('usr_1', { signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(request, reason)
})

test('ends an attempt that takes too long', async () => {
  const hanging: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
    )
  const mandate = new Mandate({ url: URL, fetch: hanging, timeoutMs: 5, retries: 0 })
  await assert.rejects(mandate.users.get('usr_1'), { code: 'timeout', status: 0 })
})

test('learns the CSRF token of a session when a write is refused without one, and keeps it', async () => {
  const server = new FakeServer(
    refusal(403, 'csrf_failed'),
    json({ id: 'usr_1', csrf_token: 'csrf_1' }),
    json({ id: 'usr_2' }),
    json({ id: 'usr_2' }),
  )
  const { mandate } = clientOf(server, { url: '', apiKey: undefined })
  await mandate.users.update('usr_2', { name: 'Maya' })
  await mandate.users.update('usr_2', { name: 'Maya L' })
  assert.deepEqual(
    server.requests.map(({ method, url, headers }) => [method, url, headers.get('x-csrf-token')]),
    [
      ['PATCH', '/api/v1/users/usr_2', null],
      ['GET', '/api/v1/auth/me', null],
      ['PATCH', '/api/v1/users/usr_2', 'csrf_1'],
      ['PATCH', '/api/v1/users/usr_2', 'csrf_1'],
    ],
  )
})

test('a refused CSRF token that stays the same is refused for good', async () => {
  const server = new FakeServer(
    json({ csrf_token: 'csrf_1' }),
    refusal(403, 'csrf_failed'),
    json({ csrf_token: 'csrf_1' }),
  )
  const { mandate } = clientOf(server, { apiKey: undefined })
  await mandate.auth.getMe()
  await assert.rejects(mandate.users.update('usr_2', {}), { code: 'csrf_failed' })
})

test('a picture goes as a form, JSON as JSON', async () => {
  const server = new FakeServer(json({}, 201), json({}, 201))
  const { mandate } = clientOf(server)
  await mandate.branding.uploadLogo({ logo: new Blob(['x'], { type: 'image/png' }) })
  await mandate.users.create({ email: 'maya@example.com' })
  assert(server.requests[0]?.body instanceof FormData)
  assert.equal(server.requests[0].headers.get('content-type'), null)
  assert.equal(server.requests[1]?.headers.get('content-type'), 'application/json')
})

test('nothing, text and streams come as they are', async () => {
  const server = new FakeServer(
    new Response(null, { status: 204 }),
    new Response('<p>', { headers: { 'content-type': 'text/html' } }),
    new Response('{"a":1}\n', { headers: { 'content-type': 'application/x-ndjson' } }),
  )
  const { mandate } = clientOf(server)
  assert.equal(await mandate.users.delete('usr_1'), undefined)
  assert.equal(await mandate.email.preview('welcome'), '<p>')
  assert.equal(await (await mandate.auditLogs.export()).text(), '{"a":1}\n')
})

test('any route can be asked by its path', async () => {
  const server = new FakeServer(json({ ok: true }))
  const result = await clientOf(server).mandate.request<{ ok: boolean }>('POST', '/api/v1/new', {
    query: { a: 'ä' },
    body: { b: 1 },
  })
  assert.equal(result.ok, true)
  assert.equal(server.requests[0]?.url, 'https://id.example.com/api/v1/new?a=%C3%A4')
  assert.equal(server.requests[0].body, '{"b":1}')
  assert.equal(server.requests[0].headers.get('idempotency-key'), null)
})
