import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { authorizeUrl, locationOf, returned, VERIFIER } from '#test/support/authorize.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachApp } from '#test/support/each-app.ts'
import {
  createAgent,
  createWebApp,
  credentialsOf,
  hiddenFields,
  redemption,
  requestToken,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { VaultStory } from '#test/support/vault.ts'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

const outcome = ({ status, json }: TestAnswer): string =>
  status < 400 ? String(status) : `${status} ${String(json['code'])}`

const textOf = ({ text }: TestAnswer): string => text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

/** The accounts that a page offers, and whether a box is ticked from the start. */
const offersOf = ({ text }: TestAnswer): string[] =>
  [...text.matchAll(/<input type="checkbox" name="account" value="(\w+)"([^>]*)>/g)].map(
    ([, id = '', more = '']) => `${id}${more.includes('checked') ? ' ticked' : ''}`,
  )

/** The page where a person is asked about a client. */
async function ask(person: TestPerson, client: TestClient, scope = 'vault:read'): Promise<TestAnswer> {
  const asked = await person.send(authorizeUrl(client, { scope, prompt: 'consent' }))
  const page = await person.send(locationOf(asked) ?? '')
  assert.equal(page.status, 200, page.text)
  return page
}

/** Says yes there, with some accounts ticked; answers the access token that comes of it. */
async function allow(
  story: VaultStory,
  client: TestClient,
  page: TestAnswer,
  accounts: readonly string[],
): Promise<string> {
  const ticked = accounts.map((id): [string, string] => ['account', id])
  const form = [...Object.entries(hiddenFields(page.text)), ['decision', 'allow'] as [string, string], ...ticked]
  const code = returned(await story.person.send('/oauth/authorize', form)).get('code') ?? ''
  const { json } = await requestToken(story.app, client, redemption({ code, verifier: VERIFIER }))
  return String(json['access_token'])
}

describe('the consent page of a client that asks for the vault', () => {
  onEachApp(
    'VA8: has the person choose the accounts, none of them ticked, and says so in a sentence',
    async (t, app) => {
      const story = await VaultStory.begin(t, app)
      const { person } = story
      const client = await createWebApp(app, { scope: 'openid vault:read' })
      assert.match(textOf(await ask(person, client)), /You have connected no account that it could use\./)
      const work = await story.connectOnly(person, '?label=Work&scopes=entries:read')
      const home = await story.connectOnly(person, '?label=Home')
      const page = await ask(person, client)
      assert.match(textOf(page), /web app may use only the accounts you tick, with what stands beside them\./)
      assert.match(textOf(page), /Ledger · Home entries:read entries:write Ledger · Work entries:read (?!entries)/)
      assert.deepEqual(offersOf(page), [home, work])
      const none = await allow(story, client, page, [])
      assert.equal(outcome(await story.fetch('', none)), '403 vault_grant_missing')
      const token = await allow(story, client, await ask(person, client), [work])
      const fetched = await story.fetch('', token)
      assert.deepEqual([outcome(fetched), fetched.json['connection_id']], ['200', work])
      assert.equal(outcome(await story.fetch(`?connection=${home}`, token)), '403 vault_grant_missing')
      const again = await ask(person, client)
      assert.match(textOf(again), /It may use Ledger · Work already\./)
      assert.deepEqual(offersOf(again), [home])
      const url = `/consent?request=${hiddenFields(again.text)['request']}`
      const spanish = textOf(await person.send(url, undefined, { 'accept-language': 'es' }))
      assert.match(spanish, /Cuáles de tus cuentas puede usar.*Ya puede usar Ledger · Work\./)
      const both = await allow(story, client, again, [home, home])
      assert.equal(outcome(await story.fetch('', both)), '409 vault_connection_ambiguous')
      const given = (await recorded(app.database.db, 'vault.grant.created')).map(({ data }) => data['connection_id'])
      assert.deepEqual(given.toSorted(), [home, work].toSorted())
    },
  )

  onEachApp(
    'VA8: gives nothing of somebody else, nothing that went, and nothing to whoever did not ask',
    async (t, app) => {
      const story = await VaultStory.begin(t, app)
      const { person } = story
      const client = await createWebApp(app, { scope: 'openid vault:read' })
      const theirs = await story.connectOnly(await TestPerson.signUp(app))
      const [gone, own] = [await story.connectOnly(person, '?label=Gone'), await story.connectOnly(person)]
      const page = await ask(person, client)
      assert.deepEqual(offersOf(page), [own, gone])
      assert.equal(outcome(await story.call('DELETE', `/vault/connections/${gone}`)), '204')
      const token = await allow(story, client, page, [theirs, gone, 'vc_x', ''])
      assert.equal(outcome(await story.fetch('', token)), '403 vault_grant_missing')
      const plain = await ask(person, client, 'openid')
      assert.ok(!plain.text.includes('type="checkbox"'))
      await allow(story, client, plain, [own])
      assert.deepEqual((await person.send('/api/v1/vault/grants')).json['data'], [])
    },
  )

  onEachApp('VA8: offers no more than the operator allows the client', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { person, providerId } = story
    const client = await createWebApp(app, { scope: 'openid vault:read' })
    const account = await story.connectOnly()
    const limit = (allowed: unknown) =>
      app.admin('PATCH', `/vault/providers/${providerId}`, { allowed_clients: allowed })
    const page = await ask(person, client)
    assert.equal((await limit([])).status, 200)
    assert.deepEqual(offersOf(await ask(person, client)), [])
    await allow(story, client, page, [account])
    assert.deepEqual((await person.send('/api/v1/vault/grants')).json['data'], [])
    assert.equal((await limit([{ client_id: client.clientId, scopes: ['entries:read'] }])).status, 200)
    const narrow = await ask(person, client)
    assert.match(textOf(narrow), /Ledger entries:read (?!entries)/)
    await allow(story, client, narrow, [account])
    const { json } = await person.send('/api/v1/vault/grants')
    assert.deepEqual(
      (json['data'] as { scopes: string[] }[]).map(({ scopes }) => scopes),
      [['entries:read']],
    )
  })

  test('refuses an answer that says allow twice, as before', async (t) => {
    const app = await createTestApp(t)
    const story = await VaultStory.begin(t, app)
    const page = await ask(story.person, story.agent)
    const fields = Object.entries(hiddenFields(page.text))
    const twice = [...fields, ['decision', 'deny'], ['decision', 'allow']] as [string, string][]
    assert.equal((await story.person.send('/oauth/authorize', twice)).status, 400)
  })
})

describe('the page for a device that asks for the vault', () => {
  onEachApp('VA8: has the person choose the accounts too', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { person } = story
    const account = await story.connectOnly()
    const device = await createAgent(app, { grant_types: [DEVICE_CODE], scope: 'vault:read' })
    const form = { ...credentialsOf(device), scope: 'vault:read' }
    const { json } = await app.send({ url: '/oauth/device', form })
    const page = await person.send(`/oauth/device/verify?user_code=${String(json['user_code'])}`)
    assert.deepEqual(offersOf(page), [account])
    const fields = { ...hiddenFields(page.text), decision: 'allow', account }
    assert.equal((await person.send('/oauth/device/verify', fields)).status, 200)
    const poll = { grant_type: DEVICE_CODE, device_code: String(json['device_code']) }
    const token = String((await requestToken(app, device, poll)).json['access_token'])
    assert.equal(outcome(await story.fetch('', token)), '200')
  })
})
