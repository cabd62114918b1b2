import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Choice, every, flatten, isFlat, join, joinAny, raw, render, sql } from './sql.ts'

test('values become placeholders of the engine, in order', () => {
  const statement = sql`SELECT ${raw('a')} FROM t WHERE b = ${1} AND ${sql`c = ${'x'}`} LIMIT ${null}`
  assert.deepEqual(render(statement, 'sqlite'), {
    text: 'SELECT a FROM t WHERE b = ? AND c = ? LIMIT ?',
    values: [1, 'x', null],
  })
  assert.equal(render(statement, 'postgres').text, 'SELECT a FROM t WHERE b = $1 AND c = $2 LIMIT $3')
})

test('a choice renders the fragment of its engine', () => {
  const choice = new Choice(sql`x = ${1}`, sql`y = ${2}`)
  assert.deepEqual(render(sql`${choice}`, 'sqlite'), { text: 'x = ?', values: [1] })
  assert.deepEqual(render(sql`${choice}`, 'postgres'), { text: 'y = $1', values: [2] })
})

test('flattening leaves the text and the values, and takes the fragment of the engine', () => {
  const choice = new Choice(sql`x = ${1}`, sql`y = ${2} AND z = ${3}`)
  const statement = sql`SELECT ${raw('a')} FROM t WHERE b = ${1} AND ${sql`c = ${'x'} AND ${choice}`} LIMIT ${null}`
  for (const engine of ['sqlite', 'postgres'] as const) {
    const flat = flatten(statement, engine)
    assert.equal(isFlat(flat), true)
    assert.deepEqual(render(flat, engine), render(statement, engine))
  }
})

test('joins lists of values and of conditions', () => {
  assert.deepEqual(render(sql`IN (${join(['a', 2])})`, 'sqlite'), { text: 'IN (?, ?)', values: ['a', 2] })
  assert.equal(render(join([]), 'sqlite').text, '')
  assert.equal(render(every([]), 'sqlite').text, '1 = 1')
  assert.equal(render(every([undefined, sql`a OR b`, raw('c')]), 'sqlite').text, '(a OR b) AND (c)')
})

test('lists of any length share few texts', () => {
  const textOf = (length: number) => render(joinAny(Array.from({ length }, (_, i) => i)), 'sqlite').text
  const texts = new Set(Array.from({ length: 500 }, (_, i) => textOf(i + 1)))
  assert.equal(texts.size, 10)
  assert.deepEqual(render(joinAny(['a', 'b', 'c']), 'sqlite'), { text: '?, ?, ?, ?', values: ['a', 'b', 'c', 'c'] })
  assert.deepEqual(render(joinAny(['a']), 'sqlite').values, ['a'])
  assert.throws(() => joinAny([]), TypeError)
})

test('a statement with fragments is not flat', () => {
  assert.equal(isFlat(sql`a = ${1} AND b = ${null}`), true)
  assert.equal(isFlat(sql`a = ${sql`1`}`), false)
  assert.equal(isFlat(sql`${new Choice(raw('a'), raw('b'))}`), false)
})
