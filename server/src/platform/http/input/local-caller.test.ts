import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLocalCaller } from './local-caller.ts'

const HERE = 'http://localhost:8080'
const caller = (host: string | string[], fromLoopback = true) => ({
  fromLoopback,
  headerValues: () => [host].flat(),
})

for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST']) {
  test(`takes a caller for this machine when it calls ${host}`, () => {
    assert.equal(isLocalCaller(HERE, caller(host)), true)
    assert.equal(isLocalCaller('http://127.0.0.1:8080/id', caller(host)), true)
  })

  test(`takes nobody for this machine behind a public base URL, though the proxy asks for ${host}`, () => {
    for (const baseUrl of ['https://id.example.com', 'http://localhost.example.com', 'http://10.0.0.5:8080'])
      assert.equal(isLocalCaller(baseUrl, caller(host)), false, baseUrl)
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
  test(`does not take a page for this machine that reached us as "${host}"`, () => {
    assert.equal(isLocalCaller(HERE, caller(host)), false)
  })
}

test('takes no request with two or no hosts for one of this machine', () => {
  assert.equal(isLocalCaller(HERE, caller(['localhost', 'localhost'])), false)
  assert.equal(isLocalCaller(HERE, caller([])), false)
})

test('does not take another machine for this one', () => {
  assert.equal(isLocalCaller(HERE, caller('localhost', false)), false)
})
