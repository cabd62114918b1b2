import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncomingMessage } from 'node:http'
import { ClientIps } from '#/platform/http/input/client-ip.ts'
import type { LocaleSource } from '#/platform/request-context.ts'
import { RequestInFlight } from './request.ts'

function arriving({ query = '', ...headers }: Record<string, string> = {}) {
  const socket: { remoteAddress: string | undefined } = { remoteAddress: '203.0.113.7' }
  const negotiated: LocaleSource[] = []
  const raw = { socket, headers, rawHeaders: [] } as unknown as IncomingMessage
  const request = new RequestInFlight('req_1', raw, {}, query, {
    clientIps: new ClientIps([]),
    negotiateLocale: (source) => {
      negotiated.push(source)
      return 'es'
    },
  })
  return { request, socket, negotiated }
}

describe('the context of a request', () => {
  test('says where it comes from', () => {
    const { request } = arriving({ 'user-agent': 'Test/1.0', cookie: 'a=1; b=2' })
    const { requestId, ip, userAgent, locale, cookies } = request.context
    assert.deepEqual([requestId, ip, userAgent, locale], ['req_1', '203.0.113.7', 'Test/1.0', 'es'])
    assert.deepEqual({ ...cookies }, { a: '1', b: '2' })
    assert.equal(request.context, request.context, 'one for each request')
  })

  test('G6: keeps the address of a caller that hangs up', () => {
    const { request, socket } = arriving()
    const { context } = request
    socket.remoteAddress = undefined
    assert.equal(context.ip, '203.0.113.7')
  })

  test('chooses a language once, and only when somebody asks for it', () => {
    const { request, negotiated } = arriving({ cookie: 'a=1', 'accept-language': 'es', query: 'ui_locales=fr' })
    assert.equal(request.context.ip, '203.0.113.7')
    assert.equal(negotiated.length, 0)
    assert.equal(request.context.locale + request.context.locale, 'eses')
    assert.equal(negotiated.length, 1)
    const [source] = negotiated
    assert.equal(source?.headers['accept-language'], 'es')
    assert.equal(source?.cookies['a'], '1')
    assert.equal(source?.queryForm?.get('ui_locales'), 'fr')
  })

  test('has a language also when nobody can read the query', () => {
    const { request, negotiated } = arriving({ query: 'ui_locales=é' })
    assert.equal(request.context.locale, 'es')
    assert.equal(negotiated[0]?.queryForm, undefined)
    assert.throws(() => request.queryForm, 'which is refused where it matters')
  })
})
