import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { errorsIn, formsOf, noticeAfter, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { eventsNamed, FactorPerson } from '#test/support/factors.ts'
import { createAgent, createWebApp, exchange, isActive, REDIRECT, signIn, TestPerson } from '#test/support/oauth.ts'
import { setUpProvider, TestProvider } from '#test/support/provider.ts'
import { registerClient } from '#test/support/registration.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const CONNECTIONS = '/account/connections'
const STOP = '/account/acting/stop'

/** The browser of somebody. */
function browserOf(app: TestApp, person: TestPerson): Visitor {
  const visitor = new Visitor(app)
  visitor.cookies = Object.fromEntries(person.cookies)
  return visitor
}

/** The names on each ribbon of a page, in order. */
const linesOn = ({ text }: TestAnswer): string[] =>
  [...text.matchAll(/<ol class="ribbon">(.*?)<\/ol>/gs)].map(([, hops = '']) =>
    [...hops.matchAll(/hop-name">([^<]*)</g)].map(([, name]) => name).join(' → '),
  )

/** Maya let Planner act for her, and it handed on to Mailer. */
async function scene(app: TestApp) {
  const maya = await TestPerson.signUp(app)
  const planner = await createWebApp(app, { client_name: 'Planner' })
  const mailer = await createAgent(app, { client_name: 'Mailer' })
  const { access_token: first = '' } = await signIn(app, maya, planner)
  const handedOn = await exchange(app, mailer, first)
  assert.equal(handedOn.status, 200, handedOn.text)
  const second = String(handedOn.json['access_token'])
  const areActive = async () => [await isActive(app, planner, first), await isActive(app, mailer, second)]
  return { maya, visitor: browserOf(app, maya), planner, mailer, first, areActive }
}

describe('who acts for a person', () => {
  onEachApp('is shown with every hop, and with what it may do', async (_t, app) => {
    const { visitor } = await scene(app)
    const shown = await visitor.open(CONNECTIONS)
    assert.deepEqual(linesOn(shown), ['Maya Okafor → Planner', 'Maya Okafor → Planner → Mailer'])
    assert.match(shown.text, /<summary>What it may do<\/summary>[^]*<code class="muted">read<\/code>|“read”/)
    assert.match(shown.text, /Got in through Planner\. Holds one token\./)
    assert.deepEqual(linesOn(await visitor.open('/account')), linesOn(shown))
    const spanish = await visitor.send({ url: CONNECTIONS, headers: { 'accept-language': 'es' } })
    assert.match(spanish.text, /hop-role">tú<[^]*hop-role">agente<[^]*Llegó a través de Planner/)
  })

  onEachApp('one at the end of a line is stopped with one click, and nobody else', async (_t, app) => {
    const { visitor, mailer, areActive } = await scene(app)
    const stopped = await press(visitor, CONNECTIONS, STOP, { client_id: mailer.clientId })
    assert.equal(await noticeAfter(visitor, stopped), 'Stopped. What it held for you has ended.')
    assert.deepEqual(await areActive(), [true, false])
    assert.deepEqual(linesOn(await visitor.open(CONNECTIONS)), ['Maya Okafor → Planner'])
  })

  onEachApp('one at its beginning is stopped with all that came through it', async (_t, app) => {
    const { visitor, planner, areActive, maya } = await scene(app)
    await press(visitor, CONNECTIONS, STOP, { client_id: planner.clientId })
    assert.deepEqual(await areActive(), [false, false])
    assert.match((await visitor.open(CONNECTIONS)).text, /Nobody acts for you\./)
    assert.equal(await app.services.consents.findLiving(maya.id, planner.clientId), undefined)
    const [told] = await eventsNamed(app, 'user.agents_revoked')
    assert.deepEqual((told?.data as { client_ids: string[] }).client_ids, [planner.clientId])
  })

  test('everyone is stopped at once, for this person alone', async (t) => {
    const app = await createTestApp(t)
    const { visitor, planner, areActive } = await scene(app)
    const noor = await TestPerson.signUp(app)
    const { access_token: hers = '' } = await signIn(app, noor, planner)
    const stopped = await press(visitor, CONNECTIONS, STOP, { all: '1' })
    assert.match((await noticeAfter(visitor, stopped)) ?? '', /^Nobody acts for you any more/)
    assert.deepEqual(await areActive(), [false, false])
    assert.equal(await isActive(app, planner, hers), true)
  })

  test('who does not act for a person can not be stopped by them', async (t) => {
    const app = await createTestApp(t)
    const { planner, areActive } = await scene(app)
    const noor = await FactorPerson.signUp(app, 'noor@example.com')
    for (const clientId of [planner.clientId, 'nobody', '']) {
      const form = { csrf_token: noor.csrf, client_id: clientId }
      assertErrorPage(await noor.visitor.post(STOP, form), 404)
    }
    assert.deepEqual(await areActive(), [true, true])
  })

  test('a client that registered itself is marked, and one that was deleted is still stopped', async (t) => {
    const app = await createTestApp(t)
    const maya = await TestPerson.signUp(app)
    const tool = await registerClient(app, {
      client_name: 'Some <tool>',
      scope: 'openid',
      grant_types: ['authorization_code'],
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'client_secret_post',
    })
    await signIn(app, maya, tool, { scope: 'openid' })
    const visitor = browserOf(app, maya)
    const shown = await visitor.open(CONNECTIONS)
    assert.match(shown.text, /Some &lt;tool&gt; <span class="mark mark-warn">unverified<\/span>/)
    assert.deepEqual(linesOn(shown), ['Maya Okafor → Some &lt;tool&gt;'])
    await app.database.db.run(sql`DELETE FROM clients WHERE client_id = ${tool.clientId}`)
    const orphan = await visitor.open(CONNECTIONS)
    assert.match(orphan.text, /A deleted application/)
    assert.equal((await press(visitor, CONNECTIONS, STOP, { client_id: tool.clientId })).status, 303)
    assert.match((await visitor.open(CONNECTIONS)).text, /Nobody acts for you\./)
  })
})

describe('linked accounts', () => {
  test('are linked from the page and come back to it, and are unlinked after a question', async (t) => {
    const app = await createTestApp(t)
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider)
    const { visitor } = await FactorPerson.signUp(app)
    assert.match((await visitor.open(CONNECTIONS)).text, /href="\/link\/corp"[^>]*>\s*Link Corp/)
    const away = String((await visitor.submit('/link/corp', {})).headers['refresh']).replace('0;url=', '')
    const landed = await visitor.open(provider.agree(away, { sub: 'mine', email: 'else@example.com' }))
    assert.equal(locationOf(landed), CONNECTIONS)
    const shown = await visitor.open(CONNECTIONS)
    assert.match(shown.text, /Corp<\/p>[^]*else@example\.com · Linked/)
    const page = /href="(\/account\/linked\/oac_\w+)"/.exec(shown.text)?.[1] ?? ''
    assert.match((await visitor.open(page)).text, /<h1>Unlink Corp\?<\/h1>/)
    const unlinked = await press(visitor, page, page)
    assert.match((await noticeAfter(visitor, unlinked)) ?? '', /^Unlinked/)
    assertErrorPage(await visitor.open(page), 404)
  })

  test('RP5: the last way to sign in stays, and the page says what to do first', async (t) => {
    const app = await createTestApp(t)
    const provider = await TestProvider.start(t)
    await setUpProvider(app, provider)
    const person = await FactorPerson.signUp(app)
    const away = String((await person.visitor.submit('/link/corp', {})).headers['refresh']).replace('0;url=', '')
    await person.visitor.open(provider.agree(away, { sub: 'mine', email: 'else@example.com' }))
    await app.database.db.run(sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`)
    const page = /href="(\/account\/linked\/oac_\w+)"/.exec((await person.visitor.open(CONNECTIONS)).text)?.[1] ?? ''
    const refused = await press(person.visitor, page, page)
    assert.equal(refused.status, 409)
    assert.match(errorsIn(refused)[0] ?? '', /only way to sign in/)
    assert.match(refused.text, /href="\/account\/password"/)
    assert.equal(formsOf(await person.visitor.open(page)).length, 1)
  })
})
