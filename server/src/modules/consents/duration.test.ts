import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ago, duration } from './duration.ts'

describe('lengths of time in words', () => {
  test('says the largest unit that is exact', () => {
    assert.equal(duration(3600), '1 hour')
    assert.equal(duration(5400), '90 minutes')
    assert.equal(duration(2_592_000), '30 days')
    assert.equal(duration(61), '61 seconds')
    assert.equal(duration(0), '0 seconds')
  })

  test('says roughly how long ago something was', () => {
    assert.equal(ago(-5), 'just now')
    assert.equal(ago(59_999), 'just now')
    assert.equal(ago(60_000), '1 minute ago')
    assert.equal(ago(29 * 60_000), '29 minutes ago')
    assert.equal(ago(2 * 86_400_000), '2 days ago')
  })
})
