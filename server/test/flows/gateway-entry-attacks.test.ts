import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { cookieOf, HOST, ORIGIN, signedIn, TestGateway } from '#test/support/gateway.ts'
import { hostileNext } from '#test/support/hostile-next.ts'
import { signUp } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'

describe('PX6: whoever can not be asked lets nobody in:', () => {
  const broken: Readonly<Record<string, string>> = {
    rules: 'proxy_rules',
    hosts: 'proxy_upstreams',
    'sessions at the host': 'proxy_sessions',
    'sessions of the server': 'sessions',
    roles: 'user_roles',
  }
  for (const [what, table] of Object.entries(broken)) {
    test(what, async (t) => {
      const { gateway, cookies } = await signedIn(t)
      assert.equal((await gateway.send({ headers: { cookie: cookieOf(cookies) } })).status, 200)
      await gateway.app.database.db.run(sql`ALTER TABLE ${raw(table)} RENAME TO gone`)
      gateway.app.services.ruleSets.invalidate()
      const before = gateway.upstream.hits.length
      const { status, headers } = await gateway.send({ headers: { cookie: cookieOf(cookies) } })
      assert.deepEqual([status, headers['retry-after']], [503, '2'])
      assert.equal(gateway.upstream.hits.length, before)
      const stranger = await gateway.send()
      assert.ok([401, 503].includes(stranger.status), String(stranger.status))
    })
  }
})

describe('PX9: a request that wants to be more than one passes the same checks', () => {
  const handshake = (path: string, extra = ''): string =>
    `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${extra}\r\n`

  test('so that nobody opens a WebSocket to what is protected', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ pattern: '/socket', require: 'authenticated' })
    for (const path of ['/socket', '/other', '/%2e%2e/socket', '//socket']) {
      const answer = await gateway.raw(handshake(path))
      assert.match(answer, /^HTTP\/1.1 40[013] /, path)
    }
    assert.equal(gateway.upstream.hits.length, 0)
  })

  test('and no other method or protocol goes anywhere', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({})
    const line = (request: string, more = ''): string =>
      `${request} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n${more}\r\n`
    for (const request of ['TRACE /', `CONNECT ${HOST}`, 'CONNECT elsewhere.example:443'])
      assert.match(await gateway.raw(line(request)), /^HTTP\/1.1 405 /, request)
    assert.equal(gateway.upstream.hits.length, 0)
    const h2c = await gateway.raw(
      `GET /a HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    )
    assert.match(h2c, /^HTTP\/1.1 200 /, 'an ordinary request')
    assert.ok(!/h2c|HTTP2-Settings/i.test(h2c.slice(h2c.indexOf('\r\n\r\n'))), h2c)
  })

  test('which lets whoever may in, both ways', async (t) => {
    const { gateway, person, cookies } = await signedIn(t)
    gateway.upstream.server.on('upgrade', (request, socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSet-Cookie: mandate_session=x\r\n\r\n',
      )
      socket.write(String(request.headers['x-user-id']))
      socket.on('data', (data: Buffer) => socket.end(`heard ${String(data)}`))
    })
    const socket = connect(gateway.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(handshake('/socket', `Cookie: ${cookieOf(cookies)}\r\nX-User-ID: forged\r\n`))
    let text = ''
    socket.on('data', (data: Buffer) => {
      const before = text.length
      text += String(data)
      if (before === 0 || !text.includes('heard'))
        if (text.includes(person.id) && !text.includes('heard')) socket.write('hello')
    })
    await once(socket, 'close')
    assert.match(text, /^HTTP\/1.1 101 /)
    assert.ok(text.includes(person.id) && text.endsWith('heard hello'), text)
    assert.ok(!text.includes('forged') && !/mandate_session/i.test(text), text)
  })
})

describe('PX11: nobody is led anywhere but back to the host they came from', () => {
  test('whatever the way back is changed to', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: 'authenticated' })
    const person = await signUp(gateway.app, 'maya@example.com')
    const away = await gateway.send({ path: '/a', headers: { accept: 'text/html' } })
    const request = new URL(String(away.headers.location)).searchParams.get('request') ?? ''
    const [body = '', mac = ''] = request.split('.')
    const inner = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const forged = (change: object): string =>
      `${Buffer.from(JSON.stringify({ ...inner, ...change })).toString('base64url')}.${mac}`
    const wrong = [
      '',
      request.slice(1),
      `${request}.x`,
      body,
      forged({ p: '//elsewhere.example' }),
      forged({ u: 'ups_other' }),
      forged({ b: 'x' }),
      ...hostileNext,
    ]
    for (const text of wrong) {
      const answer = await person.visitor.open(`/gateway/sign-in?${new URLSearchParams({ request: text })}`)
      assert.ok([400, 410].includes(answer.status), `${text}: ${answer.status}`)
      assert.equal(answer.headers['location'], undefined)
    }
    const good = await person.visitor.open(`/gateway/sign-in?${new URLSearchParams({ request })}`)
    assert.ok(String(good.headers['location']).startsWith(`${ORIGIN}/.mandate/callback?code=mandate_gc_`))
    gateway.app.clock.advance(61 * 60_000)
    const late = await person.visitor.open(`/gateway/sign-in?${new URLSearchParams({ request })}`)
    assert.equal(late.status, 410)
  })

  test('and a code is for one host, one browser, one minute and one use', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: 'authenticated' })
    const person = await signUp(gateway.app, 'maya@example.com')
    const attempt = async () => {
      const away = await gateway.send({ path: '/a', headers: { accept: 'text/html' } })
      const browser = (away.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
      const back = await person.visitor.open(String(away.headers.location).replace(gateway.app.baseUrl, ''))
      return { browser, path: String(back.headers['location']).replace(ORIGIN, '') }
    }
    const redeem = async (path: string, cookie: string, host = HOST) =>
      (await gateway.send({ path, host, headers: cookie === '' ? {} : { cookie } })).status
    const [first, second] = [await attempt(), await attempt()]
    assert.equal(await redeem(first.path, second.browser), 400, 'another browser')
    assert.equal(await redeem(first.path, ''), 400, 'no browser')
    assert.equal(await redeem(`${first.path}&code=x`, first.browser), 400, 'two codes')
    await gateway.app.admin('POST', '/admin/proxy/upstreams', {
      host: 'other.localhost',
      upstream: gateway.upstream.url,
    })
    assert.equal(await redeem(first.path, first.browser, 'other.localhost'), 400, 'another host')
    assert.equal(await redeem(first.path, first.browser), 303)
    assert.equal(await redeem(first.path, first.browser), 400, 'a second time')
    gateway.app.clock.advance(60_000)
    assert.equal(await redeem(second.path, second.browser), 400, 'a minute later')
    const visitor = new Visitor(gateway.app)
    const nobody = await attempt()
    const answer = await visitor.open(`/gateway/sign-in?request=${new URL(ORIGIN + nobody.path).search}`)
    assert.equal(answer.status, 410)
  })
})
