import { sampleId, sampleIssuer, sampleThumbprint } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const token = 'eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFUzI1NiJ9.eyJzY29wZSI6Im1haWw6cmVhZCJ9.c2lnbmF0dXJl'

/** What stands in the examples of the reference. */
export const tokenEndpointSamples: Samples = {
  sub: sampleId('usr'),
  'oauth.name': 'Maya Lindqvist',
  aud: 'https://mail.example.com',
  jkt: sampleThumbprint,
  act: { sub: 'agt_mail_assistant' },
  access_token: token,
  id_token: token,
  refresh_token: 'mandate_rt_6mW0tq4Xz9Lc2Ba7Nf5Yk1Rd8Hs3Vj',
  issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  auth_time: 1_795_254_001,
  iat: 1_795_254_067,
  exp: 1_795_257_667,
  token_type: 'Bearer',
  token_use: 'access_token',
  expires_in: 3600,
  request_uri: 'urn:ietf:params:oauth:request_uri:6mW0tq4Xz9Lc2Ba7Nf5Yk1Rd8Hs3Vj',
  iss: sampleIssuer,
}
