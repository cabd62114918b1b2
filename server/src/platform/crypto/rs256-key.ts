import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

/** The public members of an RSA key (RFC 7518 §6.3.1), and none else. */
export interface PublicRsaJwk {
  readonly kty: 'RSA'
  readonly n: string
  readonly e: string
}

/** A new RSA key pair of 2048 bits (RFC 7518 §3.3), as it is stored. Finding its primes runs beside the event loop. */
export async function newRs256Key(): Promise<{ publicJwk: PublicRsaJwk; privateText: string }> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  return {
    publicJwk: { kty: 'RSA', n: n as string, e: e as string },
    privateText: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}
