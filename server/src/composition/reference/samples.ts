import { recoverySamples } from '#/modules/account-recovery/index.ts'
import { agentSamples } from '#/modules/agents/index.ts'
import { apiKeySamples } from '#/modules/api-keys/index.ts'
import { appSamples } from '#/modules/apps/index.ts'
import { auditLogSamples } from '#/modules/audit-logs/index.ts'
import { brandingSamples } from '#/modules/branding/index.ts'
import { clientSamples } from '#/modules/clients/index.ts'
import { consentSamples } from '#/modules/consents/index.ts'
import { credentialSamples } from '#/modules/credentials/index.ts'
import { emailSamples } from '#/modules/email/index.ts'
import { providerSamples } from '#/modules/identity-providers/index.ts'
import { organizationSamples } from '#/modules/organizations/index.ts'
import { proxySamples } from '#/modules/proxy/index.ts'
import { resourceSamples } from '#/modules/resources/index.ts'
import { roleSamples } from '#/modules/roles/index.ts'
import { savedViewSamples } from '#/modules/saved-views/index.ts'
import { sessionSamples } from '#/modules/sessions/index.ts'
import { signingKeySamples } from '#/modules/signing-keys/index.ts'
import { scimSamples } from '#/modules/scim/index.ts'
import { ssoSamples } from '#/modules/sso/index.ts'
import { systemSamples } from '#/modules/system/index.ts'
import { tokenSamples } from '#/modules/tokens/index.ts'
import { userSamples } from '#/modules/users/index.ts'
import { vaultSamples } from '#/modules/vault/index.ts'
import { flowSamples } from '#/modules/flows/index.ts'
import { webhookSamples } from '#/modules/webhooks/index.ts'
import { deviceSamples } from '#/oauth/device/index.ts'
import { discoverySamples } from '#/oauth/discovery/samples.ts'
import { registrationSamples } from '#/oauth/registration/index.ts'
import { tokenEndpointSamples } from '#/oauth/token/samples.ts'
import { sampleId, sampleIssuer, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What has one meaning wherever it stands; what a module alone knows stands beside its schemas. */
const everywhere: Samples = {
  user_id: sampleId('usr'),
  organization_id: sampleId('org'),
  created_at: sampleTime('11-21T09:41:07'),
  updated_at: sampleTime('11-21T09:41:07'),
  last_used_at: sampleTime('11-21T10:02:44'),
  expires_at: sampleTime('12-21T09:41:07'),
  next_cursor: null,
  address: '203.0.113.24',
  description: 'Reads and answers mail.',
  issuer: sampleIssuer,
  'reference.openapi': '3.1.0',
  dry_run: false,
  'left out': ['total', 'total_is_minimum'],
}

/** Samples by where they stand. No two say something of one name. */
export const sampleParts: readonly Samples[] = [
  everywhere,
  recoverySamples,
  agentSamples,
  apiKeySamples,
  appSamples,
  auditLogSamples,
  brandingSamples,
  clientSamples,
  consentSamples,
  credentialSamples,
  emailSamples,
  providerSamples,
  proxySamples,
  organizationSamples,
  ssoSamples,
  scimSamples,
  resourceSamples,
  roleSamples,
  savedViewSamples,
  sessionSamples,
  signingKeySamples,
  systemSamples,
  tokenSamples,
  userSamples,
  vaultSamples,
  webhookSamples,
  flowSamples,
  deviceSamples,
  discoverySamples,
  registrationSamples,
  tokenEndpointSamples,
]

/** What stands in the examples of the reference. Plain data: an example is made of it where a schema takes it. */
export const samples: Samples = Object.assign({}, ...sampleParts) as Samples
