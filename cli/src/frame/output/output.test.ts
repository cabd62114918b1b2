import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cellForMachines, cellForPeople, memberOf } from './cell.ts'
import { relativeTime } from './relative-time.ts'
import { tableLines, widthOf } from './table.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')

describe('cells', () => {
  test('never carry controls of a terminal, nor tabs into a line', () => {
    assert.ok(!cellForPeople('\u001B[31mred\u202E', NOW).includes('\u001B'))
    assert.equal(cellForMachines('a\tb\nc'), 'a b c')
  })

  test('show moments as people say them, and to machines as they are', () => {
    assert.equal(cellForPeople('2026-11-22T11:57:00.000Z', NOW), relativeTime('2026-11-22T11:57:00.000Z', NOW))
    assert.match(relativeTime('2026-11-22T11:57:00.000Z', NOW), /3/)
    assert.equal(relativeTime('2026-11-22T11:59:40.000Z', NOW), 'just now')
    assert.match(relativeTime('2026-11-25T12:00:00.000Z', NOW), /in 3/)
    assert.equal(cellForMachines('2026-11-22T11:57:00.000Z'), '2026-11-22T11:57:00.000Z')
  })

  test('reach members of members, and members with dots in their names first', () => {
    assert.equal(memberOf({ a: { b: 1 } }, 'a.b'), 1)
    assert.equal(memberOf({ 'a.b': 2, a: { b: 1 } }, 'a.b'), 2)
    assert.equal(memberOf({ a: null }, 'a.b'), undefined)
    assert.equal(memberOf({}, 'toString'), undefined)
  })
})

describe('tables', () => {
  test('fit the terminal and leave ids whole', () => {
    const id = 'agt_1m7yqp7xk7q2m9x4k1vd8hz3n6t0c5wrbyg'
    const lines = tableLines(
      [
        ['ID', 'NAME', 'SCOPE'],
        [id, 'n'.repeat(80), 's'.repeat(30)],
      ],
      80,
    )
    for (const line of lines) assert.ok(widthOf(line) <= 80, line)
    assert.ok(lines[1]?.startsWith(id))
    assert.ok(lines[1]?.includes('…'))
  })

  test('count what is seen, not bytes', () => {
    assert.equal(widthOf('日本'), 4)
    assert.equal(widthOf('e\u0301'), 1)
  })
})
