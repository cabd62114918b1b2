import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { Follower } from '#test/support/follower.ts'
import { cookieOf, HOST, TestGateway } from '#test/support/gateway.ts'
import { signUp } from '#test/support/recovery.ts'
import { until } from '#test/support/until.ts'

const MB = 1024 * 1024

/** Opens a request and answers its response, whose body nobody has read. */
async function open(
  gateway: TestGateway,
  path: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const outgoing = request({
    port: gateway.port,
    host: '127.0.0.1',
    path,
    headers: { host: HOST, ...headers },
    agent: false,
  })
  outgoing.on('error', () => undefined)
  outgoing.end()
  const [message] = (await once(outgoing, 'response')) as [IncomingMessage]
  return message
}

const stateOf = async (gateway: TestGateway) => {
  const { json } = await gateway.app.admin('GET', '/admin/proxy/status')
  const [upstream] = json['upstreams'] as {
    circuit: string
    failures_in_a_row: number
    in_flight: number
    figures: Record<string, unknown>
  }[]
  assert.ok(upstream)
  return upstream
}

describe('PX10: an upstream that fails', () => {
  test('and says nothing in time is a 504, one that breaks off a 502, and then it is left alone for a while', async (t) => {
    let mode: 'hang' | 'reset' | 'serve' = 'hang'
    const gateway = await TestGateway.start(t, {
      upstreamTimeouts: { headMs: 150 },
      handler: (message, response) => {
        if (mode === 'reset') message.socket.destroy()
        else if (mode === 'serve') response.end('fine')
      },
    })
    await gateway.rule({})
    assert.equal((await gateway.send()).status, 504)
    mode = 'reset'
    assert.equal((await gateway.send({ method: 'POST', body: 'x' })).status, 502)
    mode = 'serve'
    assert.equal((await gateway.send()).status, 200)
    assert.equal((await stateOf(gateway)).failures_in_a_row, 0)
    mode = 'reset'
    for (let i = 0; i < 5; i++) assert.equal((await gateway.send({ method: 'POST', body: 'x' })).status, 502)
    const before = gateway.upstream.hits.length
    const open = await gateway.send()
    assert.equal(open.status, 503)
    assert.ok(Number(open.headers['retry-after']) >= 1)
    assert.equal(gateway.upstream.hits.length, before, 'nothing is sent there')
    const { circuit, figures } = await stateOf(gateway)
    assert.deepEqual([circuit, figures['failed']], ['open', { circuit_open: 1, timeout: 1, unreachable: 6 }])
    mode = 'serve'
    await gateway.app.admin('POST', '/admin/proxy/reload')
    assert.equal((await gateway.send()).status, 200, 'a reload closes the circuit')
  })

  test('and is not there at all is a 502', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({})
    await gateway.app.admin('PATCH', `/admin/proxy/upstreams/${gateway.upstreamId}`, { upstream: 'http://127.0.0.1:9' })
    assert.equal((await gateway.send()).status, 502)
  })

  test('once gets what is safe a second time, and nothing else', async (t) => {
    let failing = 0
    const gateway = await TestGateway.start(t, {
      handler: (message, response) => {
        if (failing-- > 0) message.socket.destroy()
        else response.end('fine')
      },
    })
    await gateway.rule({})
    const sent = async (method: string, body?: string) => {
      failing = 1
      const before = gateway.upstream.hits.length
      const { status } = await gateway.send({
        method,
        ...(body === undefined ? {} : { body, headers: { 'content-length': String(body.length) } }),
      })
      return [status, gateway.upstream.hits.length - before]
    }
    assert.deepEqual(await sent('GET'), [200, 2])
    assert.deepEqual(await sent('HEAD'), [200, 2])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) assert.deepEqual(await sent(method), [502, 1], method)
    assert.deepEqual(await sent('GET', 'a body'), [502, 1])
  })

  test('in the middle of a response breaks off the response, so that nobody takes a part for the whole', async (t) => {
    const gateway = await TestGateway.start(t, {
      handler: (message, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => message.socket.destroy())
      },
    })
    await gateway.rule({})
    const message = await open(gateway, '/')
    await assert.rejects(async () => {
      for await (const _chunk of message);
    }, /aborted/)
  })
})

test('PX10: what is large goes through in pieces, no faster than it is read', async (t) => {
  let received = 0
  const gateway = await TestGateway.start(t, {
    handler: (message, response) => {
      message.on('data', (chunk: Buffer) => (received += chunk.length))
      message.on('end', () => response.end(String(received)))
    },
  })
  await gateway.rule({})
  const before = process.memoryUsage().rss
  const outgoing = request({
    port: gateway.port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { host: HOST },
    agent: false,
  })
  const piece = Buffer.alloc(MB, 'x')
  const pieces = 200
  let most = 0
  for (let i = 0; i < pieces; i++) {
    if (!outgoing.write(piece)) await once(outgoing, 'drain')
    most = Math.max(most, process.memoryUsage().rss)
  }
  outgoing.end()
  const [message] = (await once(outgoing, 'response')) as [IncomingMessage]
  message.resume()
  await once(message, 'end')
  assert.equal(received, pieces * MB)
  assert.ok(most - before < 150 * MB, `${Math.round((most - before) / MB)} MB more`)
})

test('PX10: a reader that stands still holds up its upstream, not our memory', async (t) => {
  let written = 0
  const gateway = await TestGateway.start(t, {
    handler: (_message, response) => {
      const piece = Buffer.alloc(MB, 'x')
      const write = (): void => {
        while (!response.destroyed && written < 500 * MB) {
          written += MB
          if (!response.write(piece)) return void response.once('drain', write)
        }
      }
      write()
    },
  })
  await gateway.rule({})
  const message = await open(gateway, '/')
  let last = -1
  await until(async () => {
    await sleep(100)
    const stands = written === last
    last = written
    return stands
  })
  assert.ok(written < 100 * MB, `${written / MB} MB were read`)
  message.destroy()
})

test('server-sent events arrive as they are sent, and end when whoever reads them may not any more', async (t) => {
  const gateway = await TestGateway.start(t, {
    handler: (_message, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: one\n\n')
    },
  })
  await gateway.rule({ require: 'authenticated' })
  const person = await signUp(gateway.app, 'maya@example.com')
  const cookies = await gateway.signIn(person.visitor)
  const message = await open(gateway, '/', { cookie: cookieOf(cookies) })
  const [chunk] = (await once(message, 'data')) as [Buffer]
  assert.equal(String(chunk), 'data: one\n\n')
  message.on('error', () => undefined)
  await gateway.app.admin('PATCH', `/users/${person.id}`, { disabled: true })
  await until(() => message.destroyed)
})

test('a request that comes round again is known by its Via', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({})
  await gateway.app.admin('PATCH', `/admin/proxy/upstreams/${gateway.upstreamId}`, {
    upstream: `http://127.0.0.1:${gateway.port}`,
  })
  const answer = await gateway.send()
  assert.equal(answer.status, 508)
})

test('a stop takes nothing new and lets what is under way finish, a start serves again, a reload drops nothing', async (t) => {
  const waiting: (() => void)[] = []
  const gateway = await TestGateway.start(t, {
    handler: (message, response) => {
      if (message.url === '/slow') waiting.push(() => response.end('done'))
      else response.end('fast')
    },
  })
  await gateway.rule({})
  const lifecycle = async () => (await gateway.app.admin('GET', '/admin/proxy/lifecycle')).json
  const first = await lifecycle()
  assert.deepEqual(
    [first['state'], first['wanted'], first['rules_loaded'], first['hosts_loaded']],
    ['running', 'running', 1, 1],
  )
  const slow = gateway.send({ path: '/slow' })
  await until(() => waiting.length === 1)
  assert.equal((await lifecycle())['in_flight'], 1)
  const reloaded = await gateway.app.admin('POST', '/admin/proxy/reload')
  assert.deepEqual([reloaded.status, reloaded.json['reloads']], [200, 1])
  const stopped = await gateway.app.admin('POST', '/admin/proxy/stop')
  assert.deepEqual([stopped.json['state'], stopped.json['wanted']], ['draining', 'stopped'])
  await assert.rejects(gateway.send(), { code: 'ECONNREFUSED' })
  waiting.forEach((finish) => finish())
  assert.equal((await slow).text, 'done')
  await until(async () => (await lifecycle())['state'] === 'stopped')
  const started = await gateway.app.admin('POST', '/admin/proxy/start')
  assert.deepEqual([started.status, started.json['state']], [200, 'running'])
  const [address = ''] = started.json['listeners'] as string[]
  const again = await fetch(address, { headers: { accept: '*/*' } })
  assert.equal(again.status, 421, 'it listens again')
  await again.text()
})

test('what one node is told another follows within a second', async (t) => {
  const gateway = await TestGateway.start(t)
  const node = await gateway.app.secondNode(t)
  await node.services.gatewayControl.begin()
  await gateway.app.admin('POST', '/admin/proxy/stop')
  const startedAt = performance.now()
  await until(async () => (await node.services.gatewayControl.state()).state === 'stopped')
  assert.ok(performance.now() - startedAt < 5000)
})

test('figures say what came of the requests of the last minute', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ pattern: '/open' })
  await gateway.rule({ pattern: '/closed', require: 'agent' })
  for (let i = 0; i < 10; i++) await gateway.send({ path: '/open' })
  await gateway.send({ path: '/closed' })
  await gateway.send({ path: '/nowhere' })
  await gateway.send({ path: '//' })
  await gateway.send({ host: 'unknown.example' })
  const { figures } = await stateOf(gateway)
  assert.deepEqual([figures['requests'], figures['served']], [13, 10])
  assert.deepEqual(figures['denied'], { ambiguous_path: 1, no_rule: 1, not_signed_in: 1 })
  assert.ok(Number(figures['p50_ms']) > 0 && Number(figures['p99_ms']) >= Number(figures['p50_ms']))
  const { json } = await gateway.app.admin('GET', '/admin/proxy/status')
  assert.deepEqual((json['others'] as { denied: unknown }).denied, { unknown_host: 1 })
})

test('what goes through the gateway is told to those who follow what happens, by scope', async (t) => {
  const gateway = await TestGateway.start(t)
  const events = '/api/v1/admin/events/stream'
  const follower = await Follower.start(t, gateway.app, events)
  const key = await gateway.app.admin('POST', '/api-keys', { name: 'mail', scopes: ['audit-logs:read'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  const other = await Follower.start(t, gateway.app, events, { headers })
  for (const one of [follower, other]) await one.until(/event: ready/)
  await gateway.send({ path: '/nothing-allows-this' })
  await follower.until(/event: changed\ndata: \{"action":"gateway.changed"\}\n\n/)
  await gateway.app.admin('POST', '/webhooks', { url: 'https://hooks.example.com/', events: ['user.*'] })
  await gateway.app.app.jobs.runNow('events.seal')
  await other.until(/webhook\.created/)
  assert.doesNotMatch(other.text, /changed/)
})

test('the status is streamed every second, to whoever may read it', async (t) => {
  const gateway = await TestGateway.start(t)
  const port = await gateway.app.app.http.listen({ port: 0, host: '127.0.0.1' })
  const key = await gateway.app.admin('POST', '/api-keys', { name: 'watcher', scopes: ['proxy:read'] })
  const authorization = `Bearer ${String(key.json['key'])}`
  const response = await fetch(`${port}/api/v1/admin/proxy/status/stream`, { headers: { authorization } })
  assert.equal(response.status, 200)
  let text = ''
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk)
  })()
  await until(() => text.split('event: status').length > 2)
  assert.match(text, /^retry: 2000\n\nevent: status\ndata: \{"processes":1,"lifecycle":\{"state":"running"/)
  await gateway.app.admin('DELETE', `/api-keys/${String(key.json['id'])}`)
  await reading
})
