import assert from 'node:assert/strict'
import { constants, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { describe } from 'node:test'
import { Replays } from '#/platform/limits/replays.ts'
import { makeClients, register } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { claimedClientId, ClientAssertions } from './client-assertion.ts'

const ISSUER = 'https://id.example'
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed = generateKeyPairSync('ed25519')
const jwk = (key: KeyObject, more: object = {}) =>
  ({ ...key.export({ format: 'jwk' }), ...more }) as Record<string, unknown>

const signers: Record<string, (input: Buffer) => Buffer> = {
  ES256: (input) => sign('sha256', input, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
  PS256: (input) =>
    sign('sha256', input, { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  RS256: (input) => sign('sha256', input, rsa.privateKey),
  EdDSA: (input) => sign(null, input, ed.privateKey),
}

function assertion(claims: object, header: { alg: string; [name: string]: unknown } = { alg: 'ES256' }): string {
  const input = `${part(header)}.${part(claims)}`
  const signature = signers[header.alg]?.(Buffer.from(input)) ?? Buffer.alloc(64, 1)
  return `${input}.${signature.toString('base64url')}`
}

async function scene(fixture: EngineFixture, keys = [jwk(ec.publicKey), jwk(rsa.publicKey), jwk(ed.publicKey)]) {
  const room = makeClients(fixture)
  const { client } = await register(room, { authMethod: 'private_key_jwt', jwks: { keys } })
  const replays = new Replays(fixture.db)
  const assertions = new ClientAssertions({ replays, clock: fixture.clock, issuer: ISSUER })
  const now = Math.floor(fixture.clock.now() / 1000)
  let count = 0
  const claims = (more: object = {}) => ({
    iss: client.clientId,
    sub: client.clientId,
    aud: ISSUER,
    jti: `jti-${count++}`,
    iat: now,
    exp: now + 60,
    ...more,
  })
  const judge = (text: string, url = '/oauth/token') => assertions.failureOf(text, client, url)
  return { client, claims, judge, now }
}

describe('client assertions', () => {
  onEachEngine('prove a client by ES256, PS256 and EdDSA', async (_t, fixture) => {
    const { claims, judge } = await scene(fixture)
    for (const alg of ['ES256', 'PS256', 'EdDSA'])
      assert.equal(await judge(assertion(claims(), { alg })), undefined, alg)
    assert.notEqual(await judge(assertion(claims(), { alg: 'RS256' })), undefined)
  })

  onEachEngine(
    'are meant for this server: its issuer, its token endpoint, or the endpoint called',
    async (_t, fixture) => {
      const { claims, judge } = await scene(fixture)
      for (const aud of [ISSUER, [ISSUER], `${ISSUER}/oauth/token`, `${ISSUER}/oauth/par`])
        assert.equal(await judge(assertion(claims({ aud })), '/oauth/par?x=1'), undefined, JSON.stringify(aud))
      const others = [
        undefined,
        '',
        [],
        `${ISSUER}/`,
        'https://id.example.evil',
        [ISSUER, 'https://other.example'],
        { a: 1 },
        `${ISSUER}/oauth/revoke`,
        'HTTPS://id.example',
      ]
      for (const aud of others)
        assert.notEqual(await judge(assertion(claims({ aud })), '/oauth/par'), undefined, JSON.stringify(aud))
    },
  )

  onEachEngine('live for five minutes at most', async (_t, fixture) => {
    const { claims, judge, now } = await scene(fixture)
    for (const times of [{ exp: now + 300 }, { iat: undefined }, { iat: now + 5 }, { nbf: now }, { exp: now + 1.5 }])
      assert.equal(await judge(assertion(claims(times))), undefined, JSON.stringify(times))
    const wrong = [
      { exp: undefined },
      { exp: now },
      { exp: now - 1 },
      { exp: now + 400 },
      { exp: `${now + 60}` },
      { exp: 1e308 * 10 },
      { iat: now + 60 },
      { iat: now - 7200 },
      { iat: 'x' },
      { nbf: now + 60 },
      { exp: -1 },
    ]
    for (const times of wrong) assert.notEqual(await judge(assertion(claims(times))), undefined, JSON.stringify(times))
  })

  onEachEngine('name the client as issuer and subject, and themselves', async (_t, fixture) => {
    const { claims, judge } = await scene(fixture)
    for (const wrong of [
      { iss: 'x' },
      { sub: 'x' },
      { iss: undefined },
      { jti: undefined },
      { jti: '' },
      { jti: 7 },
      { jti: 'x'.repeat(256) },
    ])
      assert.notEqual(await judge(assertion(claims(wrong))), undefined, JSON.stringify(wrong))
  })

  onEachEngine('work once, whatever races', async (_t, fixture) => {
    const { claims, judge } = await scene(fixture)
    const one = assertion(claims())
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => judge(one)))
    assert.equal(verdicts.filter((verdict) => verdict === undefined).length, 1)
    const sameJti = assertion(claims({ jti: 'same' }))
    assert.equal(await judge(sameJti), undefined)
    assert.notEqual(await judge(assertion(claims({ jti: 'same', iat: undefined }))), undefined)
  })

  onEachEngine('that are forged do not use up the jti of the genuine one', async (_t, fixture) => {
    const { claims, judge } = await scene(fixture)
    const genuine = assertion(claims({ jti: 'contested' }))
    const [head = '', body = ''] = genuine.split('.')
    assert.notEqual(await judge(`${head}.${body}.${'B'.repeat(86)}`), undefined)
    assert.equal(await judge(genuine), undefined)
  })

  onEachEngine('are signed by a key the client registered, by an algorithm that fits it', async (_t, fixture) => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { claims, judge } = await scene(fixture, [
      jwk(other.publicKey, { kid: 'other' }),
      jwk(ec.publicKey, { kid: 'mine', alg: 'ES256' }),
      jwk(rsa.publicKey, { kid: 'rsa', alg: 'RS256' }),
    ])
    assert.equal(await judge(assertion(claims(), { alg: 'ES256', kid: 'mine' })), undefined)
    assert.equal(await judge(assertion(claims())), undefined)
    const wrong = [
      { alg: 'ES256', kid: 'other' },
      { alg: 'ES256', kid: 'nobody' },
      { alg: 'EdDSA' },
      { alg: 'PS256', kid: 'rsa' },
      { alg: 'none' },
      { alg: 'HS256' },
      { alg: 'ES256', crit: ['b64'] },
      { alg: 'ES256', jwk: jwk(other.publicKey), kid: 'x' },
    ]
    for (const header of wrong)
      assert.notEqual(await judge(assertion(claims(), header)), undefined, JSON.stringify(header))
    assert.notEqual(await judge('not.a.jws'), undefined)
  })
})

describe('the client an assertion speaks for', () => {
  onEachEngine('is read before anything is verified', async (_t, fixture) => {
    const { client, claims } = await scene(fixture)
    assert.equal(claimedClientId(assertion(claims())), client.clientId)
    for (const text of ['', 'x.y.z', assertion({}), assertion({ iss: 'a', sub: 'b' })])
      assert.equal(claimedClientId(text), undefined)
  })
})
