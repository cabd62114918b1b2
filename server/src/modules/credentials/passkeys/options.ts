import { encodeBase64url } from '#/platform/encoding/base64url.ts'
import { displayName } from '#/modules/users/index.ts'
import { CHALLENGE_LIFE } from './challenges.ts'
import { algorithms } from './cose.ts'
import type { Static } from 'typebox'
import type { User } from '#/modules/users/index.ts'
import type { Passkey } from './passkey.ts'
import type { CreationOptions, RequestOptions } from './schemas.ts'

/** What an authenticator knows a person by: their id, which is random and says nothing about them (WebAuthn §14.6.1). */
export const userHandle = (userId: string): string => encodeBase64url(userId)

const descriptors = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }))

/** The options of a registration: a passkey that is found without a name, on a device that verifies its user. */
export const creationOptions = (
  challenge: string,
  user: User,
  existing: readonly Passkey[],
  rpId: string,
): Static<typeof CreationOptions> => ({
  rp: { id: rpId, name: rpId },
  user: { id: userHandle(user.id), name: user.email, displayName: displayName(user) },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_LIFE,
  excludeCredentials: descriptors(existing),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

/** The options of an assertion, by one of these passkeys; by any of the person's choice when none is named. */
export const requestOptions = (
  challenge: string,
  allowed: readonly Passkey[],
  rpId: string,
): Static<typeof RequestOptions> => ({
  challenge,
  timeout: CHALLENGE_LIFE,
  rpId,
  allowCredentials: descriptors(allowed),
  userVerification: 'required',
})
