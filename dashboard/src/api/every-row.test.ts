import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyRow, isPauseAfter } from './every-row.ts'
import type { PageQuery } from './every-row.ts'

test('an export takes the rows of every page, one page after the other, and no more pages than it wants', async () => {
  const asked: PageQuery[] = []
  const fetchPage = async (query: PageQuery) => {
    asked.push(query)
    const at = Number(query.cursor ?? 0)
    return { data: [`${at}a`, `${at}b`], next_cursor: at === 2 ? null : String(at + 1), has_more: at < 2 }
  }
  assert.deepEqual(await Array.fromAsync(everyRow(fetchPage)), ['0a', '0b', '1a', '1b', '2a', '2b'])
  assert.deepEqual(asked, [{ limit: 200 }, { limit: 200, cursor: '1' }, { limit: 200, cursor: '2' }])
  for await (const row of everyRow(fetchPage)) if (row === '0b') break
  assert.equal(asked.length, 4)
})

test('a list asks before it reads on after every five pages in a row without a row', () => {
  const pagesOf = (...counts: number[]) => counts.map((count) => ({ data: Array.from({ length: count }) }))
  const paused = (...counts: number[]): boolean => isPauseAfter(pagesOf(...counts))
  assert.deepEqual([paused(), paused(3), paused(0), paused(0, 0, 0, 0)], [false, false, false, false])
  assert.deepEqual([paused(0, 0, 0, 0, 0), paused(3, 0, 0, 0, 0, 0)], [true, true])
  assert.equal(paused(0, 0, 0, 0, 0, 0), false, 'whoever said yes gets five more')
  assert.equal(paused(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), true)
  assert.equal(paused(0, 0, 0, 0, 0, 1), false)
})
