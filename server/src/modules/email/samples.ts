import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const emailSamples: Samples = {
  'DevEmail.id': sampleId('eml'),
  to: 'maya@example.com',
  sent_today: 3,
  daily_limit: 100,
  sender: 'Harbour <no-reply@example.com>',
  from_name: 'Harbour',
  from_address: 'no-reply@example.com',
  'smtp.host': 'smtp.example.com',
  'smtp.port': 587,
  'smtp.user': 'mailer',
  'EmailTemplate.subject': 'Confirm your address',
  'email.subject': 'Confirm your address',
  'email.id': 'verify',
  html: '<p>Hello {{name}}</p>',
  'DevEmail.html': '<p>Hello Maya</p>',
  'email.text': 'Hello Maya',
  'DevEmail.text': 'Hello Maya',
  variables: ['name', 'link'],
  customized: false,
}
