import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { newAgent, post } from '#/support/agents.ts'
import type { Agent } from '#/support/agents.ts'
import { codeOf } from '#/support/guide.ts'
import { freePort } from '#/support/ports.ts'
import { Program } from '#/support/program.ts'
import { Server } from '#/support/server.ts'

describe('the guide for APIs', () => {
  let server: Server
  let api: string
  let program: Program
  let agent: Agent
  before(async () => {
    server = await Server.start({ env: { MANDATE_MODE: 'production' } })
    api = `http://127.0.0.1:${await freePort()}`
    program = Program.module(codeOf('protect-an-api', 'api.mjs'), { ISSUER: server.issuer, API: api })
    await program.says(/API at/)
    const env = { BASE: server.url, KEY: server.adminKey, API: api }
    await Program.shell(codeOf('protect-an-api', 'list-api.sh'), env).succeeds()
    agent = await newAgent(server, {
      grant_types: ['client_credentials'],
      scope: 'notes:read other',
      token_endpoint_auth_method: 'client_secret_basic',
    })
  })
  after(async () => {
    await program.stop()
    await server.remove()
  })

  async function tokenFor(form: Record<string, string>, headers: Record<string, string> = {}): Promise<string> {
    const { status, body } = await post(
      server.url,
      '/oauth/token',
      { grant_type: 'client_credentials', ...form },
      agent,
      headers,
    )
    assert.equal(status, 200, JSON.stringify(body))
    return String(body['access_token'])
  }

  const call = async (authorization: string, dpop?: string): Promise<number> =>
    (await fetch(`${api}/notes?page=1`, { headers: { authorization, ...(dpop === undefined ? {} : { dpop }) } })).status

  test('lets in a token that is meant for the API and may do what it asks', async () => {
    const token = await tokenFor({ resource: api, scope: 'notes:read' })
    const response = await fetch(api, { headers: { authorization: `Bearer ${token}` } })
    assert.deepEqual(await response.json(), { sub: agent.client_id, client_id: agent.client_id })
  })

  test('refuses what is meant for somebody else, may do less, is no access token, or was changed', async () => {
    assert.equal(await call(`Bearer ${await tokenFor({ scope: 'notes:read' })}`), 401)
    assert.equal(await call(`Bearer ${await tokenFor({ resource: api, scope: 'other' })}`), 403)
    const token = await tokenFor({ resource: api })
    assert.equal(await call(`Bearer ${token}`), 200)
    assert.equal(await call(`Bearer ${token.slice(0, -4)}AAAA`), 401)
    assert.equal(await call(token), 401)
    const { privateKey } = await generateKeyPair('ES256')
    const own = new SignJWT({ scope: 'notes:read' }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    const forged = await own.setIssuer(server.issuer).setAudience(api).setExpirationTime('1h').sign(privateKey)
    assert.equal(await call(`Bearer ${forged}`), 401)
  })

  test('takes a bound token with a proof of its key only, for this request, once', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const proof = (claims: Record<string, unknown>): Promise<string> =>
      new SignJWT({ jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setIssuedAt()
        .sign(privateKey)
    const dpop = await proof({ htm: 'POST', htu: `${server.issuer}/oauth/token` })
    const token = await tokenFor({ resource: api, scope: 'notes:read' }, { dpop })
    assert.ok(await calculateJwkThumbprint(jwk))
    const right = { htm: 'GET', htu: `${api}/notes`, ath: createHash('sha256').update(token).digest('base64url') }
    const good = await proof(right)
    assert.equal(await call(`DPoP ${token}`, good), 200)
    assert.equal(await call(`DPoP ${token}`, good), 401, 'a proof works once')
    assert.equal(await call(`Bearer ${token}`), 401)
    assert.equal(await call(`DPoP ${token}`), 401)
    for (const wrong of [{ htm: 'POST' }, { htu: `${api}/other` }, { ath: 'x' }])
      assert.equal(await call(`DPoP ${token}`, await proof({ ...right, ...wrong })), 401, JSON.stringify(wrong))
    const plain = await tokenFor({ resource: api, scope: 'notes:read' })
    const ath = createHash('sha256').update(plain).digest('base64url')
    assert.equal(await call(`DPoP ${plain}`, await proof({ ...right, ath })), 401)
  })

  test('hears from the server that a token was revoked', async () => {
    const token = await tokenFor({ resource: api, scope: 'notes:read' })
    const env = { BASE: server.url, CLIENT_ID: agent.client_id, CLIENT_SECRET: agent.client_secret, TOKEN: token }
    const ask = async () => JSON.parse(await Program.shell(codeOf('protect-an-api', 'introspect.sh'), env).succeeds())
    const { active, aud, scope } = await ask()
    assert.deepEqual([active, aud, scope], [true, api, 'notes:read'])
    assert.equal((await post(server.url, '/oauth/revoke', { token }, agent)).status, 200)
    assert.deepEqual(await ask(), { active: false })
  })
})
