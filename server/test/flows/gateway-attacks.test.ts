import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { cookieOf, HOST, signedIn, simulate, TestGateway, valuesOf } from '#test/support/gateway.ts'
import { hostilePaths, plainPaths } from '#test/support/paths.ts'
import { signUp } from '#test/support/recovery.ts'

const FORGED = 'usr_forged'
/** Names as servers fold them into one: CGI and its heirs read all of these alike. */
const spellings = (name: string): string[] => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  name.replaceAll('-', '_'),
  name.toLowerCase().replaceAll('-', '_'),
  name.replace('-', '_'),
  name.replaceAll('-', '.'),
]
const identity = ['X-User-ID', 'X-User-Email', 'X-User-Roles', 'X-Agent-ID', 'X-Auth-Method', 'X-Mandate-Assertion']
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')

test('PX1: nothing of the names that say who calls comes in from outside, whatever its spelling', async (t) => {
  const { gateway, person, cookies } = await signedIn(t)
  const forged = [...identity, 'X-User-Name', 'X-Agent-Name', 'X-Mandate-Anything'].flatMap(spellings)
  const headers = ['cookie', cookieOf(cookies), ...forged.flatMap((name) => [name, FORGED, name, FORGED])]
  const seen = await gateway.seen({ headers })
  assert.ok(!JSON.stringify(seen).includes(FORGED), JSON.stringify(seen.rawHeaders))
  const names = seen.rawHeaders.filter((_it, i) => i % 2 === 0).map(folded)
  for (const name of ['x-user-id', 'x-user-email', 'x-auth-method', 'x-mandate-assertion'])
    assert.equal(names.filter((it) => it === name).length, 1, name)
  assert.deepEqual(valuesOf(seen, 'x-user-id'), [person.id])
})

test('PX2: a Connection header can not take away what the gateway says', async (t) => {
  const { gateway, person, cookies } = await signedIn(t)
  for (const name of [...identity, 'X-Forwarded-For', 'Host', 'cookie']) {
    const seen = await gateway.seen({ headers: ['Connection', `close, ${name}`, 'cookie', cookieOf(cookies)] })
    assert.deepEqual(valuesOf(seen, 'x-user-id'), [person.id], name)
    assert.equal(valuesOf(seen, 'x-mandate-assertion').length, 1, name)
    assert.deepEqual(valuesOf(seen, 'x-forwarded-for'), ['127.0.0.1'], name)
  }
  const mine = await gateway.seen({
    headers: ['Connection', 'close, x-of-mine', 'x-of-mine', 'for the next hop', 'cookie', cookieOf(cookies)],
  })
  assert.deepEqual(valuesOf(mine, 'x-of-mine'), [])
})

describe('PX3: the path that a rule decided about is the path that the upstream gets', () => {
  test('for a hundred paths', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ pattern: '/admin/*', require: 'role:Admin', priority: 2 })
    await gateway.rule({ pattern: '/*', priority: 1 })
    assert.ok(plainPaths.length + hostilePaths.length >= 100)
    for (const [path, canonical] of plainPaths) {
      const asked = await simulate(gateway.app, { path })
      const answer = await gateway.send({ path })
      assert.equal(answer.status === 200, asked['decision'] === 'allow', path)
      if (answer.status !== 200) continue
      const { url } = JSON.parse(answer.text) as { url: string }
      assert.equal(url, canonical)
      const again = await simulate(gateway.app, { path: url })
      assert.deepEqual([again['decision'], again['path']], [asked['decision'], url], path)
    }
    const before = gateway.upstream.hits.length
    for (const path of hostilePaths) {
      const answer = await gateway.raw(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
      // An absolute target of this very host is an ordinary request (RFC 9112 §3.2.2).
      assert.match(answer, /^HTTP\/1.1 400 /, path)
      if (path !== '') assert.equal((await simulate(gateway.app, { path }))['reason'], 'ambiguous_path', path)
    }
    assert.equal(gateway.upstream.hits.length, before, 'nothing of it reached the upstream')
  })

  test('and no spelling of a protected one comes through another rule', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ pattern: '/admin/*', require: 'role:Admin', priority: 2 })
    await gateway.rule({ pattern: '/*', priority: 1 })
    const spelled = [
      '/admin',
      '/admin/',
      '/%61dmin',
      '/adm%69n/x',
      '/Admin',
      '/ADMIN/x',
      '/%41dmin',
      '/admin?a=b',
      '/admin/%78',
    ]
    for (const path of spelled) assert.notEqual((await gateway.send({ path })).status, 200, path)
    const absolute = await gateway.raw(
      `GET http://${HOST}/admin HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`,
    )
    assert.match(absolute, /^HTTP\/1.1 401 /)
    const open = await gateway.raw(`GET http://${HOST}/open HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
    assert.match(open, /^HTTP\/1.1 200 /)
  })
})

test('PX4: no header makes another request of it, for the rule or for the upstream', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ pattern: '/admin/*', require: 'role:Admin' })
  await gateway.rule({ pattern: '/public', methods: ['GET'] })
  const claims = [
    ...['X-Forwarded-Uri', 'X-Original-URL', 'X-Rewrite-URL', 'X-Original-URI', 'X_Original_URL'].map((it) => [
      it,
      '/public',
    ]),
    ...[
      'X-Forwarded-Method',
      'X-HTTP-Method-Override',
      'X-HTTP-Method',
      'X-Method-Override',
      'X_HTTP_Method_Override',
    ].map((it) => [it, 'DELETE']),
    ...['X-Forwarded-Host', 'X-Host', 'Forwarded'].map((it) => [it, 'elsewhere.example']),
  ].flat()
  assert.equal((await gateway.send({ path: '/admin', headers: claims })).status, 401)
  const seen = await gateway.seen({
    path: '/public',
    headers: claims.filter((_it, i) => claims[i - (i % 2)] !== 'X-Host'),
  })
  assert.ok(!JSON.stringify(seen.rawHeaders).includes('DELETE'), JSON.stringify(seen.rawHeaders))
  assert.ok(!JSON.stringify(seen.rawHeaders).includes('elsewhere'), JSON.stringify(seen.rawHeaders))
  assert.ok(!seen.rawHeaders.includes('/public'))
  assert.deepEqual(valuesOf(seen, 'x-forwarded-host'), [HOST])
})

test('PX5: what two servers could cut into different requests is refused, and its connection closed', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({})
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`
  const head = `POST / HTTP/1.1\r\nHost: ${HOST}\r\n`
  const hostile: Readonly<Record<string, string>> = {
    'length and chunks': `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunks and length': `${head}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${smuggled}`,
    'two lengths': `${head}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    'a list of lengths': `${head}Content-Length: 0, 0\r\n\r\n${smuggled}`,
    'a signed length': `${head}Content-Length: +0\r\n\r\n${smuggled}`,
    'a length with letters': `${head}Content-Length: 0x0\r\n\r\n${smuggled}`,
    'an odd encoding': `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunked before another': `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    'two encodings': `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    'a space before the colon': `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a folded header': `${head}X-A: b\r\n c\r\n\r\n`,
    'a folded encoding': `${head}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a bare line feed': `${head}X-A: b\nContent-Length: 0\r\n\r\n`,
    'a bare carriage return': `${head}X-A: b\rX-User-ID: 1\r\n\r\n`,
    'a NUL': `${head}X-A: b\u0000c\r\n\r\n`,
    'a chunk of no size': `${head}Transfer-Encoding: chunked\r\n\r\n\r\n${smuggled}`,
    'a chunk with a sign': `${head}Transfer-Encoding: chunked\r\n\r\n-1\r\n${smuggled}`,
    'a chunk that is too long': `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${smuggled}`,
    'two hosts': `GET / HTTP/1.1\r\nHost: ${HOST}\r\nHost: elsewhere.example\r\n\r\n`,
    'no host': 'GET / HTTP/1.1\r\n\r\n',
    'another host in its target': `GET http://elsewhere.example/ HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
    'no version': 'GET /\r\n\r\n',
  }
  assert.ok(Object.keys(hostile).length >= 20)
  for (const [what, bytes] of Object.entries(hostile)) {
    const before = gateway.upstream.hits.length
    const answer = await gateway.raw(
      what.includes('host') ? bytes.replace('HTTP/1.1\r\n', 'HTTP/1.1\r\nConnection: close\r\n') : bytes,
    )
    assert.match(answer, /^HTTP\/1.1 400 /, what)
    assert.equal(answer.split('HTTP/1.1 ').length, 2, `${what}: one answer`)
    const arrived = gateway.upstream.hits.slice(before)
    assert.ok(arrived.length <= 1, what)
    assert.ok(!arrived.some(({ url }) => url === '/smuggled'), what)
  }
})

test('PX7: no upstream is handed a credential of ours, and none sets a cookie of ours', async (t) => {
  const ours = [
    '__Host-mandate_session=stolen; Path=/; Secure',
    'mandate_session=stolen',
    'mandate_gateway=stolen; Domain=localhost',
    ' __host-Mandate_Gateway=stolen',
    'mandate%5Fsession=stolen',
    'mandate_browser=stolen',
  ]
  const gateway = await TestGateway.start(t, {
    handler: (request, response) => {
      response.writeHead(200, [
        ...ours.flatMap((it) => ['set-cookie', it]),
        'set-cookie',
        'theme=dark',
        'x-mandate-reason',
        'ours',
      ])
      response.end(JSON.stringify({ rawHeaders: request.rawHeaders }))
    },
  })
  await gateway.rule({})
  const person = await signUp(gateway.app, 'maya@example.com')
  const secrets = [gateway.app.adminKey, ...Object.values(person.visitor.cookies)]
  const cookie = [
    ...Object.entries(person.visitor.cookies).map(([name, value]) => `${name}=${value}`),
    'theme=light',
    `other=${secrets[1]}`,
    'MANDATE_session=x',
    '__Secure-mandate_a=y',
  ]
  for (const headers of [
    { authorization: `Basic ${Buffer.from(`a:${gateway.app.adminKey}`).toString('base64')}` },
    { 'x-api-key': gateway.app.adminKey, 'x-session': secrets[1] as string },
    { 'proxy-authorization': `Bearer ${gateway.app.adminKey}` },
  ] as Record<string, string>[]) {
    const { status, text, headers: back } = await gateway.send({ headers: { ...headers, cookie: cookie.join('; ') } })
    assert.equal(status, 200, text)
    for (const secret of secrets) assert.ok(!text.includes(secret), text)
    assert.ok(!/mandate_(?:session|a\b)/i.test(text) && !text.includes('authorization'), text)
    assert.deepEqual(valuesOf(JSON.parse(text) as { rawHeaders: string[] }, 'cookie'), ['theme=light'])
    assert.deepEqual([back['set-cookie'], back['x-mandate-reason']], [['theme=dark'], undefined])
  }
})

test('PX8: a name can not begin a header', async (t) => {
  const { gateway, person, cookies } = await signedIn(t)
  const { db } = gateway.app.database
  const name = 'a\r\nX-User-Roles: admin'
  await db.run(
    sql`UPDATE users SET name = ${name}, email = ${'må\r\nX-User-Roles: admin@example.com'} WHERE id = ${person.id}`,
  )
  const role = await gateway.app.admin('POST', '/roles', { name: 'x' })
  await gateway.app.admin('POST', `/users/${person.id}/roles`, { role_id: role.json['id'] })
  await db.run(
    sql`UPDATE roles SET name = ${'50% é\r\nX-Agent-ID: agt_1,Owner'} WHERE id = ${role.json['id'] as string}`,
  )
  const seen = await gateway.seen({ headers: { cookie: cookieOf(cookies) } })
  assert.deepEqual(valuesOf(seen, 'x-agent-id'), [])
  assert.deepEqual(valuesOf(seen, 'x-user-email'), ['m%C3%A5%0D%0AX-User-Roles:%20admin@example.com'])
  assert.deepEqual(valuesOf(seen, 'x-user-roles'), ['50%25%20%C3%A9%0D%0AX-Agent-ID:%20agt_1%2COwner'])
})
