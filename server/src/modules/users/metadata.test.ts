import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#/platform/errors/app-error.ts'
import { checkedMetadata } from './metadata.ts'

test('metadata holds 16 KiB and not a byte more', () => {
  const room = 16 * 1024 - '{"note":""}'.length
  assert.ok(checkedMetadata({ note: 'x'.repeat(room) }))
  const isTooLarge = (error: unknown) => error instanceof AppError && error.code.code === 'metadata_too_large'
  assert.throws(() => checkedMetadata({ note: 'x'.repeat(room + 1) }), isTooLarge)
  assert.throws(() => checkedMetadata({ note: 'é'.repeat(room / 2 + 1) }), isTooLarge)
})
