import { Reply } from './reply.ts'

/** For what is named after its content. */
export const FOR_GOOD = 'public, max-age=31536000, immutable'
// Whatever stands in a file: shown by itself it is in no origin, runs nothing and loads nothing.
const HARMLESS = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** A file for browsers. RFC 9110 §13.1.2: whoever has it already, as `known` says, is told so. */
export function fileReply(
  body: string | Uint8Array,
  { etag, known, headers }: { etag: string; known: string | undefined; headers: Readonly<Record<string, string>> },
): Reply {
  const all = { ...headers, etag, 'content-security-policy': HARMLESS }
  const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  return isKnown ? new Reply(304, undefined, all) : new Reply(200, body, all)
}
