import { constants, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { decodeBase64url, encodeBase64url } from '#/platform/encoding/base64url.ts'
import { parseStrictObject } from '#/platform/encoding/strict-json.ts'
import type { KeyObject, SignKeyObjectInput, VerifyKeyObjectInput } from 'node:crypto'

/** A text that is not the one spelling of a signed JSON object. Says why, for the log only. */
export class MalformedJws extends Error {}

/** A compact JWS taken apart, not yet verified. */
export interface ParsedJws {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  readonly signingInput: string
  readonly signature: Buffer
}

const MAX_CHARACTERS = 16 * 1024

// RFC 7515 §4.1.11, RFC 7797 §3: extensions change what is signed and we know none. jku, x5u and x5c would let the
// sender choose the key, zip and enc belong to encrypted tokens (RFC 8725 §3).
const REFUSED_HEADERS = ['crit', 'b64', 'jku', 'x5u', 'x5c', 'zip', 'enc']

/** Takes a compact JWS apart (RFC 7515 §7.1). Throws only `MalformedJws`. */
export function parseJws(compact: string): ParsedJws {
  if (typeof compact !== 'string' || compact.length > MAX_CHARACTERS) throw new MalformedJws('not a text of fair size')
  const headerEnd = compact.indexOf('.')
  const payloadEnd = compact.indexOf('.', headerEnd + 1)
  // Five parts are an encrypted token: the signature part would hold a dot and fail as base64url.
  if (headerEnd < 1 || payloadEnd === -1) throw new MalformedJws('not three parts')
  const header = decodeObject(compact.slice(0, headerEnd), 'header')
  if (typeof header['alg'] !== 'string') throw new MalformedJws('the header names no algorithm')
  const refused = REFUSED_HEADERS.find((name) => Object.hasOwn(header, name))
  if (refused !== undefined) throw new MalformedJws(`the header carries ${refused}`)
  const payload = decodeObject(compact.slice(headerEnd + 1, payloadEnd), 'payload')
  const signature = decodeBase64url(compact.slice(payloadEnd + 1))
  if (signature === undefined) throw new MalformedJws('the signature is not canonical base64url')
  return { header, payload, signingInput: compact.slice(0, payloadEnd), signature }
}

function decodeObject(part: string, what: string): Record<string, unknown> {
  const bytes = decodeBase64url(part)
  if (bytes === undefined) throw new MalformedJws(`the ${what} is not canonical base64url`)
  const value = parseStrictObject(bytes)
  if (value === undefined) throw new MalformedJws(`the ${what} is not a plain JSON object`)
  return value
}

/** Signs a payload with ES256 (RFC 7518 §3.4) as a compact JWS. The header is given without `alg`. */
export function signEs256(header: object, payload: object, key: KeyObject): string {
  const input = signingInput({ alg: 'ES256', ...header }, payload)
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${encodeBase64url(signature)}`
}

/** Signs a payload with RS256 (RFC 7518 §3.3). It takes thirty times as long as ES256, so it runs beside the event loop. */
export async function signRs256(header: object, payload: object, key: KeyObject): Promise<string> {
  const input = signingInput({ alg: 'RS256', ...header }, payload)
  const signature = await signAside('sha256', Buffer.from(input), { key, padding: constants.RSA_PKCS1_PADDING })
  return `${input}.${encodeBase64url(signature)}`
}

const signAside = promisify<string, Buffer, SignKeyObjectInput, Buffer>(sign)

const signingInput = (header: object, payload: object): string =>
  `${encodeBase64url(JSON.stringify(header))}.${encodeBase64url(JSON.stringify(payload))}`

/** One signature algorithm: which keys and signatures it takes, and how they are checked. */
interface Algorithm {
  readonly digest: 'sha256' | null
  readonly options?: Omit<VerifyKeyObjectInput, 'key'>
  fits(key: KeyObject): boolean
  isSignature?(signature: Buffer): boolean
}

const isRsa = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048

// RFC 8037 §3.1 named it EdDSA; RFC 9864 §2.2 gave it a name of its own, which newer clients write.
const ed25519: Algorithm = {
  digest: null,
  fits: (key) => key.asymmetricKeyType === 'ed25519',
  isSignature: (signature) => signature.length === 64,
}

const algorithms: ReadonlyMap<unknown, Algorithm> = new Map<unknown, Algorithm>([
  [
    'ES256',
    {
      digest: 'sha256',
      options: { dsaEncoding: 'ieee-p1363' },
      fits: (key) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
      isSignature: isPairOfNumbers,
    },
  ],
  ['RS256', { digest: 'sha256', options: { padding: constants.RSA_PKCS1_PADDING }, fits: isRsa }],
  ['PS256', { digest: 'sha256', options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, fits: isRsa }],
  ['EdDSA', ed25519],
  ['Ed25519', ed25519],
])

// RFC 7518 §3.4: r and s, 32 bytes each. A zero in either would verify under every key in a careless library.
function isPairOfNumbers(signature: Buffer): boolean {
  return signature.length === 64 && isNotZero(signature.subarray(0, 32)) && isNotZero(signature.subarray(32))
}

const isNotZero = (bytes: Buffer): boolean => bytes.some((byte) => byte !== 0)

type Check = [digest: string | null, input: Buffer, key: VerifyKeyObjectInput, signature: Buffer]

/**
 * Whether the signature is right, by an algorithm from the caller's list that also fits the key (RFC 8725 §3.1): the
 * header alone never chooses, so neither `none` nor an HMAC keyed with a public key can pass.
 */
export function verifyJws(jws: ParsedJws, key: KeyObject, accepted: readonly string[]): boolean {
  const check = checkOf(jws, key, accepted)
  try {
    return check !== undefined && verify(...check)
  } catch {
    return false
  }
}

/**
 * The same beside the event loop, for what comes with every request of some clients: verifying ES256 takes three times as long
 * as signing it.
 */
export async function verifyJwsAside(jws: ParsedJws, key: KeyObject, accepted: readonly string[]): Promise<boolean> {
  const check = checkOf(jws, key, accepted)
  try {
    return check !== undefined && (await verifyAside(...check))
  } catch {
    return false
  }
}

const verifyAside = promisify<string | null, Buffer, VerifyKeyObjectInput, Buffer, boolean>(verify)

/** What decides on a signature, or undefined where it can't be right. */
function checkOf(jws: ParsedJws, key: KeyObject, accepted: readonly string[]): Check | undefined {
  const name = jws.header['alg']
  const algorithm = algorithms.get(name)
  if (!algorithm || !accepted.includes(name as string) || key.type !== 'public' || !algorithm.fits(key))
    return undefined
  if (algorithm.isSignature?.(jws.signature) === false) return undefined
  return [algorithm.digest, Buffer.from(jws.signingInput), { key, ...algorithm.options }, jws.signature]
}
