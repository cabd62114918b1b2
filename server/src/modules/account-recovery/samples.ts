import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const recoverySamples: Samples = {
  message: 'If the address is known, a mail is on its way.',
  token: '7Nf5Yk1Rd8Hs3Vj6mW0tq4Xz9Lc2Ba',
  'POST /api/v1/auth/email/change': { email: 'maya@example.org', password: 'plum-harbour-lantern' },
  'auth.sent': true,
}
