import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textKeys } from '#/ui/page-texts.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { everyPage } from '#test/support/hosted-pages.ts'
import { TestProvider } from '#test/support/provider.ts'
import { until } from '#test/support/until.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const patch = (app: TestApp, texts: unknown) => app.admin('PATCH', '/admin/branding', { texts })
const textsOf = ({ status, json, text }: TestAnswer): unknown => {
  assert.equal(status, 200, text)
  return json['texts']
}
const open = (app: TestApp, url: string, language: string) =>
  app.send({ url, headers: { accept: 'text/html', 'accept-language': language } })
const errorsOf = ({ json }: TestAnswer) =>
  (json['details'] as { errors: { pointer: string; message: string }[] }).errors

onEachApp('a sentence shows in its language on every node, and null takes the built-in one back', async (t, app) => {
  const other = await app.secondNode(t)
  await other.send({ url: '/login' })
  assert.deepEqual(textsOf(await app.admin('GET', '/admin/branding')), {})
  const chosen = {
    en: { sign_in_title: 'Welcome to {name}', sign_in_intro: 'For staff & guests.', sign_in_note: 'Call 1234.' },
    es: { password_reset_intro: 'Te escribimos enseguida.', footer: 'Acme S. L.' },
  }
  assert.deepEqual(textsOf(await app.admin('PATCH', '/admin/branding', { name: 'Acme', texts: chosen })), chosen)
  const english = (await open(app, '/login', 'en')).text
  assert.match(english, /<title>Welcome to Acme · Acme<\/title>/)
  assert.match(english, /<h1>Welcome to Acme<\/h1>\s*<p class="lede">For staff &amp; guests\.<\/p>/)
  assert.match(english, /<\/form>[^]*<p class="fine">Call 1234\.<\/p>\s*<\/main>/)
  assert.doesNotMatch(english, /Acme S\. L\./)
  const spanish = (await open(app, '/login', 'es')).text
  assert.match(spanish, /<title>Entrar · Acme<\/title>[^]*<h1>Entrar<\/h1>\s*<form/)
  assert.match(spanish, /<\/main>\s*<footer class="links">\s*<p class="hint">Acme S\. L\.<\/p>\s*<\/footer>/)
  const forgotten = (await open(app, '/forgot', 'es')).text
  assert.match(forgotten, /¿Has olvidado la contraseña\?<\/h1>\s*<p class="lede">Te escribimos enseguida\.<\/p>/)
  assert.match((await open(app, '/forgot', 'en')).text, /<p class="lede">We send you a link\. With it you choose/)
  // The other node holds a snapshot that may be a second old.
  await until(async () => /<h1>Welcome to Acme</.test((await open(other, '/login', 'en')).text))
  const rest = { en: { sign_in_note: 'Call 1234.' }, es: { footer: 'Acme S. L.' } }
  const back = { en: { sign_in_title: null, sign_in_intro: null }, es: { password_reset_intro: null } }
  assert.deepEqual(textsOf(await patch(app, back)), rest)
  assert.match((await open(app, '/login', 'en')).text, /<h1>Sign in<\/h1>\s*<form/)
  assert.deepEqual(textsOf(await patch(app, { es: null })), { en: rest.en })
  assert.deepEqual(textsOf(await patch(app, null)), {})
})

onEachApp(
  'the event says which sentence of which language was what, and nothing when nothing changed',
  async (_t, app) => {
    await patch(app, { en: { footer: 'Acme' }, es: { footer: 'Acme' } })
    await patch(app, { en: { footer: 'Acme' } })
    app.clock.advance(1000)
    await patch(app, { en: { footer: 'Acme Ltd' }, es: null })
    const { json } = await app.admin('GET', '/audit-logs?action=branding.updated')
    assert.deepEqual(
      (json['data'] as { metadata: { changes: unknown } }[]).map(({ metadata }) => metadata.changes),
      [
        { 'texts.en.footer': { from: 'Acme', to: 'Acme Ltd' }, 'texts.es.footer': { from: 'Acme', to: null } },
        { 'texts.en.footer': { from: null, to: 'Acme' }, 'texts.es.footer': { from: null, to: 'Acme' } },
      ],
    )
  },
)

test('a refused form says so before the title that was chosen', async (t) => {
  const app = await createTestApp(t)
  await patch(app, { en: { sign_up_title: 'Join us' } })
  const refused = await new Visitor(app).submit('/signup', {})
  assert.match(refused.text, /<title>Error: Join us · Mandate<\/title>[^]*<h1>Join us<\/h1>\s*<div class="notice/)
})

test('what an application or a mail is about stays on the page, above what was chosen', async (t) => {
  const app = await createTestApp(t)
  await patch(app, { en: { link_sent_title: 'On its way!', link_sent_intro: 'We are happy that you are here.' } })
  const sent = await new Visitor(app).submit('/magic', { email: 'maya@example.com' })
  assert.match(
    sent.text,
    /<h1>On its way!<\/h1>\s*<p class="lede">If there is an account for <strong>maya@example\.com<\/strong>[^]*<\/p>\s*<p class="lede">We are happy/,
  )
})

test('BR2: no name, which stands in sentences, hides characters or turns the text around', async (t) => {
  const app = await createTestApp(t)
  const bad = ['a\u202eb', 'a\u2066b', 'a\u200bb', 'a\ufeffb', 'a\u00adb', '\u3164', 'a\u{e0041}', 'a\nb']
  for (const path of ['/admin/branding', '/admin/branding/draft']) {
    for (const name of bad) {
      const answer = await app.admin('PATCH', path, { name, texts: { en: { sign_in_title: 'Welcome to {name}' } } })
      assert.equal(answer.status, 400, JSON.stringify(name))
      const [error, ...others] = errorsOf(answer)
      assert.deepEqual([error?.pointer, others], ['/name', []])
      assert.match(error?.message ?? '', /one line without characters that are invisible or turn the text around/)
    }
    for (const name of ['می\u200cخواهم', '👩\u200d💻 Acme', 'Acme & Söhne']) {
      assert.equal((await app.admin('PATCH', path, { name })).json['name'], name)
    }
  }
})

test('BR2: no sentence is markup, a link, or more than its one line', async (t) => {
  const app = await createTestApp(t)
  const hostile = `"><script>alert(1)</script><a href='https://evil.example'>x</a>`
  assert.equal((await patch(app, { en: { sign_in_intro: hostile, footer: 'https://evil.example' } })).status, 200)
  const { text } = await open(app, '/login', 'en')
  assert.match(text, /<p class="lede">&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;&lt;a href=&#39;https:/)
  assert.doesNotMatch(text, /<script>|<a [^>]*evil/)
  for (const [value, message] of [
    ['a\u202eb', /turn the text around/],
    ['a\u0007b', /one line/],
    ['a\nb', /one line/],
    ['x'.repeat(300), /80/],
    ['{email}', /no other braces/],
    ['', /./],
    [7, /./],
    [{ html: '<b>' }, /./],
  ] as const) {
    const answer = await patch(app, { es: { verify_email_title: value } })
    assert.equal(answer.status, 400, JSON.stringify(value))
    assert.deepEqual(
      errorsOf(answer).map(({ pointer }) => pointer),
      ['/texts/es/verify_email_title'],
    )
    assert.match(errorsOf(answer)[0]?.message ?? '', message)
  }
  for (const texts of [
    { fr: { footer: 'x' } },
    { en: { consent_title: 'x' } },
    { en: { __proto__: null, constructor: 'x' } },
    'x',
    [],
  ]) {
    assert.equal((await patch(app, texts)).status, 400, JSON.stringify(texts))
  }
})

test('every sentence shows on the pages it is of, and on no other: not on consent, at devices, in errors or the account', async (t) => {
  const app = await createTestApp(t)
  const provider = await TestProvider.start(t)
  const marked = Object.fromEntries(textKeys.map((key) => [key, `(${key})`]))
  assert.equal((await patch(app, { es: marked })).status, 200)
  const pages = await everyPage(app, 'es', provider)
  const shown = new Map<string, string[]>()
  for (const [name, { text }] of pages) {
    for (const [, key = ''] of text.matchAll(/\((\w+)\)<\/(?:h1|p)>/g))
      shown.set(key, [...(shown.get(key) ?? []), name])
  }
  const begins = (key: string, names: RegExp) => {
    assert.ok((shown.get(key) ?? []).length > 0, `${key} shows`)
    for (const name of shown.get(key) ?? []) assert.match(name, names, key)
  }
  for (const part of ['title', 'intro', 'note']) begins(`sign_in_${part}`, /^sign in/)
  for (const part of ['title', 'intro']) {
    begins(`sign_up_${part}`, /^sign up/)
    begins(`password_reset_${part}`, /^forgot/)
    begins(`magic_link_${part}`, /^magic/)
    begins(`link_sent_${part}`, /^(magic|forgot), sent$/)
    begins(`verify_email_${part}`, /^verify/)
    begins(`signed_out_${part}`, /^signed out$/)
  }
  begins('second_factor_intro', /^(second factor|recovery)/)
  const worded = new Set([...shown].filter(([key]) => key !== 'footer').flatMap(([, names]) => names))
  assert.deepEqual(new Set(shown.get('footer')), worded)
  assert.deepEqual([...shown.keys()].toSorted(), textKeys.toSorted())
})

test('the sentences that are built in are listed by page and limit', async (t) => {
  const app = await createTestApp(t)
  const all = (await app.admin('GET', '/admin/branding/texts?limit=200&include_total=true')).json
  const listed = all['data'] as { key: string; max_length: number; built_in: Record<string, string> }[]
  assert.deepEqual(
    listed.map(({ key }) => key),
    textKeys,
  )
  assert.equal(all['total'], textKeys.length)
  assert.deepEqual(listed[0], { key: 'sign_in_title', max_length: 80, built_in: { en: 'Sign in', es: 'Entrar' } })
  const keys: string[] = []
  let cursor = ''
  do {
    const { json } = await app.admin('GET', `/admin/branding/texts?limit=5${cursor}`)
    keys.push(...(json['data'] as { key: string }[]).map(({ key }) => key))
    cursor = json['next_cursor'] === null ? '' : `&cursor=${encodeURIComponent(String(json['next_cursor']))}`
  } while (cursor !== '')
  assert.deepEqual(keys, textKeys)
})
