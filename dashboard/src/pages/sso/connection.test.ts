import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SsoConnection } from '@mandate/sdk'
import { mergePatch } from '#/ui/form/merge-patch.ts'
import { bodyOf, changedBody, fieldsOf, scimUrlOf } from './connection.ts'

const common = {
  id: 'sso_1',
  name: 'Acme',
  enabled: true,
  organization_id: 'org_1',
  organization_role: 'admin',
  required: true,
  creates_users: false,
  attributes: { email: 'upn' },
  group_roles: [{ group: 'Engineering', role_ids: ['role_1'] }],
  version: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

const byOidc: SsoConnection = {
  ...common,
  type: 'oidc',
  oidc: {
    issuer: 'https://acme.okta.com',
    client_id: 'c',
    has_secret: true,
    scopes: 'openid email',
    token_endpoint_auth_method: null,
    redirect_uri: 'https://id.example.com/auth/api/v1/sso/oidc/sso_1/callback',
  },
  saml: null,
  saml_metadata: null,
}

const bySaml: SsoConnection = {
  ...common,
  type: 'saml',
  oidc: null,
  saml: {
    entity_id: 'https://idp.example.com',
    sso_url: 'https://idp.example.com/sso',
    certificates: ['PEM'],
    slo_url: 'https://idp.example.com/slo',
    slo_response_url: null,
    allow_idp_initiated: true,
    sp_entity_id: 'https://id.example.com/api/v1/sso/saml/sso_1/metadata',
    acs_url: 'https://id.example.com/api/v1/sso/saml/sso_1/acs',
    sp_logout_url: 'https://id.example.com/api/v1/sso/saml/sso_1/logout',
  },
  saml_metadata: { url: 'https://idp.example.com/metadata', read_at: null, error: 'gone' },
}

test('what is sent back keeps every member, names no secret, and nothing that the server alone says', () => {
  const { id: _id, version: _version, created_at: _made, updated_at: _changed, ...kept } = common
  assert.deepEqual(bodyOf(byOidc), {
    ...kept,
    type: 'oidc',
    oidc: { issuer: 'https://acme.okta.com', client_id: 'c', scopes: 'openid email' },
  })
})

test('metadata are given by their address, or by what is known of them', () => {
  assert.deepEqual(bodyOf(bySaml).saml, {
    allow_idp_initiated: true,
    metadata_url: 'https://idp.example.com/metadata',
  })
  assert.deepEqual(bodyOf(bySaml, { isRead: false }).saml, {
    allow_idp_initiated: true,
    entity_id: 'https://idp.example.com',
    sso_url: 'https://idp.example.com/sso',
    certificates: ['PEM'],
    slo_url: 'https://idp.example.com/slo',
  })
})

test('the address for provisioning stands below that of the server, wherever it is', () => {
  assert.equal(scimUrlOf(byOidc), 'https://id.example.com/auth/scim/v2/sso_1')
  assert.equal(scimUrlOf(bySaml), 'https://id.example.com/scim/v2/sso_1')
})

test('two people who change different fields both win: what one changed is put upon what the other made of it', () => {
  const before = fieldsOf(byOidc)
  const patch = mergePatch(before, {
    ...before,
    name: 'Acme of the north',
    attributes: { ...before.attributes, name: 'cn' },
  })
  const now: SsoConnection = {
    ...byOidc,
    ...{ creates_users: true, attributes: { email: 'mail', groups: 'teams' } },
    oidc: byOidc.oidc && { ...byOidc.oidc, client_id: 'd', scopes: 'openid' },
  }
  assert.deepEqual(changedBody(now, patch ?? {}), {
    ...bodyOf(now),
    name: 'Acme of the north',
    attributes: { email: 'mail', groups: 'teams', name: 'cn' },
  })
  assert.deepEqual(changedBody(now, { secret: 's', attributes: { email: undefined } }), {
    ...bodyOf(now),
    attributes: { groups: 'teams' },
    oidc: { issuer: 'https://acme.okta.com', client_id: 'd', scopes: 'openid', client_secret: 's' },
  })
})

test('what is known of a provider by SAML stays as somebody else made it, unless it was changed here', () => {
  assert.deepEqual(changedBody(bySaml, { name: 'B' }), { ...bodyOf(bySaml), name: 'B' })
  const byHand: SsoConnection = { ...bySaml, saml_metadata: null }
  assert.deepEqual(changedBody(byHand, { isIdpInitiated: false }).saml, {
    ...bodyOf(byHand).saml,
    allow_idp_initiated: false,
  })
  assert.deepEqual(changedBody(byHand, { source: 'url', url: 'https://idp.example.com/m' }).saml, {
    ...{ allow_idp_initiated: true, metadata_url: 'https://idp.example.com/m' },
  })
})
