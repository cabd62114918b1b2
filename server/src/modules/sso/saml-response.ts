import { integer, integerOrNull, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { SamlAssertion } from './saml/assertion.ts'

/** The codec of `sso_saml_responses`. */
export const samlResponses = table('sso_saml_responses', {
  hash: text,
  ssoConnectionId: text,
  connectionVersion: integer,
  responseSealed: text,
  createdAt: integer,
  expiresAt: integer,
  usedAt: integerOrNull,
})

/** A verified response that waits for its browser. */
export type SamlResponseRow = EntityOf<typeof samlResponses>

/** What of a verified assertion is needed once its browser is known. */
export interface VerifiedResponse {
  /** The request that it answers; null where the provider began. */
  readonly inResponseTo: string | null
  readonly relayState: string
  readonly nameId: SamlAssertion['nameId']
  readonly sessionIndex: string | null
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

/** Keeps what is needed of an assertion. */
export const verifiedResponse = (assertion: SamlAssertion, relayState: string): VerifiedResponse => ({
  inResponseTo: assertion.inResponseTo ?? null,
  relayState,
  nameId: assertion.nameId,
  sessionIndex: assertion.sessionIndex ?? null,
  attributes: Object.fromEntries(assertion.attributes),
})
