import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const sources = fileURLToPath(new URL('..', import.meta.url))

/** What does something again and again by the clock, and asks the server nothing. */
const clocks = [
  // Ages of things grow.
  'ui/now.ts',
  // Lines that came by a stream are painted.
  'pages/logs/follow.ts',
]

test('nothing asks the server by the clock: what changes is told by the stream', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) => !file.endsWith('.test.ts'))
  const byClock = files.filter((file) => /refetchInterval|setInterval/.test(readFileSync(sources + file, 'utf8')))
  assert.ok(files.length > 100, 'the sources are read')
  assert.deepEqual(byClock.toSorted(), clocks.toSorted())
})
