import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { cookieOf, HOST, newRule, newUpstream, signedIn, TestGateway } from '#test/support/gateway.ts'
import type { GatewayAnswer, ThroughGateway } from '#test/support/gateway.ts'
import { cookiesOf, GOOD_PASSWORD } from '#test/support/people.ts'
import { signUp } from '#test/support/recovery.ts'
import { createAgent, ownToken } from '#test/support/oauth.ts'
import { listResource } from '#test/support/resources.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }

/** A page as a browser gets it in a language. */
const open = (gateway: TestGateway, language: string, { headers, ...sent }: ThroughGateway = {}) =>
  gateway.send({
    ...sent,
    headers: { ...browser, 'accept-language': language, ...(headers as Record<string, string>) },
  })

/** Whether somebody is told this, as a whole page in the language. */
function assertPage(answer: GatewayAnswer, status: number, language: string, title: string): void {
  const { headers, text } = answer
  assert.equal(answer.status, status, text)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['content-language'], language)
  assert.match(
    text,
    new RegExp(`<html lang="${language}"[^]*<h1>${title}</h1>[^]*<code>${headers['x-request-id']}</code>`),
  )
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-frame-options'], 'DENY')
}

/** Both languages of one refusal. */
async function assertBoth(
  gateway: TestGateway,
  sent: ThroughGateway,
  status: number,
  [english, spanish]: readonly [string, string],
): Promise<void> {
  assertPage(await open(gateway, 'en', sent), status, 'en', english)
  assertPage(await open(gateway, 'es-MX,en;q=0.5', sent), status, 'es', spanish)
}

const NO_ACCESS = ['You don’t have access to this page', 'No tienes acceso a esta página'] as const

describe('a browser that is refused gets a page in its language:', () => {
  test('a host that nobody serves, an address in two readings, a page without a rule', async (t) => {
    const gateway = await TestGateway.start(t)
    await assertBoth(gateway, { host: 'nowhere.localhost:8081' }, 421, ['There is nothing here', 'Aquí no hay nada'])
    const ambiguous = ['This address can’t be opened', 'No se puede abrir esta dirección'] as const
    await assertBoth(gateway, { path: '/a/../b' }, 400, ambiguous)
    const closed = ['This page is not open to anybody', 'Nadie puede abrir esta página'] as const
    await assertBoth(gateway, { path: '/closed' }, 403, closed)
  })

  const requirements = { 'role:Captain': NO_ACCESS, 'permission:ships:steer': NO_ACCESS, 'scope:read': NO_ACCESS }
  for (const [require, titles] of Object.entries({
    ...requirements,
    agent: ['This page is for agents', 'Esta página es para agentes'] as const,
  }))
    test(`somebody who does not meet ${require}`, async (t) => {
      const { gateway, cookies } = await signedIn(t)
      await gateway.rule({ pattern: '/asks', require, priority: 10 })
      await assertBoth(gateway, { path: '/asks', headers: { cookie: cookieOf(cookies) } }, 403, titles)
    })

  test('a token that is none, and one that no sign-in makes stronger', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: 'authenticated', acr: 'urn:mandate:acr:2fa' })
    const strange = { headers: { authorization: 'Bearer nonsense' } }
    await assertBoth(gateway, strange, 401, ['We don’t know who you are', 'No sabemos quién eres'])
    await listResource(gateway.app, `http://${HOST}`, { scopes: [{ name: 'read', description: 'Read' }] })
    const agent = await createAgent(gateway.app, { audiences: [`http://${HOST}`] })
    const token = await ownToken(gateway.app, agent, { resource: `http://${HOST}` })
    const weak = { headers: { authorization: `Bearer ${token}` } }
    await assertBoth(gateway, weak, 401, ['A stronger sign-in is needed', 'Hace falta un acceso más seguro'])
    const { headers } = await open(gateway, 'en', weak)
    assert.match(String(headers['www-authenticate']), /insufficient_user_authentication/)
  })

  test('what the gateway itself serves nothing at, and a way back that is over', async (t) => {
    const gateway = await TestGateway.start(t)
    await assertBoth(gateway, { path: '/.mandate/nothing' }, 404, ['No such page', 'Esta página no existe'])
    const over = ['This sign-in is over', 'Este acceso ha terminado'] as const
    await assertBoth(gateway, { path: '/.mandate/callback?code=mandate_gc_used' }, 400, over)
    await assertBoth(gateway, { path: '/.mandate/sign-out' }, 405, ['That did not work', 'Eso no ha funcionado'])
  })

  test('an upstream that is down, slow, left alone, or sends the request round in a circle', async (t) => {
    const gateway = await TestGateway.start(t, {
      handler: ({ url, headers }, response) => {
        if (url === '/via') response.end(String(headers.via))
      },
      upstreamTimeouts: { headMs: 100 },
    })
    await gateway.rule({})
    const via = (await gateway.send({ path: '/via' })).text
    const circle = { headers: { via } }
    await assertBoth(gateway, circle, 508, ['This site is set up wrongly', 'Este sitio está mal configurado'])
    await assertBoth(gateway, {}, 504, ['This site takes too long', 'Este sitio tarda demasiado'])
    const down = 'down.localhost:8081'
    const upstream_id = await newUpstream(gateway.app, { host: down, upstream: 'http://127.0.0.1:9' })
    await newRule(gateway.app, { upstream_id })
    const silent = ['This site does not answer', 'Este sitio no responde'] as const
    await assertBoth(gateway, { host: down }, 502, silent)
    for (let i = 0; i < 4; i++) await gateway.send({ host: down })
    await assertBoth(gateway, { host: down }, 503, silent)
    assert.ok(Number((await open(gateway, 'en', { host: down })).headers['retry-after']) >= 1)
  })

  test('rules that can not be read', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.app.database.db.run(sql`ALTER TABLE proxy_rules RENAME TO gone`)
    gateway.app.services.ruleSets.invalidate()
    const titles = ['We can’t answer right now', 'Ahora mismo no podemos responder'] as const
    await assertBoth(gateway, {}, 503, titles)
  })
})

describe('from a page of the gateway people go on at the server', () => {
  test('to their account, never to the host that refused them', async (t) => {
    const gateway = await TestGateway.start(t)
    const { text } = await open(gateway, 'en', { path: '/closed' })
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
    assert.ok(links.includes(`${gateway.app.baseUrl}/account`), text)
    assert.ok(
      links.every((href) => href.startsWith(gateway.app.baseUrl) || href.startsWith('data:')),
      links.join(),
    )
    assert.doesNotMatch(text, /gateway\/sign-in/, 'nobody is signed in who could be somebody else')
  })

  test('below a path, where the server stands below one', async (t) => {
    const base = 'http://localhost:8080/id'
    const gateway = await TestGateway.start(t, { baseUrl: base })
    const { text } = await open(gateway, 'en', { path: '/closed' })
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
    assert.ok(links.includes(`${base}/account`), text)
    for (const link of links.filter((href) => !href.startsWith('data:'))) {
      assert.ok(link.startsWith(`${base}/`), link)
      const { status } = await gateway.app.send({ url: new URL(link).pathname })
      assert.ok(status === 200 || status === 303, `${link} answered ${status}`)
    }
    await gateway.rule({ require: 'authenticated' })
    const led = new URL(String((await open(gateway, 'en')).headers.location))
    assert.equal(led.origin + led.pathname, `${base}/gateway/sign-in`)
    const asked = await gateway.app.send({ url: led.pathname + led.search })
    assert.match(String(asked.headers['location']), /^\/id\/login\?next=/)
  })

  test('and whoever may not open it signs in as somebody else who may', async (t) => {
    const { gateway, person, cookies } = await signedIn(t)
    const { app } = gateway
    const role = await app.admin('POST', '/roles', { name: 'Captain' })
    const noor = await signUp(app, 'noor@example.com')
    await app.admin('POST', `/users/${noor.id}/roles`, { role_id: role.json['id'] })
    await gateway.rule({ pattern: '/bridge', require: 'role:Captain', priority: 10 })
    const refused = await open(gateway, 'en', { path: '/bridge?a=1', headers: { cookie: cookieOf(cookies) } })
    assert.equal(refused.status, 403)
    const link = /href="([^"]*gateway\/sign-in[^"]*)"/.exec(refused.text)?.[1] ?? ''
    const at = link.replaceAll('&amp;', '&').replace(app.baseUrl, '')
    const asked = await person.visitor.open(at)
    assert.match(String(asked.headers['location']), /^\/login\?.*prompt=login/, 'though somebody is signed in')
    app.clock.advance(1000)
    const login = String(asked.headers['location'])
    const signed = await person.visitor.submit(login, { email: 'noor@example.com', password: GOOD_PASSWORD })
    const back = await person.visitor.open(String(signed.headers['location']))
    const callback = new URL(String(back.headers['location']))
    assert.equal(callback.host, HOST)
    const arrived = await gateway.send({
      path: callback.pathname + callback.search,
      headers: { cookie: cookieOf(cookies) },
    })
    assert.deepEqual([arrived.status, arrived.headers['location']], [303, '/bridge?a=1'])
    const session = cookieOf({ ...cookies, ...cookiesOf(...[arrived.headers['set-cookie'] ?? []].flat()) })
    assert.equal((await open(gateway, 'en', { path: '/bridge', headers: { cookie: session } })).status, 200)
  })
})

test('nothing of a request stands on the page', async (t) => {
  const gateway = await TestGateway.start(t)
  const marker = 'x-marker'
  const hostile = `"><script>alert('${marker}')</script>`
  const headers = {
    'user-agent': hostile,
    referer: hostile,
    cookie: `mandate_language=${marker}`,
    'x-request-id': marker,
  }
  for (const sent of [
    { path: `/${marker}<script>?q=${encodeURIComponent(hostile)}` },
    { path: `/a//${marker}?ui_locales=${marker}` },
    { path: `/.mandate/${marker}` },
    { host: `${marker}.localhost:8081` },
    { headers: { authorization: `Bearer ${marker}` } },
  ]) {
    const { headers: got, text } = await open(gateway, `${marker},es`, {
      ...sent,
      headers: { ...headers, ...sent.headers },
    })
    assert.equal(got['content-type'], 'text/html; charset=utf-8', JSON.stringify(sent))
    assert.ok(!text.includes(marker) && !text.includes('<script'), text)
    assert.ok(!JSON.stringify(got).includes(marker), JSON.stringify(got))
  }
})

test('HEAD has the head of the page, and no body', async (t) => {
  const gateway = await TestGateway.start(t)
  const [read, asked] = [await open(gateway, 'es'), await open(gateway, 'es', { method: 'HEAD' })]
  assert.deepEqual([asked.status, asked.text], [403, ''])
  for (const name of ['content-type', 'content-language', 'content-length', 'content-security-policy'])
    assert.equal(asked.headers[name], read.headers[name], name)
  assert.equal(Number(asked.headers['content-length']), Buffer.byteLength(read.text))
})

test('the page has the look of the installation, whose parts its policy lets come from the server', async (t) => {
  const gateway = await TestGateway.start(t)
  const { app } = gateway
  await app.admin('PATCH', '/admin/branding', { name: 'Harbour & Sons' })
  const { headers, text } = await open(gateway, 'en')
  assert.match(text, /<title>[^<]* · Harbour &amp; Sons<\/title>/)
  const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? ''
  assert.ok(sheet.startsWith(`${app.baseUrl}/assets/branding/theme-`), sheet)
  const policy = String(headers['content-security-policy'])
  assert.ok(
    policy.startsWith(
      `default-src 'none'; style-src ${app.baseUrl}; font-src ${app.baseUrl}; img-src ${app.baseUrl} data:; form-action`,
    ),
    policy,
  )
  const css = await app.send({ url: sheet.slice(app.baseUrl.length) })
  assert.deepEqual([css.status, css.headers['cross-origin-resource-policy']], [200, 'cross-origin'])
  const hosted = await app.send({ url: '/login', headers: { accept: 'text/html' } })
  assert.match(
    String(hosted.headers['content-security-policy']),
    /style-src 'self'; font-src 'self'; img-src 'self' data:/,
  )
})

test('programs and scripts are told in JSON, as before', async (t) => {
  const gateway = await TestGateway.start(t)
  for (const headers of [{}, { accept: 'application/json' }, { accept: 'text/html', 'sec-fetch-mode': 'cors' }]) {
    const { status, headers: got, text } = await gateway.send({ headers: headers as Record<string, string> })
    assert.deepEqual([status, got['content-type']], [403, 'application/json; charset=utf-8'])
    assert.deepEqual(Object.keys(JSON.parse(text) as object), ['error', 'message', 'request_id'])
  }
  const posted = await gateway.send({ method: 'POST', headers: { accept: 'text/html' } })
  assert.equal(posted.headers['content-type'], 'application/json; charset=utf-8')
})
