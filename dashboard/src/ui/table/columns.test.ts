import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const sources = fileURLToPath(new URL('../..', import.meta.url))

test('every column says what it is: buttons stand in a column of actions, which the table names', () => {
  const files = globSync('**/*.tsx', { cwd: sources })
  assert.ok(files.length > 100, 'the sources are read')
  const nameless = files.filter((file) =>
    /header: (''|""|``)|<th[^>]*>\s*<\/th>|<th[^>]*\/>/.test(readFileSync(sources + file, 'utf8')),
  )
  assert.deepEqual(nameless, [])
})
