import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const maker = fileURLToPath(new URL('../../../bootstrap/make-bundle.mjs', import.meta.url))
const sourceLines = fileURLToPath(new URL('./source-lines.ts', import.meta.url))

test('a stack names the lines of the sources when the program is a bundle', (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-lines-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const source = path.join(directory, 'program.ts')
  writeFileSync(
    source,
    `
    import { showSourceLines } from ${JSON.stringify(sourceLines)}
    const words: string = 'señor → ’'
    interface Taken { readonly away: string }

    showSourceLines(import.meta.filename)
    const said = '→’'; function fail({ away }: Taken): never { throw new TypeError(away + said) }
    try { fail({ away: 'gone' }) } catch (error) { console.log((error as Error).stack, words) }
    `,
  )
  const made = spawnSync(process.execPath, [maker, source, path.join(directory, 'out')], { encoding: 'utf8' })
  assert.equal(made.status, 0, made.stderr)
  // In one byte a character, which is half the memory.
  const program = readFileSync(path.join(directory, 'out', 'main.mjs'), 'latin1')
  assert.doesNotMatch(program, /[^\0-\x7f]/)
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(directory, 'out', 'main.mjs')], {
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  const [head, thrown, called] = stdout.split('\n')
  assert.equal(head, 'TypeError: gone→’')
  assert.match(stdout, / señor → ’\n$/)
  assert.match(thrown ?? '', /^ {4}at fail \(file:.*\/program\.ts:7:74\)$/)
  assert.match(called ?? '', /^ {4}at file:.*\/program\.ts:8:11$/)
})
