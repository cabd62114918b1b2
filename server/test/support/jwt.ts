import { sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

type Part = Readonly<Record<string, unknown>>

const partOf = (jwt: string, index: number): Part =>
  JSON.parse(Buffer.from(jwt.split('.')[index] ?? '', 'base64url').toString()) as Part

/** The header of a JWT, unverified. */
export const headerOf = (jwt: string): Part => partOf(jwt, 0)

/** The claims of a JWT, unverified. */
export const claimsOf = (jwt: string): Part => partOf(jwt, 1)

/** A part of a compact JWS: an object, or exactly the JSON text that a test wants to send. */
export const encodePart = (part: Part | string): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** Signs the first two parts of a compact JWS. */
export type Signer = (input: string) => Buffer

/** A compact JWS of exactly these parts, whatever they say. */
export function compactJws(header: Part | string, payload: Part | string, signer: Signer): string {
  const input = `${encodePart(header)}.${encodePart(payload)}`
  return `${input}.${signer(input).toString('base64url')}`
}

/** Signs with an EC key as JOSE does (RFC 7518 §3.4). */
export const ecSigner =
  (key: KeyObject, digest = 'sha256'): Signer =>
  (input) =>
    sign(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })

/** Signs with an RSA key, PKCS #1 v1.5. */
export const rsaSigner =
  (key: KeyObject): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), key)
