import { damaged } from './damage.ts'

/** A row that is longer is none of ours: the largest thing that is kept is a picture. */
const MAX_LINE = 64 * 1024 * 1024
const NEWLINE = 0x0a

/** The lines of a stream of bytes, one after the other. Each ends with a newline, the last one too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, at))
      yield decoder.decode(Buffer.concat(parts))
      parts = []
      length = 0
      from = at + 1
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE) throw damaged('A line is too long.')
  }
  if (length > 0) throw damaged('The last line is not whole.')
}
