import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

// Who imports whom, at run time and for types. To bend a rule, edit the table and say why.

/** Each room with the rooms it may import from, besides itself. What is generated gives the others types alone. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  client: [],
  generated: ['client'],
  oauth: ['client'],
  verify: ['client', 'oauth'],
  webhooks: ['client'],
  react: ['oauth'],
  'index.ts': ['client', 'generated'],
}

/** What comes from npm, by room: everything else is what runtimes have. */
const packages: Readonly<Record<string, readonly string[]>> = {
  oauth: ['jose'],
  verify: ['jose'],
  react: ['react'],
}

interface Import {
  readonly file: string
  readonly specifier: string
  readonly isType: boolean
}

const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
const textOf = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const codeOf = (file: string): string => textOf(file).replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
const roomOf = (file: string): string => file.split('/')[0] ?? ''

const imports: readonly Import[] = files.flatMap((file) =>
  [
    ...textOf(file).matchAll(
      /^(?:import|export)\b( type)?[^'\n]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map(([, type, from, bare, dynamic]) => ({
    file,
    specifier: from ?? bare ?? dynamic ?? '',
    isType: type !== undefined,
  })),
)

const breaches = (breaks: (it: Import) => boolean): string[] =>
  imports.filter(breaks).map(({ file, specifier }) => `${file} imports ${specifier}`)

test('each room imports only from the rooms below it', () => {
  assert.ok(imports.length > 100)
  assert.deepEqual(
    breaches(({ file, specifier, isType }) => {
      if (!specifier.startsWith('#/')) return false
      const target = roomOf(specifier.slice(2))
      if (isType && target === 'generated') return false
      return target !== roomOf(file) && !(rooms[roomOf(file)] ?? []).includes(target)
    }),
    [],
  )
})

test('nothing of the server, of Node or of a package that is not listed is imported', () => {
  assert.deepEqual(
    breaches(({ file, specifier, isType }) => {
      if (/^(\.\/|#\/)/.test(specifier)) return false
      const listed = packages[roomOf(file)] ?? []
      // A type of somebody's framework is gone before anything runs.
      return !listed.includes(specifier) && !(isType && roomOf(file) === 'verify')
    }),
    [],
  )
})

test('a path never climbs', () => {
  assert.deepEqual(
    breaches(({ specifier }) => specifier.includes('../')),
    [],
  )
})

test('nothing is used that only Node has', () => {
  const found = files.filter((file) => /\b(process\.|Buffer\.|require\(|__dirname|import\.meta)/.test(codeOf(file)))
  assert.deepEqual(found, [])
})

test('the time and chance are asked of what was given', () => {
  const own = ['client/clock.ts', 'client/transport.ts']
  const found = files.filter(
    (file) => !own.includes(file) && /\bDate\.now\(|new Date\(\)|Math\.random/.test(codeOf(file)),
  )
  assert.deepEqual(found, [])
})
