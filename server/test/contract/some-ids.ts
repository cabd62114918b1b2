import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { createApplication } from '#test/support/apps.ts'
import { createAgent, requestToken } from '#test/support/oauth.ts'
import { newRule, newUpstream } from '#test/support/gateway.ts'
import { signUp } from '#test/support/recovery.ts'
import { listResource } from '#test/support/resources.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { makeScimToken } from '#test/support/scim.ts'
import { addSamlKey, addSsoDomain, makeSamlConnection } from '#test/support/sso.ts'
import { GITHUB, grantKey } from '#test/support/vault.ts'
import { made } from './worked-calls/call.ts'
import type { TestApp } from '#test/support/app.ts'

/** Something of each kind, by the group in front of its parameter: what no admin list is empty of. */
export async function someIds(app: TestApp): Promise<Record<string, string>> {
  const person = await signUp(app, 'maya@example.com')
  const google = { kind: 'google', client_id: 'apps.example.com', client_secret: 'a secret of Google' }
  await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })
  await app.app.jobs.runNow('email.send')
  const [agent, client] = [await createAgent(app), await createApplication(app, 'web')]
  const organization = { name: 'Harbour', slug: 'harbour', owner_id: person.id }
  const organizations = await made(app, '/admin/organizations', organization)
  const [roles, permissions] = await heldBy(app, person.id)
  const hook = await made(app, '/webhooks', { url: 'http://127.0.0.1:9/hook' })
  const upstreams = await newUpstream(app)
  const { access_token: token } = (await requestToken(app, agent, { grant_type: 'client_credentials' })).json
  const tested = await app.admin('POST', `/webhooks/${hook}/test`, {})
  const connection = await makeSamlConnection(app)
  await app.admin('PATCH', '/admin/branding', { name: 'Harbour' })
  return {
    versions: '1',
    preview: 'sign-in',
    '/sso/connections': connection,
    saml: connection,
    'scim-tokens': (await makeScimToken(app, connection)).id,
    'saml-keys': await addSamlKey(app, connection),
    domains: await addSsoDomain(app, connection),
    tokens: String(decodeJwt(String(token)).jti),
    users: person.id,
    agents: agent.id,
    policies: await made(app, `/agents/${agent.id}/policies`, { subject: person.id, scope: 'read' }),
    apps: client.id,
    consents: await made(app, '/admin/consents', { user_id: person.id, client_id: client.clientId, scope: 'openid' }),
    organizations,
    members: person.id,
    invitations: await made(app, `/admin/organizations/${organizations}/invitations`, { email: 'noor@example.com' }),
    roles,
    permissions,
    resources: await listResource(app, 'https://notes.example.com/mcp'),
    'api-keys': await made(app, '/api-keys', { name: 'reader', scopes: ['users:read'] }),
    'saved-views': await made(app, '/admin/saved-views', { list: 'users', name: 'All', query: '' }),
    'oauth-providers': await made(app, '/admin/oauth-providers', google),
    providers: await made(app, '/vault/providers', GITHUB),
    ...(await grantIds(app)),
    'email-templates': 'reset',
    'email-preview': 'reset',
    webhooks: hook,
    upstreams,
    db: await newRule(app, { upstream_id: upstreams }),
    ...(await flowIds(app)),
    deliveries: String(tested.json['delivery_id']),
    emails: await newest(app, '/admin/dev/emails'),
    'audit-logs': await newest(app, '/audit-logs'),
    checkpoints: await sealedUpTo(app),
  }
}

/** What a client may use of an account that somebody connected. */
async function grantIds(app: TestApp): Promise<Record<string, string>> {
  const person = await FactorPerson.signUp(app, 'ines@example.com')
  const grants = await grantKey(app, person)
  const { json } = await app.admin('GET', '/admin/vault/grants')
  const [first] = json['data'] as { readonly connection_id: string }[]
  return { grants, connections: first?.connection_id ?? '' }
}

/** A flow, and a sign-in that went through it. */
async function flowIds(app: TestApp): Promise<Record<string, string>> {
  const flows = await made(app, '/admin/flows', {
    name: 'Office',
    trigger: 'login',
    conditions: { email_domain: 'flows.example' },
    steps: [{ type: 'set_metadata', config: { key: 'seen', value: true } }],
  })
  const credentials = { email: 'noor@flows.example', password: GOOD_PASSWORD }
  await made(app, '/admin/users', credentials)
  await app.send({ url: '/api/v1/auth/login', json: credentials })
  return { flows, runs: await newest(app, `/admin/flows/${flows}/runs`) }
}

/** A role that somebody has, and the permission it holds. */
async function heldBy(app: TestApp, user: string): Promise<[string, string]> {
  const role = await made(app, '/roles', { name: 'Reader' })
  const permission = await made(app, '/permissions', { permission: 'documents:read' })
  await made(app, `/roles/${role}/permissions`, { permission_id: permission })
  await made(app, `/users/${user}/roles`, { role_id: role })
  return [role, permission]
}

/** The place of the last checkpoint. */
async function sealedUpTo(app: TestApp): Promise<string> {
  await app.app.jobs.runNow('events.seal')
  const { json } = await app.admin('GET', '/admin/audit-logs/checkpoints?limit=1')
  const [latest] = json['data'] as { readonly sequence: number }[]
  return String(latest?.sequence)
}

async function newest(app: TestApp, list: string): Promise<string> {
  const { json } = await app.admin('GET', list)
  const [first] = json['data'] as { readonly id: string }[]
  assert.ok(first, `${list} is empty`)
  return first.id
}
