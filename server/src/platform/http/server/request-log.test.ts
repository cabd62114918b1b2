import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestContext } from '#test/support/request-context.ts'
import { RequestLog } from './request-log.ts'
import type { FinishedRequest } from './endpoint.ts'

const finished = (given: Partial<FinishedRequest> = {}): FinishedRequest => ({
  method: 'POST',
  url: '/oauth/token?code=secret',
  route: '/oauth/token',
  operation: 'tokens.issue',
  isAdmin: false,
  status: 200,
  code: undefined,
  durationMs: 12.345,
  context: requestContext({
    requestId: 'req_1',
    clientRequestId: 'trace-4711',
    ip: '192.0.2.1',
    userAgent: 'curl/8',
    notes: { caller: { type: 'agent', id: 'planner' }, namedClient: 'planner' },
  }),
  ...given,
})

function fixture(options: { linesPerSecond?: number; isVerbose?: boolean } = {}) {
  const lines: [object, string][] = []
  const log = { info: (fields: object, message: string) => void lines.push([fields, message]) }
  return { lines, requests: new RequestLog({ log, linesPerSecond: 100, isVerbose: false, ...options }) }
}

test('a request is one line: id, route, status, duration, IP address and who sent it', () => {
  const { lines, requests } = fixture()
  requests.observe(finished())
  const line = {
    request_id: 'req_1',
    route: 'tokens.issue',
    status: 200,
    duration_ms: 12.3,
    ip: '192.0.2.1',
    client_id: 'planner',
    client_request_id: 'trace-4711',
  }
  assert.deepEqual(lines, [[line, 'request']])
  requests.flush()
})

test('a person, a key and a stranger each have their field, and an error its code', () => {
  const { lines, requests } = fixture()
  const by = (notes: FinishedRequest['context']['notes']) =>
    requests.observe(finished({ context: requestContext({ notes }) }))
  by({ caller: { type: 'user', id: 'usr_1' } })
  by({ caller: { type: 'admin', id: 'usr_2' } })
  by({ caller: { type: 'admin', id: 'key_1' } })
  by({ namedClient: 'unproven' })
  by({})
  const who = lines.map(([fields]) => {
    const { user_id, api_key_id, client_id } = fields as Record<string, string>
    return [user_id, api_key_id, client_id]
  })
  assert.deepEqual(who, [
    ['usr_1', undefined, undefined],
    ['usr_2', undefined, undefined],
    [undefined, 'key_1', undefined],
    [undefined, undefined, 'unproven'],
    [undefined, undefined, undefined],
  ])
  requests.observe(finished({ status: 401, code: 'invalid_client' }))
  assert.equal((lines.at(-1)?.[0] as Record<string, string>)['code'], 'invalid_client')
  requests.flush()
})

test('above the rate requests are counted, and the count is said once the second is over', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { lines, requests } = fixture({ linesPerSecond: 3 })
  for (let n = 0; n < 10; n++) requests.observe(finished())
  assert.equal(lines.length, 3)
  t.mock.timers.tick(1000)
  assert.deepEqual(lines.at(-1), [{ left_out: 7 }, 'requests without a line'])
  requests.observe(finished())
  assert.equal(lines.length, 5)
  t.mock.timers.tick(1000)
  assert.equal(lines.length, 5)
})

test('probes that go well have no line', () => {
  const { lines, requests } = fixture()
  requests.observe(finished({ operation: 'system.checkReadiness' }))
  assert.deepEqual(lines, [])
  requests.observe(finished({ operation: 'system.checkReadiness', status: 503 }))
  assert.equal(lines.length, 1)
  requests.flush()
})

test('at debug every request has a line with method, path and user agent, and never the query', () => {
  const { lines, requests } = fixture({ linesPerSecond: 1, isVerbose: true })
  for (let n = 0; n < 5; n++) requests.observe(finished())
  assert.equal(lines.length, 5)
  const { method, path, user_agent: userAgent } = lines[0]?.[0] as Record<string, string>
  assert.deepEqual([method, path, userAgent], ['POST', '/oauth/token', 'curl/8'])
  assert.doesNotMatch(JSON.stringify(lines), /secret/)
})
