import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { dashboardDirectory } from '#/support/dashboard.ts'

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const KB = 1024
const FIRST_SCRIPTS = 190 * KB
const FIRST_STYLES = 16 * KB
const SCREEN = 45 * KB
/** Screens that bring a large library along. */
const wider: Readonly<Record<string, number>> = { 'src/pages/delegations/canvas.tsx': 80 * KB }

describe('the size of the dashboard', () => {
  const directory = dashboardDirectory()
  const manifest = JSON.parse(readFileSync(path.join(directory, 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const screens = JSON.parse(readFileSync(path.join(directory, 'screens.json'), 'utf8')) as Record<
    string,
    { readonly files: readonly string[] }
  >
  const chunk = (name: string): Chunk => manifest[name] ?? assert.fail(`the manifest has no ${name}`)
  const size = (file: string): number => gzipSync(readFileSync(path.join(directory, file)), { level: 9 }).length
  const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + size(file), 0)

  /** A chunk with all that it needs before it runs. */
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found
    found.add(name)
    for (const other of chunk(name).imports ?? []) withImports(other, found)
    return found
  }
  const scriptsOf = (names: Iterable<string>): Set<string> => new Set([...names].map((name) => chunk(name).file))
  const styles = readdirSync(path.join(directory, 'assets'))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `assets/${file}`)
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? assert.fail('no entry')
  const atFirst = withImports(entry)

  test('at first is 190 KB of scripts and 16 KB of styles at most', () => {
    const [js, css] = [sum(scriptsOf(atFirst)), sum(styles)]
    assert.ok(js <= FIRST_SCRIPTS, `${js} bytes of scripts`)
    assert.ok(css <= FIRST_STYLES, `${css} bytes of styles`)
    assert.ok(js > 50 * KB, 'the manifest names what is loaded')
  })

  // Over HTTP/1.1 browsers load six at a time: each further six wait for a whole round trip.
  test('comes in few files: one of styles, one of scripts, and eight more with a screen at most', () => {
    assert.equal(styles.length, 1, styles.join(' '))
    assert.equal(scriptsOf(atFirst).size, 1, [...atFirst].join(' '))
    const many = Object.entries(screens).filter(([, { files }]) => files.length > 8)
    assert.deepEqual(many, [])
  })

  test('of a screen are known to the server, which names them in the page', () => {
    assert.ok(Object.keys(screens).length >= 45, Object.keys(screens).join(' '))
    for (const [address, { files }] of Object.entries(screens)) {
      assert.ok(
        files.some((file) => file.endsWith('.js')),
        address,
      )
      for (const file of files) assert.ok(size(file) > 0, file)
    }
    const more = [...scriptsOf(withImports('src/pages/users/list.tsx'))].filter((file) => !scriptsOf(atFirst).has(file))
    assert.deepEqual(screens['/users']?.files.toSorted(), more.toSorted())
  })

  // A part that is loaded when it is opened counts with the screen that opens it.
  test('of a screen is 45 KB more at most, shared or not, and of the map 80 KB', () => {
    const parts = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry)
    assert.ok(parts.length >= 50, `only ${parts.length} screens and parts`)
    const tooLarge = parts.flatMap((name) => {
      const around = Object.keys(manifest).filter((other) => chunk(other).dynamicImports?.includes(name))
      const loaded = [name, ...around].flatMap((one) => [...withImports(one)]).filter((one) => !atFirst.has(one))
      const more = sum(scriptsOf(loaded))
      return more > (wider[name] ?? SCREEN) ? [`${name}: ${more} bytes`] : []
    })
    assert.deepEqual(tooLarge, [])
    assert.deepEqual(
      Object.keys(wider).filter((name) => !parts.includes(name)),
      [],
    )
  })
})
