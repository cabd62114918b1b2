import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT_PAGES, assertAsksForProof, MINUTE } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { operationsOf, pathWith } from '#test/support/route-table.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const accountOperations = async (app: TestApp) => {
  const all = (await operationsOf(app)).filter(({ path }) => path === '/account' || path.startsWith('/account/'))
  return all.map(({ method, path }) => ({ method, url: pathWith(path, {}) }))
}

const nextOf = (answer: TestAnswer): string | null =>
  new URL(locationOf(answer) ?? '', 'http://localhost').searchParams.get('next')

describe('who reaches the account', () => {
  test('every page and form shows in the reference', async (t) => {
    const app = await createTestApp(t)
    const operations = await accountOperations(app)
    const pages = operations.filter(({ method }) => method === 'GET').map(({ url }) => url)
    for (const page of ACCOUNT_PAGES) assert.ok(pages.includes(page), page)
    assert.ok(operations.length >= 24, `${operations.length} routes`)
  })

  onEachApp('nobody who is not signed in: each way leads to the sign-in and back', async (_t, app) => {
    const nobody = new Visitor(app)
    for (const { method, url } of await accountOperations(app)) {
      const answer = method === 'GET' ? await nobody.open(url) : await nobody.post(url, { csrf_token: 'x' })
      assert.equal(answer.status, 303, `${method} ${url}`)
      assert.match(locationOf(answer) ?? '', /^\/login\?next=%2Faccount/, `${method} ${url}`)
      assert.match(nextOf(answer) ?? '', /^\/account/)
    }
    await FactorPerson.signUp(app)
    const form = { email: 'maya@example.com', password: GOOD_PASSWORD }
    const signedIn = await nobody.submit('/login?next=%2Faccount%2Fsecurity', form)
    assert.equal(locationOf(signedIn), '/account/security')
    assert.match((await nobody.open('/account/security')).text, /<h1>Security<\/h1>/)
  })

  test('SE7: a session that waits for the second factor is nobody to the account', async (t) => {
    const app = await createTestApp(t)
    const waiting = (await FactorPerson.withTotp(app)).elsewhere()
    await waiting.logIn()
    for (const page of ACCOUNT_PAGES) {
      const answer = await waiting.visitor.open(page)
      assert.equal(locationOf(answer), `/login?${new URLSearchParams({ next: page })}`)
    }
    const stop = await waiting.visitor.post('/account/acting/stop', { csrf_token: waiting.csrf, all: '1' })
    assert.match(locationOf(stop) ?? '', /^\/login\?/)
  })

  test('SE3: no form is taken that another page sent, or that lacks the token of the session', async (t) => {
    const app = await createTestApp(t)
    const { visitor, csrf } = await FactorPerson.signUp(app)
    const forms = (await accountOperations(app)).filter(({ method }) => method === 'POST')
    assert.ok(forms.length >= 13, `${forms.length} forms`)
    for (const { url } of forms) {
      assertErrorPage(await visitor.post(url, {}), 403, /This form is out of date/)
      assertErrorPage(await visitor.post(url, { csrf_token: 'guess' }), 403)
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      assertErrorPage(await visitor.post(url, { csrf_token: csrf }, foreign), 403)
    }
    assert.equal((await visitor.open('/account')).status, 200, 'and the person is still there')
  })

  test('the token of one session does not fit another one of the same person', async (t) => {
    const app = await createTestApp(t)
    const [one, other] = [await FactorPerson.signUp(app), new Visitor(app)]
    await other.send({ url: '/api/v1/auth/login', json: { email: one.email, password: GOOD_PASSWORD } })
    assertErrorPage(await other.post('/account/profile', { csrf_token: one.csrf, name: 'X' }), 403)
  })

  test('what changes how one signs in asks for a proof of the last minutes first, and leads back', async (t) => {
    const app = await createTestApp(t)
    const { visitor, csrf, id } = await FactorPerson.signUp(app)
    app.clock.advance(5 * MINUTE + 1)
    for (const page of ['/account/leave', '/account/passkeys/new']) {
      assertAsksForProof(await visitor.open(page), page)
    }
    const sensitive: [string, string][] = [
      ['/account/leave', '/account/leave'],
      ['/account/second-step', '/account/second-step'],
      ['/account/second-step/activate', '/account/second-step'],
      ['/account/second-step/codes', '/account/second-step'],
      ['/account/second-step/remove', '/account/second-step'],
      ['/account/passkeys/pky_x/remove', '/account/passkeys/pky_x'],
      ['/account/linked/oac_x', '/account/linked/oac_x'],
    ]
    for (const [action, page] of sensitive) {
      assertAsksForProof(await visitor.post(action, { csrf_token: csrf, email: 'maya@example.com' }), page)
    }
    assert.ok(await app.services.users.find(id), 'nothing happened')
    const proven = await visitor.submit('/confirm?next=%2Faccount%2Fleave', { password: GOOD_PASSWORD })
    assert.equal(locationOf(proven), '/account/leave')
    assert.equal((await visitor.open('/account/leave')).status, 200)
  })

  test('below a path and on https the way in, the way around and the notice work as well', async (t) => {
    const app = await createTestApp(t, { baseUrl: 'https://example.com/id' })
    const visitor = new Visitor(app)
    assert.equal(locationOf(await visitor.open('/id/account/profile')), '/id/login?next=%2Faccount%2Fprofile')
    const json = { email: 'maya@example.com', password: GOOD_PASSWORD }
    await visitor.send({ url: '/id/api/v1/auth/signup', json })
    const { text } = await visitor.open('/id/account/profile')
    for (const [, address = ''] of text.matchAll(/ (?:href|action|src)="(\/[^"]*)"/g)) assert.match(address, /^\/id\//)
    const csrf = /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? ''
    const headers = { origin: 'https://example.com', 'sec-fetch-site': 'same-origin' }
    const saved = await visitor.send({ url: '/id/account/profile', form: { csrf_token: csrf, name: 'Maya' }, headers })
    assert.equal(locationOf(saved), '/id/account/profile')
    assert.match(String(saved.headers['set-cookie']), /^__Host-mandate_notice=name_saved; Path=\/; HttpOnly; .*Secure$/)
    assert.match((await visitor.open('/id/account/profile')).text, /Your name is saved\./)
  })

  test('a notice that nobody made is not shown', async (t) => {
    const app = await createTestApp(t)
    const { visitor } = await FactorPerson.signUp(app)
    for (const said of ['toString', '__proto__', 'x', '<b>']) {
      visitor.cookies['mandate_notice'] = said
      assert.doesNotMatch((await visitor.open('/account')).text, /role="status"/, said)
    }
  })

  onEachApp('the ids of what is somebody else’s are those of nothing', async (_t, app) => {
    const [maya, noor] = [await FactorPerson.signUp(app), await FactorPerson.signUp(app, 'noor@example.com')]
    const passkey = String((await noor.addPasskey()).json['id'])
    const session = ((await noor.call('GET', '/auth/sessions')).json['data'] as { id: string }[])[0]?.id ?? ''
    const csrf = { csrf_token: maya.csrf, name: 'Mine' }
    assertErrorPage(await maya.visitor.open(`/account/passkeys/${passkey}`), 404)
    for (const action of [
      `/account/passkeys/${passkey}`,
      `/account/passkeys/${passkey}/remove`,
      `/account/sessions/${session}/end`,
      '/account/sessions/x/end',
      '/account/linked/oac_x',
      '/account/acting/stop',
    ]) {
      assertErrorPage(await maya.visitor.post(action, { ...csrf, client_id: 'planner' }), 404)
    }
    for (const id of ['oac_x', '%00', '..%2f', 'x'.repeat(300), '%F0%9F%92%A9']) {
      for (const kind of ['linked', 'passkeys']) {
        assert.ok([400, 404].includes((await maya.visitor.open(`/account/${kind}/${id}`)).status), `${kind} ${id}`)
      }
    }
    assert.equal(await noor.isSignedIn(), true)
    const [left] = (await noor.call('GET', '/auth/passkeys')).json['data'] as { name: string }[]
    assert.equal(left?.name, 'Passkey')
  })
})
