import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl } from '#test/support/authorize.ts'
import { testCertificate } from '#test/support/certificate.ts'
import { listen } from '#test/support/listen.ts'
import { configure, REDIRECT, TestPerson } from '#test/support/oauth.ts'
import { png } from '#test/support/pictures.ts'
import { manage, registerClient } from '#test/support/registration.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

const WEEK = 7 * 24 * 3_600_000
const HOUR = 3_600_000

/** A server with a logo of a client on the web, and a server of ours that may go there. */
async function scene(t: TestContext, answer: (response: ServerResponse) => void = (it) => it.end(png(64, 64))) {
  const certificate = testCertificate('logos.example')
  const outbound = { resolver: async () => ['127.0.0.1'], ca: certificate.cert }
  const app = await createTestApp(t, { outbound })
  const state = { answer }
  const server = await listen(t, (_request, response) => state.answer(response), certificate)
  await configure(app, { 'outbound.allowed_hosts': [`logos.example:${server.port}`] })
  const logoUri = `https://logos.example:${server.port}/logo.png`
  const client = await registerClient(app, {
    client_name: 'Planner',
    grant_types: ['authorization_code'],
    redirect_uris: [REDIRECT],
    scope: 'openid read',
    logo_uri: logoUri,
    policy_uri: 'https://planner.example/privacy?a=1&b=2',
    tos_uri: 'https://planner.example/terms',
  })
  return { app, server, state, client, logoUri, person: await TestPerson.signUp(app) }
}

/** Opens the consent page of a client, and waits for what that fetches. */
async function consentPage(app: TestApp, person: TestPerson, client: TestClient): Promise<string> {
  const begun = await person.send(authorizeUrl(client))
  const page = await person.send(String(begun.headers['location']))
  assert.equal(page.status, 200, page.text)
  await app.services.clientLogos.settled()
  return page.text
}

const logoOn = (page: string): string | undefined => /src="(\/assets\/clients\/[^"]+)"/.exec(page)?.[1]

describe('the logo of a client', () => {
  test('RG2: is fetched when a person is about to be asked, not when the client registers, and served by us', async (t) => {
    const { app, server, client, person, logoUri } = await scene(t)
    await manage(app, client, 'GET')
    assert.equal(server.hits.length, 0)
    assert.equal(logoOn(await consentPage(app, person, client)), undefined, 'nobody waits for it')
    assert.equal(server.hits.length, 1)
    const page = await consentPage(app, person, client)
    const path = logoOn(page) ?? ''
    assert.match(path, /^\/assets\/clients\/[\w-]{32}\.png$/)
    assert.ok(!page.includes(logoUri), 'no browser asks the client for it')
    assert.equal(server.hits.length, 1, 'once')

    const file = await app.send({ url: path })
    assert.equal(file.status, 200)
    assert.equal(file.headers['content-type'], 'image/png')
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.match(String(file.headers['content-security-policy']), /^default-src 'none'; sandbox/)
    assert.match(String(file.headers['cache-control']), /immutable/)
    const known = await app.send({ url: path, headers: { 'if-none-match': String(file.headers['etag']) } })
    assert.equal(known.status, 304)
    for (const other of ['x.png', `${'a'.repeat(32)}.png`, '..%2fx.png'])
      assert.equal((await app.send({ url: `/assets/clients/${other}` })).status, 404, other)
  })

  test('is fetched anew after a week, and kept while that fails', async (t) => {
    const { app, server, state, client, person } = await scene(t)
    await consentPage(app, person, client)
    const first = logoOn(await consentPage(app, person, client))
    state.answer = (response) => response.writeHead(500).end()
    app.clock.advance(WEEK)
    await person.signIn()
    await consentPage(app, person, client)
    assert.equal(server.hits.length, 2)
    assert.equal(logoOn(await consentPage(app, person, client)), first)
    assert.equal(server.hits.length, 2, 'not again within the hour')
    state.answer = (response) => response.end(png(32, 32))
    app.clock.advance(HOUR)
    await consentPage(app, person, client)
    const second = logoOn(await consentPage(app, person, client))
    assert.ok(second && second !== first)
    assert.equal((await app.send({ url: String(first) })).status, 404)
  })

  test('ends with its client, and with the address it came from', async (t) => {
    const { app, client, person } = await scene(t)
    await consentPage(app, person, client)
    const path = logoOn(await consentPage(app, person, client)) ?? ''
    const rest = { client_name: 'Planner', redirect_uris: [REDIRECT], scope: 'openid read' }
    assert.equal((await manage(app, client, 'PUT', '', rest)).status, 200)
    assert.equal(logoOn(await consentPage(app, person, client)), undefined)
    assert.equal((await manage(app, client, 'DELETE')).status, 204)
    assert.equal((await app.send({ url: path })).status, 404)
  })

  const refused: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'a picture that is too wide': (response) => response.end(png(8, 8, [2000, 16])),
    'an icon too small to see': (response) => response.end(png(8, 8)),
    'an SVG, which can hold scripts': (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'a page that says it is a picture': (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<script>alert(1)</script>'),
    'a file without end': (response) => response.end(Buffer.concat([png(64, 64), Buffer.alloc(70_000)])),
    'a picture with an error': (response) => response.writeHead(404).end(png(64, 64)),
    'a redirect to a private address': (response) =>
      response.writeHead(302, { location: 'https://10.0.0.1/logo.png' }).end(),
  }
  for (const [name, answer] of Object.entries(refused)) {
    test(`is not ${name}`, async (t) => {
      const { app, server, client, person } = await scene(t, answer)
      await consentPage(app, person, client)
      assert.equal(logoOn(await consentPage(app, person, client)), undefined)
      assert.equal(server.hits.length, 1, 'and is not asked for again at once')
    })
  }
})

test('the consent page links the policy and the terms of a client, with the host that says it', async (t) => {
  const { app, client, person } = await scene(t)
  const page = await consentPage(app, person, client)
  assert.match(
    page,
    /<a href="https:\/\/planner\.example\/privacy\?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Privacy policy<\/a>\s*\(planner\.example\)/,
  )
  assert.match(page, /Terms of service<\/a>\s*\(planner\.example\)/)
})

test('an operator gives an application its links, changes one and removes one', async (t) => {
  const app = await createTestApp(t)
  const links = {
    client_uri: 'https://store.example',
    logo_uri: 'https://store.example/logo.png',
    policy_uri: 'https://store.example/privacy',
  }
  const input = { type: 'web', name: 'Store', redirect_uris: [REDIRECT], metadata: { team: 'shop' }, ...links }
  const made = await app.admin('POST', '/admin/apps', input)
  assert.equal(made.status, 201, made.text)
  const shown = (json: Record<string, unknown>) =>
    ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri', 'metadata'].map((name) => json[name])
  assert.deepEqual(shown(made.json), [...Object.values(links), null, { team: 'shop' }])
  const url = `/admin/apps/${String(made.json['id'])}`
  const patched = await app.admin('PATCH', url, { logo_uri: null, tos_uri: 'https://store.example/terms' })
  assert.deepEqual(shown(patched.json), [
    ...[links.client_uri, null, links.policy_uri, 'https://store.example/terms'],
    { team: 'shop' },
  ])
  assert.equal((await app.admin('PATCH', url, { metadata: null })).json['tos_uri'], 'https://store.example/terms')
  const bad = await app.admin('PATCH', url, { policy_uri: 'http://store.example/privacy' })
  assert.equal(bad.status, 400)
  assert.match(bad.text, /"pointer":"\/policy_uri"/)
})

test('the pages of a sign-in keep the opener of a popup, and all others let go of it', async (t) => {
  const { client, person } = await scene(t)
  const policyOf = async (url: string) => (await person.send(url)).headers['cross-origin-opener-policy']
  const begun = await person.send(authorizeUrl(client))
  assert.equal(begun.headers['cross-origin-opener-policy'], 'unsafe-none', 'a redirect counts as well')
  for (const url of [String(begun.headers['location']), '/login', '/signup', '/mfa', '/oauth/logout'])
    assert.equal(await policyOf(url), 'unsafe-none', url)
  for (const url of ['/account', '/', '/oauth/userinfo', '/api/v1/auth/me', '/assets/branding/x.css'])
    assert.equal(await policyOf(url), 'same-origin', url)
})
