import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyObject } from 'node:crypto'
import type { PublicRsaJwk } from './rs256-key.ts'

const generate = promisify(generateKeyPair)

/** The public members of a P-256 key (RFC 7518 §6.2.1), and none else. */
export interface PublicEcJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

/** A new P-256 key pair as it is stored: the public half as a JWK, the private one as PKCS #8 in base64, to be sealed. */
export async function newEs256Key(): Promise<{ publicJwk: PublicEcJwk; privateText: string }> {
  const { publicKey, privateKey } = await generate('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  return {
    publicJwk: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string },
    privateText: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}

/** The private key of a text that `newEs256Key` or `newRs256Key` made. */
export const readPrivateKey = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })

/** The public key of members that `newEs256Key` or `newRs256Key` made. */
export const readPublicKey = (jwk: PublicEcJwk | PublicRsaJwk): KeyObject =>
  createPublicKey({ key: { ...jwk }, format: 'jwk' })
