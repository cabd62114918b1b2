/** How a signature is written: that of Standard Webhooks, or one of the forms of `X-Service-Signature`. */
export type SignatureFormat = 'standard' | 'timestamped' | 'raw' | 'raw_prefixed'

/** What a message claims of itself, before anything of it is believed. */
export interface Claim {
  /** Unix seconds; undefined in the forms that sign no time. */
  readonly timestamp: number | undefined
  /** What is signed in front of the body. */
  readonly prefix: string
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

type Header = (name: string) => string | undefined

/** The headers that a message cannot be judged without, by form. */
export const HEADERS: Readonly<Record<SignatureFormat, readonly string[]>> = {
  standard: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  timestamped: ['x-service-signature'],
  raw: ['x-service-signature'],
  raw_prefixed: ['x-service-signature'],
}

/** Reads the claim of a message; undefined where it isn't written in that form. */
export function claimOf(format: SignatureFormat, header: Header): Claim | undefined {
  const own = header('x-service-signature') ?? ''
  switch (format) {
    case 'standard':
      return standardClaim(header)
    case 'timestamped':
      return timestampedClaim(own)
    case 'raw':
      return rawClaim(own)
    case 'raw_prefixed':
      return own.startsWith('sha256=') ? rawClaim(own.slice('sha256='.length)) : undefined
  }
}

/** The key of a secret: Standard Webhooks signs with what stands behind `whsec_` in base64, the others with the text. */
export function keyOf(format: SignatureFormat, secret: string): Uint8Array<ArrayBuffer> {
  const isEncoded = format === 'standard' && secret.startsWith('whsec_')
  const key = isEncoded ? base64(secret.slice('whsec_'.length)) : new TextEncoder().encode(secret)
  if (key === undefined || key.length === 0) throw new TypeError('a secret of a webhook is not one')
  return key
}

function standardClaim(header: Header): Claim | undefined {
  const timestamp = seconds(header('webhook-timestamp') ?? '')
  if (timestamp === undefined) return undefined
  const listed = (header('webhook-signature') ?? '').split(' ').filter((each) => each.startsWith('v1,'))
  return {
    timestamp,
    prefix: `${header('webhook-id') ?? ''}.${header('webhook-timestamp') ?? ''}.`,
    signatures: listed.flatMap((each) => base64(each.slice(3)) ?? []),
  }
}

function timestampedClaim(own: string): Claim | undefined {
  const parts = own.split(',').map((part) => part.split('=', 2))
  const [time = ''] = parts.flatMap(([name, value]) => (name === 't' && value !== undefined ? [value] : []))
  const timestamp = seconds(time)
  if (timestamp === undefined) return undefined
  const signatures = parts.flatMap(([name, value = '']) => (name === 'v1' ? (hex(value) ?? []) : []))
  return { timestamp, prefix: `${time}.`, signatures }
}

function rawClaim(text: string): Claim | undefined {
  const signature = hex(text)
  return signature ? { timestamp: undefined, prefix: '', signatures: [signature] } : undefined
}

const seconds = (text: string): number | undefined => (/^\d{1,12}$/.test(text) ? Number(text) : undefined)

const hex = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
