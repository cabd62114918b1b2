import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { toUnixSeconds } from '#/platform/clock.ts'
import { signEs256 } from '#/platform/crypto/jws.ts'

const AUDIENCE = 'https://appleid.apple.com'
const LIFE_SECONDS = 300

/** Apple's client secret: a JWT that the developer's key signs, made anew for each request. */
export interface AppleSigner {
  readonly teamId: string
  readonly keyId: string
  readonly clientId: string
  /** The key as Apple hands it out: PKCS #8 in PEM. */
  readonly privateKey: string
}

/** Makes one client secret. */
export function appleClientSecret({ teamId, keyId, clientId, privateKey }: AppleSigner, now: number): string {
  const iat = toUnixSeconds(now)
  const claims = { iss: teamId, sub: clientId, aud: AUDIENCE, iat, exp: iat + LIFE_SECONDS }
  return signEs256({ kid: keyId }, claims, readAppleKey(privateKey))
}

/** The key of a PEM text; throws when it is no EC P-256 private key. */
export function readAppleKey(pem: string): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new TypeError('the key is not on the curve P-256')
  return key
}
