import { createHmac } from 'node:crypto'
import { standardKey } from './secret.ts'
import type { SignatureFormat } from './webhook.ts'

/** What is signed: the exact text that is sent, under the id and at the time of this attempt. */
export interface SignedMessage {
  readonly id: string
  readonly body: Uint8Array
  /** Unix seconds. */
  readonly timestamp: number
}

/**
 * The headers that prove where a message comes from, for every secret that signs now, the current one first: those of
 * Standard Webhooks, and ours under both of its names. The raw formats have room for one signature.
 */
export function signatureHeaders(
  message: SignedMessage,
  secrets: readonly string[],
  format: SignatureFormat,
): Record<string, string> {
  const { id, body, timestamp } = message
  const own = ownSignature(message, secrets, format)
  const standard = secrets.map((secret) => `v1,${hmac(standardKey(secret), `${id}.${timestamp}.`, body, 'base64')}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
    'x-service-signature': own,
    'service-signature': own,
  }
}

function ownSignature({ body, timestamp }: SignedMessage, secrets: readonly string[], format: SignatureFormat): string {
  if (format === 'timestamped') {
    const signatures = secrets.map((secret) => `v1=${hmac(secret, `${timestamp}.`, body, 'hex')}`)
    return [`t=${timestamp}`, ...signatures].join(',')
  }
  const signature = hmac(secrets[0] ?? '', '', body, 'hex')
  return format === 'raw' ? signature : `sha256=${signature}`
}

const hmac = (key: string | Buffer, prefix: string, body: Uint8Array, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(prefix).update(body).digest(encoding)
