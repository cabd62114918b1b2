import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { matchRedirectUri, validateRedirectUri } from './redirect-uri.ts'
import { acceptableUris, refusedUris } from '#test/support/redirect-uris.ts'

describe('redirect URIs at registration', () => {
  test('RG1 takes https anywhere, http on loopback, and private schemes in reverse domain form', () => {
    for (const uri of acceptableUris) assert.equal(validateRedirectUri(uri), undefined, uri)
  })

  test('RG1 refuses each of the addresses an attacker would like to register', () => {
    assert.ok(refusedUris.length >= 60)
    for (const uri of refusedUris) assert.equal(typeof validateRedirectUri(uri), 'string', JSON.stringify(uri))
  })

  test('judges any text without throwing, and takes only addresses that a URL parser reads the same way', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
        if (validateRedirectUri(text) !== undefined) return
        const url = new URL(text)
        assert.equal(url.username + url.password + url.hash, '')
        assert.ok(text.toLowerCase().startsWith(url.protocol))
      }),
    )
  })
})

describe('redirect URI matching', () => {
  const registered = 'https://app.example.com/callback'

  test('AZ1 matches only the very same text', () => {
    assert.ok(matchRedirectUri([registered], registered))
    const lookAlikes = [
      ...['https://app.example.com.evil.tld/callback', 'https://app.example.com@evil.tld/callback'],
      ...['https://app.example.com\\@evil.tld/callback', 'https://app.example.com/callback/../x'],
      ...['https://app.example.com/%2e%2e/callback', 'https://app.example.com/callback?next=1'],
      ...['https://app.example.com/Callback', 'https://app.example.com/callback#', 'https://app.example.com./callback'],
      ...['https://app.example.com/callback\r\n', 'https://*.example.com/callback', 'HTTPS://app.example.com/callback'],
      ...[
        'https://app.example.com:443/callback',
        'https://app.example.com/callback/',
        ' https://app.example.com/callback',
      ],
      ...[
        '//app.example.com/callback',
        '/callback',
        '',
        'https://app.example.com/callbac',
        'http://app.example.com/callback',
      ],
      ...[
        'https://app.example.com/%63allback',
        'https://app.example.com//callback',
        'https://APP.example.com/callback',
      ],
    ]
    for (const uri of [...lookAlikes, ...refusedUris])
      assert.ok(!matchRedirectUri([registered], uri), JSON.stringify(uri))
  })

  test('AZ2 lets only the port of a loopback literal vary', () => {
    for (const host of ['127.0.0.1', '[::1]']) {
      const uris = [`http://${host}/cb`, `http://${host}:8000/cb`]
      for (const uri of uris)
        for (const port of ['', ':1', ':8000', ':51234', ':65535']) {
          assert.ok(matchRedirectUri([uri], `http://${host}${port}/cb`), `${uri} ${port}`)
        }
    }
    const loopback = ['http://127.0.0.1:8000/cb']
    const others = [
      ...[
        'http://127.0.0.1:8000/other',
        'http://127.0.0.2:8000/cb',
        'http://localhost:8000/cb',
        'https://127.0.0.1:8000/cb',
      ],
      ...[
        'http://localhost.evil/cb',
        'http://127.0.0.1.evil/cb',
        'http://127.0.0.1:8000@evil/cb',
        'http://[::1]:8000/cb',
      ],
      ...['http://127.0.0.1:65536/cb', 'http://127.0.0.1:0/cb', 'http://127.0.0.1:/cb', 'http://127.0.0.1:08000/cb'],
      ...[
        'http://127.0.0.1:8000/cb?x',
        'http://127.0.0.1:8000/cb#x',
        'http://127.0.0.1:8000/cb\n',
        'http://127.1:8000/cb',
      ],
    ]
    for (const uri of others) assert.ok(!matchRedirectUri(loopback, uri), JSON.stringify(uri))
  })

  test('AZ2 the name localhost keeps its port', () => {
    assert.ok(!matchRedirectUri(['http://localhost:8000/cb'], 'http://localhost:8001/cb'))
  })

  test('matches another port on loopback and nothing else, whatever the path', () => {
    const port = fc.integer({ min: 1, max: 65535 })
    fc.assert(
      fc.property(port, port, fc.webPath(), fc.webPath(), (first, second, path, other) => {
        const uri = `http://127.0.0.1:${first}${path}`
        assert.equal(matchRedirectUri([uri], `http://127.0.0.1:${second}${path}`), true)
        assert.equal(matchRedirectUri([uri], `http://127.0.0.1:${second}${other}`), path === other)
      }),
    )
  })
})
