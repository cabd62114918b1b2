import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from './export.ts'
import type { Column } from './columns.ts'

interface Row {
  readonly name: string
  readonly count: number
}
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: () => null, text: ({ name }) => name },
  { id: 'count', header: 'Count, all', cell: () => null, text: ({ count }) => count },
  { id: 'actions', cell: () => null },
]

test('a list becomes CSV with its headers, without what can be done with its rows', () => {
  assert.equal(toCsv([{ name: 'Maya', count: 2 }], columns), 'Name,"Count, all"\r\nMaya,2\r\n')
})

test('quotes, commas and lines stay in their cell', () => {
  assert.equal(toCsv([{ name: 'a "b", c\nd', count: -1 }], columns).split('\r\n')[1], '"a ""b"", c\nd",-1')
})

test('a name that begins like a formula is not one', () => {
  for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) {
    const line = toCsv([{ name, count: 0 }], columns).split('\r\n')[1] ?? ''
    assert.ok(line.startsWith("'"), line)
  }
})
