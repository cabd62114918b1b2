import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncomingMessage } from 'node:http'
import { ClientIps, isFromLoopback } from './client-ip.ts'

const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

describe('the address of a client', () => {
  const addresses = new ClientIps(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])
  const from = (peer: string | undefined, forwarded?: string): string =>
    addresses.of(request(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }))

  test('is the peer when nobody is in between', () => {
    assert.equal(from('203.0.113.9'), '203.0.113.9')
    assert.equal(from('::ffff:203.0.113.9'), '203.0.113.9')
    assert.equal(from(undefined), '')
  })

  test('is the peer when a stranger claims to forward', () => {
    assert.equal(from('203.0.113.9', '198.51.100.1'), '203.0.113.9')
  })

  test('is the rightmost address that no trusted proxy has', () => {
    assert.equal(from('10.1.2.3', '198.51.100.1'), '198.51.100.1')
    assert.equal(from('10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9, 192.0.2.7'), '198.51.100.1')
    assert.equal(from('fd12::1', '2001:db8::5'), '2001:db8::5')
    assert.equal(from('10.1.2.3', '10.4.4.4, 10.5.5.5'), '10.4.4.4')
  })

  test('is read past ports and brackets', () => {
    assert.equal(from('10.1.2.3', '198.51.100.1:4711'), '198.51.100.1')
    assert.equal(from('10.1.2.3', '[2001:db8::5]:443'), '2001:db8::5')
    assert.equal(from('10.1.2.3', '::ffff:198.51.100.1'), '198.51.100.1')
  })

  test('falls back to the last hop we trust when the header is garbage', () => {
    for (const garbage of ['', 'unknown', '198.51.100.1, evil', '"; DROP', '1.2.3', '_hidden']) {
      assert.equal(from('10.1.2.3', garbage), '10.1.2.3', garbage)
    }
    assert.equal(from('10.1.2.3', 'evil, 10.4.4.4'), '10.4.4.4')
  })

  test('tells of peers that forward without being listed, and of nobody else', () => {
    const unlisted: string[] = []
    const watching = new ClientIps(['10.0.0.0/8'], (peer) => void unlisted.push(peer))
    watching.of(request('203.0.113.9'))
    watching.of(request('10.1.2.3', { 'x-forwarded-for': '198.51.100.1' }))
    assert.deepEqual(unlisted, [])
    watching.of(request('203.0.113.9', { 'x-forwarded-for': '198.51.100.1' }))
    watching.of(request('203.0.113.8', { 'x-real-ip': '198.51.100.1' }))
    assert.deepEqual(unlisted, ['203.0.113.9', '203.0.113.8'])
  })

  test('is not guessed from a trusted proxy that is none', () => {
    for (const block of ['10.0.0.0/33', 'proxy.internal', '10.0.0.0/-1', '::/129', '10.0.0.0/8.5']) {
      assert.throws(() => new ClientIps([block]), /neither an address nor a CIDR block/)
    }
  })
})

test('a request is from this machine only when nothing says that it was forwarded', () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    assert.ok(isFromLoopback(request(peer)), peer)
  for (const peer of ['10.0.0.1', '128.0.0.1', '::2', undefined]) assert.equal(isFromLoopback(request(peer)), false)
  for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']) {
    assert.ok(!isFromLoopback(request('127.0.0.1', { [header]: '' })), header)
  }
})
