import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { samlKeys } from '#test/support/saml-idp.ts'
import { ACME, addSamlKey, addSsoDomain, makeSamlConnection, makeSsoConnection } from '#test/support/sso.ts'
import type { TestAnswer } from '#test/support/app.ts'

const URL = '/sso/connections'

const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'])}`
const pointersOf = ({ json }: TestAnswer): string[] =>
  ((json['details'] as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer)

test('AD5: an operator sets a connection up, sees it without its secret, replaces and deletes it', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', URL, ACME)
  assert.equal(made.status, 201, made.text)
  const { id, ...rest } = made.json
  assert.deepEqual(rest, {
    type: 'oidc',
    name: 'Acme',
    enabled: true,
    organization_id: null,
    organization_role: null,
    required: false,
    creates_users: true,
    attributes: {},
    group_roles: [],
    oidc: {
      issuer: 'https://acme.okta.com',
      client_id: 'mandate',
      has_secret: true,
      scopes: 'openid email profile',
      token_endpoint_auth_method: null,
      redirect_uri: `http://localhost:8080/api/v1/sso/oidc/${String(id)}/callback`,
    },
    saml: null,
    saml_metadata: null,
    version: 1,
    created_at: '2026-01-15T12:00:00.000Z',
    updated_at: '2026-01-15T12:00:00.000Z',
  })
  const path = `${URL}/${String(id)}`
  assert.deepEqual((await app.admin('GET', path)).json, made.json)

  const { client_secret: _, ...oidc } = ACME.oidc
  const replaced = await app.admin('PUT', path, { type: 'oidc', name: 'Acme Inc.', required: true, oidc })
  assert.deepEqual(
    [replaced.json['name'], replaced.json['required'], (replaced.json['oidc'] as { has_secret: boolean }).has_secret],
    ['Acme Inc.', true, true],
    'the secret alone stays without being named',
  )
  const rotated = await app.admin('PUT', path, { ...ACME, oidc: { ...oidc, client_secret: 'a-secret-that-is-new' } })
  assert.equal(rotated.json['required'], false, 'what is not named is as in a new one')

  assert.equal((await app.admin('GET', '/admin/health')).json['sso_connections'], 1)
  const shown = [made, replaced, rotated, await app.admin('GET', URL)].map(({ text }) => text).join()
  const stored = JSON.stringify(await app.database.db.all(sql`SELECT * FROM sso_connections`))
  const told = JSON.stringify(await app.database.db.all(sql`SELECT data FROM events`))
  for (const place of [shown, stored, told, app.log.join()]) assert.ok(!place.includes('a-secret-that'), place)
  assert.ok(told.includes('client_secret'), 'a new secret is named')

  assert.equal((await app.admin('DELETE', path)).status, 204)
  assert.equal(outcome(await app.admin('GET', path)), '404 sso_connection_not_found')
  assert.equal(outcome(await app.admin('PUT', path, ACME)), '404 sso_connection_not_found')
  assert.equal((await app.admin('GET', '/admin/health')).json['sso_connections'], 0)
})

onEachApp(
  'a connection is replaced as it was read, or not at all, where the caller says what that was',
  async (_t, app) => {
    const path = `${URL}/${await makeSsoConnection(app)}`
    const put = (name: string, version?: number) => app.admin('PUT', path, { ...ACME, name, current_version: version })
    const versionNow = async () => (await app.admin('GET', path)).json['version']
    assert.equal(await versionNow(), 1)
    assert.deepEqual((await put('First', 1)).json['version'], 2)
    assert.equal(outcome(await put('Late', 1)), '409 sso_connection_changed')
    assert.equal(outcome(await put('Early', 3)), '409 sso_connection_changed')
    assert.equal((await app.admin('GET', path)).json['name'], 'First')
    const both = await Promise.all([put('One', 2), put('Other', 2)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal(await versionNow(), 3)
    assert.equal((await put('Last')).status, 200, 'whoever says nothing replaces what there is')
  },
)

test('a connection by SAML keeps its certificates, one or two', async (t) => {
  const app = await createTestApp(t)
  const [, { certificate: cert }] = await samlKeys()
  const saml = { entity_id: 'urn:acme', sso_url: 'https://idp.acme.com/sso', certificates: [cert] }
  const made = await app.admin('POST', URL, { type: 'saml', name: 'Acme', saml })
  assert.equal(made.status, 201, made.text)
  const id = String(made.json['id'])
  assert.deepEqual(made.json['saml'], {
    ...saml,
    certificates: [cert],
    slo_url: null,
    slo_response_url: null,
    allow_idp_initiated: false,
    sp_entity_id: `http://localhost:8080/api/v1/sso/saml/${id}/metadata`,
    acs_url: `http://localhost:8080/api/v1/sso/saml/${id}/acs`,
    sp_logout_url: `http://localhost:8080/api/v1/sso/saml/${id}/slo`,
  })
  const three = await app.admin('PUT', `${URL}/${id}`, {
    type: 'saml',
    name: 'Acme',
    saml: { ...saml, certificates: [cert, cert, cert] },
  })
  assert.deepEqual(pointersOf(three), ['/saml/certificates'])
})

test('a connection refuses what does not fit together', async (t) => {
  const app = await createTestApp(t)
  const id = await makeSsoConnection(app)
  const saml = { entity_id: 'urn:acme', sso_url: 'https://idp.acme.com/sso', certificates: ['no certificate'] }
  const role = (await app.admin('POST', '/roles', { name: 'Reader' })).json['id']
  const wrong: [object, ...string[]][] = [
    [{}, '/type', '/name'],
    [{ type: 'oidc', name: 'Acme' }, '/oidc'],
    [{ ...ACME, type: 'saml' }, '/saml', '/oidc'],
    [{ type: 'saml', name: 'Acme', saml }, '/saml/certificates/0'],
    [{ ...ACME, oidc: { ...ACME.oidc, issuer: 'acme.okta.com' } }, '/oidc/issuer'],
    [{ ...ACME, oidc: { ...ACME.oidc, issuer: 'https://acme.okta.com/?a=b' } }, '/oidc/issuer'],
    [{ ...ACME, oidc: { ...ACME.oidc, issuer: 'http://169.254.169.254' } }, '/oidc/issuer'],
    [{ ...ACME, oidc: { ...ACME.oidc, scopes: 'email' } }, '/oidc/scopes'],
    [{ ...ACME, attributes: { subject: 'email' } }, '/attributes/subject'],
    [{ ...ACME, organization_id: 'org_x' }, '/organization_id'],
    [{ ...ACME, organization_role: 'member' }, '/organization_role'],
    [{ ...ACME, group_roles: [{ group: 'a' }] }, '/group_roles/0'],
    [{ ...ACME, group_roles: [{ group: 'a', organization_role: 'admin' }] }, '/group_roles/0/organization_role'],
    [{ ...ACME, group_roles: [{ group: 'a', role_ids: [role, 'role_x'] }] }, '/group_roles/0/role_ids/1'],
    [{ ...ACME, group_roles: [{ group: 'a', system_role: 'owner' }] }, '/group_roles/0/system_role'],
  ]
  for (const [body, ...pointers] of wrong) {
    const answer = await app.admin('POST', URL, body)
    assert.equal(outcome(answer), '400 invalid_request', JSON.stringify(body))
    assert.deepEqual(pointersOf(answer).toSorted(), pointers.toSorted(), JSON.stringify(body))
  }
  const { client_secret: _, ...oidc } = ACME.oidc
  const moved = await app.admin('PUT', `${URL}/${id}`, { ...ACME, oidc: { ...oidc, issuer: 'https://evil.okta.com' } })
  assert.deepEqual(pointersOf(moved), ['/oidc/client_secret'], 'a secret is sent to nobody it was not given for')
})

test('RP6: only somebody with full access lets groups run the server, or touches a connection that does', async (t) => {
  const app = await createTestApp(t)
  const key = await app.admin('POST', '/api-keys', { name: 'sso', scopes: ['sso:read', 'sso:write'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  const mapping = { ...ACME, group_roles: [{ group: 'Ops', system_role: 'support' }] }
  const refused = await app.send({ method: 'POST', url: `/api/v1${URL}`, headers, json: mapping })
  assert.equal(outcome(refused), '403 insufficient_scope')
  const id = await makeSsoConnection(app, mapping)
  for (const json of [mapping, ACME, { ...ACME, oidc: { ...ACME.oidc, issuer: 'https://evil.okta.com' } }]) {
    const answer = await app.send({ method: 'PUT', url: `/api/v1${URL}/${id}`, headers, json })
    assert.equal(outcome(answer), '403 insufficient_scope')
  }
  assert.equal((await app.send({ method: 'POST', url: `/api/v1${URL}`, headers, json: ACME })).status, 201)
})

test('RP6: so it is for the domains of such a connection, and for links to try it with', async (t) => {
  const app = await createTestApp(t)
  const key = await app.admin('POST', '/api-keys', { name: 'sso', scopes: ['sso:read', 'sso:write'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  const id = await makeSsoConnection(app, { ...ACME, group_roles: [{ group: 'Ops', system_role: 'support' }] })
  const domain = await app.admin('POST', `${URL}/${id}/domains`, { domain: 'acme.com' })
  const at = `/api/v1${URL}/${id}`
  const domainId = String(domain.json['id'])
  const calls = [
    { method: 'POST', url: `${at}/domains`, json: { domain: 'acme.example' } },
    { method: 'POST', url: `${at}/domains/${domainId}/verify`, json: { by: 'operator' } },
    { method: 'DELETE', url: `${at}/domains/${domainId}` },
    { method: 'POST', url: `${at}/test`, json: {} },
  ] as const
  const saml = await makeSamlConnection(app, { group_roles: [{ group: 'Ops', system_role: 'support' }] })
  const keys = `/api/v1${URL}/${saml}/saml-keys`
  const keyId = await addSamlKey(app, saml)
  const keyCalls = [
    { method: 'POST', url: keys, json: {} },
    { method: 'POST', url: `${keys}/${keyId}/activate`, json: {} },
    { method: 'DELETE', url: `${keys}/${keyId}` },
  ] as const
  for (const call of [...calls, ...keyCalls])
    assert.equal(outcome(await app.send({ ...call, headers })), '403 insufficient_scope', call.url)
  const plain = await makeSsoConnection(app, { ...ACME, name: 'Another' })
  const allowed = { method: 'POST', url: `/api/v1${URL}/${plain}/test`, json: {}, headers } as const
  assert.equal((await app.send(allowed)).status, 200)
})

test('a domain is verified by the TXT record of its DNS, or by the word of an operator', async (t) => {
  const records: string[] = ['v=spf1 -all']
  const asked: string[] = []
  const lookUpTxt = async (name: string) => {
    asked.push(name)
    return records
  }
  const app = await createTestApp(t, { lookUpTxt })
  const id = await makeSsoConnection(app)
  const made = await app.admin('POST', `${URL}/${id}/domains`, { domain: 'ACME.com' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.json['domain'], made.json['verified']], ['acme.com', false])
  const { name, value } = made.json['record'] as { name: string; value: string }
  const path = `${URL}/${id}/domains/${String(made.json['id'])}`
  const early = await app.admin('POST', `${path}/verify`, {})
  assert.equal(outcome(early), '409 sso_domain_unproven')
  assert.deepEqual([asked, name], [['_mandate-challenge.acme.com'], '_mandate-challenge.acme.com'])

  const other = await makeSsoConnection(app)
  const second = await app.admin('POST', `${URL}/${other}/domains`, { domain: 'acme.com' })
  assert.notEqual((second.json['record'] as { value: string }).value, value, 'a record is for one connection')
  records.push(value)
  const verified = await app.admin('POST', `${path}/verify`, {})
  assert.deepEqual([verified.status, verified.json['verified_by']], [200, 'dns'])
  const theirs = await app.admin('POST', `${URL}/${other}/domains/${String(second.json['id'])}/verify`, {})
  assert.equal(outcome(theirs), '409 sso_domain_unproven')

  const trusted = await addSsoDomain(app, id, 'acme.example')
  const word = await app.admin('POST', `${URL}/${id}/domains/${trusted}/verify`, { by: 'operator' })
  assert.deepEqual([word.status, word.json['verified_by']], [200, 'operator'])
  assert.equal(outcome(await app.admin('POST', `${URL}/${id}/domains`, { domain: 'acme.com' })), '409 sso_domain_taken')
  for (const domain of ['acme', 'a@acme.com', 'acme.com/', '127.0.0.1', '*.acme.com']) {
    assert.equal(outcome(await app.admin('POST', `${URL}/${id}/domains`, { domain })), '400 invalid_request', domain)
  }
  assert.equal((await app.admin('DELETE', path)).status, 204)
  assert.equal(outcome(await app.admin('GET', path)), '404 sso_domain_not_found')
})

test('the connections of an organization that is deleted sign nobody in any more', async (t) => {
  const app = await createTestApp(t)
  const organization = await app.admin('POST', '/admin/organizations', { name: 'Acme', slug: 'acme' })
  const organizationId = String(organization.json['id'])
  const id = await makeSsoConnection(app, { organization_id: organizationId })
  assert.equal((await app.admin('GET', `${URL}/${id}`)).json['organization_role'], 'member')
  const found = await app.admin('GET', `${URL}?organization_id=${organizationId}`)
  assert.equal((found.json['data'] as unknown[]).length, 1)
  assert.equal((await app.admin('DELETE', `/admin/organizations/${organizationId}`)).status, 204)
  const left = (await app.admin('GET', `${URL}/${id}`)).json
  assert.deepEqual([left['enabled'], left['organization_id'], left['organization_role']], [false, null, null])
})
