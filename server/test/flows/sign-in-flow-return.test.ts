import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson, outcome } from '#test/support/factors.ts'
import { createFlow, runsOf, step, waitingPerson } from '#test/support/flows.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const MINUTE = 60_000
const went = (answer: TestAnswer): string => `${answer.status} ${String(answer.headers['location'] ?? '')}`

/** Somebody whose sign-in was led away, and the way back. */
async function ledAway(app: TestApp, ...more: ReturnType<typeof step>[]) {
  const person = await FactorPerson.proven(app)
  const flowId = await createFlow(app, 'login', step('redirect', { url: `${app.baseUrl}/terms` }), ...more)
  const wayBack = async (browser: FactorPerson): Promise<string> => {
    const { json, text } = await browser.logIn()
    const { url } = (json['next'] ?? {}) as { url?: string }
    assert.ok(url, text)
    const back = new URL(new URL(url).searchParams.get('return_to') ?? '')
    return back.pathname + back.search
  }
  const browser = person.elsewhere()
  return { flowId, person, browser, wayBack, back: await wayBack(browser) }
}

describe('the way back of a redirect', () => {
  onEachApp('works in the browser that was led away, and in no other', async (_t, app) => {
    const { person, browser, back, wayBack } = await ledAway(app)
    for (const stranger of [new Visitor(app), new Visitor(app)]) {
      await stranger.open('/login')
      const answer = await stranger.open(back)
      assert.match(`${answer.status} ${answer.text}`, /^409 [^]*began in another browser/)
      assert.equal((await stranger.open('/api/v1/auth/me')).status, 401)
    }
    const other = person.elsewhere()
    const theirs = await wayBack(other)
    assert.notEqual(theirs, back)
    assert.equal(went(await other.visitor.open(back)), '303 /continue', 'another sign-in of the same person waits on')
    assert.equal(await other.isSignedIn(), false)
    assert.equal(went(await browser.visitor.open(back)), '303 /')
    assert.equal(await browser.isSignedIn(), true)
  })

  onEachApp('counts once: a second time it does nothing', async (_t, app) => {
    const { browser, back, flowId } = await ledAway(app, step('redirect', { url: `${app.baseUrl}/docs` }))
    assert.equal(went(await browser.visitor.open(back)), '303 /continue')
    assert.equal(went(await browser.visitor.open(back)), '303 /continue', 'the next redirect wants its own')
    assert.equal(await browser.isSignedIn(), false)
    const { json } = await browser.call('GET', '/auth/flow')
    const next = new URL(new URL((json['next'] as { url: string }).url).searchParams.get('return_to') ?? '')
    assert.equal(went(await browser.visitor.open(next.pathname + next.search)), '303 /')
    const session = browser.visitor.cookies['mandate_session']
    for (const old of [back, next.pathname + next.search]) {
      assert.equal(went(await browser.visitor.open(old)), '303 /', 'who is in goes on')
    }
    assert.equal(browser.visitor.cookies['mandate_session'], session)
    assert.equal((await runsOf(app, flowId)).length, 1)
  })

  onEachApp('is not guessed, and not looked at by HEAD', async (_t, app) => {
    const { browser, back } = await ledAway(app)
    const wrong = ['/continue/back', '/continue/back?state=', `${back}x`, back.replace(/state=./, 'state=')]
    for (const url of wrong) assert.equal(went(await browser.visitor.open(url)), '303 /continue', url)
    assert.equal((await browser.visitor.send({ method: 'HEAD', url: back })).status, 405)
    assert.equal(await browser.isSignedIn(), false)
    assert.equal(went(await browser.visitor.open(back)), '303 /')
  })

  onEachApp('is taken once by two requests at once', async (_t, app) => {
    const { browser, back } = await ledAway(app)
    const cookie = `mandate_session=${browser.visitor.cookies['mandate_session']}`
    const both = await Promise.all([0, 1].map(() => app.send({ url: back, headers: { cookie } })))
    const opened = both.filter(({ status, headers }) => status === 303 && headers['location'] === '/')
    assert.equal(opened.length, 1, both.map((answer) => `${went(answer)} ${answer.text.slice(0, 200)}`).join('\n'))
    assert.ok(both.every(({ status }) => status < 500))
  })

  onEachApp('leads nowhere after 15 minutes', async (_t, app) => {
    const { browser, back } = await ledAway(app)
    app.clock.advance(15 * MINUTE)
    assert.equal((await browser.visitor.open(back)).status, 409)
    assert.equal(await browser.isSignedIn(), false)
    assert.equal(outcome(await browser.call('GET', '/auth/flow')), '401 not_signed_in')
  })

  test('leads to no other site than ours, whatever it says of where the person was going', async (t) => {
    const app = await createTestApp(t)
    const { browser, back } = await ledAway(app)
    assert.equal(went(await browser.visitor.open(`${back}&next=https://evil.example/`)), '303 /')
  })
})

test('a sign-in that waits is stopped by signing out', async (t) => {
  const app = await createTestApp(t)
  const { browser, back } = await ledAway(app)
  assert.equal((await browser.call('POST', '/auth/logout')).status, 204)
  assert.equal((await browser.visitor.open(back)).status, 409)
  assert.equal(await browser.isSignedIn(), false)
})

test('SE3: no other page makes a browser go on with a sign-in that waits', async (t) => {
  const app = await createTestApp(t)
  const waiting = await waitingPerson(app)
  const own = { origin: app.baseUrl, 'sec-fetch-site': 'same-origin' }
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const { visitor, csrf } = waiting
  const forged = [
    visitor.send({ url: '/continue', form: {}, headers: own }),
    visitor.send({ url: '/continue', form: { csrf_token: `${csrf}x` }, headers: own }),
    visitor.send({ url: '/continue', form: { csrf_token: csrf }, headers: foreign }),
    visitor.send({ url: '/api/v1/auth/flow/resume', json: {}, headers: own }),
    visitor.send({ url: '/api/v1/auth/flow/resume', json: {}, headers: { ...foreign, 'x-csrf-token': csrf } }),
  ]
  for (const answer of await Promise.all(forged)) assert.equal(answer.status, 403, answer.text)
  assert.equal(await waiting.isSignedIn(), false)
  assert.equal(went(await visitor.post('/continue', { csrf_token: csrf })), '303 /')
})
