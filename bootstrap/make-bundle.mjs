// node make-bundle.mjs <source> <directory>: writes a program and all that it needs into a few files with source maps. What
// the program reads from beside its sources is inside, so the directory can be carried elsewhere.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const [source, directory] = process.argv.slice(2)
const ours = path.dirname(source)
const home = path.dirname(ours)
const OWN_FILES = path.join(ours, 'platform', 'own-files.ts')

/** Where a file of the program is for the program, wherever the bundle may stand. */
const inside = (file) => `own:/${path.relative(home, file).replaceAll(path.sep, '/')}`

/** The texts that the program reads from beside its sources, and the threads it starts from them. */
const beside = {
  name: 'beside',
  load(file) {
    if (file !== OWN_FILES) return undefined
    const files = globSync(['migrations/*.sql', 'src/**/*.{css,js,txt}'], { cwd: home }).toSorted()
    const texts = files.map((it) => [inside(path.join(home, it)), readFileSync(path.join(home, it), 'utf8')])
    return {
      moduleType: 'js',
      code: `const texts = new Map(${JSON.stringify(texts)})
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
    if (!file.startsWith(ours) || file === OWN_FILES || !code.includes('import.meta.url')) return undefined
    const withThreads = code.replaceAll(
      /new Worker\(new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)\)/g,
      (_, name) => {
        this.emitFile({ type: 'chunk', id: path.join(path.dirname(file), `${name}.ts`), fileName: `${name}.mjs` })
        return `new Worker(new URL('./${name}.mjs', import.meta['url']))`
      },
    )
    return { code: withThreads.replaceAll('import.meta.url', JSON.stringify(inside(file))), map: null }
  },
}

const bundle = await rolldown({
  input: { main: source },
  platform: 'node',
  // A package that pg takes when it is there.
  external: ['pg-native'],
  plugins: [beside],
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
