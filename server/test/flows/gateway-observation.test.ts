import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { FigureBook } from '#/modules/proxy/forwarding/figures.ts'
import { GatewayStatuses } from '#/modules/proxy/operations/status.ts'
import type { GatewayShare } from '#/modules/proxy/index.ts'
import { createAgent, ownToken } from '#test/support/oauth.ts'
import { cookieOf, HOST, newUpstream, ORIGIN, signedIn, TestGateway } from '#test/support/gateway.ts'
import { listResource } from '#test/support/resources.ts'
import { until } from '#test/support/until.ts'

const metricsOf = async ({ app }: TestGateway): Promise<string> =>
  (await app.send({ url: '/metrics', headers: { authorization: `Bearer ${app.adminKey}` } })).text

/** The lines of the log about requests through the gateway. */
const linesOf = ({ app }: TestGateway): Record<string, unknown>[] =>
  app.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg, route }) => msg === 'request' && route === 'gateway')

/** The next line, which is written when the response has ended. */
async function lineAfter(gateway: TestGateway, work: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const before = linesOf(gateway).length
  await work()
  await until(() => linesOf(gateway).length > before)
  assert.equal(linesOf(gateway).length, before + 1)
  return linesOf(gateway).at(-1) ?? {}
}

const handshake =
  `GET /closed?code=secret HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

test('Prometheus counts what was allowed, denied and failed, and how long the allowed took', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ pattern: '/open' })
  for (let i = 0; i < 3; i++) await gateway.send({ path: '/open' })
  await gateway.send({ path: '/closed' })
  await gateway.raw(handshake)
  await gateway.send({ path: '/a//b' })
  await gateway.send({ host: 'made-up.localhost:8081' })
  await gateway.raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')
  await gateway.app.admin('PATCH', `/admin/proxy/upstreams/${gateway.upstreamId}`, { upstream: 'http://127.0.0.1:9' })
  await gateway.send({ path: '/open' })
  const text = await metricsOf(gateway)
  const counted = [...text.matchAll(/^mandate_gateway_requests_total(\{.*\}) (\d+)$/gm)].map(([, labels, n]) => [
    labels,
    n,
  ])
  assert.deepEqual(Object.fromEntries(counted), {
    '{outcome="allowed",reason=""}': '3',
    '{outcome="denied",reason="no_rule"}': '2',
    '{outcome="denied",reason="ambiguous_path"}': '1',
    '{outcome="denied",reason="unknown_host"}': '1',
    '{outcome="denied",reason="malformed"}': '1',
    '{outcome="failed",reason="unreachable"}': '1',
  })
  assert.match(text, /^mandate_gateway_request_duration_seconds_count 3$/m)
  assert.match(text, /^mandate_gateway_request_duration_seconds_bucket\{le="\+Inf"\} 3$/m)
  assert.doesNotMatch(text, /made-up/)
})

test('a request through the gateway is a line of the log, with its host and its caller, never its query', async (t) => {
  const { gateway, person, cookies } = await signedIn(t)
  const cookie = cookieOf(cookies)
  const line = await lineAfter(gateway, () => gateway.send({ path: '/a?code=secret', headers: { cookie } }))
  assert.equal(typeof line['duration_ms'], 'number')
  assert.match(String(line['request_id']), /^req_/)
  const { status, upstream_id, user_id, ip } = line
  assert.deepEqual([status, upstream_id, user_id, ip], [200, gateway.upstreamId, person.id, '127.0.0.1'])
  assert.ok(!('code' in line))

  await listResource(gateway.app, ORIGIN, { scopes: [{ name: 'read', description: 'Read' }] })
  const agent = await createAgent(gateway.app, { audiences: [ORIGIN] })
  const token = await ownToken(gateway.app, agent, { resource: ORIGIN })
  const byAgent = await lineAfter(gateway, () => gateway.send({ headers: { authorization: `Bearer ${token}` } }))
  assert.deepEqual([byAgent['status'], byAgent['client_id']], [200, agent.clientId])
  assert.doesNotMatch(gateway.app.log.join('\n'), /secret=|code=secret/)
})

test('a refused request is a line with the reason, whatever it wanted to be', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ pattern: '/open' })
  const refused = async (work: () => Promise<unknown>) => {
    const { status, code, upstream_id } = await lineAfter(gateway, work)
    return [status, code, upstream_id]
  }
  const { upstreamId } = gateway
  assert.deepEqual(await refused(() => gateway.send({ path: '/closed?code=secret' })), [403, 'no_rule', upstreamId])
  assert.deepEqual(await refused(() => gateway.raw(handshake)), [403, 'no_rule', upstreamId])
  const nowhere = () => gateway.send({ host: 'nowhere.localhost:8081' })
  assert.deepEqual(await refused(nowhere), [421, 'unknown_host', undefined])
  const own = () => gateway.send({ path: '/.mandate/callback?code=secret' })
  assert.deepEqual(await refused(own), [400, 'sign_in_over', upstreamId])
  const down = await newUpstream(gateway.app, { host: 'down.localhost:8081', upstream: 'http://127.0.0.1:9' })
  await gateway.app.admin('POST', '/admin/proxy/rules/db', {
    name: 'Down',
    pattern: '/*',
    require: 'anonymous',
    upstream_id: down,
  })
  const lost = () => gateway.send({ host: 'down.localhost:8081' })
  assert.deepEqual(await refused(lost), [502, 'unreachable', down])
  assert.doesNotMatch(gateway.app.log.join('\n'), /secret/)
})

test('a WebSocket is a line once it ends', async (t) => {
  const gateway = await TestGateway.start(t)
  gateway.upstream.server.on('upgrade', (_message, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.on('data', () => socket.destroy())
  })
  await gateway.rule({})
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(handshake)
  await once(socket, 'data')
  assert.deepEqual(linesOf(gateway), [])
  const line = await lineAfter(gateway, async () => {
    socket.write('x')
    await once(socket, 'close')
  })
  assert.deepEqual([line['status'], line['upstream_id']], [101, gateway.upstreamId])
})

test('the status adds up what the processes of a node have, and does without one that is silent', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ pattern: '/open' })
  await gateway.send({ path: '/open' })
  await gateway.send({ path: '/closed' })
  const { gatewayStatuses, ruleSets, gatewayControl } = gateway.app.services
  const own = await gatewayStatuses.share()
  const [[id, mine] = ['', undefined]] = Object.entries(own.upstreams)
  assert.ok(mine)
  // As it comes out of another process.
  const other = structuredClone({
    ...own,
    inFlight: own.inFlight + 2,
    upstreams: { [id]: { ...mine, circuit: 'open' as const, failuresInARow: 5, inFlight: 2 } },
  })
  const read = (shares: () => Promise<readonly GatewayShare[]>) =>
    new GatewayStatuses({
      ruleSets,
      control: gatewayControl,
      figures: new FigureBook(() => 0, { served() {}, denied() {}, failed() {} }),
      gateway: { lines: undefined, inFlight: 0 },
      shares,
    }).read()
  const both = await read(async () => [own, other])
  const [upstream] = both.upstreams
  assert.deepEqual([both.processes, both.lifecycle.inFlight], [2, own.inFlight * 2 + 2])
  assert.deepEqual([upstream?.circuit, upstream?.failuresInARow, upstream?.inFlight], ['open', 5, 2])
  const { requests, served, denied, p50Ms } = upstream?.figures ?? {}
  assert.deepEqual([requests, served, denied], [4, 2, { no_rule: 2 }])
  assert.equal(p50Ms, (await gatewayStatuses.read()).upstreams[0]?.figures.p50Ms, 'two of one kind have its time')
  const alone = await read(() => Promise.reject(new Error('nobody answers')))
  assert.deepEqual([alone.processes, alone.upstreams[0]?.figures.requests], [1, 0])
  const { json } = await gateway.app.admin('GET', '/admin/proxy/status')
  assert.equal(json['processes'], 1)
})
