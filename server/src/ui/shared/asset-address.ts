import { createHash } from 'node:crypto'

/** What stands in the address of an asset, so that a browser may keep it for good: it changes with the content. */
export const contentHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16)

/** The hash of an asset, and its address with that. */
export function addressOf(name: string, content: string | Uint8Array): { readonly hash: string; readonly url: string } {
  const hash = contentHash(content)
  return { hash, url: `/assets/${name}?v=${hash}` }
}
