import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { jwkThumbprint } from '#/platform/crypto/jwk.ts'

/** What a proof says; each member can be replaced or left out by tests that forge. */
export interface ProofClaims {
  readonly htm: string
  readonly htu: string
  /** Unix seconds. */
  readonly iat: unknown
  readonly jti?: unknown
  readonly ath?: unknown
  readonly nonce?: unknown
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A client's proof key (RFC 9449 §4.2). */
export class ProofKey {
  readonly privateKey: KeyObject
  readonly jwk: Record<string, unknown>
  readonly jkt: string

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.privateKey = privateKey
    this.jwk = publicKey.export({ format: 'jwk' }) as Record<string, unknown>
    this.jkt = jwkThumbprint(this.jwk)
  }

  /** A proof with these claims; `header` replaces members of the usual header. */
  sign(claims: ProofClaims, header: Record<string, unknown> = {}): string {
    const payload = { jti: randomBytes(12).toString('base64url'), ...claims }
    const input = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: this.jwk, ...header })}.${encode(payload)}`
    const signature = sign('sha256', Buffer.from(input), { key: this.privateKey, dsaEncoding: 'ieee-p1363' })
    return `${input}.${signature.toString('base64url')}`
  }
}

/** The `ath` of an access token (RFC 9449 §4.2). */
export const athOf = (accessToken: string): string => createHash('sha256').update(accessToken).digest('base64url')
