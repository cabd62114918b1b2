// Leaves built files beside their packed forms, so that the server packs nothing while somebody waits.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Writes both packed forms. The last level of `brotli` takes ten times as long as the one before, for a few bytes in a hundred. */
export function packBeside(file, { brotli = constants.BROTLI_MAX_QUALITY } = {}) {
  const text = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_QUALITY]: brotli }
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
}
