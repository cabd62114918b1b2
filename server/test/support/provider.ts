import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { KeyObject } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { TestAnswer, TestApp } from './app.ts'
import type { TestCertificate } from './certificate.ts'
import { compactJws, rsaSigner } from './jwt.ts'
import type { Signer } from './jwt.ts'
import { listen } from './listen.ts'
import type { TestServer } from './listen.ts'
import type { Visitor } from './visitor.ts'

type Members = Record<string, unknown>

/** What a code of the provider stands for. */
interface Granted {
  readonly asked: URLSearchParams
  readonly claims: Members
}

/** Somebody at the provider who has proven their address there. */
export const MAYA = { sub: 'maya-at-the-provider', email: 'maya@example.com', email_verified: true, name: 'Maya Lind' }

/**
 * An OpenID provider of a test that does everything right until the test makes it lie. It judges its clients as strictly
 * as a real one: PKCE, redirect URI, secret, one use of a code.
 */
export class TestProvider {
  readonly server: TestServer
  readonly issuer: string
  readonly clientId = 'mandate-test'
  readonly clientSecret = 'a secret: with + signs & more'
  readonly key: KeyObject
  readonly jwk: Members
  /** What the discovery document says differently; undefined takes a member out. */
  document: Members = {}
  /** Answers a path itself instead of the provider. */
  readonly routes = new Map<string, RequestListener>()
  /** Changes the ID token just before it is signed. */
  idToken: (token: { header: Members; claims: Members; signer: Signer }) => string = ({ header, claims, signer }) =>
    compactJws(header, claims, signer)
  userInfo: Members | undefined
  readonly #codes = new Map<string, Granted>()

  private constructor(server: TestServer, issuer: string) {
    this.server = server
    this.issuer = issuer
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.key = privateKey
    this.jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
  }

  /** Starts one: by plain http under its address, or by https under a name. */
  static async start(
    t: Pick<TestContext, 'after'>,
    host?: { readonly name: string; readonly certificate: TestCertificate },
  ): Promise<TestProvider> {
    const listener: RequestListener = (request, response) => void provider.#serve(request, response)
    const server = await listen(t, listener, host?.certificate)
    const provider: TestProvider = new TestProvider(server, host ? `https://${host.name}:${server.port}` : server.url)
    return provider
  }

  /** How often a path was called. */
  hits(path: string): number {
    return this.server.hits.filter(({ url }) => url?.split('?', 1)[0] === path).length
  }

  /** Where the browser is sent back to when this person agrees, as path and query of our server. */
  agree(authorizationUrl: string, claims: Members = MAYA, more: Record<string, string> = {}): string {
    const asked = new URL(authorizationUrl).searchParams
    const code = randomUUID()
    this.#codes.set(code, { asked, claims })
    return this.#back(asked, { code, ...more })
  }

  /** The same when the person refuses. */
  refuse(authorizationUrl: string, error = 'access_denied'): string {
    return this.#back(new URL(authorizationUrl).searchParams, { error })
  }

  #back(asked: URLSearchParams, members: Record<string, string>): string {
    const { pathname } = new URL(asked.get('redirect_uri') ?? '')
    return `${pathname}?${new URLSearchParams({ state: asked.get('state') ?? '', iss: this.issuer, ...members })}`
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const own = this.routes.get(path)
    if (own) return own(request, response)
    if (path === '/.well-known/openid-configuration') return json(response, this.#discovery())
    if (path === '/jwks') return json(response, { keys: [this.jwk] })
    if (path === '/token') return this.#token(request, response)
    if (path === '/userinfo' && this.userInfo) return json(response, this.userInfo)
    response.writeHead(404).end()
  }

  #discovery(): Members {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      ...(this.userInfo === undefined ? {} : { userinfo_endpoint: `${this.issuer}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...this.document,
    }
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const granted = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const fits =
      granted?.asked.get('code_challenge') === challenge &&
      granted.asked.get('code_challenge_method') === 'S256' &&
      granted.asked.get('redirect_uri') === form.get('redirect_uri') &&
      this.#knows(request, form)
    if (!fits) return json(response, { error: 'invalid_grant' }, 400)
    const idToken = this.#sign(granted)
    json(response, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: idToken })
  }

  #knows({ headers }: IncomingMessage, form: URLSearchParams): boolean {
    const pair = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    // RFC 6749 §2.3.1: form-encoded, where a space may be a plus sign.
    const [id, secret] = pair.split(':').map((half) => decodeURIComponent(half.replaceAll('+', ' ')))
    if (pair !== '') return id === this.clientId && secret === this.clientSecret
    return form.get('client_id') === this.clientId && form.get('client_secret') === this.clientSecret
  }

  #sign({ asked, claims }: Granted): string {
    const now = Math.floor(Date.now() / 1000)
    const nonce = asked.get('nonce')
    const standard = {
      iss: this.issuer,
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      ...(nonce === null ? {} : { nonce }),
    }
    return this.idToken({
      header: { alg: 'RS256', kid: 'one' },
      claims: { ...standard, ...claims },
      signer: rsaSigner(this.key),
    })
  }
}

function json(response: ServerResponse, body: Members, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sets the provider up at the server under test; answers its id there. */
export async function setUpProvider(app: TestApp, provider: TestProvider, more: Members = {}): Promise<string> {
  const made = await app.admin('POST', '/admin/oauth-providers', {
    kind: 'oidc',
    name: 'corp',
    display_name: 'Corp',
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    ...more,
  })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

export const startUrl = (query = '', name = 'corp'): string => `/api/v1/auth/providers/${name}${query}`

/** Sets out for the provider; answers the address there. */
export async function setOut(visitor: Visitor, url = startUrl()): Promise<string> {
  const answer = await visitor.open(url)
  assert.equal(answer.status, 303, answer.text)
  return String(answer.headers['location'])
}

/** Goes to the provider and comes back as this person. */
export async function signInThrough(
  visitor: Visitor,
  provider: TestProvider,
  claims: Members = MAYA,
  url = startUrl(),
): Promise<TestAnswer> {
  return visitor.open(provider.agree(await setOut(visitor, url), claims))
}
