import { sampleId, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const sessionSamples: Samples = {
  'auth.id': sampleId('usr'),
  'Session.id': sampleId('sess'),
  'OwnSession.id': sampleId('sess'),
  authenticated_at: sampleTime('11-21T09:41:07'),
  last_seen_at: sampleTime('11-21T10:02:44'),
  user_email: 'maya@example.com',
  place: 'Hamburg, DE',
  device: 'Firefox on Linux',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  methods: ['password'],
  'auth.name': 'Maya Lindqvist',
  'Me.name': 'Maya Lindqvist',
  'Me.system_role': 'owner',
  'Me.scopes': ['*'],
  csrf_token: 'Vj6mW0tq4Xz9Lc2Ba7Nf5Yk1Rd8Hs3',
}
