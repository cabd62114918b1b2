import {
  addressIsUnambiguous,
  clientIsKnown,
  redirectUriIsRegistered,
  requestUriIsOurs,
} from './client-and-redirect.ts'
import {
  challengeIsS256,
  claimsAreReadable,
  grantIsRegistered,
  hintIsOurs,
  keyIsThumbprint,
  maxAgeIsNumber,
  noRequestObject,
  nothingTwice,
  nothingTooLong,
  promptIsSensible,
  resourcesAreAllowed,
  responseGoesInQuery,
  responseTypeIsCode,
  scopeIsAllowed,
} from './parameter-checks.ts'
import type { Check } from './validated-request.ts'

/**
 * Before the redirect URI is trusted: an error here is shown to the person and never sent anywhere, or we would lead
 * people to wherever an attacker likes (RFC 6749 §4.1.2.1, RFC 9700 §4.11).
 */
export const beforeTrust = [addressIsUnambiguous, clientIsKnown, requestUriIsOurs, redirectUriIsRegistered] as const

/** After: an error here goes to the client, which asked and can do something about it. */
export const afterTrust: readonly Check[] = [
  nothingTwice,
  nothingTooLong,
  noRequestObject,
  grantIsRegistered,
  responseTypeIsCode,
  responseGoesInQuery,
  resourcesAreAllowed,
  scopeIsAllowed,
  challengeIsS256,
  promptIsSensible,
  maxAgeIsNumber,
  hintIsOurs,
  claimsAreReadable,
  keyIsThumbprint,
]
