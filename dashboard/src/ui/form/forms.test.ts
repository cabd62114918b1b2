import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const pages = path.resolve(import.meta.dirname, '../../pages')

test('nothing is made anew when what it is about changes: a form would lose the focus, and what somebody types', () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  assert.ok(files.length > 100)
  const found = files.filter((name) =>
    /\bkey=\{[^}]*(?:updated_at|data\.version|JSON\.stringify)/.test(readFileSync(path.join(pages, name), 'utf8')),
  )
  assert.deepEqual(found, [])
})
