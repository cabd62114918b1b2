import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { FakeClock } from '#test/fake-server.ts'
import { IdTokens } from './id-token.ts'
import { Network } from './network.ts'

const ISSUER = 'https://id.example.com'
const metadata = {
  issuer: ISSUER,
  jwks_uri: `${ISSUER}/jwks`,
  id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
}
const clock = new FakeClock()
const now = Math.floor(clock.now() / 1000)
const claims = { sub: 'usr_1', nonce: 'n1', auth_time: now - 10 }

describe('an ID token', () => {
  let key: CryptoKey
  let idTokens: IdTokens
  before(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    key = privateKey
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }]
    idTokens = new IdTokens(new Network({ clock, fetch: async () => Response.json({ keys }) }))
  })

  const signed = (more: JWTPayload = {}, by: CryptoKey | Uint8Array = key, alg = 'ES256'): Promise<string> =>
    new SignJWT({ iss: ISSUER, aud: 'app_1', iat: now, exp: now + 300, ...claims, ...more })
      .setProtectedHeader({ alg, kid: 'k1' })
      .sign(by)

  const verify = (token: string, more: object = {}) =>
    idTokens.verify(token, metadata, { clientId: 'app_1', nonce: 'n1', ...more })

  const refused = { error: 'invalid_id_token' }

  test('says who signed in', async () => {
    assert.equal((await verify(await signed())).sub, 'usr_1')
  })

  test('is refused when another issuer, client or sign-in is meant', async () => {
    await assert.rejects(verify(await signed({ iss: 'https://evil.example' })), refused)
    await assert.rejects(verify(await signed({ aud: 'app_2' })), refused)
    await assert.rejects(verify(await signed({ aud: ['app_1', 'app_2'] })), refused)
    await assert.rejects(verify(await signed({ azp: 'app_2' })), refused)
    await assert.rejects(verify(await signed({ nonce: 'n2' })), refused)
  })

  test('is refused when it is over, or the person proved who they are too long ago', async () => {
    await assert.rejects(verify(await signed({ exp: now - 61 })), refused)
    await assert.rejects(verify(await signed({ auth_time: now - 200 }), { maxAge: 60 }), refused)
    await assert.rejects(verify(await signed({ auth_time: undefined }), { maxAge: 60 }), refused)
    assert.ok(await verify(await signed(), { maxAge: 60 }))
  })

  test('is refused when somebody else signed it, with a shared secret, or nobody', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    await assert.rejects(verify(await signed({}, privateKey)), refused)
    await assert.rejects(verify(await signed({}, new Uint8Array(32), 'HS256')), refused)
    await assert.rejects(verify(new UnsecuredJWT({ iss: ISSUER, aud: 'app_1', ...claims }).encode()), refused)
  })
})
