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

/** What a server has thousands of. */
const LONG = [
  ...['users/list', 'agents/list', 'apps/list', 'organizations/list', 'consents/list', 'audit-logs/list'],
  ...['tokens/table', 'webhooks/deliveries'],
]

test('the columns of a long list stay the same while it is read: otherwise every row is drawn again with each page', () => {
  const others = LONG.filter((name) => {
    const text = readFileSync(`${sources}pages/${name}.tsx`, 'utf8')
    const columns = text.slice(text.indexOf('function useColumns('))
    return (
      !/^function useColumns\([^{]*\{(?:(?!\n\}\n)[^])*return useMemo\(/.test(columns) || text.includes('columns={[')
    )
  })
  assert.deepEqual(others, [])
})
