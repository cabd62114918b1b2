import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { parseJws, verifyJws } from '#/platform/crypto/jws.ts'
import { newId } from '#/platform/ids.ts'
import { claimsOf, compactJws, ecSigner, headerOf } from '#test/support/jwt.ts'
import { readAccessToken, signAccessToken } from './access-token.ts'
import type { Token } from './token.ts'

const ISSUER = 'https://id.example'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = { kid: '20260115T120000Z-abcd', privateKey }
const id = newId('tok', Date.UTC(2026, 0, 15, 12))

const token = (changes: Partial<Token> = {}): Token => ({
  id,
  kind: 'access',
  grantType: 'client_credentials',
  clientId: 'planner',
  subject: 'planner',
  userId: null,
  scope: 'read write',
  audience: [ISSUER],
  jkt: null,
  signedBy: null,
  fingerprint: 'not told',
  sessionId: null,
  consentId: null,
  policyId: null,
  parentId: null,
  rootId: id,
  depth: 0,
  delegator: null,
  act: null,
  authenticatedAt: null,
  generation: 0,
  rotatedAt: null,
  createdAt: 1_768_478_400_789,
  expiresAt: 1_768_482_000_000,
  revokedAt: null,
  revokedReason: null,
  ...changes,
})

const claims = {
  iss: ISSUER,
  sub: 'planner',
  aud: ISSUER,
  client_id: 'planner',
  scope: 'read write',
  iat: 1_768_478_400,
  exp: 1_768_482_000,
  jti: id,
  lineage: {},
}

describe('an access token', () => {
  test('says what RFC 9068 asks for and nothing else', () => {
    const text = signAccessToken(token(), ISSUER, key)
    assert.deepEqual(headerOf(text), { alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    assert.deepEqual(claimsOf(text), claims)
    assert.equal(verifyJws(parseJws(text), publicKey, ['ES256']), true)
  })

  test('adds the sign-in, the actors and the key when there are any', () => {
    const more = {
      audience: ['https://one.example', 'https://two.example'],
      authenticatedAt: 1_768_478_000_500,
      act: { sub: 'mailer', act: { sub: 'researcher' } },
      jkt: 'thumbprint',
    }
    assert.deepEqual(claimsOf(signAccessToken(token(more), ISSUER, key)), {
      ...claims,
      aud: more.audience,
      auth_time: 1_768_478_000,
      act: more.act,
      cnf: { jkt: 'thumbprint' },
    })
  })

  test('says what it hangs on, of a session only that there is one', () => {
    const inner = { sessionId: 'sess_x', consentId: 'con_x', policyId: 'pol_x', parentId: 'tok_x', delegator: 'boss' }
    assert.deepEqual(claimsOf(signAccessToken(token(inner), ISSUER, key)), {
      ...claims,
      lineage: { consent: 'con_x', session: true, policy: 'pol_x' },
    })
  })

  test('says of each ancestor what the token below it did not say', () => {
    const line: Token[] = [
      token({ id: 'tok_3', clientId: 'planner', jkt: 'k1', signedBy: key.kid }),
      token({ id: 'tok_2', clientId: 'boss', policyId: 'pol_2', jkt: 'k2', signedBy: 'older' }),
      token({ id: 'tok_1', clientId: 'boss', kind: 'refresh', signedBy: null }),
      token({ id: 'tok_0', clientId: 'planner', jkt: 'k2', signedBy: 'older' }),
    ]
    const claim = claimsOf(signAccessToken(token({ jkt: 'k1' }), ISSUER, key, line))['lineage']
    assert.deepEqual(claim, {
      ancestors: [
        { jti: 'tok_3' },
        { jti: 'tok_2', client_id: 'boss', policy: 'pol_2', jkt: 'k2', kid: 'older' },
        { jti: 'tok_1' },
        { jti: 'tok_0', client_id: 'planner' },
      ],
    })
  })

  test('is read for what it claims to be', () => {
    assert.deepEqual(readAccessToken(signAccessToken(token(), ISSUER, key)), { id, kid: key.kid })
  })

  test('is not read from what can not be one', () => {
    const signer = ecSigner(privateKey)
    const header = { alg: 'ES256', typ: 'at+jwt', kid: key.kid }
    const texts = [
      '',
      'x',
      'a.b.c',
      compactJws({ ...header, typ: 'JWT' }, claims, signer),
      compactJws({ ...header, typ: 'application/at+jwt' }, claims, signer),
      compactJws({ ...header, typ: undefined }, claims, signer),
      compactJws({ ...header, kid: undefined }, claims, signer),
      compactJws({ ...header, kid: 7 }, claims, signer),
      compactJws(header, { ...claims, jti: undefined }, signer),
      compactJws(header, { ...claims, jti: [id] }, signer),
      compactJws(header, { ...claims, jti: 'tok_short' }, signer),
      compactJws(header, { ...claims, jti: id.replace('tok_', 'usr_') }, signer),
      compactJws(header, { ...claims, jti: id.toUpperCase() }, signer),
    ]
    for (const text of texts) assert.equal(readAccessToken(text), undefined, text)
  })
})
