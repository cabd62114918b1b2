import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { DpopKey } from '#/oauth/dpop.ts'
import { AUDIENCE, FakeIssuer, ISSUER } from '#test/fake-issuer.ts'
import { AccessError } from './errors.ts'
import { Nonces } from './nonces.ts'
import { MemoryReplayStore } from './replays.ts'
import { Verifier } from './verifier.ts'
import type { Needs, VerifierOptions } from './verifier.ts'

const URL_OF_NOTE = `${AUDIENCE}/1`

describe('a verifier', () => {
  let issuer: FakeIssuer
  let verifier: Verifier
  beforeEach(async () => {
    issuer = await FakeIssuer.start()
    verifier = verifierOf()
  })

  const verifierOf = (options: Partial<VerifierOptions> = {}): Verifier =>
    new Verifier({ issuer: ISSUER, audience: AUDIENCE, fetch: issuer.fetch, clock: issuer.clock, ...options })

  const bearer = (token: string) => ({
    method: 'GET',
    url: '/notes/1?x=1',
    headers: { authorization: `Bearer ${token}` },
  })
  const ask = (token: string, needs?: Needs) => verifier.authenticate(bearer(token), needs)

  /** What a refusal says. */
  async function refusal(refused: Promise<unknown>): Promise<AccessError> {
    const error = await refused.then(
      () => assert.fail('it was let through'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof AccessError, String(error))
    return error
  }
  const codeOf = async (refused: Promise<unknown>): Promise<string> => (await refusal(refused)).code

  test('says who acts for whom, and what they may', async () => {
    const act = { sub: 'agt_mailer', act: { sub: 'agt_planner' } }
    const token = await ask(await issuer.token({ act }))
    assert.deepEqual(token.actors, ['agt_mailer', 'agt_planner'])
    assert.deepEqual([token.subject, token.clientId, token.id, token.jkt], ['usr_1', 'app_1', 'tok_1', undefined])
    assert.deepEqual([token.allows('read', 'write'), token.allows('delete')], [true, false])
  })

  test('gives nobody a token that another request could be lied to with', async () => {
    const text = await issuer.token({ act: { sub: 'agt_1' } })
    const token = await ask(text)
    assert.throws(() => Object.assign(token.claims, { sub: 'usr_2' }), TypeError)
    assert.throws(() => (token.scopes as string[]).push('admin'), TypeError)
    assert.equal(JSON.stringify(token).includes(text), false)
  })

  test('RS1: refuses what is meant for others, is over, is of the future, or is no access token', async () => {
    const { now } = issuer
    const wrong: Record<string, unknown>[] = [
      { iss: 'https://evil.example' },
      { aud: 'https://api.example.com/other' },
      { exp: now - 31 },
      { iat: now + 31 },
      { nbf: now + 31 },
      { client_id: undefined },
      { jti: undefined },
      { sub: undefined },
      { scope: ['read'] },
      { act: {} },
      { act: 'agt_1' },
      { act: { sub: 'agt_1', act: null } },
      { cnf: {} },
      { cnf: { 'x5t#S256': 'x' } },
      { cnf: { jkt: 'x', 'x5t#S256': 'x' } },
    ]
    for (const claims of wrong) assert.equal(await codeOf(ask(await issuer.token(claims))), 'invalid_token')
    assert.equal(await codeOf(ask(await issuer.token({}, { typ: 'JWT' }))), 'invalid_token')
    assert.ok(await ask(await issuer.token({ exp: now - 29, aud: ['https://other.example', AUDIENCE] })))
  })

  test('RS2: refuses what somebody else signed, with a shared secret, or nobody', async () => {
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'usr_1', client_id: 'app_1', jti: 'tok_1' }
    const { privateKey } = await generateKeyPair('ES256')
    const [own] = issuer.keys
    assert.ok(own)
    assert.equal(await codeOf(ask(await issuer.token({}, {}, { ...own, privateKey }))), 'invalid_token')
    const times = { iat: issuer.now, exp: issuer.now + 300 }
    const shared = await new SignJWT({ ...claims, ...times })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })
      .sign(new TextEncoder().encode(JSON.stringify(own.jwk)))
    assert.equal(await codeOf(ask(shared)), 'invalid_token')
    assert.equal(await codeOf(ask(new UnsecuredJWT({ ...claims, ...times }).encode())), 'invalid_token')
    assert.throws(() => verifierOf({ algorithms: ['HS256'] }), TypeError)
    assert.throws(() => verifierOf({ algorithms: ['none'] }), TypeError)
    assert.throws(() => verifierOf({ issuer: 'http://id.example.com' }), TypeError)
  })

  test('verifies a signature once, and knows the token no longer than it lives', async () => {
    const text = await issuer.token()
    const first = await ask(text)
    assert.equal(await ask(text), first)
    await issuer.clock.sleep(290_000)
    assert.equal(await ask(text), first)
    await issuer.clock.sleep(41_000)
    assert.equal((await refusal(ask(text))).reason, 'it expired')
  })

  test('notices a rotation, and asks no more often for keys that nobody has', async () => {
    await ask(await issuer.token())
    await issuer.clock.sleep(11_000)
    await issuer.rotate('k2')
    const [one, other] = await Promise.all([ask(await issuer.token()), ask(await issuer.token({ jti: 'tok_2' }))])
    assert.deepEqual([one.kid, other.kid, issuer.fetches], ['k2', 'k2', 2])
    for (const kid of ['x', 'y', 'z']) assert.equal(await codeOf(ask(await issuer.token({}, { kid }))), 'invalid_token')
    assert.equal(issuer.fetches, 2)
    await issuer.clock.sleep(11_000)
    assert.equal(await codeOf(ask(await issuer.token({}, { kid: 'x' }))), 'invalid_token')
    assert.equal(issuer.fetches, 3)
  })

  test('RS3: lets a token go with the key that was withdrawn, also one that it knew', async () => {
    const text = await issuer.token({ exp: issuer.now + 7_200 })
    await ask(text)
    await issuer.rotate('k2', { keep: false })
    assert.ok(await ask(text))
    await issuer.clock.sleep(301_000)
    assert.equal(await codeOf(ask(text)), 'invalid_token')
  })

  test('goes on through an outage for a day, and then knows nothing', async () => {
    const text = await issuer.token({ exp: issuer.now + 200_000 })
    await ask(text)
    issuer.isDown = true
    await issuer.clock.sleep(3_600_000)
    assert.ok(await ask(text))
    assert.ok(await ask(await issuer.token()))
    await issuer.clock.sleep(24 * 3_600_000)
    const { status, code, headers } = await refusal(ask(text))
    assert.deepEqual([status, code, headers['Retry-After']], [503, 'temporarily_unavailable', '5'])
    issuer.isDown = false
    await issuer.clock.sleep(11_000)
    assert.ok(await ask(text))
  })

  test('is unavailable while it has never had a key, and not for longer', async () => {
    issuer.isDown = true
    assert.equal(await codeOf(ask(await issuer.token())), 'temporarily_unavailable')
    issuer.isDown = false
    assert.equal(await codeOf(ask(await issuer.token())), 'temporarily_unavailable')
    await issuer.clock.sleep(1_000)
    assert.ok(await ask(await issuer.token()))
  })

  test('tells whoever sends nothing how to begin', async () => {
    const { status, headers } = await refusal(verifier.authenticate({ method: 'GET', url: '/notes', headers: {} }))
    const metadata = 'resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/notes"'
    assert.equal(status, 401)
    const algs = 'algs="ES256 PS256 EdDSA"'
    assert.equal(headers['WWW-Authenticate'], `Bearer ${metadata}, DPoP ${algs}, ${metadata}`)
    assert.deepEqual(verifier.metadata().authorization_servers, [ISSUER])
    assert.match(metadata, new RegExp(verifier.metadataUrl))
  })

  test('refuses headers that say two things', async () => {
    const text = await issuer.token()
    const twice = new Headers({ authorization: `Bearer ${text}` })
    twice.append('authorization', `Bearer ${text}`)
    const refused = await refusal(verifier.authenticate({ method: 'GET', url: AUDIENCE, headers: twice }))
    assert.deepEqual([refused.status, refused.code], [400, 'invalid_request'])
  })

  test('wants scopes, and a sign-in that is recent and strong enough', async () => {
    const signedIn = { acr: 'urn:pwd', auth_time: issuer.now - 100 }
    const text = await issuer.token(signedIn)
    const scope = await refusal(ask(text, { scopes: ['read', 'delete'] }))
    assert.equal(scope.status, 403)
    assert.match(scope.headers['WWW-Authenticate'] ?? '', /^Bearer error="insufficient_scope".* scope="read delete"/)
    const weak = await refusal(ask(text, { acrValues: ['urn:mfa', 'urn:hwk'], maxAge: 60 }))
    assert.deepEqual([weak.status, weak.code], [401, 'insufficient_user_authentication'])
    assert.match(weak.headers['WWW-Authenticate'] ?? '', /acr_values="urn:mfa urn:hwk", max_age="60"/)
    assert.ok(await ask(text, { acrValues: ['urn:pwd'], maxAge: 100, scopes: ['read'] }))
    assert.equal(await codeOf(ask(await issuer.token(), { maxAge: 60 })), 'insufficient_user_authentication')
  })

  test('asks the server, where it is told to, and lets nothing through when nobody responds', async () => {
    let active: boolean | Error = true
    const introspect = async () => {
      if (active instanceof Error) throw active
      return { active }
    }
    verifier = verifierOf({ introspection: { introspect } })
    const text = await issuer.token()
    assert.ok(await ask(text))
    active = false
    assert.equal(await codeOf(ask(text)), 'invalid_token')
    active = new Error('away')
    assert.equal(await codeOf(ask(text)), 'temporarily_unavailable')
  })

  describe('of tokens that are bound to a key', () => {
    let key: DpopKey
    let text: string
    beforeEach(async () => {
      key = await DpopKey.generate(issuer.clock)
      text = await issuer.token({ cnf: { jkt: key.thumbprint } })
    })

    const bound = (dpop: string | undefined, token = text) => ({
      method: 'GET',
      url: '/notes/1?x=1',
      headers: { authorization: `DPoP ${token}`, dpop },
    })
    const prove = (more: object = {}, by = key) =>
      by.prove({ method: 'GET', url: URL_OF_NOTE, accessToken: text, ...more })
    const send = async (dpop: string | undefined) => verifier.authenticate(bound(dpop))

    test('takes a proof once', async () => {
      const proof = await prove()
      assert.equal((await send(proof)).jkt, key.thumbprint)
      const again = await refusal(send(proof))
      assert.deepEqual([again.status, again.code, again.reason], [401, 'invalid_dpop_proof', 'it was used before'])
      assert.match(
        again.headers['WWW-Authenticate'] ?? '',
        /^Bearer resource_metadata="[^"]+", DPoP error="invalid_dpop/,
      )
      const [one, other] = await Promise.allSettled([prove().then(send), prove().then(send)])
      assert.deepEqual([one.status, other.status], ['fulfilled', 'fulfilled'])
      const same = await prove()
      const both = await Promise.allSettled([send(same), send(same)])
      assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    })

    test('RS4: refuses them without a proof, or as Bearer, and proofs for tokens that are bound to nothing', async () => {
      assert.equal(await codeOf(send(undefined)), 'invalid_dpop_proof')
      assert.equal(await codeOf(ask(text)), 'invalid_token')
      assert.equal(await codeOf(verifier.authenticate(bound(await prove(), await issuer.token()))), 'invalid_token')
      verifier = verifierOf({ requireDpop: true })
      const unbound = await refusal(ask(await issuer.token()))
      assert.match(unbound.headers['WWW-Authenticate'] ?? '', /^DPoP error="invalid_token"/)
    })

    test('RS5: refuses proofs by another key, for another request, too old, or malformed', async () => {
      const wrong = [
        prove({}, await DpopKey.generate(issuer.clock)),
        prove({ method: 'POST' }),
        prove({ url: `${AUDIENCE}/2` }),
        prove({ url: 'https://evil.example/notes/1' }),
        prove({ accessToken: await issuer.token({ jti: 'tok_2' }) }),
        prove({ accessToken: undefined }),
        'a.b.c',
        `${await prove()}, ${await prove()}`,
        text,
      ]
      for (const proof of wrong) assert.equal(await codeOf(send(await proof)), 'invalid_dpop_proof')
      const old = await prove()
      await issuer.clock.sleep(61_000)
      assert.equal(await codeOf(send(old)), 'invalid_dpop_proof')
      assert.ok(await send(await prove({ url: 'HTTPS://API.example.com:443/notes/%31?y' })))
    })

    test('wants the nonce of the API, and takes that of the period before', async () => {
      verifier = verifierOf({ nonces: new Nonces(crypto.getRandomValues(new Uint8Array(32))) })
      const { code, headers } = await refusal(send(await prove()))
      assert.equal(code, 'use_dpop_nonce')
      key.learn(AUDIENCE, new Headers(headers))
      assert.ok(await send(await prove()))
      await issuer.clock.sleep(120_000)
      assert.ok(await send(await prove()))
      await issuer.clock.sleep(120_000)
      assert.equal(await codeOf(send(await prove())), 'use_dpop_nonce')
    })

    test('lets nothing through when nobody knows whether a proof is new', async () => {
      verifier = verifierOf({ replays: { claim: () => Promise.reject(new Error('away')) } })
      assert.equal(await codeOf(send(await prove())), 'temporarily_unavailable')
      verifier = verifierOf({ replays: new MemoryReplayStore({ clock: issuer.clock, maxEntries: 1 }) })
      assert.ok(await send(await prove()))
      assert.equal(await codeOf(send(await prove())), 'invalid_dpop_proof')
      await issuer.clock.sleep(71_000)
      assert.ok(await send(await prove()))
    })
  })
})
