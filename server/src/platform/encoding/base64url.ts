/** Bytes or text as base64url without padding (RFC 7515 §2). */
export function encodeBase64url(bytes: Buffer | string): string {
  return (typeof bytes === 'string' ? Buffer.from(bytes) : bytes).toString('base64url')
}

/**
 * The bytes of a base64url text, or undefined unless it is the one canonical spelling: no padding, no spare bits set,
 * no foreign characters. A second spelling of a token would slip past anything that remembers tokens by their text.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
