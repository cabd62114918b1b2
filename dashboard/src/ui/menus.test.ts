import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemFor } from './menus.ts'

const [all, owner, operator, support] = ['All', 'Owner', 'Operator', 'Support'].map((textContent) => ({ textContent }))
const items = [all, owner, operator, support].filter((item) => item !== undefined)

test('arrows go round a menu, and from none to its nearer end', () => {
  const after = (key: string, from: unknown) => itemFor(key, items, from, { text: '', at: 0 })
  assert.equal(after('ArrowDown', undefined), all)
  assert.equal(after('ArrowUp', undefined), support)
  assert.equal(after('ArrowDown', support), all)
  assert.equal(after('ArrowUp', all), support)
  assert.equal(after('Home', support), all)
  assert.equal(after('End', all), support)
  assert.equal(after('Enter', all), undefined)
  assert.equal(after(' ', all), undefined)
})

test('letters lead to the item whose name begins with them, and begin anew after a pause', () => {
  const typed = { text: '', at: 0 }
  const now = 1_000_000
  assert.equal(itemFor('o', items, all, typed, now), owner)
  assert.equal(itemFor('P', items, owner, typed, now + 100), operator)
  assert.equal(itemFor('x', items, operator, typed, now + 200), undefined)
  assert.equal(itemFor('o', items, operator, typed, now + 2000), owner)
  assert.equal(itemFor('s', items, owner, typed, now + 4000), support)
  // A space is a letter of a name that was begun.
  assert.equal(itemFor(' ', items, support, typed, now + 4100), undefined)
  assert.equal(typed.text, 's ')
})
