import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugOf } from './slug.ts'

test('makes a name for addresses of any name', () => {
  assert.equal(slugOf('Nordlicht & Söhne'), 'nordlicht-sohne')
  assert.equal(slugOf('  Acme, Inc. '), 'acme-inc')
  assert.equal(slugOf('日本'), '')
  assert.equal(slugOf(`${'a'.repeat(62)} b`), 'a'.repeat(62))
})
