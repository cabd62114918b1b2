import { createHmac } from 'node:crypto'
import { decodeBase64url } from '#/platform/encoding/base64url.ts'

/** The server can't read its own secrets, or must not start with the key it was given. The message says what to do. */
export class MasterKeyError extends Error {}

/** One key that wraps data keys, and the short public name it is known by. */
export interface WrappingKey {
  readonly id: string
  readonly bytes: Buffer
}

/** The key that wraps from now on, and earlier ones that may still unwrap. */
export interface MasterKey {
  readonly current: WrappingKey
  readonly previous: readonly WrappingKey[]
}

const HOW_TO_MAKE = 'It must be 32 random bytes as base64 or hex; `openssl rand -base64 32` makes one.'

/** Reads a master key as an operator writes it; `source` names the place in the message when it is refused. */
export function parseMasterKey(text: string, source: string): WrappingKey {
  const bytes = decodeKey(text.trim())
  if (bytes?.length !== 32) throw new MasterKeyError(`The master key in ${source} is not a key. ${HOW_TO_MAKE}`)
  if (isWeak(bytes)) throw new MasterKeyError(`The master key in ${source} is not random. ${HOW_TO_MAKE}`)
  return { id: keyId(bytes), bytes }
}

function decodeKey(text: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex')
  return decodeBase64url(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
}

// 32 random bytes hold fewer than 20 different values, or only printable characters, about once in 10^9 keys or less.
function isWeak(bytes: Buffer): boolean {
  return new Set(bytes).size < 20 || bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)
}

const keyId = (bytes: Buffer): string =>
  createHmac('sha256', bytes).update('mandate master key id').digest('hex').slice(0, 12)
