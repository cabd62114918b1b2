import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const PREVIEW = '/admin/branding/preview'
const pages = [
  ...['sign-in', 'sign-up', 'consent', 'device', 'mfa', 'error'],
  ...['password-reset', 'magic-link', 'link-sent', 'verify-email', 'signed-out'],
]

const shown = async (app: TestApp, path: string): Promise<TestAnswer> => {
  const answer = await app.admin('GET', `${PREVIEW}/${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const styleOf = ({ text }: TestAnswer): string => /<style>([^]*)<\/style>/.exec(text)?.[1] ?? ''

onEachApp('every page is shown in the look of the draft, which no real page has', async (_t, app) => {
  await app.admin('PATCH', '/admin/branding/draft', {
    ...{ name: 'Acme <ID>', colors: { accent: '#ffcc00' } },
    texts: { en: { sign_in_title: 'Welcome to {name}' } },
  })
  for (const page of pages) {
    const answer = await shown(app, page)
    assert.match(answer.text, / · Acme &lt;ID&gt;<\/title>/, page)
    assert.match(styleOf(answer), /--accent:#ffcc00;/, page)
  }
  const signIn = await shown(app, 'sign-in')
  assert.match(signIn.text, /<h1>Welcome to Acme &lt;ID&gt;<\/h1>/)
  assert.match((await shown(app, 'consent')).text, /Harbour Notes/)
  assert.match((await shown(app, 'error')).text, /role="alert"|class="[^"]*(?:wrong|problem|summary|error)/)
  assert.doesNotMatch((await app.send({ url: '/login' })).text, /Acme/)
})

test('a page is shown in each language, light or dark, and in the look of a version', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/branding', { name: 'Acme', colors: { accent: '#0b5fa5' } })
  await app.admin('PATCH', '/admin/branding', { name: 'Acme Corp' })
  const dark = await shown(app, 'sign-in?version=1&locale=es&scheme=dark')
  assert.match(dark.text, /<html lang="es">/)
  assert.match(dark.text, / · Mandate<\/title>/)
  assert.match(styleOf(dark), /color-scheme:dark;/)
  assert.match(styleOf(dark), /@media all\{:root\{/)
  const light = await shown(app, 'sign-in?version=2')
  assert.match(light.text, / · Acme<\/title>/)
  assert.match(styleOf(light), /@media not all\{:root\{/)
  assert.doesNotMatch(styleOf(light) + styleOf(dark), /prefers-color-scheme/)
  assert.match((await shown(app, 'mfa')).text, / · Acme Corp<\/title>/)
  for (const path of ['nothing', 'sign-in?version=9', 'constructor']) {
    assert.equal((await app.admin('GET', `${PREVIEW}/${path}`)).status, 404, path)
  }
})

test('a preview is for those who may read the branding, in a frame of this server, and does nothing', async (t) => {
  const app = await createTestApp(t)
  assert.equal((await app.send({ url: `/api/v1${PREVIEW}/sign-in` })).status, 401)
  for (const page of pages) {
    const answer = await shown(app, page)
    const policy = String(answer.headers['content-security-policy'])
    const hash = createHash('sha256').update(styleOf(answer)).digest('base64')
    assert.equal(
      policy,
      `sandbox allow-same-origin; default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self' data:; ` +
        "frame-ancestors 'self'; form-action 'none'; base-uri 'none'",
    )
    assert.equal(answer.headers['x-frame-options'], 'SAMEORIGIN')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.match(answer.text, /<body inert>/)
    assert.doesNotMatch(answer.text, /<script|\sautofocus|rel="stylesheet"/)
  }
})

test('the token of a form in a preview proves nothing', async (t) => {
  const app = await createTestApp(t)
  const token = /name="csrf_token" value="([^"]+)"/.exec((await shown(app, 'sign-in')).text)?.[1] ?? ''
  assert.notEqual(token, '')
  const form = new URLSearchParams({ csrf_token: token, email: 'maya@example.com', password: 'x' })
  for (const cookie of ['', 'mandate_browser=preview']) {
    const answer = await app.send({
      ...{ method: 'POST', url: '/login', body: String(form) },
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080', cookie },
    })
    assert.equal(answer.status, 403, cookie)
  }
})

test('sentences are shown as they are being written, in the language of the page, whatever they are', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/branding/draft', { texts: { es: { sign_up_title: 'Únete', footer: 'Acme' } } })
  const typed = async (page: string, texts: unknown, locale = 'es'): Promise<string> => {
    const written = typeof texts === 'string' ? texts : JSON.stringify(texts)
    return (await shown(app, `${page}?${new URLSearchParams({ locale, texts: written })}`)).text
  }
  assert.match(
    await typed('sign-up', { sign_up_intro: 'Hola <b> {na' }),
    /<h1>Únete<.*\s*<p class="lede">Hola &lt;b&gt; \{na</,
  )
  assert.match(await typed('sign-up', { sign_up_title: '' }), /<h1>Crear una cuenta<[^]*>Acme</)
  assert.match(await typed('sign-up', { sign_up_title: 'Join {name}' }, 'en'), /<h1>Join Mandate</)
  assert.match(await typed('verify-email', { verify_email_intro: 'x' }), /maya@example\.com[^]*<p class="lede">x</)
  assert.match(await typed('signed-out', { signed_out_title: '¡Hasta luego!' }), /<h1>¡Hasta luego!</)
  assert.match(await typed('link-sent', { link_sent_title: 'Va' }), /<h1>Va<[^]*maya@example\.com/)
  for (const texts of [
    '{',
    'null',
    '7',
    '"x"',
    '[1]',
    { sign_up_title: 7 },
    { consent_title: 'x', constructor: 'x' },
  ]) {
    assert.match(await typed('sign-up', texts), /<h1>(Únete|Crear una cuenta)</, JSON.stringify(texts))
  }
})

test('a link to a preview says nothing of its own to the operator who follows it', async (t) => {
  const app = await createTestApp(t)
  const texts = JSON.stringify({ sign_in_title: 'Call 555' })
  const url = `/api/v1${PREVIEW}/sign-in?${new URLSearchParams({ texts })}`
  const saidTo = async (browser: Record<string, string>): Promise<boolean> => {
    const answer = await app.send({ url, headers: { authorization: `Bearer ${app.adminKey}`, ...browser } })
    assert.equal(answer.status, 200, answer.text)
    return answer.text.includes('Call 555')
  }
  for (const site of ['cross-site', 'same-site', 'none', '']) {
    assert.equal(await saidTo({ 'sec-fetch-site': site }), false, site)
  }
  for (const browser of [{ 'sec-fetch-site': 'same-origin' }, {}]) assert.equal(await saidTo(browser), true)
})
