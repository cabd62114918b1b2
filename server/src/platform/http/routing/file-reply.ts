import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Reply } from './reply.ts'

type Headers = Readonly<Record<string, string | undefined>>

const pack = promisify(gzip)

/** For what is named after its content. */
export const FOR_GOOD = 'public, max-age=31536000, immutable'
// Whatever stands in a file: shown by itself it is in no origin, runs nothing and loads nothing.
const HARMLESS = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** A file for browsers. RFC 9110 §13.1.2: whoever has it already, as `known` says, is told so. */
export function fileReply(
  body: string | Uint8Array,
  { etag, known, headers }: { etag: string; known: string | undefined; headers: Readonly<Record<string, string>> },
): Reply {
  const all = { 'content-security-policy': HARMLESS, ...headers, etag }
  const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  return isKnown ? new Reply(304, undefined, all) : new Reply(200, body, all)
}

const taken = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i,
} as const

/** Whether a client unpacks this coding (RFC 9110 §12.5.3). */
export const takes = (coding: keyof typeof taken, headers: Headers): boolean =>
  taken[coding].test(headers['accept-encoding'] ?? '')

/** A long text that is the same for everybody: packed once, beside the plain bytes for those who unpack nothing. */
export class PackedText {
  readonly #plain: Uint8Array
  readonly #packed: Uint8Array
  readonly #hash: string
  readonly #headers: Readonly<Record<string, string>>

  private constructor(plain: Uint8Array, packed: Uint8Array, headers: Readonly<Record<string, string>>) {
    this.#plain = plain
    this.#packed = packed
    this.#hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    this.#headers = headers
  }

  static async of(text: string, headers: Readonly<Record<string, string>>): Promise<PackedText> {
    const plain = Buffer.from(text)
    return new PackedText(plain, await pack(plain), headers)
  }

  reply(request: Headers): Reply {
    const packs = takes('gzip', request)
    return fileReply(packs ? this.#packed : this.#plain, {
      etag: `"${this.#hash}${packs ? '-gzip' : ''}"`,
      known: request['if-none-match'],
      headers: { vary: 'Accept-Encoding', ...this.#headers, ...(packs ? { 'content-encoding': 'gzip' } : {}) },
    })
  }
}
