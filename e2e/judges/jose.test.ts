import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { FetchImplementation, JWTVerifyGetKey } from 'jose'
import { basicAuth, newAgent, post } from '#/support/agents.ts'
import type { Agent } from '#/support/agents.ts'
import { Browser, newPerson } from '#/support/browser.ts'
import { Server } from '#/support/server.ts'

const CALLBACK = 'https://app.example.com/callback'
const VERIFIER = 'a-verifier-of-exactly-forty-three-characters'
const CHALLENGE = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER))).toString(
  'base64url',
)

/** A resource server that verifies by the key set alone, and how often it fetched that. */
function verifier(server: Server, options: { cooldownDuration?: number } = {}) {
  const seen = { fetches: 0 }
  const counting: FetchImplementation = (url, init) => {
    seen.fetches++
    return fetch(url, init)
  }
  const keys = createRemoteJWKSet(new URL(`${server.issuer}/.well-known/jwks.json`), {
    ...options,
    [customFetch]: counting,
  })
  return { seen, keys }
}

describe('jose, over a rotation of the signing keys', () => {
  let server: Server
  let agent: Agent
  before(async () => {
    server = await Server.start()
    agent = await newAgent(server, { scope: 'read' })
  })
  after(() => server.remove())

  async function token(): Promise<string> {
    const answer = await post(server.url, '/oauth/token', { grant_type: 'client_credentials' }, agent)
    assert.equal(answer.status, 200)
    return answer.body['access_token'] as string
  }

  const verify = (text: string, keys: JWTVerifyGetKey) =>
    jwtVerify(text, keys, { issuer: server.issuer, audience: server.issuer, typ: 'at+jwt', algorithms: ['ES256'] })

  const rotate = () => server.admin<{ kid: string }>('POST', '/admin/auth/rotate-signing-key')

  test('a verifier that keeps the key set knows the key that signs next, and asks for nothing', async () => {
    const { seen, keys } = verifier(server)
    const before = await token()
    await verify(before, keys)
    assert.equal(seen.fetches, 1)
    const { kid } = await rotate()
    const fresh = await token()
    assert.equal(decodeProtectedHeader(fresh).kid, kid)
    await verify(fresh, keys)
    await verify(before, keys)
    assert.equal(seen.fetches, 1, 'the set it has holds both')
  })

  test('rotating again at once costs what the response says: who keeps an older set asks again, or refuses for a while', async () => {
    const asking = verifier(server, { cooldownDuration: 0 })
    const keeping = verifier(server)
    for (const { keys } of [asking, keeping]) await verify(await token(), keys)
    await rotate()
    await rotate()
    const fresh = await token()
    await assert.rejects(verify(fresh, keeping.keys), errors.JWKSNoMatchingKey)
    await verify(fresh, asking.keys)
    assert.deepEqual([asking.seen.fetches, keeping.seen.fetches], [2, 1])
  })

  test('a key that was dropped is gone with the next look at the key set, and its tokens with it', async () => {
    const { keys } = verifier(server, { cooldownDuration: 0 })
    const leaked = await token()
    await verify(leaked, keys)
    await server.admin('DELETE', `/admin/signing-keys/${String(decodeProtectedHeader(leaked).kid)}`)
    await verify(await token(), keys)
    await keys.reload()
    await assert.rejects(verify(leaked, keys), errors.JWKSNoMatchingKey)
    await verify(await token(), keys)
  })

  test('ID tokens by RS256 verify with the same set, before a rotation and after', async () => {
    const client = await newAgent(server, {
      ...{ grant_types: ['authorization_code'], redirect_uris: [CALLBACK], scope: 'openid email' },
      id_token_signed_response_alg: 'RS256',
    })
    const { keys } = verifier(server)
    const idToken = async (): Promise<string> => {
      const url = new URL('/oauth/authorize', server.url)
      url.search = new URLSearchParams({
        ...{ client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid email' },
        ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
      }).toString()
      const callback = await new Browser(server.issuer).authorize(url, newPerson())
      const code = callback.searchParams.get('code') ?? ''
      const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
      const answer = await post(server.url, '/oauth/token', form, undefined, { authorization: basicAuth(client) })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body['id_token'] as string
    }
    const options = { issuer: server.issuer, audience: client.client_id, algorithms: ['RS256'] }
    const first = await idToken()
    const { payload } = await jwtVerify(first, keys, options)
    assert.match(String(payload['email']), /@/)
    await rotate()
    const second = await idToken()
    assert.notEqual(decodeProtectedHeader(second).kid, decodeProtectedHeader(first).kid)
    await jwtVerify(second, keys, options)
    await jwtVerify(first, keys, options)
  })
})
