import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { configure, createAgent, isActive, ownToken } from '#test/support/oauth.ts'

test('KY1 a key stays published for tokens that were issued under a longer lifetime', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  await configure(app, { 'oauth.access_token_ttl_seconds': 60 })
  await app.admin('POST', '/admin/auth/rotate-signing-key')
  app.clock.advance(3_000_000)
  assert.equal(await isActive(app, agent, token), true)
  const jwks = await app.send({ url: '/.well-known/jwks.json' })
  assert.equal((jwks.json['keys'] as unknown[]).length, 3, 'one signs, one follows, one verifies')
})
