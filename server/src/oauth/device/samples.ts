import { sampleIssuer } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const deviceSamples: Samples = {
  device_code: 'mandate_dc_3Vj8Hs1Rd5Yk7Nf2Ba9Lc4Xz6Tq0',
  user_code: 'BCDF-GHJK',
  verification_uri: `${sampleIssuer}/device`,
  verification_uri_complete: `${sampleIssuer}/device?user_code=BCDF-GHJK`,
  interval: 5,
}
