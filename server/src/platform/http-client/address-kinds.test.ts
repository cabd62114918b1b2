import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfAddress } from './address-kinds.ts'
import type { AddressKind } from './address-kinds.ts'

const kinds: Readonly<Record<AddressKind, readonly string[]>> = {
  public: ['1.1.1.1', '93.184.215.14', '100.63.255.255', '172.32.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'],
  inside: [
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '::1',
    '0:0:0:0:0:0:0:1',
    'fc00::1',
    'fdff:ffff::1',
  ],
  never: [
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    '::1%lo',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '0x7f.1',
    '127.1',
    '2130706433',
    'localhost',
    '',
  ],
}

test('WH1: an address is public, inside or never reached, in each of its spellings', () => {
  for (const [kind, addresses] of Object.entries(kinds))
    for (const address of addresses) assert.equal(kindOfAddress(address), kind, address)
})
