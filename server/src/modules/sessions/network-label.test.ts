import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { placeOf } from './network-label.ts'

test('an address is a place that a person can judge', () => {
  const places: readonly [string | null, string][] = [
    ['127.0.0.1', 'this machine'],
    ['::1', 'this machine'],
    ['::ffff:127.0.0.1', 'this machine'],
    ['10.1.2.3', 'the local network'],
    ['172.31.0.1', 'the local network'],
    ['172.32.0.1', '172.32.0.1'],
    ['192.168.1.20', 'the local network'],
    ['::ffff:192.168.1.20', 'the local network'],
    ['fe80::1%eth0', 'the local network'],
    ['fd12:3456::1', 'the local network'],
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', networkOf('2001:db8:1:2:3:4:5:6')],
    ['', 'unknown'],
    [null, 'unknown'],
  ]
  for (const [address, place] of places) assert.equal(placeOf(address), place, String(address))
})

test('an address is a place in Spanish as well', () => {
  assert.deepEqual(
    ['127.0.0.1', '10.1.2.3', '203.0.113.7', ''].map((address) => placeOf(address, 'es')),
    ['esta máquina', 'la red local', '203.0.113.7', 'desconocido'],
  )
})
