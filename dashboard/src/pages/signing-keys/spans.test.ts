import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SigningKey } from '@mandate/sdk'
import { aheadOf, spanOf } from './spans.ts'

const key: SigningKey = {
  kid: 'k1',
  algorithm: 'ES256',
  state: 'retired',
  created_at: '2026-11-20T00:00:00.000Z',
  known_from: '2026-11-20T00:10:00.000Z',
  activated_at: '2026-11-20T01:00:00.000Z',
  retired_at: '2026-11-21T00:00:00.000Z',
  published_until: '2026-11-23T00:00:00.000Z',
  revoked_at: null,
}

test('a key that was retired signs no more and is published on', () => {
  const span = spanOf(key)
  assert.equal(span.signsTo, Date.parse('2026-11-21T00:00:00.000Z'))
  assert.equal(span.to, Date.parse('2026-11-23T00:00:00.000Z'))
  assert.equal(span.state, 'retired')
})

test('a key that was revoked is gone from that moment', () => {
  const revoked_at = '2026-11-20T12:00:00.000Z'
  const span = spanOf({ ...key, state: 'revoked', retired_at: null, revoked_at })
  assert.equal(span.to, Date.parse(revoked_at))
  assert.equal(span.signsTo, Date.parse(revoked_at))
  assert.equal(span.state, 'gone')
})

test('the picture looks ahead to the last moment that is known, and a day at least', () => {
  const now = Date.parse('2026-11-21T00:00:00.000Z')
  assert.equal(aheadOf([spanOf(key)], now), 2 * 86_400_000)
  assert.equal(aheadOf([], now), 86_400_000)
})
