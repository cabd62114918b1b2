import { sampleId, sampleIssuer } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const base = `${sampleIssuer}/scim/v2/${sampleId('sso')}`
const emails = [{ value: 'ada@acme.com', type: 'work', primary: true }]
const user = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'ada@acme.com',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails,
  active: true,
}
const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Engineering' }
const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

/** What stands in the examples of the reference. */
export const scimSamples: Samples = {
  'ScimToken.id': sampleId('scit'),
  'ScimToken.connection_id': sampleId('sso'),
  'ScimToken.name': 'Okta',
  base_url: base,
  'ScimUser.id': sampleId('scu'),
  'ScimUser.userName': 'ada@acme.com',
  'ScimUser.emails': emails,
  'ScimGroup.id': sampleId('scg'),
  'ScimGroup.displayName': 'Engineering',
  'POST /api/v1/sso/connections/:id/scim-tokens': { name: 'Okta' },
  'POST /scim/v2/:connection_id/Users': user,
  'PUT /scim/v2/:connection_id/Users/:id': user,
  'PATCH /scim/v2/:connection_id/Users/:id': patch({ op: 'replace', value: { active: false } }),
  'POST /scim/v2/:connection_id/Groups': group,
  'PUT /scim/v2/:connection_id/Groups/:id': { ...group, members: [{ value: sampleId('scu') }] },
  'PATCH /scim/v2/:connection_id/Groups/:id': patch({
    op: 'add',
    path: 'members',
    value: [{ value: sampleId('scu') }],
  }),
}
