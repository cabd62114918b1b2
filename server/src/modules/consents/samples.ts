import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const consentSamples: Samples = {
  'Consent.id': sampleId('con'),
  'AdminConsent.id': sampleId('con'),
  consent_id: sampleId('con'),
  resource: ['https://mail.example.com'],
  'granted.resource': 'https://mail.example.com',
}
