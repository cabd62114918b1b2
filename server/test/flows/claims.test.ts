import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { authorizeUrl, CHALLENGE, VERIFIER } from '#test/support/authorize.ts'
import type { Changes } from '#test/support/authorize.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { claimsOf } from '#test/support/jwt.ts'
import { createWebApp, hiddenFields, redemption, refresh, REDIRECT, requestToken } from '#test/support/oauth.ts'
import { signIn, TestPerson } from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'

const ONE = 'urn:mandate:acr:1fa'
const TWO = 'urn:mandate:acr:2fa'
const PASSKEY = 'phr'

const ofPerson = ['email', 'email_verified', 'name']
const personIn = (idToken: string | undefined): string[] =>
  Object.keys(claimsOf(idToken ?? '')).filter((name) => ofPerson.includes(name))

async function userInfoNames(app: TestApp, accessToken: string | undefined): Promise<string[]> {
  const info = await app.send({ url: '/oauth/userinfo', headers: { authorization: `Bearer ${accessToken}` } })
  return Object.keys(info.json).toSorted()
}

/** Goes on from an address until the client has its answer or the person is asked to sign in; allows what is asked. */
async function walk({ visitor }: FactorPerson, url: string): Promise<{ back?: URLSearchParams; login?: string }> {
  let answer = await visitor.open(url)
  for (let step = 0; step < 8; step++) {
    const location = answer.headers['location'] as string | undefined
    if (location?.startsWith(REDIRECT)) return { back: new URL(location).searchParams }
    if (location?.startsWith('/login')) return { login: location }
    if (location !== undefined) answer = await visitor.open(location)
    else answer = await visitor.post('/oauth/authorize', { ...hiddenFields(answer.text), decision: 'allow' })
  }
  throw new Error('the request did not come back')
}

const ask = (person: FactorPerson, client: TestClient, changes: Changes) =>
  walk(person, authorizeUrl(client, { scope: 'openid', ...changes }))

const goOn = (person: FactorPerson, login: string | undefined) =>
  walk(person, `/oauth/authorize?request=${new URLSearchParams(login?.split('?')[1]).get('request')}`)

/** What the ID token of an answer says of the sign-in. */
async function signedInBy(app: TestApp, client: TestClient, back: URLSearchParams | undefined) {
  const code = back?.get('code') ?? ''
  const answer = await requestToken(app, client, redemption({ code, verifier: VERIFIER }))
  assert.equal(answer.status, 200, `${String(back)} ${answer.text}`)
  const { acr, amr } = claimsOf(answer.json['id_token'] as string)
  return { acr, amr }
}

const essential = (...values: string[]): Changes => ({
  claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }),
})

describe('the claims parameter', () => {
  test('single claims are asked for as the scopes they belong to, which the response then names', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const claims = JSON.stringify({ userinfo: { name: { essential: true }, birthdate: null } })
    const tokens = await signIn(app, person, client, { scope: 'openid', claims })
    assert.deepEqual(tokens['scope']?.split(' ').toSorted(), ['openid', 'profile'])
    assert.deepEqual(await userInfoNames(app, tokens['access_token']), ['name', 'sub'])
  })

  test('a claim whose scope the client may not have is left out, essential or not', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app, { scope: 'openid read' })
    const claims = JSON.stringify({ userinfo: { email: { essential: true } }, id_token: { name: null } })
    const tokens = await signIn(app, await TestPerson.signUp(app), client, { scope: 'openid', claims })
    assert.equal(tokens['scope'], 'openid')
    assert.deepEqual(await userInfoNames(app, tokens['access_token']), ['sub'])
    assert.deepEqual(personIn(tokens['id_token']), [])
  })

  test('a client without claims in its ID tokens gets there what it asks for by name', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app, { id_token_claims: false })
    const person = await TestPerson.signUp(app)
    const claims = JSON.stringify({ id_token: { email: null } })
    const tokens = await signIn(app, person, client, { scope: 'openid profile email', claims })
    assert.deepEqual(personIn(tokens['id_token']), ['email'])
    assert.deepEqual(await userInfoNames(app, tokens['access_token']), ['email', 'email_verified', 'name', 'sub'])
  })

  test('without the scope openid it says nothing', async (t) => {
    const app = await createTestApp(t)
    const claims = JSON.stringify({ userinfo: { name: null } })
    const client = await createWebApp(app)
    const tokens = await signIn(app, await TestPerson.signUp(app), client, { scope: 'read', claims })
    assert.equal(tokens['scope'], 'read')
  })

  test('a person asked for by sub is the only one who will do', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const [maya, theo] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    const claims = JSON.stringify({ id_token: { sub: { value: maya.id } } })
    const tokens = await signIn(app, maya, client, { scope: 'openid', claims })
    assert.equal(claimsOf(tokens['id_token'] ?? '')['sub'], maya.id)
    await signIn(app, theo, client, { scope: 'openid' })
    const back = await theo.authorize(client, { scope: 'openid', claims, prompt: 'none', code_challenge: CHALLENGE })
    assert.equal(back.searchParams.get('error'), 'login_required')
  })

  test('what is not readable is refused', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const bad = ['{', '[]', '7', '{"id_token":[]}', '{"userinfo":{"name":true}}', '{"id_token":{},"id_token":{}}']
    for (const claims of [...bad, JSON.stringify({ userinfo: { x: { value: 'y'.repeat(4096) } } })]) {
      const back = await person.authorize(client, { scope: 'openid', claims, code_challenge: CHALLENGE })
      assert.equal(back.searchParams.get('error'), 'invalid_request', claims.slice(0, 40))
    }
  })

  test('the metadata says so', async (t) => {
    const app = await createTestApp(t)
    const { json } = await app.send({ url: '/.well-known/openid-configuration' })
    assert.equal(json['claims_parameter_supported'], true)
    assert.deepEqual(json['acr_values_supported'], [ONE, TWO, PASSKEY])
    for (const claim of ['acr', 'amr']) assert.ok((json['claims_supported'] as string[]).includes(claim))
  })
})

describe('acr and amr', () => {
  test('say how the person signed in: by password, with a code, by passkey', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const plain = await FactorPerson.signUp(app, 'plain@example.com')
    const { back } = await ask(plain, client, {})
    assert.deepEqual(await signedInBy(app, client, back), { acr: ONE, amr: ['pwd'] })

    const careful = await FactorPerson.withTotp(app, 'careful@example.com')
    const second = careful.elsewhere()
    await second.logIn()
    await second.challenge(second.code())
    assert.deepEqual(await signedInBy(app, client, (await ask(second, client, {})).back), {
      acr: TWO,
      amr: ['pwd', 'otp', 'mfa'],
    })

    const keyed = await FactorPerson.signUp(app, 'keyed@example.com')
    await keyed.addPasskey()
    await keyed.passkeyLogIn()
    const { acr, amr } = await signedInBy(app, client, (await ask(keyed, client, {})).back)
    assert.equal(acr, PASSKEY)
    assert.ok((amr as string[]).includes('mfa') && (amr as string[]).includes('user'))
  })

  test('a class that is asked for is named when it is met, also by a stronger one', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await FactorPerson.withTotp(app)
    const acrOf = async (changes: Changes) =>
      (await signedInBy(app, client, (await ask(person, client, changes)).back)).acr
    assert.equal(await acrOf({ acr_values: `${ONE} ${TWO}` }), ONE, 'best first')
    assert.equal(await acrOf({ acr_values: `${PASSKEY} ${TWO}` }), TWO)
    assert.equal(await acrOf({ acr_values: 'urn:unknown' }), TWO)
    assert.equal(await acrOf(essential(TWO)), TWO)
    assert.equal(await acrOf({ ...essential(ONE), acr_values: TWO }), ONE, 'claims say it more exactly')
  })

  test('a wish that can not be met goes on with what there is', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await FactorPerson.signUp(app)
    const { back } = await ask(person, client, { acr_values: TWO })
    assert.equal((await signedInBy(app, client, back)).acr, ONE)
  })

  test('an essential class that can not be met is a sign-in that failed', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await FactorPerson.signUp(app)
    for (const wanted of [essential(TWO), essential(PASSKEY), essential('urn:unknown')]) {
      const { back } = await ask(person, client, wanted)
      assert.equal(back?.get('error'), 'unmet_authentication_requirements', String(back))
      assert.equal(back?.get('state'), 'xyz')
    }
  })

  test('whoever has a passkey is asked for it, silently nobody is, and another password does not do', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await FactorPerson.signUp(app)
    await person.addPasskey()
    await person.logIn()
    const wanted = essential(PASSKEY)
    const silent = await ask(person, client, { ...wanted, prompt: 'none' })
    assert.equal(silent.back?.get('error'), 'login_required')
    const wished = await ask(person, client, { acr_values: PASSKEY })
    assert.ok(wished.login, 'for a wish as well')

    const { login } = await ask(person, client, wanted)
    assert.match((await person.visitor.open(login ?? '')).text, /asks you to sign in with a passkey/)
    await person.logIn()
    const refused = await goOn(person, login)
    assert.equal(refused.back?.get('error'), 'unmet_authentication_requirements')

    const again = await ask(person, client, wanted)
    await person.passkeyLogIn()
    const { back } = await goOn(person, again.login)
    assert.equal((await signedInBy(app, client, back)).acr, PASSKEY)
  })

  test('a person whose session is weaker by the time they allow is asked to sign in again', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await FactorPerson.signUp(app)
    await person.addPasskey()
    await person.passkeyLogIn()
    const asked = await person.visitor.open(authorizeUrl(client, { scope: 'openid', ...essential(PASSKEY) }))
    const page = await person.visitor.open(String(asked.headers['location']))
    assert.equal(page.status, 200)
    await person.logIn()
    const again = await person.visitor.open(String(asked.headers['location']))
    assert.match(String(again.headers['location']), /^\/login\?request=/)
  })

  test('a refreshed ID token repeats them until the person proves themselves anew', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await FactorPerson.signUp(app)
    const { back } = await ask(person, client, {})
    const redeemed = redemption({ code: back?.get('code') ?? '', verifier: VERIFIER })
    const { json: tokens } = await requestToken(app, client, redeemed)
    const first = await refresh(app, client, tokens['refresh_token'] as string)
    assert.equal(claimsOf(first.json['id_token'] as string)['acr'], ONE)
    app.clock.advance(60_000)
    await person.addPasskey()
    await person.passkeyLogIn()
    const second = await refresh(app, client, first.json['refresh_token'] as string)
    const { acr, amr, auth_time: at } = claimsOf(second.json['id_token'] as string)
    assert.deepEqual([acr, amr], [undefined, undefined], 'they would say more than auth_time does')
    assert.equal(at, claimsOf(tokens['id_token'] as string)['auth_time'])
  })

  test('a pushed request carries them too', async (t) => {
    const app = await createTestApp(t)
    const client = await createWebApp(app)
    const person = await FactorPerson.signUp(app)
    const pushed = await app.send({
      url: '/oauth/par',
      form: {
        ...{ client_id: client.clientId, client_secret: client.secret ?? '', response_type: 'code' },
        ...{ redirect_uri: REDIRECT, scope: 'openid', state: 'xyz' },
        ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
        claims: JSON.stringify({ id_token: { acr: { essential: true, value: PASSKEY } } }),
      },
    })
    assert.equal(pushed.status, 201, pushed.text)
    const query = new URLSearchParams({
      client_id: client.clientId,
      request_uri: String(pushed.json['request_uri']),
    })
    const { back } = await walk(person, `/oauth/authorize?${query}`)
    assert.equal(back?.get('error'), 'unmet_authentication_requirements')
  })
})
