import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksIn } from './links.ts'

test('finds each link of a message once, without the full stop behind it', () => {
  const text =
    'Open https://id.example/verify?token=a_b-c.\n\n(https://id.example/verify?token=a_b-c) or http://x.example/'
  assert.deepEqual(linksIn(text), ['https://id.example/verify?token=a_b-c', 'http://x.example/'])
  assert.deepEqual(linksIn('Your password was changed.'), [])
})
