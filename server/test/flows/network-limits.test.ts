import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp, TestRequest } from '#test/support/app.ts'
import { authorizeUrl, parametersOf } from '#test/support/authorize.ts'
import { basic } from '#test/support/authorization-headers.ts'
import { configure, createAgent, createWebApp, credentialsOf, TestPerson } from '#test/support/oauth.ts'
import { registerClient } from '#test/support/registration.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'

const registration = { client_name: 'Stranger', redirect_uris: ['https://app.example.com/callback'] }

/** How many names of a kind were counted. */
async function countOf({ database }: TestApp, kind: string): Promise<number> {
  const rows = await database.db.all(sql`SELECT name FROM limits WHERE kind = ${kind}`)
  return rows.length
}

test('RG6 DV7 TK5 limits by address count a whole IPv6 network, which one customer can roam', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app, { grant_types: ['client_credentials', DEVICE_CODE] })
  const web = await createWebApp(app)
  const stranger = await registerClient(app, { grant_types: ['authorization_code'], ...registration })
  const person = await TestPerson.signUp(app)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const cases: Record<string, TestRequest> = {
    registration: { url: '/oauth/register', json: registration },
    'registration-token': {
      url: `/oauth/register/${stranger.clientId}`,
      headers: { authorization: 'Bearer mandate_reg_wrong' },
    },
    'client-auth': {
      url: '/oauth/token',
      form: { grant_type: 'client_credentials' },
      headers: { authorization: basic(`${agent.clientId}:wrong`) },
    },
    par: {
      url: '/oauth/par',
      form: { ...Object.fromEntries(parametersOf(stranger, { scope: 'openid' })), ...credentialsOf(stranger) },
    },
    authorize: { url: authorizeUrl(web) },
    'device-address': { url: '/oauth/device', form: credentialsOf(agent) },
    'device-look-network': { url: '/oauth/device/verify?user_code=BCDF-GHJK', headers: { cookie } },
    'initial-token': { url: '/oauth/register', json: registration },
  }
  for (const [kind, request] of Object.entries(cases)) {
    if (kind === 'initial-token')
      await configure(app, {
        'oauth.registration': 'token',
        'oauth.registration_token': 'an-initial-access-token-of-some-length',
      })
    const before = await countOf(app, kind)
    for (const end of ['1', '2', 'ffff:ffff:ffff:ffff']) {
      const address = `2001:db8:${Object.keys(cases).indexOf(kind)}:1:${end.includes(':') ? end : `:${end}`}`
      await app.send({ ...request, remoteAddress: address })
    }
    assert.equal((await countOf(app, kind)) - before, 1, kind)
    await app.send({ ...request, remoteAddress: '2001:db8:ffff:2::1' })
    assert.equal((await countOf(app, kind)) - before, 2, kind)
  }
})
