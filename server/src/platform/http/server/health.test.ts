import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { httpFixture } from '#test/support/http.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { healthRoutes } from './health.ts'
import { HttpMetrics, metricsRoute } from './metrics.ts'
import { Metrics } from '#/platform/metrics/metrics.ts'

describe('health', () => {
  const state = { draining: false, ping: () => Promise.resolve(), checkWrites: () => Promise.resolve() }
  const routes = healthRoutes({
    ping: () => state.ping(),
    checkWrites: () => state.checkWrites(),
    isDraining: () => state.draining,
  })
  const { send } = httpFixture({ areas: [{ area: 'system', routes }] })
  const ask = async (url: string): Promise<unknown[]> => {
    const { status, json } = await send({ url })
    return [status, json]
  }

  test('is ok while the database answers', async () => {
    assert.deepEqual(await ask('/healthz'), [200, { status: 'ok' }])
    assert.deepEqual(await ask('/readyz'), [200, { status: 'ok' }])
  })

  test('HT9 is unhealthy without the database, and never says why', async (t) => {
    t.after(() => (state.ping = () => Promise.resolve()))
    state.ping = () => Promise.reject(new Error('connect ECONNREFUSED db.internal:5432'))
    const unhealthy = [503, { status: 'unhealthy', error: 'database unavailable' }]
    assert.deepEqual(await ask('/healthz'), unhealthy)
    assert.deepEqual(await ask('/readyz'), unhealthy)
    assert.equal((await send({ url: '/healthz' })).headers['retry-after'], '2')
  })

  test('does not wait for a database that hangs', async (t) => {
    t.after(() => (state.ping = () => Promise.resolve()))
    t.mock.timers.enable({ apis: ['setTimeout'] })
    state.ping = () => new Promise(() => {})
    const answer = ask('/healthz')
    await new Promise(setImmediate)
    t.mock.timers.tick(2000)
    assert.deepEqual((await answer)[0], 503)
  })

  test('stays while readiness goes when the database takes no writes, and readiness comes back', async (t) => {
    t.after(() => (state.checkWrites = () => Promise.resolve()))
    state.checkWrites = () => Promise.reject(new Error('SQLITE_FULL'))
    assert.deepEqual(await ask('/healthz'), [200, { status: 'ok' }])
    assert.deepEqual(await ask('/readyz'), [503, { status: 'unhealthy', error: 'database not writable' }])
    state.checkWrites = () => Promise.resolve()
    assert.deepEqual(await ask('/readyz'), [200, { status: 'ok' }])
  })

  test('stays while readiness goes when the server drains', async (t) => {
    t.after(() => (state.draining = false))
    state.draining = true
    assert.deepEqual(await ask('/healthz'), [200, { status: 'ok' }])
    assert.deepEqual(await ask('/readyz'), [503, { status: 'unhealthy', error: 'draining' }])
  })
})

const metricsFixture = (baseUrl: string) => {
  const metrics = new Metrics()
  const httpMetrics = new HttpMetrics(metrics)
  const access = metricsRoute(() => metrics.text(), {
    baseUrl,
    authenticateAdmin: ({ headers }, { scope }) => {
      assert.equal(scope, 'metrics:read')
      if (headers.authorization !== 'Bearer good') throw new AppError(commonErrors.unauthorized)
      return Promise.resolve({ principal: {}, cookie: undefined })
    },
  })
  const { send } = httpFixture({
    areas: [{ area: 'system', routes: [access] }],
    onRequestFinished: httpMetrics.observe,
  })
  return { metrics, send }
}

describe('metrics', () => {
  const { metrics, send } = metricsFixture('http://localhost:8080')
  metrics.collectProcess()
  const asker =
    (ask: typeof send) =>
    async (headers: Record<string, string>, remoteAddress: string): Promise<number> =>
      (await ask({ url: '/metrics', headers: { host: 'localhost:8080', ...headers }, remoteAddress })).status

  test('count and time requests by route, method and status', async () => {
    await send({ url: '/nowhere/secret-name' })
    await send({ method: 'POST', url: '/metrics' })
    const { status, text, headers } = await send({ url: '/metrics', headers: { host: 'localhost' } })
    assert.equal(status, 200)
    assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/)
    assert.match(text, /mandate_http_requests_total\{method="GET",route="none",status="404"\} 1/)
    assert.match(text, /mandate_http_requests_total\{method="POST",route="none",status="405"\} 1/)
    assert.match(text, /mandate_http_request_duration_seconds_count\{method="GET",route="none"\} 1/)
    assert.match(text, /^process_cpu_seconds_total /m)
    assert.doesNotMatch(text, /secret-name/)
    assert.match(
      (await send({ url: '/metrics', headers: { host: 'localhost' } })).text,
      /route="\/metrics",status="200"\} 1/,
    )
  })

  test('are open to this machine and to an admin key, and to nobody else', async () => {
    const from = asker(send)
    assert.equal(await from({}, '127.0.0.1'), 200)
    assert.equal(await from({}, '203.0.113.9'), 401)
    assert.equal(await from({ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'), 401)
    assert.equal(await from({ host: 'evil.example' }, '127.0.0.1'), 401, 'a page that reached us by DNS rebinding')
    assert.equal(await from({ authorization: 'Bearer good' }, '203.0.113.9'), 200)
  })

  test('are open to an admin key alone where the base URL is public', async () => {
    const from = asker(metricsFixture('https://id.example.com').send)
    assert.equal(await from({}, '127.0.0.1'), 401)
    assert.equal(await from({ host: '127.0.0.1:8080' }, '127.0.0.1'), 401)
    assert.equal(await from({ authorization: 'Bearer good' }, '127.0.0.1'), 200)
  })
})
