import { sampleId, sampleIssuer } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const callback = `${sampleIssuer}/api/v1/sso/oidc/${sampleId('sso')}/callback`
const oidc = {
  issuer: 'https://acme.okta.com',
  client_id: '0oa1b2c3d4e5f6g7h8i9',
  client_secret: 'a secret that Okta shows once',
}

/** What stands in the examples of the reference. */
export const ssoSamples: Samples = {
  'SsoConnection.id': sampleId('sso'),
  'SsoConnection.name': 'Acme',
  'SsoConnection.type': 'oidc',
  'SsoConnection.organization_role': 'member',
  'SsoConnection.attributes': { groups: 'groups' },
  'SsoConnection.group_roles': [{ group: 'Engineering', organization_role: 'admin' }],
  'SsoConnection.oidc': {
    issuer: oidc.issuer,
    client_id: oidc.client_id,
    has_secret: true,
    scopes: 'openid email profile groups',
    token_endpoint_auth_method: null,
    redirect_uri: callback,
  },
  'SsoConnection.saml': null,
  'SsoConnection.saml_metadata': null,
  'SsoSamlKey.id': sampleId('ssok'),
  'SsoSamlKey.connection_id': sampleId('sso'),
  'SsoSamlKey.certificate': '-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----\n',
  'SsoSamlKey.fingerprint': '5f0c6e3a9d1b48e2b7c4a8f6d2e0913c7a5b4d8e6f1029384756aabbccddeeff',
  'SsoTestLink.test_url': `${sampleIssuer}/sso/test/${sampleId('sso')}?link=1.mZ2kq8Jx`,
  'SsoIdentity.id': sampleId('ssoi'),
  'SsoIdentity.connection_id': sampleId('sso'),
  'SsoIdentity.connection_name': 'Acme',
  'SsoIdentity.subject': '00u1b2c3d4e5f6g7h8i9',
  'SsoDomain.id': sampleId('ssod'),
  'SsoDomain.connection_id': sampleId('sso'),
  'SsoDomain.verified_by': 'dns',
  domain: 'acme.com',
  record: {
    type: 'TXT',
    name: '_mandate-challenge.acme.com',
    value: 'mandate-domain-verification=8Zr4vN0bq7TfXcW2mJ9sKpL5hYd8uGe3A1b2c3d4e5f6g7h8i',
  },
  'POST /api/v1/sso/connections': { type: 'oidc', name: 'Acme', oidc },
  'PUT /api/v1/sso/connections/:id': {
    type: 'oidc',
    name: 'Acme',
    required: true,
    oidc: { issuer: oidc.issuer, client_id: oidc.client_id },
  },
  'POST /api/v1/sso/connections/:id/domains': { domain: 'acme.com' },
  'POST /api/v1/sso/connections/:id/domains/:domainId/verify': { by: 'dns' },
}
