import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, lineOf, withLines } from './lines.ts'

const line = (number: number, msg: string) =>
  lineOf(number, { level: 'warn', time: '2026-11-22T10:00:00.000Z', msg, request_id: `req_${number}` })

test('a line of the stream has its parts apart', () => {
  assert.deepEqual(line(1, 'request refused'), {
    number: 1,
    level: 'warn',
    time: '2026-11-22T10:00:00.000Z',
    message: 'request refused',
    fields: { request_id: 'req_1' },
  })
  assert.deepEqual(lineOf(2, 'rubbish').fields, {})
})

test('the newest two thousand lines are kept', () => {
  const lines = withLines(
    Array.from({ length: 1999 }, (_, i) => line(i, 'a')),
    [line(1999, 'b'), line(2000, 'c')],
  )
  assert.equal(lines.length, 2000)
  assert.equal(lines[0]?.number, 1)
  assert.equal(lines.at(-1)?.message, 'c')
})

test('a line is found by what it says, wherever it says it', () => {
  const lines = [line(1, 'started'), line(2, 'request refused')]
  assert.deepEqual(
    found(lines, 'REFUSED').map(({ number }) => number),
    [2],
  )
  assert.deepEqual(
    found(lines, 'req_1').map(({ number }) => number),
    [1],
  )
  assert.equal(found(lines, ' ').length, 2)
})
