import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { Follower } from '#test/support/follower.ts'

const LOG = '/api/v1/admin/logs/stream'

/** Makes the server say something: a client whose secret is wrong. */
const provoke = (app: TestApp, id: string) =>
  app.send({
    url: '/oauth/token',
    form: { grant_type: 'client_credentials', client_id: id, client_secret: 'hunter-of-lions' },
  })

test('AD9: an operator follows the log as it is written, with fields and without credentials', async (t) => {
  const app = await createTestApp(t)
  const follower = await Follower.start(t, app, LOG, { query: '?level=warn' })
  assert.equal(follower.response.status, 200)
  assert.equal(follower.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(follower.response.headers.get('cache-control'), 'no-store')
  await follower.until(/retry/)
  await provoke(app, 'nobody')
  await follower.until(/event: log\ndata: \{"level":"warn".*\}\n\n/)
  const [, line = ''] = /data: (\{.*\})/.exec(follower.text) ?? []
  const { level, msg, request_id: requestId } = JSON.parse(line) as Record<string, string>
  assert.deepEqual([level, msg], ['warn', 'request refused'])
  assert.match(requestId ?? '', /^req_/)
  assert.doesNotMatch(follower.text, /hunter/)
})

test('an operator sees each request in the stream: its route, its status, and who sent it', async (t) => {
  const app = await createTestApp(t)
  const follower = await Follower.start(t, app, LOG)
  await follower.until(/retry/)
  const { headers } = await app.admin('GET', '/agents')
  const id = String(headers['x-request-id'])
  await follower.until(new RegExp(`${id}.*\n\n`))
  const [, line = ''] = new RegExp(`data: (\\{.*${id}.*\\})`).exec(follower.text) ?? []
  const { msg, route, status, ip, api_key_id: key, duration_ms: took } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual([msg, route, status, ip], ['request', 'agents.list', 200, '127.0.0.1'])
  assert.match(String(key), /^key_/)
  assert.equal(typeof took, 'number')
})

test('AD9: the stream ends when the key that opened it is deleted', async (t) => {
  const app = await createTestApp(t)
  const key = await app.admin('POST', '/api-keys', { name: 'watcher', scopes: ['logs:read'] })
  assert.equal(key.status, 201, key.text)
  const follower = await Follower.start(t, app, LOG, {
    headers: { authorization: `Bearer ${key.json['key'] as string}` },
  })
  await follower.until(/retry/)
  await app.admin('DELETE', `/api-keys/${key.json['id'] as string}`)
  await follower.untilEnd()
})

test('the stream ends when the server drains, so that nobody waits for its readers', async (t) => {
  const app = await createTestApp(t)
  const follower = await Follower.start(t, app, LOG)
  await follower.until(/retry/)
  await Promise.all([app.app.drain(), follower.untilEnd()])
})

test('AD9: a key in the address opens nothing', async (t) => {
  const app = await createTestApp(t)
  for (const name of ['key', 'access_token', 'authorization']) {
    const answer = await app.send({ url: `/api/v1/admin/logs/stream?${name}=${app.adminKey}` })
    assert.equal(answer.status, 401, name)
  }
})

test('a level that does not exist is refused', async (t) => {
  const app = await createTestApp(t)
  const answer = await app.admin('GET', '/admin/logs/stream?level=fatal')
  assert.deepEqual([answer.status, answer.json['code']], [400, 'invalid_request'])
})

test('AD9: a process opens no more than twenty streams', async (t) => {
  const app = await createTestApp(t)
  const first = await Follower.start(t, app, LOG)
  const gone = new AbortController()
  t.after(() => gone.abort())
  const ask = () =>
    fetch(first.response.url, { headers: { authorization: `Bearer ${app.adminKey}` }, signal: gone.signal })
  // Kept, because a response that nobody holds is hung up on.
  const open: Response[] = []
  for (let i = 0; i < 19; i++) open.push(await ask())
  assert.ok(open.every(({ status }) => status === 200))
  const refused = await ask()
  assert.equal(refused.status, 429)
  assert.equal(((await refused.json()) as { code: string }).code, 'too_many_log_streams')
})

test('AD9: of sixty who ask at once no more than twenty get a stream', async (t) => {
  const app = await createTestApp(t)
  const [address = ''] = await app.app.listen()
  const gone = new AbortController()
  t.after(() => gone.abort())
  const options = { headers: { authorization: `Bearer ${app.adminKey}` }, signal: gone.signal }
  const ask = () => fetch(`${address}/api/v1/admin/logs/stream`, options)
  const statuses = (await Promise.all(Array.from({ length: 60 }, ask))).map(({ status }) => status)
  assert.deepEqual(
    [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
    [20, 40],
  )
})
