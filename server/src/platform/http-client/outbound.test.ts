import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { testCertificate } from '#test/support/certificate.ts'
import { listen } from '#test/support/listen.ts'
import { Outbound } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'
import type { RequestListener } from 'node:http'
import type { OutboundRules } from './url-rules.ts'
import type { OutboundDeps } from './outbound.ts'
import type { OutboundFailure } from './outbound-error.ts'

const PUBLIC = '93.184.215.14'

function outbound({
  rules = {},
  ...deps
}: Partial<Omit<OutboundDeps, 'rules'>> & { rules?: Partial<OutboundRules> } = {}) {
  const all = { insideAllowed: false, allowedHosts: [], ...rules }
  return new Outbound({ baseUrl: 'https://id.example', rules: async () => all, ...deps })
}

/** As in dev mode: what is inside may be reached. */
const inside = (deps: Parameters<typeof outbound>[0] = {}) =>
  outbound({ ...deps, rules: { insideAllowed: true, ...deps.rules } })

const failsWith = (work: Promise<unknown>, reason: OutboundFailure, about = '') =>
  assert.rejects(work, (error) => error instanceof OutboundError && error.reason === reason, `${reason} ${about}`)

test('WH1: nothing inside is reached, however it is addressed, and the canary stays silent', async (t) => {
  const canary = await listen(t, (_request, response) => response.end())
  const { port } = canary
  const names: Record<string, string[]> = {
    'inward.example': ['127.0.0.1'],
    'mixed.example': [PUBLIC, '127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'nat64.example': ['64:ff9b::7f00:1'],
    localhost: ['127.0.0.1', '::1'],
  }
  const guard = outbound({ resolver: async (name) => names[name] ?? [] })
  const hosts = [
    ...Object.keys(names),
    '127.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
  ]
  for (const host of [...hosts, '127.1', '2130706433', '0x7f.1', 'localhost.', 'x@127.0.0.1']) {
    for (const scheme of ['http', 'https']) {
      await failsWith(guard.fetch(`${scheme}://${host}:${port}/`), 'refused', host)
      await failsWith(guard.check(`${scheme}://${host}:${port}/`), 'refused', host)
    }
  }
  assert.equal(canary.hits.length, 0)
})

test('WH1: in dev mode and for allowed hosts the inside is reached, but never what is link-local', async (t) => {
  const receiver = await listen(t, (_request, response) => response.end('here'))
  const resolver = async (name: string) => (name === 'idp.corp' ? ['127.0.0.1'] : ['169.254.169.254'])
  const allowed = { allowedHosts: [`idp.corp:${receiver.port}`, '169.254.169.254', 'metadata.example'] }
  for (const guard of [inside({ resolver }), outbound({ resolver, rules: allowed })]) {
    const answer = await guard.fetch(`http://idp.corp:${receiver.port}/`)
    assert.equal(await answer.text(), 'here')
    for (const host of ['169.254.169.254', 'metadata.example', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:7f00:1]'])
      await failsWith(guard.fetch(`http://${host}:${receiver.port}/`), 'refused', host)
  }
  await failsWith(outbound({ resolver, rules: allowed }).fetch(`http://idp.corp:1/`), 'refused')
})

test('WH1: plain http is for the inside and for allowed hosts', async () => {
  const resolver = async () => [PUBLIC]
  for (const guard of [inside({ resolver }), outbound({ resolver })])
    await failsWith(guard.check('http://hooks.example/'), 'refused')
  await outbound({ resolver, rules: { allowedHosts: ['hooks.example'] } }).check('http://hooks.example/')
  await outbound({ resolver }).check('https://hooks.example/')
})

test('WH1: a name that turns inward after it was checked is refused', async (t) => {
  const canary = await listen(t, (_request, response) => response.end())
  let calls = 0
  const guard = outbound({ resolver: async () => [calls++ === 0 ? PUBLIC : '127.0.0.1'] })
  await guard.check(`https://flip.example:${canary.port}/`)
  await failsWith(guard.fetch(`https://flip.example:${canary.port}/`), 'refused')
  assert.equal(canary.hits.length, 0)
})

test('WH1: a name is looked up once, and what was found is dialled', async (t) => {
  const receiver = await listen(t, (_request, response) => response.end('once'))
  let calls = 0
  const guard = inside({ resolver: async () => (calls++ === 0 ? ['127.0.0.1'] : ['127.0.0.99']) })
  const answer = await guard.fetch(`http://pin.example:${receiver.port}/`)
  assert.equal(await answer.text(), 'once')
  assert.equal(calls, 1)
  assert.equal(receiver.hits[0]?.headers.host, `pin.example:${receiver.port}`)
})

test('WH1: our own address is refused under each of its names, unless an operator allows it', async (t) => {
  const own = await listen(t, (_request, response) => response.end())
  const { port } = own
  for (const baseUrl of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
    const guard = inside({ baseUrl, resolver: async () => ['127.0.0.1'] })
    for (const host of ['localhost', '127.0.0.1', '127.0.0.2', 'alias.example'])
      await failsWith(guard.fetch(`http://${host}:${port}/`), 'refused', host)
    assert.equal(own.hits.length, 0)
  }
  const publicOne = outbound({ baseUrl: 'https://id.example', resolver: async () => [PUBLIC] })
  await failsWith(publicOne.check('https://id.example/api'), 'refused')
  await failsWith(publicOne.check('https://id.example:443/api'), 'refused')
  const rules = { allowedHosts: [`127.0.0.1:${port}`] }
  assert.equal((await outbound({ baseUrl: `http://127.0.0.1:${port}`, rules }).fetch(own.url)).status, 200)
})

test('WH1: each hop of a redirect is checked again, and there are at most three', async (t) => {
  const canary = await listen(t, (_request, response) => response.end('reached'))
  const targets: Record<string, string> = {
    '/metadata': 'http://169.254.169.254/latest/meta-data/',
    '/inside': `http://canary.example:${canary.port}/`,
    '/scheme': 'file:///etc/passwd',
    '/nowhere': 'http://',
    '/loop': '/loop',
    '/3': '/2',
    '/2': '/1',
    '/1': '/end',
  }
  const redirecting: RequestListener = ({ url = '' }, response) => {
    const location = targets[url]
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end(url)
  }
  const receiver = await listen(t, redirecting)
  const rules = { allowedHosts: [`start.example:${receiver.port}`] }
  const guard = outbound({ resolver: async () => ['127.0.0.1'], rules })
  const start = `http://start.example:${receiver.port}`
  for (const path of ['/metadata', '/inside', '/scheme', '/nowhere'])
    await failsWith(guard.fetch(start + path), 'refused')
  assert.equal(canary.hits.length, 0)
  await failsWith(guard.fetch(`${start}/loop`), 'too_many_redirects')
  assert.equal(await (await guard.fetch(`${start}/3`)).text(), '/end')
  const handedBack = await guard.fetch(`${start}/1`, { redirect: 'manual' })
  assert.deepEqual([handedBack.status, handedBack.headers.get('location')], [302, '/end'])
})

test('a redirect takes neither a body nor credentials along', async (t) => {
  const other = await listen(t, (request, response) => response.end(JSON.stringify(request.headers)))
  const first = await listen(t, (_request, response) => response.writeHead(307, { location: `${other.url}/` }).end())
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', accept: 'application/json' }
  const seen = (await (await inside().fetch(first.url, { headers })).json()) as Record<string, string>
  assert.deepEqual([seen['authorization'], seen['cookie'], seen['accept']], [undefined, undefined, 'application/json'])
  const posted = await inside().fetch(first.url, { method: 'POST', body: 'secret' })
  assert.equal(posted.status, 307)
  assert.equal(other.hits.length, 1)
})

test('WH1: https is never left by a redirect, and a certificate must name the host', async (t) => {
  const certificate = testCertificate('idp.example')
  const plain = await listen(t, (_request, response) => response.end())
  const handler: RequestListener = (request, response) => {
    if (request.url === '/down') response.writeHead(302, { location: plain.url }).end()
    else response.end('safe')
  }
  const secure = await listen(t, handler, certificate)
  const guard = inside({ resolver: async () => ['127.0.0.1'], ca: certificate.cert })
  assert.equal(await (await guard.fetch(`https://idp.example:${secure.port}/`)).text(), 'safe')
  await failsWith(guard.fetch(`https://other.example:${secure.port}/`), 'unreachable')
  await failsWith(guard.fetch(`https://idp.example:${secure.port}/down`), 'refused')
  assert.equal(plain.hits.length, 0)
})

test('WH2: receivers that hang, drip or never end are cut off in time', async (t) => {
  const drip: RequestListener = (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const endlessHeaders: RequestListener = ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write(`x-${Math.random()}: ${'y'.repeat(4000)}\r\n`), 5)
    socket.on('close', () => clearInterval(timer))
    socket.on('error', () => undefined)
  }
  const hang: RequestListener = () => undefined
  for (const [handler, reason] of [
    [hang, 'timeout'],
    [drip, 'timeout'],
    [endlessHeaders, 'too_large'],
  ] as const) {
    const receiver = await listen(t, handler)
    const started = performance.now()
    await failsWith(inside().fetch(receiver.url, { timeoutMs: 300 }), reason)
    assert.ok(performance.now() - started < 30_000)
  }
  const never = inside({ resolver: () => new Promise(() => undefined) })
  await failsWith(never.fetch('https://slow-dns.example/', { timeoutMs: 50 }), 'timeout')
})

test('WH2: an answer is read up to its limit and never unpacked', async (t) => {
  let written = 0
  const flood: RequestListener = (_request, response) => {
    const chunk = Buffer.alloc(64 * 1024)
    const pour = (): void => {
      if (response.destroyed || written > 1 << 30) return
      written += chunk.length
      if (response.write(chunk)) setImmediate(pour)
      else response.once('drain', pour)
    }
    pour()
  }
  const receiver = await listen(t, flood)
  await failsWith(inside().fetch(receiver.url, { maxBytes: 4096 }), 'too_large')
  const cut = await inside().fetch(receiver.url, { maxBytes: 4096, cut: true })
  assert.equal((await cut.arrayBuffer()).byteLength, 4096)
  assert.ok(written < 64 << 20, `${written} bytes were sent`)

  const bomb = gzipSync(gzipSync(Buffer.alloc(10 << 20)))
  const packed = await listen(t, (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb),
  )
  const answer = await inside().fetch(packed.url)
  assert.equal((await answer.arrayBuffer()).byteLength, bomb.length)
  assert.equal(packed.hits[0]?.headers['accept-encoding'], 'identity')
})

test('a request carries its method, headers and body, and every status is an answer', async (t) => {
  const echo: RequestListener = (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.writeHead(Number(request.headers['x-want'])).end(`${request.method} ${body}`))
  }
  const receiver = await listen(t, echo)
  const post = (want: string, body: unknown) =>
    inside().fetch(receiver.url, { method: 'POST', headers: new Headers({ 'x-want': want }), body })
  assert.equal(await (await post('500', new URLSearchParams({ a: 'b c' }))).text(), 'POST a=b+c')
  assert.equal(await (await post('401', Buffer.from('bytes'))).text(), 'POST bytes')
  assert.equal((await post('204', null)).status, 204)
  await assert.rejects(post('200', { not: 'text' }), TypeError)
})

test('what does not answer is told apart from what is not allowed', async (t) => {
  const gone = await listen(t, () => undefined)
  gone.server.closeAllConnections()
  gone.server.close()
  await failsWith(inside().fetch(gone.url), 'unreachable')
  await failsWith(inside({ resolver: async () => [] }).fetch('https://nobody.example/'), 'unreachable')
  await failsWith(
    inside({ resolver: () => Promise.reject(new Error('NXDOMAIN')) }).check('https://nobody.example/'),
    'unreachable',
  )
  const stop = AbortSignal.abort()
  await failsWith(inside().fetch('https://127.0.0.1:1/', { signal: stop }), 'unreachable')
})
