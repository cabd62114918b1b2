import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { canary } from '#test/support/canary.ts'
import { athOf, ProofKey } from '#test/support/dpop.ts'
import type { ProofClaims } from '#test/support/dpop.ts'
import { forgedProofs, otherProofs } from '#test/support/forged-proofs.ts'
import { claimsOf } from '#test/support/jwt.ts'
import {
  assertOAuthError,
  configure,
  createAgent,
  createWebApp,
  credentialsOf,
  introspect,
  obtainCode,
  ownToken,
  proofFor,
  redemption,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'

const GRANT = { grant_type: 'client_credentials' }

const nowOf = (app: TestApp): number => Math.floor(app.clock.now() / 1000)

const tokenClaims = (app: TestApp, changes: Partial<ProofClaims> = {}): ProofClaims => ({
  jti: `jti-${Math.random()}`,
  htm: 'POST',
  htu: `${app.baseUrl}/oauth/token`,
  iat: nowOf(app),
  ...changes,
})

const atToken = (app: TestApp, agent: TestClient, dpop: string | string[], host?: string): Promise<TestAnswer> =>
  app.send({
    url: '/oauth/token',
    form: { ...credentialsOf(agent), ...GRANT },
    headers: { dpop, ...(host === undefined ? {} : { host }) },
  })

/** A person's token that is bound to a key, and requests with it. */
class BoundToken {
  readonly app: TestApp
  readonly key: ProofKey
  readonly text: string

  private constructor(app: TestApp, key: ProofKey, text: string) {
    this.app = app
    this.key = key
    this.text = text
  }

  static async obtain(app: TestApp): Promise<BoundToken> {
    const key = new ProofKey()
    const client = await createWebApp(app)
    const tokens = await signIn(app, await TestPerson.signUp(app), client, { scope: 'openid' }, key)
    return new BoundToken(app, key, tokens['access_token'] ?? '')
  }

  claims(changes: Partial<ProofClaims> = {}): ProofClaims {
    const htu = `${this.app.baseUrl}/oauth/userinfo`
    return tokenClaims(this.app, { htm: 'GET', htu, ath: athOf(this.text), ...changes })
  }

  proof(changes: Partial<ProofClaims> = {}): string {
    return this.key.sign(this.claims(changes))
  }

  /** Asks for the claims of the person with these proofs. */
  present(dpop: string | string[] | undefined, { app = this.app, scheme = 'DPoP' } = {}): Promise<TestAnswer> {
    const headers = { authorization: `${scheme} ${this.text}`, ...(dpop === undefined ? {} : { dpop }) }
    return app.send({ url: '/oauth/userinfo', headers })
  }
}

/** Asserts a refusal at a resource: 401 with the challenge that names the scheme and the error (RFC 9449 §7.1). */
function assertChallenge(answer: TestAnswer, error: string): void {
  assertOAuthError(answer, 401, error)
  assert.match(String(answer.headers['www-authenticate']), new RegExp(`^DPoP error="${error}"`))
}

describe('a DPoP proof', () => {
  test('DP1 that breaks a rule is refused at the token endpoint, and nothing is fetched for it', async (t) => {
    const app = await createTestApp(t)
    const { url, hits } = await canary(t)
    const agent = await createAgent(app)
    const proofs = Object.entries(forgedProofs(new ProofKey(), url))
    assert.ok(proofs.length >= 25)
    for (const [name, make] of proofs) {
      const answer = await atToken(app, agent, make({ ...tokenClaims(app) }))
      assert.equal(answer.json['error'], 'invalid_dpop_proof', `${name}: ${answer.text}`)
      assertOAuthError(answer, 400, 'invalid_dpop_proof')
    }
    assert.equal((await atToken(app, agent, new ProofKey().sign(tokenClaims(app)))).json['token_type'], 'DPoP')
    for (const [alg, make] of Object.entries(otherProofs()))
      assert.equal((await atToken(app, agent, make({ ...tokenClaims(app) }))).json['token_type'], 'DPoP', alg)
    assert.equal(hits(), 0)
  })

  test('DP1 that breaks a rule is refused at userinfo, and nothing is fetched for it', async (t) => {
    const app = await createTestApp(t)
    const { url, hits } = await canary(t)
    const token = await BoundToken.obtain(app)
    for (const [name, make] of Object.entries(forgedProofs(token.key, url))) {
      const answer = await token.present(make({ ...token.claims() }))
      assert.equal(
        `${answer.status} ${String(answer.json['error'])}`,
        '401 invalid_dpop_proof',
        `${name}: ${answer.text}`,
      )
      assertChallenge(answer, 'invalid_dpop_proof')
    }
    assert.equal((await token.present(token.proof())).status, 200)
    assert.equal(hits(), 0)
  })

  test('DP2 names the method and the address as configured, whatever Host the request names', async (t) => {
    const app = await createTestApp(t, { baseUrl: 'https://id.example.com' })
    const agent = await createAgent(app)
    const key = new ProofKey()
    const wrong = [
      'http://id.example.com/oauth/token',
      'https://evil.example.com/oauth/token',
      'https://id.example.com.evil.example/oauth/token',
      'https://id.example.com@evil.example/oauth/token',
      'https://user@id.example.com/oauth/token',
      'https://id.example.com:8443/oauth/token',
      'https://id.example.com/oauth/Token',
      'https://id.example.com//oauth/token',
      'https://id.example.com/oauth/token/',
      'https://id.example.com/oauth/userinfo',
      'https://id.example.com/oauth\\token',
      'https://id.example.com/oauth/tok\ten',
      ' https://id.example.com/oauth/token',
      'https:/id.example.com/oauth/token',
      'https:///id.example.com/oauth/token',
      'https://\\id.example.com/oauth/token',
      'https://\tid.example.com/oauth/token',
      'https://\u00adid.example.com/oauth/token',
      'https://\uff49d.example.com/oauth/token',
      'https://id.example.com/oauth/token?%',
      'https://id.example.com/oauth/token\n',
      'https://id.example.com./oauth/token',
      '/oauth/token',
      'id.example.com/oauth/token',
      '',
    ]
    for (const htu of wrong) {
      for (const host of ['id.example.com', 'evil.example.com']) {
        const answer = await atToken(app, agent, key.sign(tokenClaims(app, { htu })), host)
        assert.equal(answer.json['error'], 'invalid_dpop_proof', JSON.stringify(htu))
      }
    }
    for (const htm of ['post', 'GET', 'POST ', '']) {
      assertOAuthError(await atToken(app, agent, key.sign(tokenClaims(app, { htm }))), 400, 'invalid_dpop_proof')
    }
    const right = [
      'https://id.example.com/oauth/token',
      'https://id.example.com:443/oauth/token',
      'HTTPS://ID.EXAMPLE.COM/oauth/token',
      'https://id.example.com/oauth/token?grant=1#part',
    ]
    for (const htu of right) {
      const answer = await atToken(app, agent, key.sign(tokenClaims(app, { htu })), 'evil.example.com')
      assert.equal(answer.status, 200, `${htu}: ${answer.text}`)
    }
  })

  test('DP2 at a resource names its own method and path', async (t) => {
    const app = await createTestApp(t)
    const token = await BoundToken.obtain(app)
    const wrong = [
      { htm: 'POST' },
      { htm: 'get' },
      { htu: `${app.baseUrl}/oauth/token` },
      { htu: `${app.baseUrl}/oauth/USERINFO` },
      { htu: 'http://evil.example.com/oauth/userinfo' },
    ]
    for (const changes of wrong) assertChallenge(await token.present(token.proof(changes)), 'invalid_dpop_proof')
    const headers = { authorization: `DPoP ${token.text}` }
    const post = await app.send({
      method: 'POST',
      url: '/oauth/userinfo',
      headers: { ...headers, dpop: token.proof({ htm: 'POST' }) },
    })
    assert.equal(post.status, 200, post.text)
    const absolute = await app.send({
      url: 'http://evil.example.com/oauth/userinfo?x=1',
      headers: { ...headers, dpop: token.proof() },
    })
    assert.equal(absolute.status, 200, absolute.text)
  })

  test('DP2 names the whole address when the base URL has a path, whether a proxy strips that or not', async (t) => {
    const app = await createTestApp(t, { baseUrl: 'https://example.com/id' })
    const token = await BoundToken.obtain(app)
    for (const url of ['/oauth/userinfo', '/id/oauth/userinfo']) {
      const send = (dpop: string) => app.send({ url, headers: { authorization: `DPoP ${token.text}`, dpop } })
      assert.equal((await send(token.proof())).status, 200, url)
      const wrong = token.proof({ htu: 'https://example.com/oauth/userinfo' })
      assertChallenge(await send(wrong), 'invalid_dpop_proof')
    }
  })

  test('DP3 is taken from 60 seconds old to 10 seconds ahead, with a whole number for its time', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const token = await BoundToken.obtain(app)
    const key = new ProofKey()
    const now = nowOf(app)
    for (const offset of [-60, -59, 0, 9, 10]) {
      const iat = now + offset
      assert.equal((await atToken(app, agent, key.sign(tokenClaims(app, { iat })))).status, 200, `${offset} s`)
      assert.equal((await token.present(token.proof({ iat }))).status, 200, `${offset} s`)
    }
    const refused = [now - 61, now + 11, now - 3600, undefined, String(now), now + 0.5, 1e308, -1, 0, null, [now], true]
    for (const iat of refused) {
      assertOAuthError(await atToken(app, agent, key.sign(tokenClaims(app, { iat }))), 400, 'invalid_dpop_proof')
      assertChallenge(await token.present(token.proof({ iat })), 'invalid_dpop_proof')
    }
  })

  test('DP4 is taken once at a resource too, on every node', async (t) => {
    const app = await createTestApp(t)
    const node = await app.secondNode(t)
    const token = await BoundToken.obtain(app)
    const proof = token.proof()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => token.present(proof, { app: i % 2 === 0 ? app : node })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assertChallenge(await token.present(proof, { app: node }), 'invalid_dpop_proof')
  })

  test('DP4 is remembered until one of its age is not taken any more', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const key = new ProofKey()
    for (const ahead of [-60, 0, 10]) {
      const iat = nowOf(app) + ahead
      assert.equal((await atToken(app, agent, key.sign(tokenClaims(app, { iat })))).status, 200)
      const [memory] = await app.database.db.all(sql`SELECT expires_at FROM replays`)
      app.clock.set(memory?.['expires_at'] as number)
      const another = key.sign(tokenClaims(app, { iat }))
      assertOAuthError(await atToken(app, agent, another), 400, 'invalid_dpop_proof', /too old/)
      await app.database.db.run(sql`DELETE FROM replays`)
    }
  })

  test('DP4 a proof with the jti of another key’s proof is not a replay', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    for (const key of [new ProofKey(), new ProofKey()]) {
      assert.equal((await atToken(app, agent, key.sign(tokenClaims(app, { jti: 'same' })))).status, 200)
    }
  })

  test('DP5 must carry the hash of the token it comes with', async (t) => {
    const app = await createTestApp(t)
    const token = await BoundToken.obtain(app)
    const other = await BoundToken.obtain(app)
    const digest = createHash('sha256').update(token.text).digest()
    const wrong = [
      undefined,
      '',
      athOf(other.text),
      digest.toString('hex'),
      digest.toString('base64'),
      `${athOf(token.text)}=`,
      7,
    ]
    for (const ath of wrong) {
      assertChallenge(await token.present(token.proof({ ath })), 'invalid_dpop_proof')
    }
  })

  test('DP6 by another key, or missing, makes a bound token worthless', async (t) => {
    const app = await createTestApp(t)
    const token = await BoundToken.obtain(app)
    const strange = new ProofKey().sign(token.claims())
    assertChallenge(await token.present(strange), 'invalid_token')
    assertChallenge(await token.present(undefined), 'invalid_dpop_proof')
    assertChallenge(await token.present(undefined, { scheme: 'Bearer' }), 'invalid_token')
    assertChallenge(await token.present(token.proof(), { scheme: 'Bearer' }), 'invalid_token')
    const answer = await token.present(token.proof(), { scheme: 'dpop' })
    assert.equal(answer.status, 200, 'schemes are compared without case (RFC 9110 §11.1)')
  })

  test('DP6 does not turn an unbound token into a bound one', async (t) => {
    const app = await createTestApp(t)
    const tokens = await signIn(app, await TestPerson.signUp(app), await createWebApp(app), { scope: 'openid' })
    const token = tokens['access_token'] ?? ''
    const dpop = proofFor(app, new ProofKey(), 'GET', '/oauth/userinfo', token)
    const answer = await app.send({ url: '/oauth/userinfo', headers: { authorization: `DPoP ${token}`, dpop } })
    assertOAuthError(answer, 401, 'invalid_token')
  })

  test('binds the tokens it comes with: claim, introspection and token_type say so', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const key = new ProofKey()
    const token = await ownToken(app, agent, {}, key)
    assert.deepEqual(claimsOf(token)['cnf'], { jkt: key.jkt })
    const seen = await introspect(app, agent, token)
    assert.deepEqual([seen['cnf'], seen['token_type']], [{ jkt: key.jkt }, 'DPoP'])
    const plain = await introspect(app, agent, await ownToken(app, agent))
    assert.deepEqual([plain['cnf'], plain['token_type']], [undefined, 'Bearer'])
  })
})

describe('a code asked for with dpop_jkt', () => {
  test('AZ16 is redeemed with that key and no other, and the attempts of others do not use it up', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const key = new ProofKey()
    const code = redemption(await obtainCode(await TestPerson.signUp(app), client, { dpop_jkt: key.jkt }))
    assertOAuthError(await requestToken(app, client, code), 400, 'invalid_grant')
    assertOAuthError(await requestToken(app, client, code, new ProofKey()), 400, 'invalid_grant')
    const redeemed = await requestToken(app, client, code, key)
    assert.equal(redeemed.status, 200, redeemed.text)
    assert.deepEqual(claimsOf(redeemed.json['access_token'] as string)['cnf'], { jkt: key.jkt })
  })
})

describe('DP7 when proofs need a nonce', () => {
  const demanding = async (t: TestContext): Promise<TestApp> => {
    const app = await createTestApp(t)
    await configure(app, { 'dpop.require_nonce': true })
    return app
  }
  const send = (app: TestApp, client: TestClient, fields: Record<string, string>, dpop: string): Promise<TestAnswer> =>
    app.send({ url: '/oauth/token', form: { ...credentialsOf(client), ...fields }, headers: { dpop } })

  /** Asserts that a nonce is asked for, and answers it. */
  function demanded(answer: TestAnswer, status = 400): string {
    assertOAuthError(answer, status, 'use_dpop_nonce')
    const nonce = answer.headers['dpop-nonce']
    assert.match(String(nonce), /^[\w-]{20,}$/)
    return String(nonce)
  }

  test('a proof without one is told the nonce, and the code it came with still works', async (t) => {
    const app = await demanding(t)
    const client = await createWebApp(app)
    const key = new ProofKey()
    const code = redemption(await obtainCode(await TestPerson.signUp(app), client))
    const nonce = demanded(await send(app, client, code, key.sign(tokenClaims(app))))
    demanded(await send(app, client, code, key.sign(tokenClaims(app, { nonce: 'made-up' }))))
    const redeemed = await send(app, client, code, key.sign(tokenClaims(app, { nonce })))
    assert.equal(redeemed.status, 200, redeemed.text)
  })

  test('the refresh token it came with still works, and is not taken for a replay', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const key = new ProofKey()
    const tokens = await signIn(app, await TestPerson.signUp(app), client, {}, key)
    await configure(app, { 'dpop.require_nonce': true, 'oauth.refresh_grace_seconds': 0 })
    const fields = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' }
    const nonce = demanded(await refresh(app, client, fields.refresh_token, {}, key))
    const renewed = await send(app, client, fields, key.sign(tokenClaims(app, { nonce })))
    assert.equal(renewed.status, 200, renewed.text)
  })

  test('a nonce of one node is good on another, for two to four minutes', async (t) => {
    const app = await demanding(t)
    const node = await app.secondNode(t)
    const agent = await createAgent(app)
    const key = new ProofKey()
    const nonce = demanded(await send(app, agent, GRANT, key.sign(tokenClaims(app))))
    for (const seconds of [0, 60, 60]) {
      app.clock.advance(seconds * 1000)
      const answer = await send(node, agent, GRANT, key.sign(tokenClaims(app, { nonce })))
      assert.equal(answer.status, 200, answer.text)
    }
    app.clock.advance(120_000)
    const next = demanded(await send(node, agent, GRANT, key.sign(tokenClaims(app, { nonce }))))
    assert.notEqual(next, nonce)
    assert.equal((await send(app, agent, GRANT, key.sign(tokenClaims(app, { nonce: next })))).status, 200)
  })

  test('resources ask for it with a challenge', async (t) => {
    const app = await createTestApp(t)
    const token = await BoundToken.obtain(app)
    await configure(app, { 'dpop.require_nonce': true })
    const refused = await token.present(token.proof())
    const nonce = demanded(refused, 401)
    assertChallenge(refused, 'use_dpop_nonce')
    assert.equal((await token.present(token.proof({ nonce }))).status, 200)
  })

  test('a wrong proof is refused before a nonce is asked for, and a bearer request needs none', async (t) => {
    const app = await demanding(t)
    const agent = await createAgent(app)
    const wrong = new ProofKey().sign(tokenClaims(app, { htm: 'GET' }))
    assertOAuthError(await send(app, agent, GRANT, wrong), 400, 'invalid_dpop_proof')
    assert.equal((await requestToken(app, agent, GRANT)).json['token_type'], 'Bearer')
  })
})
