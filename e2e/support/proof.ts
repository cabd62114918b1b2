import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWK } from 'jose'

/** A DPoP proof for one request to the token endpoint of an issuer, signed with a fresh key (RFC 9449 §4.2). */
export async function newProof(issuer: string): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return new SignJWT({ htm: 'POST', htu: `${issuer}/oauth/token` })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .sign(privateKey)
}

/** The keys of a client that signs its assertions, and one assertion for the token endpoint (RFC 7523 §2.2). */
export async function newSigner(): Promise<{ jwk: JWK; sign(clientId: string, issuer: string): Promise<string> }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const sign = (clientId: string, issuer: string): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey)
  return { jwk: await exportJWK(publicKey), sign }
}
