import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'
import { mutated } from './compiler.ts'
import { mutationsOf } from './mutations.ts'
import type { Mutation } from './mutations.ts'
import { inBatches } from './touching.ts'

/** Every mutation of a text, and the text with each in it. */
function mutationsIn(text: string): { readonly mutation: Mutation; readonly becomes: string }[] {
  const files = { '/tsconfig.json': '{ "compilerOptions": { "noLib": true, "types": [] } }', '/a.ts': text }
  const api = new API({ cwd: '/', fs: createVirtualFileSystem(files) })
  try {
    const file = api
      .updateSnapshot({ openProjects: ['/tsconfig.json'] })
      .getProject('/tsconfig.json')
      ?.program.getSourceFile('/a.ts')
    assert.ok(file)
    return mutationsOf(file).map((mutation) => ({ mutation, becomes: mutated(text, mutation) }))
  } finally {
    api.close()
  }
}

const becomes = (text: string): string[] => mutationsIn(text).map((one) => one.becomes)

test('makes the mistakes that one makes: a condition, an operator, a constant, a check left out', () => {
  assert.deepEqual(becomes('if (a) b()'), ['if (true) b()', 'if (false) b()', 'if (a) void 0'])
  assert.deepEqual(becomes('const x = a && !b'), ['const x = a', 'const x = !b', 'const x = a && b'])
  assert.deepEqual(becomes('const x = age > 60'), ['const x = age >= 60', 'const x = age > 61'])
  assert.deepEqual(becomes('const x = a ? b : c'), ['const x = b', 'const x = c'])
  assert.deepEqual(becomes('const x = [true, false]'), ['const x = [false, false]', 'const x = [true, true]'])
  assert.deepEqual(becomes('throw refused()'), ['void 0'])
})

test('makes them in SQL, and in no other text, type or import', () => {
  const query = 'const q = sql`SELECT 1 WHERE a = ${b} AND c IS NULL`'
  assert.deepEqual(becomes(query), [query.replace(' AND ', ' OR '), query.replace('IS NULL', 'IS NOT NULL')])
  assert.deepEqual(becomes("import { a } from 'b'\ntype T = 1 | true\nconst x = `1 AND 2` + 'a > b'").slice(1), [])
})

test('tells what runs when a module is loaded from what a test runs', () => {
  const found = mutationsIn('const MAX = 60\nconst f = () => 7\nclass C { m() { return 8 } }')
  assert.deepEqual(
    found.map(({ mutation: { text, atLoad } }) => [text, atLoad]),
    [
      ['61', true],
      ['8', false],
      ['9', false],
    ],
  )
})

test('runs the tests that are named like the source first', () => {
  const tests = ['userinfo', 'consent', 'dpop', 'audit', 'token-exchange'].map((name) => ({
    file: `flows/${name}.test.ts`,
  }))
  const [first, rest] = inBatches('src/oauth/token/grants/token-exchange.ts', tests)
  assert.equal(first?.[0]?.file, 'flows/token-exchange.test.ts')
  assert.deepEqual([first?.length, rest?.length], [3, 2])
})
