import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { codeChallengeOf } from '#/oauth/shared/pkce.ts'
import { TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import { athOf } from './dpop.ts'
import type { ProofKey } from './dpop.ts'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'

export const REDIRECT = 'https://app.example.com/callback'

/** A client under test: how it names itself, and how it proves that. */
export interface TestClient {
  readonly id: string
  readonly clientId: string
  readonly secret: string | undefined
}

type Fields = Record<string, string>

/** Makes an agent through the admin API. Everything the grants need is registered unless `more` says otherwise. */
export async function createAgent(app: TestApp, more: Record<string, unknown> = {}): Promise<TestClient> {
  const made = await app.admin('POST', '/agents', {
    client_name: 'agent',
    grant_types: ['client_credentials', TOKEN_EXCHANGE],
    scope: 'read write',
    token_endpoint_auth_method: 'client_secret_post',
    ...more,
  })
  assert.equal(made.status, 201, made.text)
  const { id, client_id, client_secret } = made.json as Fields
  return { id: id ?? '', clientId: client_id ?? '', secret: client_secret }
}

/** An agent people sign in to. */
export const createWebApp = (app: TestApp, more: Record<string, unknown> = {}): Promise<TestClient> =>
  createAgent(app, {
    client_name: 'web app',
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile email read write',
    redirect_uris: [REDIRECT],
    ...more,
  })

/** The form fields a client authenticates with. */
export const credentialsOf = ({ clientId, secret }: TestClient): Fields =>
  secret === undefined ? { client_id: clientId } : { client_id: clientId, client_secret: secret }

/** Sends a token request as a client; with a key it carries a fresh proof. */
export function requestToken(app: TestApp, client: TestClient, fields: Fields, key?: ProofKey): Promise<TestAnswer> {
  return app.send({
    url: '/oauth/token',
    form: { ...credentialsOf(client), ...fields },
    headers: key ? { dpop: proofFor(app, key, 'POST', '/oauth/token') } : {},
  })
}

/** A fresh proof for one of the server's addresses. */
export function proofFor(app: TestApp, key: ProofKey, method: string, path: string, accessToken?: string): string {
  const iat = Math.floor(app.clock.now() / 1000)
  const ath = accessToken === undefined ? {} : { ath: athOf(accessToken) }
  return key.sign({ htm: method, htu: `${app.baseUrl}${path}`, iat, ...ath })
}

/** A token of the client's own. */
export async function ownToken(app: TestApp, client: TestClient, fields: Fields = {}, key?: ProofKey): Promise<string> {
  const answer = await requestToken(app, client, { grant_type: 'client_credentials', ...fields }, key)
  assert.equal(answer.status, 200, answer.text)
  return answer.json['access_token'] as string
}

/** Exchanges a subject token as an actor (RFC 8693 §2.1). */
export function exchange(
  app: TestApp,
  actor: TestClient,
  subjectToken: string,
  fields: Fields = {},
  key?: ProofKey,
): Promise<TestAnswer> {
  return requestToken(
    app,
    actor,
    {
      grant_type: TOKEN_EXCHANGE,
      subject_token: subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      ...fields,
    },
    key,
  )
}

/** Lets an agent act for a subject. */
export async function allow(app: TestApp, agent: TestClient, policy: Record<string, unknown>): Promise<string> {
  const made = await app.admin('POST', `/agents/${agent.id}/policies`, { scope: '*', ...policy })
  assert.equal(made.status, 201, made.text)
  return made.json['id'] as string
}

/** What introspection says of a token when the client asks. */
export async function introspect(app: TestApp, client: TestClient, token: string): Promise<Record<string, unknown>> {
  const answer = await app.send({ url: '/oauth/introspect', form: { ...credentialsOf(client), token } })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

export const isActive = async (app: TestApp, client: TestClient, token: string): Promise<boolean> =>
  (await introspect(app, client, token))['active'] === true

/** Somebody with a browser: cookies are kept, forms are filled in as the page offers them. */
export class TestPerson {
  readonly id: string
  readonly email: string
  readonly cookies = new Map<string, string>()
  readonly #app: TestApp

  private constructor(app: TestApp, id: string, email: string) {
    this.#app = app
    this.id = id
    this.email = email
  }

  static async signUp(app: TestApp): Promise<TestPerson> {
    const email = `person-${randomBytes(6).toString('hex')}@example.com`
    const json = { email, password: 'plum-harbour-lantern', name: 'Maya Okafor' }
    const answer = await app.send({ url: '/api/v1/auth/signup', json })
    assert.equal(answer.status, 201, answer.text)
    const person = new TestPerson(app, answer.json['id'] as string, email)
    person.#keep(answer)
    return person
  }

  async signIn(): Promise<void> {
    const json = { email: this.email, password: 'plum-harbour-lantern' }
    const answer = await this.#app.send({ url: '/api/v1/auth/login', json })
    assert.equal(answer.status, 200, answer.text)
    this.#keep(answer)
  }

  /** This person's cookies as a browser sends them. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends a request with this person's cookies and keeps what comes back. */
  async send(url: string, form?: TestRequest['form'], headers: Record<string, string> = {}): Promise<TestAnswer> {
    const { cookieHeader: cookie } = this
    const answer = await this.#app.send({ url, ...(form ? { form } : {}), headers: { ...headers, cookie } })
    this.#keep(answer)
    return answer
  }

  #keep(answer: TestAnswer): void {
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
  }

  /** Walks from the authorization endpoint back to the app, allowing when asked. Answers the final address. */
  async authorize(client: TestClient, params: Fields = {}, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: REDIRECT,
      scope: 'read',
      state: 'xyz',
      code_challenge_method: 'S256',
      ...params,
    })
    let answer = await this.send(`/oauth/authorize?${query}`)
    for (let step = 0; step < 5; step++) {
      const location = answer.headers['location'] as string | undefined
      if (location?.startsWith(params['redirect_uri'] ?? REDIRECT)) return new URL(location)
      answer = location === undefined ? await this.#decide(answer, decision) : await this.send(location)
    }
    throw new Error(`the request did not come back: ${answer.status} ${answer.text.slice(0, 400)}`)
  }

  #decide(page: TestAnswer, decision: 'allow' | 'deny'): Promise<TestAnswer> {
    assert.equal(page.status, 200, page.text)
    return this.send('/oauth/authorize', { ...hiddenFields(page.text), decision })
  }
}

/** The hidden inputs of a page's forms. */
export function hiddenFields(page: string): Fields {
  const inputs = page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)
  const attribute = (input: string, name: string): string => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? ''
  return Object.fromEntries([...inputs].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]))
}

/** A verifier and the challenge that goes into the authorization request. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: codeChallengeOf(verifier) }
}

/** Gets a code for a person, with the verifier that redeems it. */
export async function obtainCode(
  person: TestPerson,
  client: TestClient,
  params: Fields = {},
): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = pkce()
  const back = await person.authorize(client, { code_challenge: challenge, ...params })
  const code = back.searchParams.get('code')
  assert.ok(code, `no code came back: ${back.href}`)
  return { code, verifier }
}

/** The fields that redeem a code. */
export const redemption = ({ code, verifier }: { code: string; verifier: string }): Fields => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: REDIRECT,
  code_verifier: verifier,
})

/** Signs a person in to a client and answers the tokens. */
export async function signIn(
  app: TestApp,
  person: TestPerson,
  client: TestClient,
  params: Fields = {},
  key?: ProofKey,
): Promise<Fields> {
  const answer = await requestToken(app, client, redemption(await obtainCode(person, client, params)), key)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as Fields
}

/** Refreshes with a token. */
export const refresh = (
  app: TestApp,
  client: TestClient,
  refreshToken: string,
  fields: Fields = {},
  key?: ProofKey,
): Promise<TestAnswer> =>
  requestToken(app, client, { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields }, key)

/** Changes runtime settings. */
export async function configure(app: TestApp, settings: Record<string, unknown>): Promise<void> {
  const answer = await app.admin('PATCH', '/admin/config', settings)
  assert.equal(answer.status, 200, answer.text)
}

/** Asserts an error answer of `/oauth/*`: status, code, and the whole envelope (RFC 6749 §5.2). */
export function assertOAuthError(answer: TestAnswer, status: number, error: string, about?: RegExp): void {
  assert.equal(`${answer.status} ${String(answer.json['error'])}`, `${status} ${error}`, answer.text)
  assert.equal(typeof answer.json['error_description'], 'string')
  assert.match(String(answer.json['error_uri']), /\/docs\/errors#/)
  assert.equal(answer.headers['cache-control'], 'no-store')
  if (about) assert.match(String(answer.json['error_description']), about)
}
