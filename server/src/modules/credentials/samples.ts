import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** The id of a passkey, as its authenticator made it. */
const credential = 'Nf5Yk1Rd8Hs3Vj6mW0tq4Xz9Lc2Ba7'

/** What stands in the examples of the reference. */
export const credentialSamples: Samples = {
  'excludeCredentials.id': credential,
  'allowCredentials.id': credential,
  'credential.id': credential,
  'Passkey.id': sampleId('pky'),
  password: 'plum-harbour-lantern',
  'Passkey.name': 'My phone',
  code: '492039',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
  signature: 'MEUCIQDx7q2m9x4k1vd8hz3n6t0c5wrbygAiBk',
  recovery_codes: ['k7wd-9x2m-4vqh'],
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth_uri: 'otpauth://totp/Mandate:maya%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Mandate',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"></svg>',
  left: 9,
  challenge: credential,
  rpId: 'auth.example.com',
  'rp.id': 'auth.example.com',
  'rp.name': 'Mandate',
  'user.name': 'maya@example.com',
  displayName: 'Maya Lindqvist',
  'pubKeyCredParams.alg': -7,
  timeout: 300_000,
  rawId: credential,
  transports: ['internal'],
  aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4',
  'POST /api/v1/auth/password/change': {
    current_password: 'plum-harbour-lantern',
    new_password: 'quiet-orchard-compass',
  },
  'PATCH /api/v1/auth/passkeys/:id': { name: 'My phone' },
}
