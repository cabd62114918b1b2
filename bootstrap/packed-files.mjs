// Leaves built files beside their packed forms, so that the server packs nothing while somebody waits.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export function packBeside(file) {
  const text = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }))
}
