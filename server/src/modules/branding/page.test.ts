import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { errorPage } from '#/ui/error-page.ts'
import { html } from '#/platform/html/html.ts'
import { problemPage } from '#/ui/problem-page.ts'
import { formActionSource, page } from '#/ui/page.ts'
import { defaultLook } from '#/ui/look.ts'

const policyOf = (formActions: string[]): string =>
  page({ title: 'T', body: html`<h1>T</h1>`, formActions }).headers['content-security-policy'] ?? ''

test('sends a whole document that nothing foreign can frame, load into or read the address of', () => {
  const reply = page({ title: 'Sign in <now>', body: html`<h1>Sign in</h1>` })
  assert.equal(reply.status, 200)
  assert.match(
    String(reply.body),
    /^<!doctype html>[^]*<title>Sign in &lt;now&gt; · Mandate<\/title>[^]*<h1>Sign in<\/h1>/,
  )
  assert.equal(
    reply.headers['content-security-policy'],
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  assert.equal(reply.headers['referrer-policy'], 'no-referrer')
  const permissions = String(reply.headers['permissions-policy']).split(', ')
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
    assert.ok(permissions.includes(`${feature}=()`), feature)
  }
  assert.ok(permissions.includes('publickey-credentials-get=(self)'), 'but passkeys')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['x-frame-options'], 'DENY')
})

test('runs a script only on a page that names one, and only one of ours that writes no markup', () => {
  const scripted = page({ title: 'T', body: html`<h1>T</h1>`, script: '/assets/x.js?v=1' })
  assert.match(String(scripted.body), /<script type="module" src="\/assets\/x\.js\?v=1"><\/script>/)
  assert.match(
    scripted.headers['content-security-policy'] ?? '',
    /script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none';/,
  )
  const plain = page({ title: 'T', body: html`<h1>T</h1>` })
  assert.doesNotMatch(String(plain.body), /<script/)
  assert.doesNotMatch(plain.headers['content-security-policy'] ?? '', /script-src/)
})

test('lets a form end at the addresses given, and nowhere else', () => {
  assert.match(
    policyOf(['https://app.example', 'com.example.app:']),
    /form-action 'self' https:\/\/app\.example com\.example\.app:;/,
  )
})

test('drops a form source that could write another directive', () => {
  for (const source of [
    "https://a; script-src 'unsafe-inline'",
    'https://a b',
    "'unsafe-inline'",
    '*',
    'https://*.example',
    '',
  ]) {
    assert.match(policyOf([source]), /form-action 'self'; frame/, source)
  }
})

test('names an address as the source browsers understand', () => {
  assert.equal(formActionSource('https://app.example:8443/cb?x=1'), 'https://app.example:8443')
  assert.equal(formActionSource('http://127.0.0.1:9000/cb'), 'http://127.0.0.1:9000')
  assert.equal(formActionSource('http://[::1]:9000/cb'), 'http:')
  assert.equal(formActionSource('com.example.app:/cb'), 'com.example.app:')
  assert.equal(formActionSource('not an address'), undefined)
})

test('an error page gives the cause, the request id, and details only when it is handed some', () => {
  const given = { status: 404, title: 'No such page', message: 'The address is wrong.', requestId: 'req_1' }
  const plain = errorPage(given)
  assert.equal(plain.status, 404)
  assert.match(String(plain.body), /<h1>No such page<\/h1>[^]*The address is wrong\.[^]*<code>req_1<\/code>/)
  assert.doesNotMatch(String(plain.body), /For developers/)
  assert.match(String(errorPage({ ...given, detail: '<b>' }).body), /For developers<\/h2>\s*<p lang="en">&lt;b&gt;/)
})

test('shell and style sheet leave most of the first flight to the page itself', () => {
  const shell = String(page({ title: 'T', body: html`` }).body)
  assert.ok(gzipSync(defaultLook.sheet.text).length <= 6 * 1024)
  assert.ok(gzipSync(shell).length + gzipSync(defaultLook.sheet.text).length <= 8 * 1024)
})

const problem = {
  error: 'forbidden',
  oauthError: 'access_denied',
  oauthStatus: 403,
  message: 'The request did not prove that it comes from our own page.',
  details: {},
  pointer: '',
  headers: {},
} as const

test('puts every problem of a page into words for a person', () => {
  const outdated = problemPage({ ...problem, status: 403, code: 'csrf_failed' }, 'req_1')
  assert.equal(outdated.status, 403)
  assert.match(String(outdated.body), /<h1>This form is out of date<\/h1>/)
  assert.match(String(problemPage({ ...problem, status: 404, code: 'not_found' }, 'req_1').body), /No such page/)
  assert.match(
    String(problemPage({ ...problem, status: 400, code: 'x' }, 'req_1').body),
    /That did not work[^]*our own page/,
  )
})

test('words a problem in the language of its reader, and marks what is only known in English', () => {
  const visit = { method: 'GET', url: '/nowhere?a=%zz', headers: { 'accept-language': 'es-AR,en;q=0.2' } }
  const lost = problemPage({ ...problem, status: 404, code: 'not_found' }, 'req_1', visit)
  assert.equal(lost.headers['content-language'], 'es')
  assert.match(String(lost.body), /<html lang="es"[^]*<h1>Esta página no existe<\/h1>/)
  assert.match(String(lost.body), /href="\/language\?use=en&amp;next=%2Fnowhere/)
  const strange = String(problemPage({ ...problem, status: 400, code: 'constructor' }, 'req_1', visit).body)
  assert.match(strange, /<h1>Eso no ha funcionado<\/h1>[^]*<p lang="en">The request did not prove/)
})

test('survives a failed request of which nothing can be read', () => {
  const headers = { cookie: '=;;\u0001', 'accept-language': '💥;q=x' }
  const reply = problemPage({ ...problem, status: 500, code: 'x' }, 'req_1', { method: 'BREW', url: '?%', headers })
  assert.equal(reply.headers['content-language'], 'en')
  assert.doesNotMatch(String(reply.body), /\/language/)
})
