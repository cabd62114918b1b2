import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { describe, test } from 'node:test'
import { draftOf } from '#test/support/clients.ts'
import { refusedUris } from '#test/support/redirect-uris.ts'
import type { ClientDraft } from './draft.ts'
import { audienceProblem, checkDraft } from './draft.ts'

const membersWrong = (draft: Partial<ClientDraft>): string[] => checkDraft(draftOf(draft)).map(({ member }) => member)
const jwk = (key: KeyObject) => key.export({ format: 'jwk' }) as Record<string, unknown>
const ecKeys = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve })
const rsaKey = (modulusLength: number) => jwk(generateKeyPairSync('rsa', { modulusLength }).publicKey)
const own = ecKeys('P-256')
const publicKey = { ...jwk(own.publicKey), kid: 'a' }

describe('a draft of a client', () => {
  test('is fine when its parts fit together', () => {
    assert.deepEqual(checkDraft(draftOf()), [])
    assert.deepEqual(
      checkDraft(
        draftOf({
          authMethod: 'private_key_jwt',
          jwks: { keys: [publicKey, jwk(generateKeyPairSync('ed25519').publicKey)] },
          grantTypes: ['authorization_code', 'refresh_token'],
          redirectUris: ['https://app.example.com/cb', 'com.example.app:/cb'],
          audiences: ['https://api.example.com/v1?x', 'urn:example:api'],
          metadata: { client_uri: 'https://app.example.com', contacts: ['ops@example.com'] },
          description: 'Zwölf Boxkämpfer 🥊',
        }),
      ),
      [],
    )
  })

  test('needs a grant type, and redirect URIs for authorization_code', () => {
    assert.deepEqual(membersWrong({ grantTypes: [] }), ['grant_types'])
    assert.deepEqual(checkDraft(draftOf({ grantTypes: ['authorization_code'] })), [
      { member: 'redirect_uris', message: 'is required for the grant type authorization_code' },
    ])
  })

  test('lets no public client act for itself or for others', () => {
    assert.deepEqual(membersWrong({ authMethod: 'none', grantTypes: ['client_credentials'] }), ['grant_types'])
    const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
    assert.deepEqual(membersWrong({ authMethod: 'none', grantTypes: [exchange] }), ['grant_types'])
    const device = 'urn:ietf:params:oauth:grant-type:device_code'
    assert.deepEqual(membersWrong({ authMethod: 'none', grantTypes: [device, 'refresh_token'] }), [])
  })

  test('RG1 names each bad redirect URI, and takes at most twenty', () => {
    for (const uri of refusedUris) {
      const [problem] = checkDraft(draftOf({ redirectUris: ['https://app.example.com/cb', uri] }))
      assert.deepEqual([problem?.member, problem?.badRedirectUri], ['redirect_uris/1', true], uri)
    }
    const many = Array.from({ length: 21 }, (_, i) => `https://app.example.com/${i}`)
    assert.deepEqual(checkDraft(draftOf({ redirectUris: many.slice(0, 20) })), [])
    assert.equal(checkDraft(draftOf({ redirectUris: many }))[0]?.badRedirectUri, true)
  })

  test('needs keys for private_key_jwt, or an https address of keys, never both', () => {
    assert.deepEqual(membersWrong({ authMethod: 'private_key_jwt' }), ['jwks'])
    assert.deepEqual(membersWrong({ jwksUri: 'http://app.example.com/jwks' }), ['jwks_uri'])
    assert.deepEqual(membersWrong({ authMethod: 'private_key_jwt', jwksUri: 'https://app.example.com/jwks' }), [])
    const both = { jwks: { keys: [publicKey] }, jwksUri: 'https://app.example.com/jwks' }
    assert.deepEqual(membersWrong(both), ['jwks'])
  })

  test('takes public keys of fair strength only', () => {
    const otherCurve = jwk(ecKeys('P-384').publicKey)
    const secret = jwk(own.privateKey)
    const symmetric = { kty: 'oct', k: 'AAAA' }
    assert.deepEqual(membersWrong({ jwks: { keys: [rsaKey(2048)] } }), [])
    for (const key of [rsaKey(1024), otherCurve, secret, symmetric, {}, 'x', null] as Record<string, unknown>[])
      assert.deepEqual(membersWrong({ jwks: { keys: [key] } }), ['jwks'], JSON.stringify(key))
    const sets = [
      {},
      { keys: [] },
      { keys: 'x' },
      { keys: [publicKey, publicKey] },
      { keys: [{ ...publicKey, kid: 1 }] },
    ]
    for (const jwks of [...sets, { keys: Array.from({ length: 11 }, (_, i) => ({ ...publicKey, kid: `${i}` })) }])
      assert.deepEqual(membersWrong({ jwks: jwks as NonNullable<ClientDraft['jwks']> }), ['jwks'], JSON.stringify(jwks))
  })

  test('RG3 refuses names that are empty, long, or hold characters nobody sees', () => {
    for (const clientName of [
      '',
      '   ',
      'x'.repeat(101),
      'x'.repeat(10_240),
      'a\u0000b',
      'a\nb',
      'Goog\u200ble',
      'Goog\u200dle',
      'a\u202eb',
      'a\u2066b',
      'a\ufeffb',
      'a\u00adb',
      'a\ud800b',
      '\u3164',
      'a\u{e0041}',
    ])
      assert.deepEqual(membersWrong({ clientName }), ['client_name'], JSON.stringify(clientName))
    for (const clientName of ['<b>Bold & "quoted"</b>', '日本語クライアント', 'Ünïcode', '👍'.repeat(100)])
      assert.deepEqual(membersWrong({ clientName }), [], clientName)
  })

  test('refuses other texts that are too long or hold what nobody sees', () => {
    assert.deepEqual(membersWrong({ description: 'a\u202eb' }), ['description'])
    assert.deepEqual(membersWrong({ description: 'x'.repeat(1001) }), ['description'])
    assert.deepEqual(membersWrong({ metadata: { contacts: ['a\u0000'] } }), ['contacts'])
    assert.deepEqual(membersWrong({ metadata: { contacts: Array<string>(11).fill('a') } }), ['contacts'])
    assert.deepEqual(membersWrong({ metadata: { software_id: 'x'.repeat(256) } }), ['software_id'])
    assert.deepEqual(membersWrong({ metadata: { software_version: '\u0007' } }), ['software_version'])
  })

  test('RG2 takes https addresses only, of pages that are shown and never fetched', () => {
    for (const member of ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'])
      for (const address of [
        'http://app.example.com',
        'javascript:alert(1)',
        'data:image/svg+xml,x',
        '//x',
        'https:x',
        'https://u:p@x.example',
        'https://x.example/\u202e',
        `https://x.example/${'a'.repeat(2048)}`,
        '',
      ])
        assert.deepEqual(membersWrong({ metadata: { [member]: address } }), [member], address)
  })

  test('refuses scopes that break the syntax', () => {
    for (const scope of ['a  b', ' a', 'a"b', 'ä']) assert.deepEqual(membersWrong({ scope }), ['scope'], scope)
    assert.deepEqual(membersWrong({ scope: '' }), [])
  })

  test('TX2 takes audiences that are absolute URIs without fragment', () => {
    for (const audience of [
      '/relative',
      'api',
      'https://api.example#x',
      'https://',
      'https://api.exa mple',
      '',
      `https://${'a'.repeat(2048)}`,
    ]) {
      assert.equal(typeof audienceProblem(audience), 'string', audience)
      assert.deepEqual(membersWrong({ audiences: ['https://fine.example', audience] }), ['audiences/1'])
    }
    const many = Array.from({ length: 101 }, (_, i) => `https://api.example/${i}`)
    assert.deepEqual(membersWrong({ audiences: many }), ['audiences'])
  })
})
