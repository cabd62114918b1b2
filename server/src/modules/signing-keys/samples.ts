import { samplePublicKey, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const signingKeySamples: Samples = {
  published_until: sampleTime('11-21T11:41:07'),
  kid: '20261121T094107Z-7q2m',
  x: samplePublicKey.x,
  y: samplePublicKey.y,
  algorithm: 'ES256',
  known_from: sampleTime('11-21T09:46:08'),
  next_kid: '20261121T094107Z-p3vz',
  others: [],
  activated_at: sampleTime('11-21T09:41:07'),
  retired_at: null,
}
