import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { ProofKey } from '#test/support/dpop.ts'
import {
  allow,
  createAgent,
  createWebApp,
  credentialsOf,
  exchange,
  obtainCode,
  ownToken,
  redemption,
  refresh,
  requestToken,
  TestPerson,
} from '#test/support/oauth.ts'

const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')

/** What the documents say a request costs: statements, and with them the ways to PostgreSQL and back. */
function documented(name: string): { statements: number; roundTrips: number } {
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} `))
  const [, , statements, roundTrips] = row?.split('|') ?? []
  return { statements: Number(statements), roundTrips: Number(roundTrips) }
}

// Read once a second for all requests, or written once a minute after the answer.
const SHARED = /FROM (settings|signing_keys)\b|UPDATE clients SET last_used_at/

test('hot requests cost the statements that the documents say', async (t) => {
  const statements: string[] = []
  const app = await createTestApp(t, { engine: 'postgres', statements })
  const agent = await createAgent(app)
  const actor = await createAgent(app)
  const second = await createAgent(app)
  const web = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  for (const it of [actor, second]) {
    await allow(app, it, { subject: agent.clientId, max_depth: 2, may_redelegate: true })
  }
  const own = await ownToken(app, agent)
  const cost = async (name: string, request: () => Promise<TestAnswer>): Promise<TestAnswer> => {
    statements.length = 0
    const answer = await request()
    assert.equal(answer.status, 200, answer.text)
    const ran = statements.filter((text) => !SHARED.test(text))
    const roundTrips = ran.length
    const found = { statements: ran.filter((text) => !['BEGIN', 'COMMIT'].includes(text)).length, roundTrips }
    assert.deepEqual(found, documented(name), `${name}:\n${ran.join('\n')}`)
    return answer
  }
  const key = new ProofKey()
  const clientCredentials = { grant_type: 'client_credentials' }
  await cost('client_credentials', () => requestToken(app, agent, clientCredentials))
  await cost('client_credentials with DPoP', () => requestToken(app, agent, clientCredentials, key))
  await cost('introspection', () =>
    app.send({ url: '/oauth/introspect', form: { ...credentialsOf(agent), token: own } }),
  )
  const code = redemption(await obtainCode(person, web, { scope: 'openid read' }))
  const tokens = await cost('authorization_code', () => requestToken(app, web, code))
  const { access_token: access = '', refresh_token: renewal = '' } = tokens.json as Record<string, string>
  const headers = { authorization: `Bearer ${access}` }
  await cost('userinfo', () => app.send({ url: '/oauth/userinfo', headers }))
  await cost('refresh_token', () => refresh(app, web, renewal))
  const delegated = await cost('token exchange', () => exchange(app, actor, own))
  const { access_token: hop = '' } = delegated.json as Record<string, string>
  await cost('token exchange', () => exchange(app, second, hop))
})
