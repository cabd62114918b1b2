import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { leastInput } from '#test/support/apps.ts'
import { locationOf, parametersOf, returned } from '#test/support/authorize.ts'
import { recorded } from '#test/support/clients.ts'
import { ProofKey } from '#test/support/dpop.ts'
import { claimsOf } from '#test/support/jwt.ts'
import { meanwhile } from '#test/support/meanwhile.ts'
import {
  assertOAuthError,
  configure,
  createWebApp,
  hiddenFields,
  introspect,
  isActive,
  pkce,
  redemption,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'

interface SignedIn {
  readonly app: TestApp
  readonly client: TestClient
  readonly person: TestPerson
  readonly accessToken: string
  readonly refreshToken: string
}

const DAY = 24 * 3_600_000

async function signedIn(t: TestContext, more: Record<string, unknown> = {}, key?: ProofKey): Promise<SignedIn> {
  const app = await createTestApp(t)
  const client = await createWebApp(app, more)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, client, { scope: 'openid read write' }, key)
  return { app, client, person, accessToken: tokens['access_token'] ?? '', refreshToken: tokens['refresh_token'] ?? '' }
}

/** Strict: a rotated token is a replay at once. */
const withoutGrace = (app: TestApp): Promise<void> => configure(app, { 'oauth.refresh_grace_seconds': 0 })

test('RF1 rotates on every use and ends at a fixed time, however often it was rotated', async (t) => {
  const { app, client, ...first } = await signedIn(t)
  let current = first.refreshToken
  for (let day = 0; day < 29; day += 7) {
    const answer = await refresh(app, client, current)
    assert.equal(answer.status, 200, answer.text)
    assert.notEqual(answer.json['refresh_token'], current)
    current = answer.json['refresh_token'] as string
    app.clock.advance(7 * DAY)
  }
  assertOAuthError(await refresh(app, client, current), 400, 'invalid_grant')
})

test('RF1 an access token never outlives the family it came from', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  app.clock.advance(30 * DAY - 60_000)
  const answer = await refresh(app, client, refreshToken)
  assert.equal(answer.json['expires_in'], 60)
})

test('RF2 reuse of a rotated token ends the whole family and is recorded', async (t) => {
  const { app, client, refreshToken: first, accessToken } = await signedIn(t)
  const second = await refresh(app, client, first)
  const third = await refresh(app, client, second.json['refresh_token'] as string)
  assert.equal(third.status, 200, third.text)
  assertOAuthError(await refresh(app, client, first), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, client, third.json['refresh_token'] as string), 400, 'invalid_grant')
  for (const token of [accessToken, second.json['access_token'], third.json['access_token']]) {
    assert.equal(await isActive(app, client, token as string), false)
  }
  const audit = await app.admin('GET', '/audit-logs?action=token.reuse_detected')
  const [event] = audit.json['data'] as Record<string, unknown>[]
  assert.equal((event?.['metadata'] as Record<string, unknown>)['revoked_count'], 4)
})

test('RF3 of fifty requests with one token exactly one wins, and no family forks, on two nodes', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  await withoutGrace(app)
  const node = await app.secondNode(t)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => refresh(i % 2 === 0 ? app : node, client, refreshToken)),
  )
  const winners = answers.filter(({ status }) => status === 200)
  assert.equal(winners.length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200)) assertOAuthError(answer, 400, 'invalid_grant')
  const [winner] = winners
  assert.equal(await isActive(app, client, winner?.json['access_token'] as string), false, 'the others were replays')
  assertOAuthError(await refresh(app, client, winner?.json['refresh_token'] as string), 400, 'invalid_grant')
  const families = await app.admin('GET', `/agents/${client.id}/tokens`)
  const refreshTokens = (families.json['data'] as { kind: string }[]).filter(({ kind }) => kind === 'refresh')
  assert.equal(refreshTokens.length, 1)
})

test('RF3 within the grace every one of fifty requests gets the same successor', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  const node = await app.secondNode(t)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => refresh(i % 2 === 0 ? app : node, client, refreshToken)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const successors = new Set(answers.map(({ json }) => json['refresh_token']))
  assert.equal(successors.size, 1)
  assert.equal((await refresh(app, client, [...successors][0] as string)).status, 200)
})

/** Two requests with one token that both were found good: the responses of the first to commit and of the one it overtook. */
async function overtaken({ app, client, refreshToken }: SignedIn): Promise<[TestAnswer, TestAnswer]> {
  const again = () => refresh(app, client, refreshToken)
  const answers: TestAnswer[] = []
  answers.push(await meanwhile(app.database.db, async () => answers.push(await again()), again))
  const [first, late] = answers as [TestAnswer, TestAnswer]
  assert.equal(first.status, 200, first.text)
  return [first, late]
}

test('RF3 without grace a request that lost its race was a replay, and the whole family ends', async (t) => {
  const story = await signedIn(t)
  const { app, client, accessToken } = story
  await withoutGrace(app)
  const [won, late] = await overtaken(story)
  assertOAuthError(late, 400, 'invalid_grant')
  for (const token of [accessToken, won.json['access_token'] as string])
    assert.equal(await isActive(app, client, token), false)
  assertOAuthError(await refresh(app, client, won.json['refresh_token'] as string), 400, 'invalid_grant')
  const [event] = await recorded(app.database.db, 'token.reuse_detected')
  assert.equal(event?.data['revoked_count'], 3)
})

test('RF3 within the grace a request that lost its race gets the successor too', async (t) => {
  for (const method of ['client_secret_post', 'none']) {
    const story = await signedIn(t, { token_endpoint_auth_method: method })
    const { app, person } = story
    const [won, late] = await overtaken(story)
    assert.equal(late.status, 200, late.text)
    assert.equal(late.json['refresh_token'], won.json['refresh_token'])
    const { tokens } = app.services
    for (const { json } of [won, late])
      assert.equal((await tokens.authenticate(json['access_token'] as string))?.userId, person.id)
    assert.deepEqual(await recorded(app.database.db, 'token.reuse_detected'), [])
  }
})

test('RF4 a replay is refused on another node and after the clock was set', async (t) => {
  for (const step of [3_600_000, -3_600_000]) {
    const { app, client, refreshToken } = await signedIn(t)
    const node = await app.secondNode(t)
    const second = await refresh(app, client, refreshToken)
    app.clock.advance(step)
    assertOAuthError(await refresh(node, client, refreshToken), 400, 'invalid_grant')
    assertOAuthError(await refresh(app, client, second.json['refresh_token'] as string), 400, 'invalid_grant')
  }
})

test('RF5 refuses a wider scope and narrows one access token without narrowing the grant', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  assertOAuthError(await refresh(app, client, refreshToken, { scope: 'openid read write email' }), 400, 'invalid_scope')
  const narrow = await refresh(app, client, refreshToken, { scope: 'read' })
  assert.equal(narrow.json['scope'], 'read')
  assert.equal((await introspect(app, client, narrow.json['access_token'] as string))['scope'], 'read')
  const full = await refresh(app, client, narrow.json['refresh_token'] as string)
  assert.equal(full.json['scope'], 'openid read write')
})

test('RF5 a scope that was taken from the client is not renewed', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { scope: 'openid read' })).status, 200)
  const renewed = await refresh(app, client, refreshToken)
  assert.equal(renewed.json['scope'], 'openid read')
})

test('RF5 a resource that was taken from the client is not renewed, what is left is, and what is given back as well', async (t) => {
  const app = await createTestApp(t)
  const [mail, files] = ['https://mail.example', 'https://files.example']
  const client = await createWebApp(app, { audiences: [mail, files] })
  const person = await TestPerson.signUp(app)
  const { verifier, challenge } = pkce()
  const asked = parametersOf(client, { code_challenge: challenge, resource: [mail, files] })
  const page = await person.send(locationOf(await person.send(`/oauth/authorize?${asked}`)) ?? '')
  const answer = await person.send('/oauth/authorize', { ...hiddenFields(page.text), decision: 'allow' })
  const code = returned(answer).get('code') ?? ''
  const tokens = await requestToken(app, client, redemption({ code, verifier }))
  const audienceOf = ({ json }: TestAnswer) => claimsOf(json['access_token'] as string)['aud']
  assert.deepEqual(audienceOf(tokens), [mail, files])
  const open = async (...audiences: string[]) =>
    assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { audiences })).status, 200)
  const first = tokens.json['refresh_token'] as string
  await open(mail)
  assertOAuthError(await refresh(app, client, first), 400, 'invalid_target', /files\.example/)
  assertOAuthError(await refresh(app, client, first, { resource: files }), 400, 'invalid_target')
  const narrow = await refresh(app, client, first, { resource: mail })
  assert.equal(audienceOf(narrow), mail, narrow.text)
  await open(mail, files)
  assert.deepEqual(audienceOf(await refresh(app, client, narrow.json['refresh_token'] as string)), [mail, files])
})

test('RF6 needs the client it was issued to, with its secret', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  const other = await createWebApp(app)
  assertOAuthError(await refresh(app, other, refreshToken), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, { ...client, secret: 'wrong' }, refreshToken), 401, 'invalid_client')
  assertOAuthError(await refresh(app, { ...client, secret: undefined }, refreshToken), 401, 'invalid_client')
  assert.equal((await refresh(app, client, refreshToken)).status, 200, 'the attempts of others used nothing up')
})

test('RF7 a public client’s family is bound to its key', async (t) => {
  const key = new ProofKey()
  const { app, client, refreshToken } = await signedIn(t, { token_endpoint_auth_method: 'none' }, key)
  assertOAuthError(await refresh(app, client, refreshToken, {}, new ProofKey()), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, client, refreshToken), 400, 'invalid_dpop_proof')
  const renewed = await refresh(app, client, refreshToken, {}, key)
  assert.equal(renewed.json['token_type'], 'DPoP', renewed.text)
})

test('RF7 a confidential client may change its key but not drop it', async (t) => {
  const { app, client, refreshToken } = await signedIn(t, {}, new ProofKey())
  assertOAuthError(await refresh(app, client, refreshToken), 400, 'invalid_dpop_proof')
  const other = new ProofKey()
  const renewed = await refresh(app, client, refreshToken, {}, other)
  const seen = await introspect(app, client, renewed.json['access_token'] as string)
  assert.deepEqual(seen['cnf'], { jkt: other.jkt })
  // The grace is for the key that rotated last.
  const again = await refresh(app, client, refreshToken, {}, other)
  assert.equal(again.json['refresh_token'], renewed.json['refresh_token'])
  assertOAuthError(await refresh(app, client, refreshToken, {}, new ProofKey()), 400, 'invalid_grant')
})

test('RF8 a family ends with its person, its consent and its client', async (t) => {
  const system = { type: 'system', id: 'test', requestId: null, ip: null } as const
  const triggers: Record<string, (s: SignedIn) => Promise<unknown>> = {
    'the person is disabled': ({ app, person }) => app.services.users.disable(person.id, 'test', system),
    'the consent is taken back': async ({ app, client, person }) => {
      const consent = await app.services.consents.findLiving(person.id, client.clientId)
      assert.ok(consent)
      await app.services.consents.revoke(consent.id, system)
    },
    'the client is deactivated': ({ app, client }) => app.admin('DELETE', `/agents/${client.id}`),
    'all tokens of the agent are revoked': ({ app, client }) =>
      app.admin('POST', `/agents/${client.id}/tokens/revoke-all`),
  }
  for (const [trigger, pull] of Object.entries(triggers)) {
    const story = await signedIn(t)
    await pull(story)
    const answer = await refresh(story.app, story.client, story.refreshToken)
    assert.ok(answer.status === 400 || answer.status === 401, `${trigger}: ${answer.status} ${answer.text}`)
    assert.equal(await story.app.services.tokens.authenticate(story.accessToken), undefined, trigger)
  }
})

test('RF9 strict: a token whose answer was lost is a replay', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  await withoutGrace(app)
  const lost = await refresh(app, client, refreshToken)
  assertOAuthError(await refresh(app, client, refreshToken), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, client, lost.json['refresh_token'] as string), 400, 'invalid_grant')
})

test('RF9 grace: the same client gets the same successor again for ten seconds, and only one step back', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  const lost = await refresh(app, client, refreshToken)
  app.clock.advance(9_999)
  const again = await refresh(app, client, refreshToken)
  assert.equal(again.json['refresh_token'], lost.json['refresh_token'])
  app.clock.advance(1)
  assertOAuthError(await refresh(app, client, refreshToken), 400, 'invalid_grant')
})

test('RF9 grace: two tabs of a public client stay signed in, and reuse after it ends the family', async (t) => {
  const { app, client, refreshToken } = await signedIn(t, { token_endpoint_auth_method: 'none' })
  const oneTab = await refresh(app, client, refreshToken)
  const other = await refresh(app, client, refreshToken)
  assert.equal(other.status, 200, other.text)
  const successor = oneTab.json['refresh_token'] as string
  assert.equal(other.json['refresh_token'], successor)
  app.clock.advance(60_000)
  const next = await refresh(app, client, successor)
  assert.equal(next.status, 200, next.text)
  // The successor is used: what came before it is a replay, also at once.
  assertOAuthError(await refresh(app, client, refreshToken), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, client, next.json['refresh_token'] as string), 400, 'invalid_grant')
  for (const { json } of [oneTab, other, next])
    assert.equal(await app.services.tokens.authenticate(json['access_token'] as string), undefined)
})

test('RF9 the grace of a public client is over with its seconds', async (t) => {
  const { app, client, refreshToken } = await signedIn(t, { token_endpoint_auth_method: 'none' })
  const lost = await refresh(app, client, refreshToken)
  app.clock.advance(10_000)
  assertOAuthError(await refresh(app, client, refreshToken), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, client, lost.json['refresh_token'] as string), 400, 'invalid_grant')
})

test('RF9 another public client gets nothing by the grace and ends nothing', async (t) => {
  const { app, client, refreshToken } = await signedIn(t, { token_endpoint_auth_method: 'none' })
  const other = await createWebApp(app, { token_endpoint_auth_method: 'none' })
  const renewed = await refresh(app, client, refreshToken)
  assertOAuthError(await refresh(app, other, refreshToken), 400, 'invalid_grant')
  assert.equal((await refresh(app, client, renewed.json['refresh_token'] as string)).status, 200)
})

test('RF9 a client may have a grace of its own, whatever the server is set to', async (t) => {
  const { app, client, refreshToken } = await signedIn(t, { token_endpoint_auth_method: 'none' })
  const set = async (seconds: number | null) => {
    const answer = await app.admin('PATCH', `/agents/${client.id}`, { refresh_grace_seconds: seconds })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json['refresh_grace_seconds'], seconds)
  }
  assert.equal((await app.admin('GET', `/agents/${client.id}`)).json['refresh_grace_seconds'], null)
  await withoutGrace(app)
  await set(3)
  const second = (await refresh(app, client, refreshToken)).json['refresh_token'] as string
  app.clock.advance(2_999)
  assert.equal((await refresh(app, client, refreshToken)).json['refresh_token'], second)
  await configure(app, { 'oauth.refresh_grace_seconds': 10 })
  await set(0)
  const third = (await refresh(app, client, second)).json['refresh_token'] as string
  assertOAuthError(await refresh(app, client, second), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, client, third), 400, 'invalid_grant')
  const wrong = await app.admin('PATCH', `/agents/${client.id}`, { refresh_grace_seconds: 11 })
  assert.equal(wrong.status, 400)
  const spa = await app.admin('POST', '/admin/apps', { ...leastInput.spa, refresh_grace_seconds: 5 })
  assert.equal(spa.json['refresh_grace_seconds'], 5, spa.text)
})

test('RF9 grace is not bought with a key that somebody just made', async (t) => {
  const { app, client, refreshToken } = await signedIn(t, { token_endpoint_auth_method: 'none' })
  const renewed = await refresh(app, client, refreshToken)
  assertOAuthError(await refresh(app, client, refreshToken, {}, new ProofKey()), 400, 'invalid_grant')
  assertOAuthError(await refresh(app, client, renewed.json['refresh_token'] as string), 400, 'invalid_grant')
})

test('RF9 grace is for a public client that shows the key of the family', async (t) => {
  const key = new ProofKey()
  const { app, client, refreshToken } = await signedIn(t, { token_endpoint_auth_method: 'none' }, key)
  const lost = await refresh(app, client, refreshToken, {}, key)
  const again = await refresh(app, client, refreshToken, {}, key)
  assert.equal(again.json['refresh_token'], lost.json['refresh_token'])
})

test('made-up and damaged refresh tokens are refused alike and end nothing', async (t) => {
  const { app, client, refreshToken } = await signedIn(t)
  const [head = '', , mac = ''] = refreshToken.split('.')
  const texts = ['x', `${refreshToken}A`, refreshToken.slice(0, -1), `${head}.1.${mac}`, `${head}.zz.${mac}`]
  for (const text of texts) assertOAuthError(await refresh(app, client, text), 400, 'invalid_grant')
  assert.equal((await refresh(app, client, refreshToken)).status, 200)
})
