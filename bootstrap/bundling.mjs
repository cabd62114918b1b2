// Puts a program and all that it needs into a few files with source maps. What the server reads from beside its sources is
// inside, so that the files can be carried elsewhere.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { inOneByte } from './one-byte.mjs'

const SERVER = path.join(path.dirname(import.meta.dirname), 'server')
const SOURCES = path.join(SERVER, 'src')
const OWN_FILES = path.join(SOURCES, 'platform', 'own-files.ts')

/** Where a file of the server is for the server, wherever the bundle may stand. */
const inside = (file) => `own:/${path.relative(SERVER, file).replaceAll(path.sep, '/')}`

/** The texts that the server reads from beside its sources. */
const texts = {
  name: 'texts',
  load(file) {
    if (file !== OWN_FILES) return undefined
    const files = globSync(['migrations/*.sql', 'src/**/*.{css,js,svg,txt}'], { cwd: SERVER }).toSorted()
    const entries = files.map((it) => [inside(path.join(SERVER, it)), readFileSync(path.join(SERVER, it), 'utf8')])
    return {
      moduleType: 'js',
      code: `const texts = new Map(${JSON.stringify(entries)})
        export function readOwnFile({ href }) {
          const text = texts.get(href)
          if (text === undefined) throw new Error(href + ' is not in the bundle')
          return text
        }
        export const ownFilesIn = ({ href }) =>
          [...texts.keys()].filter((it) => it.startsWith(href)).map((it) => it.slice(href.length))`,
    }
  },
  transform(code, file) {
    if (!file.startsWith(SOURCES) || file === OWN_FILES || !code.includes('import.meta.url')) return undefined
    return { code: code.replaceAll('import.meta.url', JSON.stringify(inside(file))), map: null }
  },
}

const THREAD = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/** The threads that the server starts from its sources: files beside the program, or assets of the executable. Tells `found`. */
const threads = (isWhole, found) => ({
  name: 'threads',
  transform(code, file) {
    if (!file.startsWith(SOURCES) || !code.includes('new Threads')) return undefined
    const made = code.replaceAll(THREAD, (_, name) => {
      const source = path.join(path.dirname(file), `${name}.ts`)
      found[name] = source
      if (isWhole)
        return `new URL('data:text/javascript;base64,' + Buffer.from(getAsset('${name}.mjs')).toString('base64'))`
      this.emitFile({ type: 'chunk', id: source, fileName: `${name}.mjs` })
      return `new URL('./${name}.mjs', import.meta['url'])`
    })
    return { code: isWhole ? `import { getAsset } from 'node:sea';${made}` : made, map: null }
  },
})

/** What these packages load for what the server never asks of them. */
const UNASKED = {
  fastify: /^((node:)?(http2|https)|@fastify\/(ajv|fast-json-stringify)-compiler|light-my-request|semver)$/,
  '@prometheus-io': /^((node:)?(http2|https)|@opentelemetry\/api)$/,
}

/** 7 MiB of Node are loaded when they are asked for something, and packages are left out: asked for anything, they say so. */
const unasked = {
  name: 'unasked',
  resolveId(name, importer) {
    const [, asking] = /node_modules\/(fastify|@prometheus-io)\//.exec(importer ?? '') ?? []
    return UNASKED[asking]?.test(name) ? `\0unasked ${name}` : undefined
  },
  load(file) {
    const [marked, name] = file.split(' ')
    if (marked !== '\0unasked') return undefined
    const found = isBuiltin(name)
      ? `process.getBuiltinModule('${name}')[key]`
      : `{ throw new Error('the bundle is without ${name}, which was asked for ' + String(key)) }`
    return `module.exports = new Proxy({}, { get: (_, key) => ${found} })`
  },
}

/** Makes a written chunk small in memory. Who maps a line needs its place, not its text. */
function writeLight(file) {
  const hasMap = existsSync(`${file}.map`)
  const { sourcesContent: _, ...lines } = hasMap ? JSON.parse(readFileSync(`${file}.map`, 'utf8')) : { mappings: '' }
  const { code, map } = inOneByte(readFileSync(file, 'utf8'), lines)
  writeFileSync(file, code)
  if (hasMap) writeFileSync(`${file}.map`, JSON.stringify(map))
}

/**
 * Writes `<name>.mjs` for each program, with the files they share, into a directory. `minify` takes away what only readers
 * need. `isWhole` makes one file of one program, as an executable holds it. Returns the files that went in, and the sources of
 * the threads by name, which such a program wants as its assets.
 */
export async function bundle(programs, directory, { minify = false, isWhole = false } = {}) {
  const sources = {}
  const made = await rolldown({
    input: programs,
    platform: 'node',
    // A package that pg takes when it is there.
    external: ['pg-native'],
    plugins: [threads(isWhole, sources), texts, unasked],
    logLevel: 'silent',
  })
  const { output } = await made.write({
    dir: directory,
    format: 'esm',
    sourcemap: 'hidden',
    minify: minify && { compress: true, mangle: { keepNames: true }, codegen: true },
    ...(isWhole ? { codeSplitting: false } : {}),
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  for (const { fileName } of output.filter(({ type }) => type === 'chunk')) writeLight(path.join(directory, fileName))
  return { inside: output.flatMap(({ moduleIds = [] }) => moduleIds), threads: sources }
}
