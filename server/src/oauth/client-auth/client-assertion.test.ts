import assert from 'node:assert/strict'
import { constants, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { describe } from 'node:test'
import { RemoteKeys } from '#/modules/clients/index.ts'
import type { Client, ClientDraft } from '#/modules/clients/index.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import { Replays } from '#/platform/replays/replays.ts'
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

async function scene(
  fixture: EngineFixture,
  keys = [jwk(ec.publicKey), jwk(rsa.publicKey), jwk(ed.publicKey)],
  draft: Partial<ClientDraft> = {},
) {
  const room = makeClients(fixture)
  const { client } = await register(room, { authMethod: 'private_key_jwt', jwks: { keys }, ...draft })
  const replays = new Replays(fixture.db)
  const published = new PublishedKeys()
  const remoteKeys = new RemoteKeys({ clock: fixture.clock, fetch: published.fetch, log: { warn: () => undefined } })
  const assertions = new ClientAssertions({ replays, remoteKeys, clock: fixture.clock, issuer: ISSUER })
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
  const verdictOn = (text: string, url = '/oauth/token') => assertions.judge(text, client, url)
  const judge = async (text: string, url?: string) => outcome(await verdictOn(text, url))
  const remote: Client = { ...client, jwks: null, jwksUri: 'https://app.example.com/jwks' }
  const judgeRemote = async (text: string) => outcome(await assertions.judge(text, remote, '/oauth/token'))
  return { client, claims, judge, verdictOn, judgeRemote, now, published }
}

/** Uses a genuine assertion up; returns why one is refused, undefined when it is not. */
async function outcome(verdict: Awaited<ReturnType<ClientAssertions['judge']>>): Promise<string | undefined> {
  if (verdict.kind === 'refused') return verdict.reason
  return (await verdict.claim()) ? undefined : 'used before'
}

/** What stands at the `jwks_uri` of a client, and how often it was asked for. */
class PublishedKeys {
  asked = 0
  answer: () => Response = () => new Response('', { status: 404 })
  readonly fetch = async (): Promise<Response> => {
    this.asked++
    return this.answer()
  }

  publish(...keys: unknown[]): void {
    this.answer = () => Response.json({ keys })
  }
}

describe('client assertions', () => {
  onEachEngine('prove a client by ES256, PS256, EdDSA and RS256', async (_t, fixture) => {
    const { claims, judge } = await scene(fixture)
    for (const alg of ['ES256', 'PS256', 'EdDSA', 'RS256'])
      assert.equal(await judge(assertion(claims(), { alg })), undefined, alg)
  })

  onEachEngine('use the one algorithm that the client registered', async (_t, fixture) => {
    const { claims, judge } = await scene(fixture, undefined, { assertionAlg: 'RS256' })
    assert.equal(await judge(assertion(claims(), { alg: 'RS256' })), undefined)
    for (const alg of ['PS256', 'ES256', 'EdDSA'])
      assert.match((await judge(assertion(claims(), { alg }))) ?? '', /no registered key verifies/, alg)
  })

  onEachEngine('say what is wrong to whoever proved the key, and to nobody else', async (_t, fixture) => {
    const { claims, verdictOn, now } = await scene(fixture)
    const wrong = { exp: { exp: now + 4000 }, jti: { jti: 7 }, aud: { aud: 'https://other.example' } }
    for (const [member, more] of Object.entries(wrong)) {
      const text = assertion(claims(more))
      const verdict = await verdictOn(text)
      assert.ok(verdict.kind === 'refused' && verdict.proven && verdict.reason.startsWith(member), member)
      const forged = await verdictOn(`${text.slice(0, text.lastIndexOf('.'))}.${'B'.repeat(85)}Q`)
      assert.ok(forged.kind === 'refused' && !forged.proven && forged.reason.includes('signature'), member)
    }
  })

  onEachEngine('without a jti work once, by their text', async (_t, fixture) => {
    const { claims, judge } = await scene(fixture)
    const one = assertion(claims({ jti: undefined }))
    assert.equal(await judge(one), undefined)
    assert.equal(await judge(one), 'used before')
    // Another signature over the same text is the same assertion.
    const [head = '', body = ''] = one.split('.')
    const again = signers['ES256']?.(Buffer.from(`${head}.${body}`)).toString('base64url') ?? ''
    assert.equal(await judge(`${head}.${body}.${again}`), 'used before')
    assert.equal(await judge(assertion(claims({ jti: undefined, iat: undefined }))), undefined)
  })

  onEachEngine('are not used up by being looked at', async (_t, fixture) => {
    const { claims, judge, verdictOn } = await scene(fixture)
    const one = assertion(claims())
    assert.equal((await verdictOn(one)).kind, 'genuine')
    assert.equal(await judge(one), undefined)
  })

  onEachEngine(
    'are meant for this server: its issuer, its token endpoint, or the endpoint called',
    async (_t, fixture) => {
      const { claims, judge } = await scene(fixture)
      const own = [ISSUER, [ISSUER], `${ISSUER}/oauth/token`, `${ISSUER}/oauth/par`, [ISSUER, `${ISSUER}/oauth/token`]]
      for (const aud of own)
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

  onEachEngine('live for an hour at most', async (_t, fixture) => {
    const { claims, judge, now } = await scene(fixture)
    for (const times of [{ exp: now + 3600 }, { iat: undefined }, { iat: now + 5 }, { nbf: now }, { exp: now + 1.5 }])
      assert.equal(await judge(assertion(claims(times))), undefined, JSON.stringify(times))
    const wrong = [
      { exp: undefined },
      { exp: now },
      { exp: now - 1 },
      { exp: now + 3700 },
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

describe('keys at an address of the client', () => {
  onEachEngine('are fetched when needed and remembered for five minutes', async (_t, fixture) => {
    const { claims, judgeRemote, published } = await scene(fixture)
    published.publish({ kty: 'oct', k: 'AAAA' }, jwk(rsa.publicKey, { use: 'enc' }), jwk(ec.publicKey, { kid: 'one' }))
    const good = (): string => assertion({ ...claims(), ...timesAt(fixture) }, { alg: 'ES256', kid: 'one' })
    const verdicts = await Promise.all([judgeRemote(good()), judgeRemote(good()), judgeRemote(good())])
    assert.deepEqual([verdicts, published.asked], [[undefined, undefined, undefined], 1])
    fixture.clock.advance(300_000)
    assert.equal(await judgeRemote(good()), undefined)
    assert.equal(published.asked, 1)
    fixture.clock.advance(1)
    published.answer = () => new Response('', { status: 500 })
    assert.notEqual(await judgeRemote(good()), undefined, 'old keys are not kept beyond their time')
    assert.equal(published.asked, 2)
  })

  onEachEngine(
    'KY1: are fetched again for an unknown key, but not more often than every half minute',
    async (_t, fixture) => {
      const { claims, judgeRemote, published } = await scene(fixture)
      const next = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      published.publish(jwk(next.publicKey, { kid: 'old' }))
      const good = (): string => assertion({ ...claims(), ...timesAt(fixture) }, { alg: 'ES256', kid: 'new' })
      for (let i = 0; i < 20; i++) assert.notEqual(await judgeRemote(good()), undefined)
      assert.equal(published.asked, 1)
      published.publish(jwk(ec.publicKey, { kid: 'new' }))
      fixture.clock.advance(30_000)
      assert.equal(await judgeRemote(good()), undefined, 'the rotated key is found')
      assert.equal(published.asked, 2)
      const forged = assertion({ ...claims(), ...timesAt(fixture) }, { alg: 'ES256', kid: 'new' }).replace(
        /.{8}$/,
        'AAAAAAAA',
      )
      fixture.clock.advance(30_000)
      assert.notEqual(await judgeRemote(forged), undefined)
      assert.equal(published.asked, 2, 'a known key with a wrong signature is no reason to ask')
    },
  )

  onEachEngine('that can not be read prove nobody, and are not asked for at every try', async (_t, fixture) => {
    const { claims, judgeRemote, published } = await scene(fixture)
    const good = (): string => assertion({ ...claims(), ...timesAt(fixture) })
    const answers = [
      () => new Response('', { status: 302, headers: { location: 'https://app.example.com/' } }),
      () => new Response('not json'),
      () => Response.json(null),
      () => Response.json({ keys: 'x' }),
      () => Response.json({ keys: [] }),
      () => Response.json({ keys: [null, 7, jwk(ec.privateKey)] }),
      () => {
        throw new OutboundError('refused', 'the host is on a private network')
      },
    ]
    for (const [index, answer] of answers.entries()) {
      published.answer = answer
      fixture.clock.advance(301_000)
      assert.notEqual(await judgeRemote(good()), undefined)
      assert.notEqual(await judgeRemote(good()), undefined)
      assert.equal(published.asked, index + 1)
    }
  })
})

const timesAt = ({ clock }: EngineFixture) => ({ exp: Math.floor(clock.now() / 1000) + 60, iat: undefined })

describe('the client an assertion speaks for', () => {
  onEachEngine('is read before anything is verified', async (_t, fixture) => {
    const { client, claims } = await scene(fixture)
    assert.equal(claimedClientId(assertion(claims())), client.clientId)
    for (const text of ['', 'x.y.z', assertion({}), assertion({ iss: 'a', sub: 'b' })])
      assert.equal(claimedClientId(text), undefined)
  })
})
