import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactTime, relativeTime } from './relative-time.ts'

const now = Date.UTC(2026, 10, 22, 12, 0, 0)

test('a moment is told by its distance, in the words of the language', () => {
  assert.equal(relativeTime(now, now, 'en'), 'now')
  assert.equal(relativeTime(now - 59_000, now, 'en'), '59 seconds ago')
  assert.equal(relativeTime(now - 61_000, now, 'en'), '1 minute ago')
  assert.equal(relativeTime(now - 5 * 3_600_000, now, 'en'), '5 hours ago')
  assert.equal(relativeTime(now + 25 * 3_600_000, now, 'en'), 'tomorrow')
  assert.equal(relativeTime(now - 40 * 86_400_000, now, 'es'), 'el mes pasado')
  assert.equal(relativeTime(now - 800 * 86_400_000, now, 'es'), 'hace 2 años')
})

test('the exact moment says when it is UTC', () => {
  assert.match(exactTime(now, 'en', 'utc'), /^Nov 22, 2026, 12:00:00\sPM UTC$/)
})
