import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { decodeBase64url } from '#/platform/encoding/base64url.ts'
import type { KeyObject } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a random nonce: `nonce | ciphertext | tag`, base64url. The context must be given again to open. */
export function encrypt(key: KeyObject | Buffer, plaintext: Buffer | string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
  const body = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext)
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** What was encrypted, or undefined when key, context or a single bit is another. */
export function decrypt(key: KeyObject | Buffer, text: string, context: string): Buffer | undefined {
  const bytes = decodeBase64url(text)
  if (!bytes || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
  const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([body, decipher.final()])
  } catch {
    return undefined
  }
}
