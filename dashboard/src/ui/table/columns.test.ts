import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { tracksOf, tracksOnPhone } from './columns.ts'

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

test('columns without a width share what is left, and on a phone the first gets what the others there do not need', () => {
  const cells = { header: 'Name', cell: () => '', text: () => '' }
  const columns = [
    { ...cells, id: 'name', width: '30%' },
    { ...cells, id: 'role', isWide: true },
    { ...cells, id: 'state', width: '132px' },
  ]
  assert.equal(tracksOf(columns), '30% minmax(0, 1fr) 132px')
  assert.equal(tracksOnPhone(columns), 'minmax(0, 1fr) 132px')
})
