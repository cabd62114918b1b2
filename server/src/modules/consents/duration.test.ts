import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ago, duration } from './duration.ts'

describe('lengths of time in words', () => {
  test('says the largest unit that is exact', () => {
    assert.equal(duration(3600, 'en'), '1 hour')
    assert.equal(duration(5400, 'en'), '90 minutes')
    assert.equal(duration(2_592_000, 'en'), '30 days')
    assert.equal(duration(61, 'en'), '61 seconds')
    assert.equal(duration(0, 'en'), '0 seconds')
    assert.equal(duration(86_400, 'es'), '1 día')
    assert.equal(duration(5400, 'es'), '90 minutos')
  })

  test('says roughly how long ago something was', () => {
    assert.equal(ago(-5, 'en'), 'just now')
    assert.equal(ago(59_999, 'en'), 'just now')
    assert.equal(ago(60_000, 'en'), '1 minute ago')
    assert.equal(ago(29 * 60_000, 'en'), '29 minutes ago')
    assert.equal(ago(2 * 86_400_000, 'en'), '2 days ago')
    assert.equal(ago(0, 'es'), 'ahora mismo')
    assert.equal(ago(2 * 86_400_000, 'es'), 'hace 2 días')
  })
})
