import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReadFirstKey } from './first-key-access.ts'

const asker = (host: string | string[], fromLoopback = true) => ({
  fromLoopback,
  headerValues: () => [host].flat(),
})

for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST']) {
  test(`gives the first key to this machine when it calls ${host}`, () => {
    assert.equal(mayReadFirstKey('loopback', asker(host)), true)
  })
}

for (const host of [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example:80',
  '0.0.0.0',
  '',
  'localhost:',
]) {
  test(`refuses the first key to a page that reached us as "${host}"`, () => {
    assert.equal(mayReadFirstKey('loopback', asker(host)), false)
  })
}

test('refuses the first key to a request with two or no hosts', () => {
  assert.equal(mayReadFirstKey('loopback', asker(['localhost', 'localhost'])), false)
  assert.equal(mayReadFirstKey('loopback', asker([])), false)
})

test('refuses the first key to another machine', () => {
  assert.equal(mayReadFirstKey('loopback', asker('localhost', false)), false)
})

test('follows the setting', () => {
  assert.equal(mayReadFirstKey('off', asker('localhost')), false)
  assert.equal(mayReadFirstKey('any', asker('id.example.com', false)), true)
})
