import type { Asked } from '#/modules/authorizations/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { SettingsValues } from '#/modules/system/index.ts'
import type { Form } from '#/platform/http/form.ts'
import { addressIsUnambiguous, clientIsKnown, redirectUriIsRegistered, requestUriIsOurs } from './addressing.ts'
import {
  challengeIsS256,
  grantIsRegistered,
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
} from './questions.ts'

/** A request whose sender and redirect URI nobody has vouched for yet; the first list fills in both. */
export interface Unaddressed {
  params: Form
  client?: Client
  redirectUri?: string
}

/** A request whose answer has a place to go. */
export interface Addressed {
  readonly params: Form
  readonly client: Client
  readonly redirectUri: string
  readonly state: string | null
}

/** What the checks may look at besides the request. */
export interface Rules {
  readonly issuer: string
  readonly settings: SettingsValues
}

/** Looks at one thing and answers what it found for the request, or throws an OAuthError. */
export type Check = (request: Addressed, rules: Rules) => Partial<Asked> | undefined

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
  scopeIsAllowed,
  challengeIsS256,
  resourcesAreAllowed,
  promptIsSensible,
  maxAgeIsNumber,
  keyIsThumbprint,
]
