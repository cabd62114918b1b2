import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { IdTokenHints } from '#/oauth/shared/id-token-hint.ts'
import { TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { headerOf } from '#test/support/jwt.ts'
import {
  createAgent,
  createWebApp,
  isActive,
  ownToken,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'

interface KeyRow {
  readonly kid: string
  readonly state: string
  readonly known_from: string
  readonly published_until: string | null
}

async function keysOf(app: TestApp): Promise<KeyRow[]> {
  const answer = await app.admin('GET', '/admin/signing-keys')
  assert.equal(answer.status, 200, answer.text)
  return answer.json['data'] as KeyRow[]
}

const statesOf = async (app: TestApp): Promise<Record<string, string>> =>
  Object.fromEntries((await keysOf(app)).map(({ kid, state }) => [kid, state]))

const kidsOf = async (app: TestApp): Promise<string[]> => {
  const { json } = await app.send({ url: '/.well-known/jwks.json' })
  return (json['keys'] as { kid: string }[]).map(({ kid }) => kid)
}

const kidOf = (token: string): string => String(headerOf(token)['kid'])

test('the list of signing keys shows the state of each', async (t) => {
  const app = await createTestApp(t)
  const [first = '', second = ''] = await kidsOf(app)
  assert.deepEqual(await statesOf(app), { [first]: 'active', [second]: 'next' })
  const { known_from: knownFrom } = (await keysOf(app)).find(({ kid }) => kid === second) ?? {}
  // It is a millisecond younger than the first.
  assert.equal(knownFrom, new Date(app.clock.now() + 1 + 301_000).toISOString())
  const rotated = await app.admin('POST', '/admin/auth/rotate-signing-key')
  assert.equal(rotated.json['kid'], second)
  assert.equal(rotated.json['known_from'], knownFrom, 'what rotating so soon costs')
  const third = String(rotated.json['next_kid'])
  assert.deepEqual(await statesOf(app), { [first]: 'retired', [second]: 'active', [third]: 'next' })
  app.clock.advance(7_200_000)
  assert.equal((await statesOf(app))[first], 'expired')
  await app.admin('DELETE', `/admin/signing-keys/${second}`)
  assert.equal((await statesOf(app))[second], 'revoked')
  assert.equal((await statesOf(app))[third], 'active')
  assert.ok(!JSON.stringify(await keysOf(app)).includes('private'))
})

describe('KY1 a key that leaked:', () => {
  test('its access tokens end with all that descends from them, as its dry run said; refresh tokens go on', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const agent = await createAgent(app, {
      client_name: 'exchanger',
      grant_types: ['client_credentials', TOKEN_EXCHANGE],
      scope: 'openid read',
    })
    const tokens = await signIn(app, person, client, { scope: 'openid read' })
    const access = tokens['access_token'] ?? ''
    const leaked = kidOf(access)
    await app.admin('POST', '/admin/auth/rotate-signing-key')
    // Signed by the new key, and descended from a token of the old one.
    const exchanged = await requestToken(app, agent, {
      grant_type: TOKEN_EXCHANGE,
      subject_token: access,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    })
    assert.equal(exchanged.status, 200, exchanged.text)
    const below = exchanged.json['access_token'] as string
    const own = await ownToken(app, agent)
    assert.notEqual(kidOf(below), leaked)
    for (const token of [access, below, own]) assert.equal(await isActive(app, agent, token), true)

    const url = `/admin/signing-keys/${leaked}`
    const dry = await app.admin('DELETE', `${url}?dry_run=true`)
    assert.equal(dry.status, 200, dry.text)
    assert.deepEqual(dry.json['counts'], { access_tokens: 2, refresh_tokens: 0, delegated_tokens: 1 })
    assert.equal(await isActive(app, agent, access), true)
    assert.ok((await kidsOf(app)).includes(leaked))

    const answer = await app.admin('DELETE', url)
    assert.equal(answer.status, 204, answer.text)
    assert.ok(!(await kidsOf(app)).includes(leaked))
    for (const token of [access, below]) assert.equal(await isActive(app, agent, token), false)
    assert.equal(await isActive(app, agent, own), true, 'what another key signed goes on')
    const renewed = await refresh(app, client, tokens['refresh_token'] ?? '')
    assert.equal(renewed.status, 200, renewed.text)
    assert.notEqual(kidOf(renewed.json['access_token'] as string), leaked)

    const audit = await app.admin('GET', '/audit-logs?action=signing_key.revoked')
    const [event] = audit.json['data'] as { details: Record<string, unknown>; data?: unknown }[]
    assert.match(JSON.stringify(event), /"revoked_count":2/)
  })

  test('is out of the key set of every node within a second, and signs on none', async (t) => {
    const app = await createTestApp(t)
    const node = await app.secondNode(t)
    const agent = await createAgent(app)
    const token = await ownToken(node, agent)
    assert.equal((await app.admin('DELETE', `/admin/signing-keys/${kidOf(token)}`)).status, 204)
    assert.equal(await isActive(node, agent, token), false, 'its mark is in the database')
    await pause(1000)
    assert.ok(!(await kidsOf(node)).includes(kidOf(token)))
    const fresh = await ownToken(node, agent)
    assert.notEqual(kidOf(fresh), kidOf(token))
    assert.equal(await isActive(app, agent, fresh), true)
  })

  test('an ID token that it signed proves nothing as a hint any more', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const { id_token: hint = '' } = await signIn(app, await TestPerson.signUp(app), client, { scope: 'openid' })
    const idTokenHints = new IdTokenHints({ signingKeys: app.services.signingKeys, issuer: app.baseUrl })
    assert.equal((await idTokenHints.read(hint))?.proven, true)
    await app.admin('DELETE', `/admin/signing-keys/${kidOf(hint)}`)
    assert.equal((await idTokenHints.read(hint))?.proven, false)
  })

  test('that is not there, or is gone already, is 404, in the dry run too', async (t) => {
    const app = await createTestApp(t)
    const [kid = ''] = await kidsOf(app)
    assert.equal((await app.admin('DELETE', `/admin/signing-keys/${kid}`)).status, 204)
    for (const url of [`/admin/signing-keys/${kid}`, '/admin/signing-keys/20260101T000000Z-aaaa']) {
      for (const query of ['', '?dry_run=true']) {
        const answer = await app.admin('DELETE', url + query)
        assert.deepEqual([answer.status, answer.json['code']], [404, 'signing_key_not_found'])
      }
    }
  })
})
