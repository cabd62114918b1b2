import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { freshDatabase } from '#test/support/engines.ts'
import { glob, globStored } from './dialect.ts'
import { globToRegex } from './glob.ts'
import { sql } from './sql.ts'
import type { FreshDatabase } from '#test/support/engines.ts'

let sqlite: FreshDatabase
let postgres: FreshDatabase

before(async () => {
  sqlite = await freshDatabase('sqlite')
  postgres = await freshDatabase('postgres')
})

after(async () => {
  await sqlite.release()
  await postgres.release()
})

async function matches({ db }: FreshDatabase, text: string, pattern: string): Promise<unknown> {
  const row = await db.get(sql`SELECT ${glob(sql`CAST(${text} AS text)`, pattern)} AS matched`)
  const stored = await db.get(sql`
    SELECT ${globStored(sql`CAST(${text} AS text)`, sql`CAST(${pattern} AS text)`, sql`CAST(${globToRegex(pattern)} AS text)`)}
      AS matched`)
  assert.equal(stored?.['matched'], row?.['matched'], 'a stored pattern matches the same')
  return row?.['matched']
}

async function assertSame(text: string, pattern: string): Promise<unknown> {
  const [expected, actual] = [await matches(sqlite, text, pattern), await matches(postgres, text, pattern)]
  assert.equal(actual, expected, `${JSON.stringify(text)} GLOB ${JSON.stringify(pattern)}`)
  return actual
}

const CASES: readonly [pattern: string, matching: readonly string[], others: readonly string[]][] = [
  ['agent-*', ['agent-', 'agent-1', 'agent-a\nb'], ['Agent-1', 'xagent-1', 'agent']],
  ['a?c', ['abc', 'a\nc', 'a?c', 'aéc', 'a😀c'], ['ac', 'abbc']],
  ['*', ['', 'x', '\n'], []],
  ['', [''], ['x']],
  ['[abc]', ['a', 'b'], ['d', 'ab', '']],
  ['[a-c]x', ['ax', 'cx'], ['dx', '-x', 'Ax']],
  ['[^a-c]', ['d', '\n', '^'], ['a', 'b', '']],
  ['[!a]', ['!', 'a'], ['b']],
  ['[]a]', [']', 'a'], ['[']],
  ['[^]a]', ['b', '['], [']', 'a', '']],
  ['[]-a]', [']', '-', 'a'], ['^', '_']],
  ['[a-c-e]', ['a', 'c', '-', 'e'], ['d']],
  ['[c-a]', ['c'], ['a', 'b', '-']],
  ['[a-]', ['a', '-'], ['b']],
  ['[-a]', ['a', '-'], ['b']],
  ['[^-a]', ['b'], ['a', '-']],
  ['[a^]', ['a', '^'], ['b']],
  ['[[:alpha:]]', [':]', 'a]', '[]'], ['b', 'b]']],
  ['[\\d]', ['\\', 'd'], ['1']],
  ['[unclosed', [], ['[unclosed', 'u', '']],
  ['*[', [], ['[', 'a[', '']],
  ['[]', [], ['[]', ']', '']],
  ['[^]', [], ['^', '', 'a']],
  ['a%b_c', ['a%b_c'], ['axbxc']],
  ['\\*', ['\\', '\\x'], ['*']],
  ["it's", ["it's"], ['its']],
  ['(a|b)+{2}$^.', ['(a|b)+{2}$^.'], ['aa']],
  ['***=a', ['=a', 'x=a'], ['a']],
  ['(?i)a', ['(xi)a'], ['A']],
  ['é*', ['école'], ['e', 'École']],
  ['[à-ü]', ['é'], ['e', 'É']],
  ['[😀-😂]', ['😁'], ['😃']],
]

test('AD6 a pattern matches the same texts on both engines', async () => {
  for (const [pattern, matching, others] of CASES) {
    for (const text of matching) assert.equal(await assertSame(text, pattern), 1, `${text} should match ${pattern}`)
    for (const text of others) assert.equal(await assertSame(text, pattern), 0, `${text} should not match ${pattern}`)
  }
})

test('AD6 any pattern and any text agree on both engines', async () => {
  const sign = fc.constantFrom(...'ab-]^[!*?\\|.(){}+$,:=#&~\n\t %_é😀zA09')
  const pattern = fc.array(sign, { maxLength: 10 }).map((signs) => signs.join(''))
  await fc.assert(
    fc.asyncProperty(pattern, fc.array(sign, { maxLength: 4 }), async (glob_, text) => {
      await assertSame(text.join(''), glob_)
    }),
    { numRuns: 1500 },
  )
})

test('AD6 a pattern of 256 wildcards answers at once on both engines', async () => {
  const started = performance.now()
  const patterns = [
    '*a'.repeat(128),
    '*?'.repeat(128),
    `${'*a'.repeat(127)}b`,
    `${'*[a]'.repeat(63)}b`,
    '*[^a]'.repeat(51),
  ]
  for (const pattern of patterns) await assertSame('a'.repeat(500), pattern)
  // One that tries every way to match would not be done in a year.
  assert.ok(performance.now() - started < 30_000)
})
