import assert from 'node:assert/strict'
import { samlKeys } from './saml-idp.ts'
import type { TestApp } from './app.ts'

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
export async function makeSamlConnection(app: TestApp): Promise<string> {
  return makeSsoConnection(app, { oidc: undefined, ...(await samlConnection()) })
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
