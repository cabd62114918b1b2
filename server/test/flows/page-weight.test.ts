import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { createFlow, step } from '#test/support/flows.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { textKeys } from '#/ui/page-texts.ts'
import { maxLengthOf } from '#/modules/branding/texts.ts'
import { authorizeUrl } from '#test/support/authorize.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { multipart, png } from '#test/support/pictures.ts'
import { signUpVerified } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'

// What a server may send before it waits for the first acknowledgement (RFC 6928), about ten packets.
const BUDGET = 14 * 1024

const bytesOf = async (app: TestApp, url: string, encoding: string): Promise<number> => {
  const headers = { host: 'localhost:8080', 'accept-encoding': encoding }
  const { statusCode, rawPayload } = await app.app.http.inject({ url, headers })
  assert.equal(statusCode, 200, url)
  return rawPayload.length
}

/** Pages of somebody nobody knows, and of Maya, with what an application asks her. */
async function pagesOf(app: TestApp): Promise<Map<string, string>> {
  const [stranger, maya] = [new Visitor(app), await signUpVerified(app, 'maya@example.com')]
  const client = await createWebApp(app, { client_name: 'Acme Planner' })
  const consent = String((await maya.visitor.open(authorizeUrl(client))).headers['location'])
  assert.match(consent, /^\/consent/)
  const pages = new Map<string, string>()
  const open = async (visitor: Visitor, ...urls: string[]) => {
    for (const url of urls) {
      const headers = { accept: 'text/html', 'accept-language': 'es' }
      pages.set(url, (await visitor.send({ url, headers })).text)
    }
  }
  await open(stranger, '/', '/login', '/signup', '/forgot', '/magic', '/reset', '/verify', '/setup', '/nowhere')
  await open(maya.visitor, '/logout', '/confirm', '/oauth/device/verify', consent)
  await open(maya.visitor, '/account', '/account/security', '/account/connections')
  await createFlow(app, 'login', step('require_password_strength', { min_length: 60 }))
  const waiting = new Visitor(app)
  await waiting.submit('/login', { email: 'maya@example.com', password: GOOD_PASSWORD })
  await open(waiting, '/continue')
  const wrong = { email: '', password: '' }
  pages.set('a wrong sign-in', (await stranger.submit('/login', wrong)).text)
  return pages
}

test('every page and its style sheet, as they are sent, fit into 14 KB, with a brand and its longest sentences too', async (t) => {
  const app = await createTestApp(t)
  // Characters of four bytes each.
  const longest = Object.fromEntries(textKeys.map((key) => [key, '\u{1f600}'.repeat(maxLengthOf(key))]))
  const chosen = await app.admin('PATCH', '/admin/branding', {
    name: 'Nordlicht Identity',
    colors: { accent: '#0f766e', accent_dark: '#5eead4' },
    fonts: { body: 'rounded', heading: 'old_style' },
    support_url: 'https://example.com/support',
    terms_url: 'https://example.com/terms',
    privacy_url: 'https://example.com/privacy',
    texts: { en: longest, es: longest },
  })
  assert.equal(chosen.status, 200, chosen.text)
  const { headers, body } = multipart({ name: 'logo', filename: 'l.png', content: png(200, 50) })
  const authorization = `Bearer ${app.adminKey}`
  await app.send({ method: 'POST', url: '/api/v1/admin/branding/logo', body, headers: { ...headers, authorization } })
  const pages = await pagesOf(app)
  for (const [name, page] of pages) {
    const [sheet, ...others] = [...page.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, url]) => url ?? '')
    assert.ok(sheet !== undefined && others.length === 0, `${name} has one style sheet`)
    assert.doesNotMatch(page, /<style| style="|<script(?! type="module" src="\/)/, name)
    const sent = Buffer.byteLength(page) + (await bytesOf(app, sheet, 'gzip, deflate, br'))
    assert.ok(sent <= BUDGET, `${name} sends ${sent} bytes`)
    // Who packs nothing still gets what one card needs in one flight.
    if (!name.startsWith('/account')) {
      const plain = Buffer.byteLength(page) + (await bytesOf(app, sheet, 'identity'))
      assert.ok(plain <= BUDGET, `${name} has ${plain} bytes`)
    }
  }
})

test('the style sheet is packed for those who take it so, and has an ETag for each form', async (t) => {
  const app = await createTestApp(t)
  const url = /<link rel="stylesheet" href="([^"]*)"/.exec((await app.send({ url: '/login' })).text)?.[1] ?? ''
  const get = (headers: Record<string, string>) => app.send({ url, headers })
  const tags = new Set<unknown>()
  for (const [accepted, packed] of [
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['identity', false],
    ['', false],
  ] as const) {
    const { headers } = await get({ 'accept-encoding': accepted })
    assert.equal(headers['content-encoding'], packed ? 'gzip' : undefined, accepted)
    assert.equal(headers['vary'], 'Accept-Encoding')
    tags.add(headers['etag'])
  }
  assert.equal(tags.size, 2)
  for (const tag of tags) {
    const accepted = String(tag).includes('gzip') ? 'gzip' : 'identity'
    assert.equal((await get({ 'if-none-match': String(tag), 'accept-encoding': accepted })).status, 304)
  }
})
