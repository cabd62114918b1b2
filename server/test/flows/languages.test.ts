import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl, locationOf, returned } from '#test/support/authorize.ts'
import { codeAt, timeStep } from '#/modules/credentials/second-factor/totp.ts'
import { decodeBase32, FactorPerson } from '#test/support/factors.ts'
import { hostileNext } from '#test/support/hostile-next.ts'
import { everyPage } from '#test/support/hosted-pages.ts'
import { linkTo, mailOf } from '#test/support/mailbox.ts'
import { createWebApp, hiddenFields } from '#test/support/oauth.ts'
import { textsOf } from '#test/support/page-texts.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { TestProvider } from '#test/support/provider.ts'
import { as, NEW_PASSWORD, signUpVerified } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestContext } from 'node:test'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const MAYA = { email: 'maya@example.com', password: GOOD_PASSWORD }

/** Names, addresses and marks that are the same in every language; a passkey is called what its record says. */
const NAMES =
  /^(· )?(Mandate|Planner|television|Corp|Passkey|LightMyRequest|[\w.]+@[\w.]+|app\.example\.com|[A-Z]{4}-[A-Z]{4}|English|Español|[A-Z])$/

const languageOf = ({ text, headers }: TestAnswer): string => {
  const lang = /<html lang="(\w\w)">/.exec(text)?.[1] ?? ''
  assert.equal(headers['content-language'], lang, text.slice(0, 300))
  assert.match(String(headers['vary']), /Accept-Language/)
  return lang
}

const speaking = (app: TestApp, accept: string): Visitor => {
  const visitor = new Visitor(app)
  visitor.headers = { 'accept-language': accept }
  return visitor
}

async function walk(t: TestContext, locale: string): Promise<ReadonlyMap<string, TestAnswer>> {
  return everyPage(await createTestApp(t), locale, await TestProvider.start(t))
}

test('every page speaks Spanish to who prefers it, and no sentence of it is English', async (t) => {
  const [english, spanish] = [await walk(t, 'en'), await walk(t, 'es-MX,es;q=0.9,en;q=0.1')]
  assert.deepEqual([...spanish.keys()], [...english.keys()])
  assert.ok(english.size > 60, `${english.size} pages`)
  const said = new Set([...english.values()].flatMap(({ text }) => textsOf(text)))
  for (const [name, page] of spanish) {
    assert.equal(languageOf(english.get(name) as TestAnswer), 'en', name)
    assert.equal(languageOf(page), 'es', name)
    const texts = textsOf(page.text)
    assert.ok(texts.length >= 3, `${name}: ${texts.join(' | ')}`)
    const leaks = texts.filter((text) => said.has(text) && !NAMES.test(text))
    assert.deepEqual(leaks, [], name)
    // An error of which only an English sentence is known quotes it, marked as English, below a heading of its own.
    const quoted = page.text.includes('<p lang="en">') ? 1 : 0
    const { length } = textsOf((english.get(name) as TestAnswer).text)
    assert.equal(texts.length, length + quoted, `${name} says as much in both`)
  }
})

test('rubbish in the header or the address is English, never an error', async (t) => {
  const app = await createTestApp(t)
  for (const accept of ['', ';;q=', 'es;q=2', '💩', 'x'.repeat(4000), 'es;q=0, en;q=0', '\u0001', '*;q=0']) {
    const headers = { 'accept-language': Buffer.from(accept).toString('latin1') }
    const answer = await app.send({ url: '/login', headers })
    assert.deepEqual([answer.status, languageOf(answer)], [200, 'en'], accept)
  }
  for (const tags of ['tlh', '%F0%9F%92%A9', '-', 'es_MX', `${'x%20'.repeat(500)}es`]) {
    const answer = await app.send({ url: `/login?ui_locales=${tags}` })
    assert.equal(answer.status, 200)
    assert.ok(['en', 'es'].includes(languageOf(answer)), tags)
  }
})

test('ui_locales of an application carries through sign-in, second factor and consent, and goes along in pages', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  const client = await createWebApp(app, { client_name: 'Planner' })
  const visitor = speaking(app, 'en')
  const begun = await visitor.open(authorizeUrl(client, { ui_locales: 'fr-CA es-419 en' }))
  const login = String(locationOf(begun))
  assert.equal(languageOf(await visitor.open(login)), 'es')
  const request = login.slice(login.indexOf('?'))
  for (const page of ['/signup', '/forgot', '/magic']) {
    assert.equal(languageOf(await visitor.open(`${page}${request}`)), 'es', page)
  }
  assert.equal(languageOf(await visitor.submit(login, { ...MAYA, password: 'wrong' })), 'es')
  const waiting = String(locationOf(await visitor.submit(login, MAYA)))
  assert.equal(languageOf(await visitor.open(waiting)), 'es')
  const passed = await visitor.submit(waiting, { code: person.code() })
  const asked = await visitor.open(String(locationOf(await visitor.open(String(locationOf(passed))))))
  assert.equal(languageOf(asked), 'es')
  assert.match(asked.text, /Planner quiere actuar en tu nombre[^]*href="\/account"/)
  const done = await visitor.post('/oauth/authorize', { ...hiddenFields(asked.text), decision: 'allow' })
  assert.ok(returned(done).get('code'))
  assert.equal(languageOf(await visitor.open('/account')), 'en', 'it was the wish of that application only')
})

test('a page of its own keeps ui_locales on the way to the next', async (t) => {
  const app = await createTestApp(t)
  const visitor = speaking(app, 'en')
  const page = await visitor.open('/login?next=/docs&ui_locales=es')
  assert.equal(languageOf(page), 'es')
  assert.match(page.text, /href="\/signup\?next=%2Fdocs&amp;ui_locales=es"/)
  assert.equal(languageOf(await visitor.submit('/login?next=/docs&ui_locales=es', {})), 'es')
})

test('a pushed request keeps its languages', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const { searchParams } = new URL(authorizeUrl(client, { ui_locales: 'es' }), app.baseUrl)
  const form = { ...Object.fromEntries(searchParams), client_secret: client.secret ?? '' }
  const pushed = await app.send({ url: '/oauth/par', form })
  assert.equal(pushed.status, 201, pushed.text)
  const visitor = speaking(app, 'en')
  const query = new URLSearchParams({ client_id: client.clientId, request_uri: String(pushed.json['request_uri']) })
  const begun = await visitor.open(`/oauth/authorize?${query}`)
  assert.equal(languageOf(await visitor.open(String(locationOf(begun)))), 'es')
})

test('the links below a page remember a choice, which outlasts what an application asked before', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const visitor = speaking(app, 'en')
  const begun = await visitor.open(authorizeUrl(client, { ui_locales: 'es' }))
  const page = await visitor.open(String(locationOf(begun)))
  const link = /<a href="(\/language\?use=en[^"]*)" lang="en" hreflang="en"/.exec(page.text)?.[1] ?? ''
  const chosen = await visitor.open(link.replaceAll('&amp;', '&'))
  assert.match(String(chosen.headers['set-cookie']), /^mandate_language=en\.\d+; Path=\/; HttpOnly; SameSite=Lax/)
  assert.equal(locationOf(chosen), locationOf(begun))
  assert.equal(languageOf(await visitor.open(String(locationOf(chosen)))), 'en')

  app.clock.advance(1000)
  const later = await visitor.open(authorizeUrl(client, { ui_locales: 'es' }))
  assert.equal(languageOf(await visitor.open(String(locationOf(later)))), 'es', 'a newer wish counts again')
  visitor.headers = { 'accept-language': 'es' }
  assert.equal(languageOf(await visitor.open('/login')), 'en', 'the choice counts for more than the browser')
  const es = await visitor.open('/language?use=es&next=/login?ui_locales=en')
  assert.equal(languageOf(await visitor.open('/login')), 'es')
  assert.equal(es.status, 303)
})

test('the link of a page whose address says its language leads to it without that', async (t) => {
  const app = await createTestApp(t)
  const page = await app.send({ url: '/login?ui_locales=es&next=%2Fdocs' })
  assert.match(page.text, /href="\/language\?use=en&amp;next=%2Flogin%3Fnext%3D%252Fdocs"/)
})

test('HT10: choosing a language leads to a path of ours and nowhere else, and an unknown one changes nothing', async (t) => {
  const app = await createTestApp(t)
  for (const next of hostileNext) {
    const answer = await app.send({ url: `/language?${new URLSearchParams({ use: 'es', next })}` })
    if (answer.status === 400) continue
    assert.equal(answer.status, 303, next)
    assert.match(String(locationOf(answer)), /^\/(?![/\\])/, next)
  }
  const unknown = await app.send({ url: '/language?use=__proto__&next=/login' })
  assert.deepEqual([locationOf(unknown), unknown.headers['set-cookie']], ['/login', undefined])
})

test('mail that follows from a visit is in its language', async (t) => {
  const app = await createTestApp(t)
  const visitor = speaking(app, 'es')
  assert.equal((await visitor.submit('/signup', MAYA)).status, 303)
  for (const page of ['/forgot', '/magic']) await visitor.submit(page, { email: MAYA.email })
  const other = speaking(app, 'en')
  await other.submit('/forgot?ui_locales=es', { email: MAYA.email })
  const subjects = (await mailOf(app, MAYA.email)).map(({ subject }) => subject).toSorted()
  assert.deepEqual(subjects, [
    'Confirma tu dirección de correo',
    'Elige una contraseña nueva',
    'Elige una contraseña nueva',
    'Tu enlace para entrar en Mandate',
  ])
  const api = await app.send({
    url: '/api/v1/auth/password/forgot',
    json: { email: MAYA.email },
    headers: { 'accept-language': 'en, es;q=0.5' },
  })
  assert.equal(api.status, 200)
  assert.ok((await mailOf(app, MAYA.email)).some(({ subject }) => subject === 'Choose a new password'))
})

test('notices of what happened to a way in are in the language of the visit that did it', async (t) => {
  const app = await createTestApp(t)
  const person = await signUpVerified(app, MAYA.email)
  const elsewhere = speaking(app, 'es')
  elsewhere.headers['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  assert.equal((await elsewhere.submit('/login', MAYA)).status, 303)
  const [notice] = (await mailOf(app, MAYA.email)).filter(({ subject }) => subject === 'Nuevo acceso a tu cuenta')
  assert.match(notice?.text ?? '', /Firefox en Linux/)
  const offered = await as(person, 'POST', 'mfa/totp/enroll')
  const code = codeAt(decodeBase32(String(offered.json['secret'])), timeStep(app.clock.now()))
  person.visitor.headers = { 'accept-language': 'es' }
  assert.equal((await as(person, 'POST', 'mfa/totp/activate', { code })).status, 200)

  app.clock.advance(1000)
  await elsewhere.submit('/forgot', { email: MAYA.email })
  const link = (await linkTo(app, MAYA.email, /Elige una contraseña nueva/)).replace(app.baseUrl, '')
  const fields = hiddenFields((await elsewhere.open(link)).text)
  assert.equal((await elsewhere.post('/reset', { ...fields, password: NEW_PASSWORD })).status, 200)
  const subjects = (await mailOf(app, MAYA.email)).map(({ subject }) => subject)
  assert.ok(subjects.includes('Acceso en dos pasos: activado'), subjects.join(', '))
  assert.ok(subjects.includes('Ha cambiado tu contraseña'), subjects.join(', '))
})

test('signing out at the wish of an application speaks the language it asks for', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.signUp(app)
  const asked = await person.visitor.open('/oauth/logout?ui_locales=es')
  assert.equal(languageOf(asked), 'es')
  const done = await person.visitor.post('/oauth/logout', hiddenFields(asked.text))
  assert.equal(locationOf(done), '/logout?ui_locales=es')
  assert.equal(languageOf(await person.visitor.open('/logout?ui_locales=es')), 'es')
})
