import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorsIn, formsOf, noticeAfter, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { isActive, TestPerson } from '#test/support/oauth.ts'
import { makeKeyProvider, VaultStory } from '#test/support/vault.ts'
import { Visitor } from '#test/support/visitor.ts'

const SERVICES = '/account/services'

/** The browser of somebody. */
function browserOf(app: TestApp, person: TestPerson): Visitor {
  const visitor = new Visitor(app)
  visitor.cookies = Object.fromEntries(person.cookies)
  return visitor
}

const textOf = ({ text }: TestAnswer): string =>
  text
    .replaceAll(/<span class="unseen">[^]*?<\/span>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** Sends a form that no page showed, with the token of the session. */
async function sent(visitor: Visitor, action: string, fields: Record<string, string>): Promise<TestAnswer> {
  const [form] = formsOf(await visitor.open('/account/profile'))
  return visitor.post(action, { csrf_token: form?.hidden['csrf_token'] ?? '', ...fields })
}

const grantsOf = async (person: TestPerson): Promise<string[]> =>
  ((await person.send('/api/v1/vault/grants')).json['data'] as { id: string }[]).map(({ id }) => id)

describe('connected services', () => {
  onEachApp('are connected on a page that asks first, shown with who used them, and disconnected', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const visitor = browserOf(app, story.person)
    assert.match((await visitor.open(SERVICES)).text, /None yet\.[^]*href="\/connect\/ledger"/)
    assert.match((await visitor.open('/account/connections')).text, /href="\/account\/services"/)
    const asked = await visitor.open('/connect/ledger?scopes=entries:read')
    assert.match(asked.text, /Let your agents use Ledger\?[^]*<code>entries:read<\/code>/)
    assert.ok(!asked.text.includes('entries:write'))
    const leaving = await press(visitor, '/connect/ledger?scopes=entries:read', '/connect/ledger', { label: 'Work' })
    assert.equal(leaving.status, 200, leaving.text)
    const url = String(leaving.headers['refresh']).slice('0;url='.length)
    assert.equal(new URL(url).searchParams.get('scope'), 'entries:read')
    const back = await visitor.open(story.upstream.agree(url))
    assert.equal(await noticeAfter(visitor, back), 'Connected. No agent uses it until you allow that.')
    assert.match((await visitor.open(SERVICES)).text, /Ledger · Work[^]*Nobody has used it\./)
    await story.let(story.agent, (await story.connections())[0]?.id ?? '')
    assert.equal((await story.fetch()).status, 200)
    const used = (await visitor.open(SERVICES)).text.replaceAll(/\s+/g, ' ')
    assert.match(used, /Used by <strong>web app<\/strong> \(<time[^>]*>now<\/time>\)/)
    const [, page = ''] = /href="(\/account\/services\/vc_\w+)"/.exec(used) ?? []
    assert.ok((await visitor.open(page)).text.includes(`href="${page}/disconnect"`))
    assert.match((await visitor.open(`${page}/disconnect`)).text, /Disconnect Ledger\?[^]*2 tokens end with it/)
    assert.equal(await isActive(app, story.agent, story.token), true)
    const gone = await press(visitor, `${page}/disconnect`, page)
    assert.match((await noticeAfter(visitor, gone)) ?? '', /^Disconnected\./)
    assert.equal(await isActive(app, story.agent, story.token), false)
    assert.deepEqual(await story.connections(), [])
    const spanish = await visitor.send({ url: SERVICES, headers: { 'accept-language': 'es' } })
    assert.match(spanish.text, /Servicios conectados[^]*Todavía ninguno\./)
  })

  onEachApp(
    'VA8: show who may use what, let a client in that asks, and take it back, with one click each',
    async (t, app) => {
      const story = await VaultStory.begin(t, app)
      const { agent, person, providerId } = story
      const id = await story.connectOnly(person, '?label=Work')
      const visitor = browserOf(app, person)
      const [page, text] = [`${SERVICES}/${id}`, async (path: string) => textOf(await visitor.open(path))]
      assert.match(
        await text(page),
        /Who may use what Nobody\. Who asks for accounts web app entries:read entries:write/,
      )
      assert.ok(!(await text(SERVICES)).includes('Who may use what'))
      const allowed = await press(visitor, page, `${page}/allow`, { client_id: agent.clientId })
      assert.equal(locationOf(allowed), page)
      assert.equal(await noticeAfter(visitor, allowed), 'Allowed.')
      assert.ok(!(await text(page)).includes('Who asks for accounts'))
      assert.match(await text(SERVICES), /Who may use what web app Ledger · Work entries:read entries:write/)
      assert.equal((await story.fetch()).status, 200)
      // More than it may do so far is offered again.
      const [grant] = await grantsOf(person)
      await story.let(agent, id, person, { scopes: ['entries:read'] })
      assert.match(await text(page), /web app Ledger · Work entries:read Withdraw[^]*Who asks for accounts web app/)
      const withdrawn = await press(visitor, SERVICES, `${SERVICES}/withdraw`, { grant: grant ?? '' })
      assert.match((await noticeAfter(visitor, withdrawn)) ?? '', /^Withdrawn\./)
      assert.equal((await story.fetch()).status, 403)
      assert.deepEqual(await grantsOf(person), [])
      await app.admin('PATCH', `/vault/providers/${providerId}`, { allowed_clients: [] })
      assert.ok(!(await text(page)).includes('web app'))
      assert.equal((await sent(visitor, `${page}/allow`, { client_id: agent.clientId })).status, 400)
    },
  )

  test('VA8: of another person can not be given away or taken back', async (t) => {
    const app = await createTestApp(t)
    const story = await VaultStory.begin(t, app)
    const id = await story.connect()
    const [grant = ''] = await grantsOf(story.person)
    const other = browserOf(app, await TestPerson.signUp(app))
    assert.equal((await sent(other, `${SERVICES}/${id}/allow`, { client_id: story.agent.clientId })).status, 404)
    assert.equal((await sent(other, `${SERVICES}/withdraw`, { grant })).status, 404)
    assert.equal((await other.open(`${SERVICES}/${id}/disconnect`)).status, 404)
    assert.equal((await story.fetch()).status, 200)
  })

  onEachApp('say when only the person can go on', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    await story.connect()
    const elsewhere = { token_url: 'https://ledger.example/token', client_secret: 'another' }
    assert.equal((await app.admin('PATCH', `/vault/providers/${story.providerId}`, elsewhere)).status, 200)
    const { text } = await browserOf(app, story.person).open(SERVICES)
    assert.match(text, /needs you[^]*href="\/connect\/ledger"[^>]*>Connect again/)
  })

  test('take a key by a form that never shows it again', async (t) => {
    const app = await createTestApp(t)
    const story = await VaultStory.begin(t, app)
    await makeKeyProvider(app)
    const visitor = browserOf(app, story.person)
    const wrong = await press(visitor, '/connect/keys', '/connect/keys', { api_key: 'two words', label: 'Build' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(errorsIn(wrong), ['A key is a text without spaces.'])
    assert.ok(!wrong.text.includes('two words'))
    const long = await press(visitor, '/connect/keys', '/connect/keys', { api_key: 'x', label: 'x'.repeat(61) })
    assert.deepEqual(errorsIn(long), ['Up to 60 letters.'])
    const kept = await press(visitor, '/connect/keys', '/connect/keys', { api_key: 'key-of-maya', label: 'Build' })
    assert.match((await noticeAfter(visitor, kept)) ?? '', /^Connected\./)
    const { text } = await visitor.open(SERVICES)
    assert.ok(text.includes('keys · Build') && !text.includes('key-of-maya'))
  })

  test('lead whoever did not prove lately who they are to do that first, and back', async (t) => {
    const app = await createTestApp(t)
    const story = await VaultStory.begin(t, app)
    const visitor = browserOf(app, story.person)
    app.clock.advance(3_600_000)
    const led = await visitor.open('/connect/ledger?scopes=entries:read')
    assert.equal(locationOf(led), `/confirm?${new URLSearchParams({ next: '/connect/ledger?scopes=entries:read' })}`)
    const stranger = await new Visitor(app).open('/connect/ledger')
    assert.equal(locationOf(stranger), `/login?${new URLSearchParams({ next: '/connect/ledger' })}`)
  })

  test('VA7: offer no scope that an operator did not set up', async (t) => {
    const app = await createTestApp(t)
    const story = await VaultStory.begin(t, app)
    const visitor = browserOf(app, story.person)
    const tried = await press(visitor, '/connect/ledger?scopes=all', '/connect/ledger')
    assert.equal(tried.status, 400, tried.text)
    await app.admin('PATCH', `/vault/providers/${story.providerId}`, { active: false })
    assert.equal((await visitor.open('/connect/ledger')).status, 403)
    assert.equal((await visitor.open('/connect/nobody')).status, 404)
  })

  test('of another person can not be seen or disconnected', async (t) => {
    const app = await createTestApp(t)
    const story = await VaultStory.begin(t, app)
    const id = await story.connect()
    const other = new Visitor(app)
    await other.send({
      url: '/api/v1/auth/signup',
      json: { email: 'noor@example.com', password: 'plum-harbour-lantern' },
    })
    assert.equal((await other.open(`${SERVICES}/${id}`)).status, 404)
    assert.match((await other.open(SERVICES)).text, /None yet\./)
    assert.equal((await story.connections()).length, 1)
  })

  test('say why nothing was connected', async (t) => {
    const app = await createTestApp(t)
    const story = await VaultStory.begin(t, app)
    const over = await story.person.send('/api/v1/vault/callback/ledger?code=x&state=y')
    assert.match(over.text, /Not connected[^]*This browser was not waiting for that/)
    const state = new URL(await story.setOut()).searchParams.get('state') ?? ''
    const refused = await story.person.send(`/api/v1/vault/callback/ledger?state=${state}&error=access_denied`)
    assert.match(refused.text, /Ledger did not connect your account/)
    story.upstream.answer = () => [503, {}]
    const failed = await story.person.send(story.upstream.agree(await story.setOut()))
    assert.equal(failed.status, 502)
    assert.match(failed.text, /Ledger could not be reached/)
  })
})
