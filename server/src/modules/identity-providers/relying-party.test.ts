import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { TestClock } from '#test/support/clock.ts'
import { claimsOf, compactJws, headerOf, rsaSigner } from '#test/support/jwt.ts'
import { importPublicJwk } from '#/platform/crypto/jwk.ts'
import { parseJws, verifyJws } from '#/platform/crypto/jws.ts'
import { connect } from './connection.ts'
import { ProviderFailure } from './provider-failure.ts'
import { RelyingParty } from './relying-party.ts'
import type { OutboundRequest } from '#/platform/http-client/outbound.ts'
import type { ProviderKind } from './provider-kinds.ts'
import type { Provider } from './provider.ts'

const secrets = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(64) }

const provider = (kind: ProviderKind, more: Partial<Provider> = {}): Provider => ({
  id: `idp_${kind}`,
  name: kind,
  kind,
  displayName: kind,
  issuer: null,
  clientId: 'our-client',
  secretSealed: 'our-secret',
  options: {},
  scopes: 'openid email',
  enabled: true,
  createdAt: 0,
  updatedAt: 0,
  ...more,
})

type Answers = Record<string, unknown>

/** The internet as a test wants it: what each address answers, and what was asked. */
class Internet {
  readonly asked: { url: string; request: OutboundRequest }[] = []
  answers: Answers = {}
  readonly check = async (): Promise<void> => undefined
  readonly fetch = async (url: string | URL, request: OutboundRequest = {}): Promise<Response> => {
    this.asked.push({ url: String(url), request })
    const answer = this.answers[String(url)]
    if (answer instanceof Error) throw answer
    return answer === undefined ? new Response('', { status: 404 }) : Response.json(answer)
  }

  /** The form of the request to an address. */
  form(url: string): URLSearchParams {
    const sent = this.asked.find((it) => it.url === url)?.request.body
    return new URLSearchParams(sent as URLSearchParams)
  }

  header(url: string, name: string): string | null {
    return new Headers(this.asked.find((it) => it.url === url)?.request.headers).get(name)
  }
}

function scene(kind: ProviderKind, more: Partial<Provider> = {}) {
  const internet = new Internet()
  const clock = new TestClock()
  const connection = connect(provider(kind, more), { open: (sealed) => sealed }, 'https://id.example')
  return { internet, clock, connection, party: new RelyingParty({ outbound: internet, clock }) }
}

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

function discovery(issuer: string, documentIssuer = issuer): Answers {
  const at = (path: string): string => `${new URL(issuer).origin}${path}`
  return {
    [`${issuer}/.well-known/openid-configuration`]: {
      issuer: documentIssuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      jwks_uri: at('/jwks'),
      id_token_signing_alg_values_supported: ['RS256'],
    },
    [at('/jwks')]: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] },
  }
}

function idToken(claims: Record<string, unknown>): string {
  const now = Math.floor(Date.now() / 1000)
  const standard = { aud: 'our-client', sub: 's', iat: now, exp: now + 60, nonce: secrets.nonce }
  return compactJws({ alg: 'RS256', kid: 'one' }, { ...standard, ...claims }, rsaSigner(privateKey))
}

const tokens = (token?: string) => ({ access_token: 'at', token_type: 'bearer', ...(token && { id_token: token }) })
const answer = (more: Record<string, string> = {}) => new URLSearchParams({ code: 'c', state: secrets.state, ...more })

test('an authorization request carries state, nonce and a challenge of PKCE', async () => {
  const { party, connection, internet } = scene('google')
  internet.answers = discovery('https://accounts.google.com')
  const url = new URL(await party.authorizationUrl(connection, secrets))
  assert.equal(url.origin + url.pathname, 'https://accounts.google.com/authorize')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    client_id: 'our-client',
    response_type: 'code',
    redirect_uri: 'https://id.example/api/v1/auth/providers/google/callback',
    scope: 'openid email',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(secrets.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
})

test('a discovery document is remembered for ten minutes, and not beyond a change of the provider', async () => {
  const { party, connection, internet, clock } = scene('google')
  internet.answers = discovery('https://accounts.google.com')
  const ask = (version = 0) => party.authorizationUrl({ ...connection, version }, secrets)
  for (let i = 0; i < 3; i++) await ask()
  assert.equal(internet.asked.length, 1)
  await ask(1)
  assert.equal(internet.asked.length, 2)
  clock.advance(600_000)
  await ask(1)
  assert.equal(internet.asked.length, 3)
})

test('GitHub is asked by plain OAuth 2.0 with PKCE, then for the person and their addresses', async () => {
  const { party, connection, internet } = scene('github', { scopes: 'read:user user:email' })
  const url = new URL(await party.authorizationUrl(connection, secrets))
  assert.equal(url.origin + url.pathname, 'https://github.com/login/oauth/authorize')
  assert.deepEqual([url.searchParams.get('nonce'), url.searchParams.get('code_challenge_method')], [null, 'S256'])
  const TOKEN = 'https://github.com/login/oauth/access_token'
  internet.answers = {
    [TOKEN]: tokens(),
    'https://api.github.com/user': { id: 7, login: 'maya' },
    'https://api.github.com/user/emails': [{ email: 'maya@example.com', primary: true, verified: true }],
  }
  const profile = await party.profileOf(connection, answer(), secrets)
  assert.deepEqual(profile, { subject: '7', email: 'maya@example.com', emailVerified: true, name: 'maya' })
  const form = internet.form(TOKEN)
  assert.deepEqual(
    ['client_id', 'client_secret', 'code', 'code_verifier'].map((name) => form.get(name)),
    ['our-client', 'our-secret', 'c', secrets.codeVerifier],
  )
  assert.match(String(internet.header(TOKEN, 'accept')), /application\/json/)
  assert.equal(internet.header('https://api.github.com/user', 'authorization'), 'Bearer at')
  // GitHub answers errors with status 200.
  internet.answers[TOKEN] = { error: 'bad_verification_code' }
  await assert.rejects(party.profileOf(connection, answer(), secrets), ProviderFailure)
  internet.answers = { [TOKEN]: tokens() }
  await assert.rejects(party.profileOf(connection, answer(), secrets), ProviderFailure)
  await assert.rejects(party.profileOf(connection, answer({ iss: 'https://evil.example' }), secrets), ProviderFailure)
})

test('Apple gets a client secret that our key signed a moment ago, and is asked to answer by form', async () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const options = { team_id: 'TEAM', key_id: 'KEY' }
  const { party, connection, internet, clock } = scene('apple', { secretSealed: pem, options })
  internet.answers = {
    ...discovery('https://appleid.apple.com'),
    'https://appleid.apple.com/token': tokens(
      idToken({ iss: 'https://appleid.apple.com', email: 'x@privaterelay.appleid.com', email_verified: 'true' }),
    ),
  }
  const url = new URL(await party.authorizationUrl(connection, secrets))
  assert.equal(url.searchParams.get('response_mode'), 'form_post')
  const profile = await party.profileOf(connection, answer(), secrets)
  assert.deepEqual([profile.email, profile.emailVerified], ['x@privaterelay.appleid.com', true])
  const secret = internet.form('https://appleid.apple.com/token').get('client_secret') ?? ''
  assert.deepEqual(headerOf(secret), { alg: 'ES256', kid: 'KEY' })
  const iat = Math.floor(clock.now() / 1000)
  const audience = 'https://appleid.apple.com'
  assert.deepEqual(claimsOf(secret), { iss: 'TEAM', sub: 'our-client', aud: audience, iat, exp: iat + 300 })
  const published = importPublicJwk(key.publicKey.export({ format: 'jwk' }))
  assert.equal(verifyJws(parseJws(secret), published, ['ES256']), true)
  await assert.rejects(
    party.profileOf(connection, answer({ error: 'user_cancelled_authorize' }), secrets),
    (error) => error instanceof ProviderFailure && error.reason === 'denied',
  )
})

test('Microsoft answers for any tenant with the issuer of that tenant, and for no other', async () => {
  const { party, connection, internet } = scene('microsoft')
  const template = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  const signedIn = (tid: string, iss: string) => {
    internet.answers = {
      ...discovery('https://login.microsoftonline.com/common/v2.0', template),
      'https://login.microsoftonline.com/token': tokens(idToken({ iss, tid, email: 'maya@contoso.example' })),
    }
    return party.profileOf(connection, answer(), secrets)
  }
  const profile = await signedIn('t1', 'https://login.microsoftonline.com/t1/v2.0')
  assert.deepEqual([profile.email, profile.emailVerified], ['maya@contoso.example', false])
  await assert.rejects(signedIn('t1', 'https://login.microsoftonline.com/t2/v2.0'), ProviderFailure)
  await assert.rejects(signedIn('t1', 'https://evil.example/t1/v2.0'), ProviderFailure)
})

test('a provider that takes secrets by form only gets them so, and a public client sends none', async () => {
  const issuer = 'https://idp.example'
  for (const [methods, secretSealed, where] of [
    [['client_secret_post'], 'our-secret', 'form'],
    [['client_secret_basic', 'client_secret_post'], 'our-secret', 'header'],
    [undefined, 'our-secret', 'header'],
    [['none'], null, 'nowhere'],
  ] as const) {
    const { party, connection, internet } = scene('oidc', { issuer, secretSealed })
    const documents = discovery(issuer)
    const document = documents[`${issuer}/.well-known/openid-configuration`] as Answers
    if (methods) document['token_endpoint_auth_methods_supported'] = methods
    internet.answers = { ...documents, [`${issuer}/token`]: tokens(idToken({ iss: issuer })) }
    await party.profileOf(connection, answer(), secrets)
    const inForm = internet.form(`${issuer}/token`).has('client_secret')
    const inHeader = internet.header(`${issuer}/token`, 'authorization') !== null
    assert.deepEqual([inForm, inHeader], [where === 'form', where === 'header'], where)
  }
})

test('a fault of our own database is no fault of the provider', async () => {
  const { party, connection, internet } = scene('google')
  internet.answers = {
    'https://accounts.google.com/.well-known/openid-configuration': new DatabaseUnavailable('gone'),
  }
  await assert.rejects(party.authorizationUrl(connection, secrets), DatabaseUnavailable)
})
