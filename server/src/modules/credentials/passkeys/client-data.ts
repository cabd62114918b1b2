import { decodeBase64url } from '#/platform/encoding/base64url.ts'
import { parseStrictObject } from '#/platform/encoding/strict-json.ts'

/** What the browser says about a ceremony, as far as we judge it before the library does (WebAuthn §5.8.1). */
export interface ClientData {
  readonly challenge: string
}

/**
 * The client data of a response, or undefined when nobody should read it: not canonical base64url, ambiguous JSON, or
 * made in a frame of a foreign page, where the person can't see whom they prove themselves to.
 */
export function clientDataOf(clientDataJSON: string): ClientData | undefined {
  const bytes = decodeBase64url(clientDataJSON)
  const { challenge, crossOrigin = false, topOrigin } = (bytes && parseStrictObject(bytes)) ?? {}
  return typeof challenge === 'string' && crossOrigin === false && topOrigin === undefined ? { challenge } : undefined
}
