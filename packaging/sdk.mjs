// What developers install: each entry of the SDK as a module with its types, and nothing of the server.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

/** Writes modules, types and README onto a stage; returns what the manifest says besides name and version. */
export async function sdkPackage(root, stage) {
  const sdk = path.join(root, 'sdk')
  const { description, exports, dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(path.join(sdk, 'package.json'), 'utf8'),
  )
  const entries = Object.entries(exports).map(([entry, source]) => ({ entry, source, name: nameOf(source) }))
  await writeModules(Object.fromEntries(entries.map(({ name, source }) => [name, path.join(sdk, source)])), stage)
  writeTypes(root, sdk, path.join(stage, 'types'))
  cpSync(path.join(sdk, 'README.md'), path.join(stage, 'README.md'))
  return {
    description,
    type: 'module',
    sideEffects: false,
    exports: Object.fromEntries(
      entries.map(({ entry, name }) => [entry, { types: `./types/${name}.d.ts`, default: `./${name}.js` }]),
    ),
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
    engines: { node: '>=20' },
  }
}

/** `./src/oauth/index.ts` → `oauth/index`, for the module and for its types. */
const nameOf = (source) => source.replace(/^\.\/src\//, '').replace(/\.ts$/, '')

async function writeModules(input, stage) {
  // Packages stay packages; `#/` is this one.
  const made = await rolldown({ input, external: /^[^.#/]/, platform: 'neutral', logLevel: 'silent' })
  await made.write({
    dir: stage,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    comments: { jsdoc: false },
  })
  await made.close()
}

function writeTypes(root, sdk, directory) {
  const config = path.join(directory, '..', 'tsconfig.json')
  const tests = path.join(sdk, 'src', '**', '*.test.ts')
  const shape = { extends: path.join(sdk, 'tsconfig.json'), include: [path.join(sdk, 'src')], exclude: [tests] }
  const options = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: directory }
  const rootDir = path.join(sdk, 'src')
  writeFileSync(config, JSON.stringify({ ...shape, compilerOptions: { ...options, rootDir } }))
  execFileSync(path.join(root, 'node_modules', '.bin', 'tsc'), ['-p', config], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  rmSync(config)
  for (const file of globSync('**/*.d.ts', { cwd: directory })) {
    const place = path.join(directory, file)
    writeFileSync(place, published(readFileSync(place, 'utf8'), file))
  }
}

/** Types name each other by where they stand: whoever installs them knows neither `#/` nor the sources. */
const published = (text, file) =>
  text.replaceAll(/(['"])(\.|#)\/([^'"]+)\.ts\1/g, (_, quote, from, target) => {
    const there = from === '#' ? path.posix.relative(path.posix.dirname(file), target) : target
    return `${quote}${there.startsWith('.') ? there : `./${there}`}.js${quote}`
  })
