import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createTestApp } from './app.ts'
import type { TestAnswer, TestApp } from './app.ts'
import { setOut, TestProvider } from './provider.ts'
import { samlKeys } from './saml-idp.ts'
import type { Visitor } from './visitor.ts'

type Members = Record<string, unknown>

/** A connection by OpenID Connect, as an operator sets one up. */
export const ACME = {
  type: 'oidc',
  name: 'Acme',
  oidc: { issuer: 'https://acme.okta.com', client_id: 'mandate', client_secret: 'a-secret-that-okta-showed-once' },
}

/** Sets a connection up; answers its id. */
export async function makeSsoConnection(app: TestApp, more: Members = {}): Promise<string> {
  const made = await app.admin('POST', '/sso/connections', { ...ACME, ...more })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

/** A connection by SAML, with a certificate of a provider that is not there. */
export async function samlConnection(changes: Members = {}) {
  const [, { certificate }] = await samlKeys()
  const saml = { entity_id: 'https://idp.test/metadata', sso_url: 'https://idp.test/sso', certificates: [certificate] }
  return { type: 'saml', name: 'Acme', saml: { ...saml, ...changes } }
}

/** Sets a connection by SAML up; answers its id. */
export async function makeSamlConnection(app: TestApp, more: object = {}): Promise<string> {
  return makeSsoConnection(app, { oidc: undefined, ...(await samlConnection()), ...more })
}

/** Adds a second key of ours to a connection by SAML; answers its id. */
export async function addSamlKey(app: TestApp, connection: string): Promise<string> {
  const made = await app.admin('POST', `/sso/connections/${connection}/saml-keys`)
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

/** Adds a domain that nobody has verified yet; answers its id. */
export async function addSsoDomain(app: TestApp, connection: string, domain = 'acme.com'): Promise<string> {
  const made = await app.admin('POST', `/sso/connections/${connection}/domains`, { domain })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

/** Adds a domain and takes an operator's word for it. */
export async function verifySsoDomain(app: TestApp, connection: string, domain = 'acme.com'): Promise<void> {
  const id = await addSsoDomain(app, connection, domain)
  const verified = await app.admin('POST', `/sso/connections/${connection}/domains/${id}/verify`, { by: 'operator' })
  assert.equal(verified.status, 200, verified.text)
}

/** Somebody of Acme, as its identity provider says. */
export const INES = { sub: '00u-ines', email: 'ines@acme.com', email_verified: true, name: 'Ines Roca' }

/** A server with a connection to an identity provider that speaks for acme.com. */
export class SsoStory {
  readonly app: TestApp
  readonly provider: TestProvider
  readonly id: string

  private constructor(app: TestApp, provider: TestProvider, id: string) {
    this.app = app
    this.provider = provider
    this.id = id
  }

  static async begin(t: TestContext, more: Members = {}, app?: TestApp): Promise<SsoStory> {
    const at = app ?? (await createTestApp(t))
    const provider = await TestProvider.start(t)
    const id = await makeSsoConnection(at, { ...bodyFor(provider), ...more })
    await verifySsoDomain(at, id)
    return new SsoStory(at, provider, id)
  }

  /** Replaces the connection. */
  async replace(more: Members): Promise<void> {
    const { client_secret: _, ...oidc } = bodyFor(this.provider).oidc
    const body = { ...bodyFor(this.provider), oidc, ...more }
    const answer = await this.app.admin('PUT', `/sso/connections/${this.id}`, body)
    assert.equal(answer.status, 200, answer.text)
  }

  startUrl(query = ''): string {
    return `/api/v1/sso/oidc/${this.id}/auth${query}`
  }

  /** Goes to the identity provider and comes back as somebody. */
  async signIn(visitor: Visitor, claims: Members = INES, query = ''): Promise<TestAnswer> {
    return visitor.open(this.provider.agree(await setOut(visitor, this.startUrl(query)), claims))
  }
}

/** What connects a server with a provider of a test. */
export const bodyFor = ({ issuer, clientId, clientSecret }: TestProvider) => ({
  type: 'oidc',
  name: 'Acme',
  oidc: { issuer, client_id: clientId, client_secret: clientSecret },
})
