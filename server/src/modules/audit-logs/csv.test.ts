import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cell, csvHeader } from './csv.ts'

test('AD8: a cell is quoted, and never a formula to a spreadsheet', () => {
  const neutral = ['=cmd()', '+1', '-1', '@x', '\tx', '\rx', '\nx', ' =1', '\u00a0=1', '＝1', '＋1', '－1', '＠x', '=']
  for (const text of neutral) assert.equal(cell(text), `"'${text}"`, JSON.stringify(text))
  for (const text of ['a=1', 'usr_1', '2026-01-01', '1', "'=1", '{', 'x\n=1']) {
    assert.equal(cell(text), `"${text}"`, JSON.stringify(text))
  }
  assert.equal(cell('"=1+1"'), `"'""=1+1"""`)
  assert.equal(cell('a "b"'), '"a ""b"""')
  assert.equal(cell(null), '""')
  assert.equal(cell(0), '"0"')
})

test('the columns of an export are always the same', () => {
  assert.equal(
    csvHeader,
    '"id","created_at","actor_type","actor_id","action","target_type","target_id","status","request_id","address","sequence","metadata","client_request_id"\r\n',
  )
})
