// node make-dashboard.mjs <workspace> <directory>: builds the dashboard, and leaves each file beside its packed forms, so that the
// server packs nothing while somebody waits.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const [workspace, directory] = process.argv.slice(2)
const WORTH_PACKING = /\.(js|css|svg)$/

await build({
  root: workspace,
  configFile: path.join(workspace, 'vite.config.ts'),
  // Whatever the environment of whoever starts the server says.
  mode: 'production',
  logLevel: 'error',
  build: { outDir: directory, emptyOutDir: true },
})

const assets = path.join(directory, 'assets')
for (const name of readdirSync(assets).filter((file) => WORTH_PACKING.test(file))) {
  const file = path.join(assets, name)
  const text = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }))
}
