import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { TestAnswer, TestApp, TestRequest } from './app.ts'
import type { FactorPerson } from './factors.ts'
import { listen } from './listen.ts'
import { createWebApp, signIn, TestPerson } from './oauth.ts'
import type { TestClient } from './oauth.ts'

type Members = Record<string, unknown>

/** A provider of the vault, as an operator sets one up. */
export const GITHUB = {
  template: 'github',
  client_id: 'Iv1.8a61f9b3',
  client_secret: 'a-secret-that-github-showed-once',
}

/** Sets a provider up; answers its id. */
export async function makeVaultProvider(app: TestApp, more: Record<string, unknown> = {}): Promise<string> {
  const made = await app.admin('POST', '/vault/providers', { ...GITHUB, ...more })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

/** Sets up a provider where people bring keys. */
export const makeKeyProvider = (app: TestApp): Promise<TestAnswer> =>
  app.admin('POST', '/vault/providers', { kind: 'api_key', name: 'keys', scopes: ['all'] })

/** Keeps a key of somebody; answers the id of the connection. */
export async function keepKey(app: TestApp, person: FactorPerson): Promise<string> {
  await makeKeyProvider(app)
  const kept = await person.call('POST', '/vault/connections', { provider: 'keys', api_key: 'a-key' })
  assert.equal(kept.status, 201, kept.text)
  return String(kept.json['id'])
}

/** Has a client act for somebody that may ask for the vault; answers what a grant for it and a key of theirs says. */
export async function grantOfKey(
  app: TestApp,
  person: FactorPerson,
): Promise<{ readonly client_id: string; readonly connection_id: string }> {
  const agent = await createWebApp(app, { scope: 'vault:read' })
  const connection = await keepKey(app, person)
  const consent = { user_id: person.id, client_id: agent.clientId, scope: 'vault:read' }
  const allowed = await app.admin('POST', '/admin/consents', consent)
  assert.equal(allowed.status, 201, allowed.text)
  return { client_id: agent.clientId, connection_id: connection }
}

/** Lets it use the key; answers the id of the grant. */
export async function grantKey(app: TestApp, person: FactorPerson): Promise<string> {
  const given = await person.call('POST', '/vault/grants', await grantOfKey(app, person))
  assert.equal(given.status, 201, given.text)
  return String(given.json['id'])
}

/** A request that the other system got. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What it answers: a status and members, or nothing to be as it usually is. */
type Answer = readonly [status: number, body: unknown] | undefined

/**
 * A system of a test where people have accounts: OAuth 2.0 with PKCE and refresh tokens that work once. A test makes it
 * quirky or broken through `answer`.
 */
export class TestUpstream {
  readonly url: string
  readonly clientId = 'mandate'
  readonly clientSecret = 'upstream secret: with + signs & more'
  readonly asked: Asked[] = []
  /** Answers a request instead of the usual. */
  answer: (asked: Asked) => Answer | Promise<Answer> = () => undefined
  expiresIn: number | undefined = 3600
  readonly #codes = new Map<string, URLSearchParams>()
  readonly #refreshTokens = new Map<string, string>()

  private constructor(url: string) {
    this.url = url
  }

  static async start(t: Pick<TestContext, 'after'>): Promise<TestUpstream> {
    const server = await listen(t, (request, response) => void upstream.#serve(request, response))
    const upstream: TestUpstream = new TestUpstream(server.url)
    return upstream
  }

  /** The body that sets it up at the server under test. */
  setUp(more: Members = {}): Members {
    return {
      name: 'ledger',
      display_name: 'Ledger',
      auth_url: `${this.url}/authorize`,
      token_url: `${this.url}/token`,
      client_id: this.clientId,
      client_secret: this.clientSecret,
      scopes: ['entries:read', 'entries:write'],
      ...more,
    }
  }

  /** How often a path was asked for, and with what. */
  asksFor(path: string): Asked[] {
    return this.asked.filter((it) => it.path === path)
  }

  get refreshes(): number {
    return this.asksFor('/token').filter(({ body }) => body.includes('refresh_token')).length
  }

  /** Where the browser is sent back to when the person agrees: path and query of our server. */
  agree(authorizationUrl: string): string {
    const asked = new URL(authorizationUrl).searchParams
    const code = randomUUID()
    this.#codes.set(code, asked)
    const { pathname } = new URL(asked.get('redirect_uri') ?? '')
    return `${pathname}?${new URLSearchParams({ state: asked.get('state') ?? '', code })}`
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = request
    const asked = { method, path: url.split('?', 1)[0] ?? '', headers, body: await text(request) }
    this.asked.push(asked)
    const [status, body] = (await this.answer(asked)) ?? this.usual(asked)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  usual(asked: Asked): readonly [number, unknown] {
    if (asked.path !== '/token') return [404, {}]
    const fields = fieldsOf(asked)
    if (!this.#knows(asked, fields)) return [401, { error: 'invalid_client' }]
    const granted = fields['grant_type'] === 'refresh_token' ? this.#refreshed(fields) : this.#redeemed(fields)
    return granted === undefined
      ? [400, { error: 'invalid_grant', error_description: 'upstream words' }]
      : [200, granted]
  }

  #redeemed(fields: Record<string, string>): Members | undefined {
    const asked = this.#codes.get(fields['code'] ?? '')
    this.#codes.delete(fields['code'] ?? '')
    const challenge = createHash('sha256')
      .update(fields['code_verifier'] ?? '')
      .digest('base64url')
    const fits =
      asked?.get('code_challenge') === challenge &&
      asked.get('code_challenge_method') === 'S256' &&
      asked.get('redirect_uri') === fields['redirect_uri']
    return fits ? this.#grant(asked.get('scope') ?? '') : undefined
  }

  #refreshed(fields: Record<string, string>): Members | undefined {
    const scope = this.#refreshTokens.get(fields['refresh_token'] ?? '')
    this.#refreshTokens.delete(fields['refresh_token'] ?? '')
    return scope === undefined ? undefined : this.#grant(scope)
  }

  #grant(scope: string): Members {
    const refresh = `upstream-refresh-${randomUUID()}`
    this.#refreshTokens.set(refresh, scope)
    return {
      access_token: `upstream-access-${randomUUID()}`,
      token_type: 'Bearer',
      refresh_token: refresh,
      scope,
      ...(this.expiresIn === undefined ? {} : { expires_in: this.expiresIn }),
    }
  }

  #knows({ headers }: Asked, fields: Record<string, string>): boolean {
    const pair = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    const [id, secret] = pair.split(':').map((half) => decodeURIComponent(half.replaceAll('+', ' ')))
    if (pair !== '') return id === this.clientId && secret === this.clientSecret
    return fields['client_id'] === this.clientId && fields['client_secret'] === this.clientSecret
  }
}

/** The members of a request, whichever way they were written. */
export const fieldsOf = ({ headers, body }: Asked): Record<string, string> =>
  headers['content-type'] === 'application/json'
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body))

/** A server under test with such a system set up, a person, and an agent that the person lets act. */
export class VaultStory {
  readonly app: TestApp
  readonly upstream: TestUpstream
  readonly providerId: string
  readonly person: TestPerson
  readonly agent: TestClient
  readonly token: string

  private constructor(parts: Pick<VaultStory, 'app' | 'upstream' | 'providerId' | 'person' | 'agent' | 'token'>) {
    this.app = parts.app
    this.upstream = parts.upstream
    this.providerId = parts.providerId
    this.person = parts.person
    this.agent = parts.agent
    this.token = parts.token
  }

  static async begin(t: TestContext, app: TestApp, more: Members = {}): Promise<VaultStory> {
    const upstream = await TestUpstream.start(t)
    const made = await app.admin('POST', '/vault/providers', upstream.setUp(more))
    assert.equal(made.status, 201, made.text)
    const person = await TestPerson.signUp(app)
    const agent = await createWebApp(app, { scope: 'openid read vault:read' })
    const { access_token: token = '' } = await signIn(app, person, agent, { scope: 'vault:read' })
    return new VaultStory({ app, upstream, providerId: String(made.json['id']), person, agent, token })
  }

  /** Sets out; answers where the browser is sent. */
  async setOut(person = this.person, query = ''): Promise<string> {
    const answer = await person.send(`/api/v1/vault/connect/ledger${query}`)
    assert.equal(answer.status, 303, answer.text)
    return String(answer.headers['location'])
  }

  /** Connects an account, and lets the agent of the story use it where it is its person's; answers its id. */
  async connect(person = this.person, query = ''): Promise<string> {
    const id = await this.connectOnly(person, query)
    if (person === this.person) await this.let(this.agent, id)
    return id
  }

  /** Lets a client use an account; answers the id of the grant. */
  async let({ clientId }: TestClient, connectionId: string, person = this.person, more: Members = {}): Promise<string> {
    return letUse(this.app, person, { client_id: clientId, connection_id: connectionId, ...more })
  }

  /** Connects an account that no agent may use yet; answers its id. */
  async connectOnly(person = this.person, query = ''): Promise<string> {
    const back = await person.send(this.upstream.agree(await this.setOut(person, query)))
    assert.equal(back.status, 303, back.text)
    // What is connected next is newer.
    this.app.clock.advance(1)
    const [newest] = await this.connections(person)
    return newest?.id ?? ''
  }

  async connections(person = this.person): Promise<{ id: string; needs_reauth: boolean; scopes: string[] }[]> {
    const { json } = await person.send('/api/v1/vault/connections')
    return json['data'] as { id: string; needs_reauth: boolean; scopes: string[] }[]
  }

  /** Fetches a token as an agent. */
  fetch(query = '', token = this.token, app = this.app): Promise<TestAnswer> {
    return app.send({ url: `/api/v1/vault/ledger/token${query}`, headers: { authorization: `Bearer ${token}` } })
  }

  /** A call of somebody's with the token of their session. */
  call(
    method: NonNullable<TestRequest['method']>,
    path: string,
    json?: unknown,
    person = this.person,
  ): Promise<TestAnswer> {
    return callAs(this.app, person, method, path, json)
  }
}

/** A call of somebody's with the token of their session. */
export async function callAs(
  app: TestApp,
  person: TestPerson,
  method: NonNullable<TestRequest['method']>,
  path: string,
  json?: unknown,
): Promise<TestAnswer> {
  const me = await person.send('/api/v1/auth/me')
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'x-csrf-token': String(me.json['csrf_token']), origin: new URL(app.baseUrl).origin }
  return app.send({ method, url: `/api/v1${path}`, headers, ...(json === undefined ? {} : { json }) })
}

/** Lets a client that acts for somebody use an account of theirs; answers the id of the grant. */
export async function letUse(app: TestApp, person: TestPerson, grant: Members): Promise<string> {
  const made = await callAs(app, person, 'POST', '/vault/grants', grant)
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}
