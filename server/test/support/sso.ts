import assert from 'node:assert/strict'
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

/** Adds a domain that nobody has verified yet; answers its id. */
export async function addSsoDomain(app: TestApp, connection: string, domain = 'acme.com'): Promise<string> {
  const made = await app.admin('POST', `/sso/connections/${connection}/domains`, { domain })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}
