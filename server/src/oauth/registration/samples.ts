import { sampleIssuer } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const registration = {
  client_name: 'Mail assistant',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['https://app.example.com/callback'],
  token_endpoint_auth_method: 'none',
  scope: 'openid email mail:read',
}

/** What stands in the examples of the reference. */
export const registrationSamples: Samples = {
  registration_access_token: 'mandate_reg_8Kd3Wq0Zx5Nb7Lc1Vf9Ty2Hs6Rm4',
  registration_client_uri: `${sampleIssuer}/oauth/register/cli_mail_assistant`,
  client_id_issued_at: 1_795_254_067,
  client_secret_expires_at: 0,
  'POST /oauth/register': registration,
  'PUT /oauth/register/:client_id': { client_id: 'agt_mail_assistant', ...registration },
}
