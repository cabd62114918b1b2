import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('counts an IPv4 address by itself, also when it comes mapped into IPv6', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
})

test('counts every IPv6 address of a /64 together, however it is written', () => {
  for (const address of [
    '2001:db8:0:7::1',
    '2001:db8::7:0:0:0:1',
    '2001:0DB8:0000:0007:ffff:ffff:ffff:ffff',
    '2001:db8:0:7:1:2:192.0.2.1',
    '2001:db8:0:7::1%eth0',
  ]) {
    assert.equal(networkOf(address), '2001:db8:0:7::/64', address)
  }
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.notEqual(networkOf('2001:db8:0:8::1'), '2001:db8:0:7::/64')
})

test('leaves alone what is no address', () => {
  assert.equal(networkOf('unknown'), 'unknown')
})
