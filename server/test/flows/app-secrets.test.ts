import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { createApplication, outcomeOf } from '#test/support/apps.ts'
import { eventsNamed } from '#test/support/factors.ts'
import { createAgent, credentialsOf, pkce, requestToken } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

const HOUR = 3_600_000
const GRANT = { grant_type: 'client_credentials' }

const works = async (app: TestApp, client: TestClient, secret: unknown): Promise<boolean> =>
  (await requestToken(app, { ...client, secret: String(secret) }, GRANT)).status === 200

async function rotate(app: TestApp, { id }: TestClient, json?: object): Promise<Record<string, unknown>> {
  const answer = await app.admin('POST', `/admin/apps/${id}/rotate-secret`, json)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

test('TK6: a rotated secret stops at once unless an overlap was asked for', async (t) => {
  const app = await createTestApp(t)
  const machine = await createApplication(app, 'machine')
  const { client_secret: second, old_secret_until: until } = await rotate(app, machine)
  assert.equal(until, null)
  assert.equal(await works(app, machine, machine.secret), false)
  assert.equal(await works(app, machine, second), true)
  const node = await app.secondNode(t)
  app.clock.advance(1)
  const { client_secret: third } = await rotate(app, machine, { overlap_seconds: 3600 })
  for (const each of [app, node]) {
    assert.deepEqual([await works(each, machine, second), await works(each, machine, third)], [true, true])
  }
  const shown = await app.admin('GET', `/admin/apps/${machine.id}`)
  assert.equal(shown.json['old_secret_until'], new Date(app.clock.now() + HOUR).toISOString())
  app.clock.advance(HOUR - 1)
  assert.equal(await works(app, machine, second), true)
  app.clock.advance(1)
  assert.deepEqual([await works(app, machine, second), await works(app, machine, third)], [false, true])
  assert.equal((await app.admin('GET', `/admin/apps/${machine.id}`)).json['old_secret_until'], null)
  const told = await eventsNamed(app, 'app.secret_rotated')
  const base = { client_id: machine.clientId, name: 'Importer', type: 'machine' }
  assert.deepEqual(
    told.map(({ data }) => data),
    [
      { ...base, old_secret_until: null },
      { ...base, old_secret_until: shown.json['old_secret_until'] },
    ],
  )
})

test('RG9: however often a secret is rotated, two work at most, and one after a rotation without overlap', async (t) => {
  const app = await createTestApp(t)
  const machine = await createApplication(app, 'machine')
  const overlap = { overlap_seconds: 600 }
  const made = await Promise.all(Array.from({ length: 5 }, () => rotate(app, machine, overlap)))
  const secrets = [machine.secret, ...made.map((each) => each['client_secret'])]
  const working = async () => (await Promise.all(secrets.map((secret) => works(app, machine, secret)))).filter(Boolean)
  assert.equal((await working()).length, 2)
  const { client_secret: last } = await rotate(app, machine)
  assert.equal((await working()).length, 0)
  assert.equal(await works(app, machine, last), true)
})

test('an overlap is a week at most, and ends with its application', async (t) => {
  const app = await createTestApp(t)
  const machine = await createApplication(app, 'machine')
  for (const seconds of [-1, 1.5, 7 * 24 * 3600 + 1, '60']) {
    const answer = await app.admin('POST', `/admin/apps/${machine.id}/rotate-secret`, { overlap_seconds: seconds })
    assert.equal(outcomeOf(answer), '400 invalid_request /overlap_seconds')
  }
  await rotate(app, machine, { overlap_seconds: 7 * 24 * 3600 })
  await app.admin('PATCH', `/admin/apps/${machine.id}`, { active: false })
  assert.equal(await works(app, machine, machine.secret), false)
})

test('AD5: an application and its log show neither secret nor hash', async (t) => {
  const app = await createTestApp(t)
  const machine = await createApplication(app, 'machine')
  const { client_secret: next } = await rotate(app, machine, { overlap_seconds: 60 })
  const texts = [
    (await app.admin('GET', '/admin/apps')).text,
    (await app.admin('GET', `/admin/apps/${machine.id}/snippet`)).text,
    (await app.admin('GET', '/audit-logs')).text,
    app.log.join('\n'),
  ].join('\n')
  for (const secret of [machine.secret, next]) assert.ok(!texts.includes(String(secret)))
  assert.doesNotMatch(texts, /secret_hash|former_secret/)
})

test('an agent that rotates keeps no second secret', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  await app.admin('POST', `/agents/${agent.id}/rotate-secret`)
  assert.equal(await works(app, agent, agent.secret), false)
})

test('HT7: scripts speak for an application from the origins it named, and from no other', async (t) => {
  const app = await createTestApp(t)
  const spa = await createApplication(app, 'spa', { allowed_origins: ['https://app.example.com'] })
  const web = await createApplication(app, 'web')
  const ask = (client: TestClient, url: string, origin?: string) =>
    app.send({
      url,
      form: { ...credentialsOf(client), token: 'x', grant_type: 'refresh_token', refresh_token: 'x' },
      headers: origin === undefined ? {} : { origin },
    })
  assert.equal(outcomeOf(await ask(spa, '/oauth/token', 'https://app.example.com')), '400 invalid_grant')
  assert.equal(outcomeOf(await ask(spa, '/oauth/token')), '400 invalid_grant', 'who is no browser sends no origin')
  for (const origin of [
    'https://evil.example',
    'https://app.example.com.evil.example',
    'null',
    'http://app.example.com',
  ]) {
    for (const url of ['/oauth/token', '/oauth/revoke', '/oauth/par']) {
      assert.equal(outcomeOf(await ask(spa, url, origin)), '400 unauthorized_client', `${url} ${origin}`)
    }
  }
  const refused = await ask(spa, '/oauth/token', 'https://evil.example')
  assert.match(String(refused.json['error_description']), /allowed_origins/)
  assert.equal(refused.headers['access-control-allow-origin'], '*', 'a developer can read why')
  assert.equal(refused.headers['access-control-allow-credentials'], undefined)
  assert.equal(
    outcomeOf(await ask(web, '/oauth/token', 'https://app.example.com')),
    '400 unauthorized_client',
    'a secret has no place in a browser',
  )
  const agent = await createAgent(app)
  const anywhere = { ...credentialsOf(agent), ...GRANT }
  const served = await app.send({ url: '/oauth/token', form: anywhere, headers: { origin: 'https://any.example' } })
  assert.equal(served.status, 200, 'nobody said where other clients run')
})

test('a refusal for the origin uses nothing up', async (t) => {
  const app = await createTestApp(t)
  const spa = await createApplication(app, 'spa')
  const { challenge } = pkce()
  const wrong = await app.send({
    url: '/oauth/par',
    headers: { origin: 'https://evil.example' },
    form: { client_id: spa.clientId, response_type: 'code', code_challenge: challenge },
  })
  assert.equal(outcomeOf(wrong), '400 unauthorized_client')
  // However many there were: it is no failed authentication, so the real page is not locked out.
  for (let i = 0; i < 25; i++) {
    await requestToken(app, { ...spa, secret: undefined }, { grant_type: 'refresh_token', refresh_token: 'x' })
  }
  await app.admin('PATCH', `/admin/apps/${spa.id}`, { allowed_origins: ['https://evil.example'] })
  const now = await app.send({
    url: '/oauth/token',
    headers: { origin: 'https://evil.example' },
    form: { client_id: spa.clientId, grant_type: 'refresh_token', refresh_token: 'x' },
  })
  assert.equal(outcomeOf(now), '400 invalid_grant')
})
