// node make-bundle.mjs <source> <directory>: writes a program and what it imports into a few files with source maps.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const [source, directory] = process.argv.slice(2)
const ours = path.dirname(source)

/** Files are read from beside the source that names them. */
const whereSourcesStand = {
  name: 'where-sources-stand',
  transform(code, file) {
    if (!file.startsWith(ours) || !code.includes('import.meta.url')) return undefined
    const place = `new URL(${JSON.stringify(path.relative(directory, file))}, import.meta.url).href`
    return { code: code.replaceAll('import.meta.url', place), map: null }
  },
}

const bundle = await rolldown({
  input: { main: source },
  platform: 'node',
  // A package that pg takes when it is there.
  external: ['pg-native'],
  plugins: [whereSourcesStand],
  logLevel: 'silent',
})
const { output } = await bundle.write({
  dir: directory,
  format: 'esm',
  sourcemap: 'hidden',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
// Who maps a line needs its place, not its text.
for (const { fileName } of output.filter(({ fileName }) => fileName.endsWith('.map'))) {
  const file = path.join(directory, fileName)
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify(map))
}
