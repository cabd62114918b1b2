import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ago, day } from './relative-time.ts'

const NOW = Date.UTC(2026, 10, 21, 9, 41, 7)
const SECOND = 1000
const DAY = 86_400 * SECOND

test('says how long ago something was in the largest unit that fits, in both languages', () => {
  const told = [
    [0, 'now', 'ahora'],
    [-5 * SECOND, 'now', 'ahora'],
    [59 * SECOND, 'now', 'ahora'],
    [60 * SECOND, '1 minute ago', 'hace 1 minuto'],
    [3 * 3600 * SECOND, '3 hours ago', 'hace 3 horas'],
    [DAY, 'yesterday', 'ayer'],
    [6 * DAY, '6 days ago', 'hace 6 días'],
    [8 * DAY, 'last week', 'la semana pasada'],
    [800 * DAY, '2 years ago', 'hace 2 años'],
  ] as const
  for (const [age, english, spanish] of told) {
    assert.match(String(ago(NOW - age, NOW, 'en')), new RegExp(`>${english}</time>$`))
    assert.match(String(ago(NOW - age, NOW, 'es')), new RegExp(`>${spanish}</time>$`))
  }
})

test('keeps the exact moment behind it', () => {
  assert.equal(
    String(ago(NOW, NOW, 'en')),
    '<time datetime="2026-11-21T09:41:07.000Z" title="November 21, 2026 at 09:41 UTC">now</time>',
  )
  assert.match(String(day(NOW, 'es')), />21 de noviembre de 2026<\/time>$/)
})
