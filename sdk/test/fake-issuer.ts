import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { FakeClock } from '#test/fake-server.ts'

interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

export const ISSUER = 'https://id.example.com'
export const AUDIENCE = 'https://api.example.com/notes'

/** An authorization server that signs whatever it is told to, rotates its keys, and can be away. */
export class FakeIssuer {
  readonly clock = new FakeClock()
  readonly asked: string[] = []
  keys: readonly SigningKey[] = []
  isDown = false

  static async start(): Promise<FakeIssuer> {
    const issuer = new FakeIssuer()
    await issuer.rotate('k1')
    return issuer
  }

  /** Seconds since 1970. */
  get now(): number {
    return Math.floor(this.clock.now() / 1000)
  }

  /** How often the keys were asked for. */
  get fetches(): number {
    return this.asked.filter((url) => url.endsWith('/jwks')).length
  }

  /** Signs with a new key; the ones before are withdrawn unless they are kept. */
  async rotate(kid: string, { keep = true } = {}): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
    this.keys = [{ kid, privateKey, jwk }, ...(keep ? this.keys : [])]
  }

  /** An access token; the header of one for tests that need a wrong one. */
  token(
    claims: Record<string, unknown> = {},
    header: { typ?: string; kid?: string } = {},
    by = this.keys[0],
  ): Promise<string> {
    if (by === undefined) throw new Error('there is no key')
    const all = { iss: ISSUER, aud: AUDIENCE, sub: 'usr_1', client_id: 'app_1', jti: 'tok_1', scope: 'read write' }
    const times = { iat: this.now, exp: this.now + 300 }
    return new SignJWT({ ...all, ...times, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: by.kid, ...header })
      .sign(by.privateKey)
  }

  readonly fetch: typeof fetch = async (input) => {
    const url = String(input)
    this.asked.push(url)
    if (this.isDown) throw new TypeError('fetch failed')
    if (url.endsWith('/jwks')) return Response.json({ keys: this.keys.map(({ jwk }) => jwk) })
    return Response.json({ issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` })
  }
}
