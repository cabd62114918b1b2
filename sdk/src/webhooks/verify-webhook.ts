import { systemClock } from '#/client/clock.ts'
import type { Clock } from '#/client/options.ts'
import type { WebhookEvents } from '#/generated/webhook-events.ts'
import { claimOf, HEADERS, keyOf } from './signatures.ts'
import type { Claim, SignatureFormat } from './signatures.ts'

/** What happened: `event` names it and fixes the type of `data`. A newer server may send others. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents]

/** A message that is genuine. */
export interface ReceivedWebhook {
  /** The same with every attempt to deliver it: what was seen already can be skipped. */
  readonly id: string | undefined
  readonly event: WebhookEvent
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** A message as it came: a Request, or the exact bytes of its body with its headers. */
export type WebhookRequest = Request | { readonly body: string | Uint8Array; readonly headers: HeaderValues }

export interface WebhookOptions {
  /** The secret, or all that are valid during a rotation. */
  readonly secret: string | readonly string[]
  /** `standard` when left out: every message has that signature, whatever else the webhook is set to. */
  readonly format?: SignatureFormat | undefined
  /** How old a message may be, or how far in the future: 300 when left out. The raw forms sign no time. */
  readonly toleranceSeconds?: number | undefined
  readonly clock?: Clock | undefined
}

type Reason = 'missing_header' | 'malformed_signature' | 'wrong_signature' | 'too_old' | 'malformed_body'

/** A message that must not be believed. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

const TOLERANCE_SECONDS = 300

/** Checks where a message comes from and when, then reads it. Throws a WebhookError that says why it is not believed. */
export async function verifyWebhook(request: WebhookRequest, options: WebhookOptions): Promise<ReceivedWebhook> {
  const { format = 'standard', toleranceSeconds = TOLERANCE_SECONDS, clock = systemClock } = options
  const secrets = [options.secret].flat()
  if (secrets.length === 0) throw new TypeError('there is no secret to verify a webhook with')
  const keys = secrets.map((secret) => keyOf(format, secret))
  const header = headerReader(request.headers)
  for (const name of HEADERS[format]) {
    if (header(name) === undefined) throw new WebhookError('missing_header', `there is no header ${name}`)
  }
  const claim = claimOf(format, header)
  if (claim === undefined) throw new WebhookError('malformed_signature', `the signature is not written as ${format}`)
  const body = await bytesOf(request)
  if (!(await isSigned(claim, body, keys))) throw new WebhookError('wrong_signature', 'no secret made this signature')
  const age = claim.timestamp === undefined ? 0 : clock.now() / 1000 - claim.timestamp
  if (Math.abs(age) > toleranceSeconds)
    throw new WebhookError('too_old', `the message is ${Math.round(age)} seconds old`)
  return { id: header('webhook-id'), event: eventOf(body) }
}

/** Whether any key made any of the signatures. Web Crypto compares in constant time. */
async function isSigned(claim: Claim, body: Uint8Array, keys: readonly Uint8Array<ArrayBuffer>[]): Promise<boolean> {
  const prefix = new TextEncoder().encode(claim.prefix)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of claim.signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
    }
  }
  return false
}

async function bytesOf(request: WebhookRequest): Promise<Uint8Array> {
  if (request instanceof Request) return new Uint8Array(await request.arrayBuffer())
  return typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof event === 'object' && event !== null && 'event' in event) return event as WebhookEvent
  } catch {
    // Said below.
  }
  throw new WebhookError('malformed_body', 'the message is genuine and not readable')
}

/** Reads headers however a framework hands them over. One that comes twice is not one. */
function headerReader(headers: HeaderValues): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name)
    return typeof value === 'string' ? value : value?.length === 1 ? value[0] : undefined
  }
}
