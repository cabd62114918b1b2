import { base64url } from 'jose'

/** A value that nobody guesses: 256 bits, as base64url. */
export const randomToken = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** SHA-256 of a text, as base64url. */
export async function sha256(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
