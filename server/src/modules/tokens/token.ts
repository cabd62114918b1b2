import type { EntityOf } from '#/platform/db/table.ts'
import { integer, integerOrNull, json, jsonOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { GrantType } from '#/protocol/oauth.ts'

/** The `act` claim: who acts now, and inside it who acted before (RFC 8693 §4.1). */
export interface Act {
  readonly sub: string
  readonly act?: Act
}

export type TokenKind = 'access' | 'refresh'

/** The codec of what a token says of those that it descends from, and what bounds those that descend from it. */
export const forebears = table('tokens', {
  id: text,
  clientId: text,
  policyId: textOrNull,
  jkt: textOrNull,
  signedBy: textOrNull,
  depth: integer,
  audience: json<string[]>(),
})

/** What a token descends from, as far as whoever extends its line needs it. */
export type Forebear = EntityOf<typeof forebears>

/** The codec of `tokens`: one row for every access token, and one for every refresh token family. */
export const tokens = table('tokens', {
  id: text,
  kind: word<TokenKind>(),
  grantType: word<GrantType>(),
  clientId: text,
  subject: text,
  userId: textOrNull,
  scope: text,
  audience: json<string[]>(),
  jkt: textOrNull,
  signedBy: textOrNull,
  fingerprint: text,
  sessionId: textOrNull,
  consentId: textOrNull,
  policyId: textOrNull,
  parentId: textOrNull,
  rootId: text,
  depth: integer,
  delegator: textOrNull,
  act: jsonOrNull<Act>(),
  authenticatedAt: integerOrNull,
  generation: integer,
  rotatedAt: integerOrNull,
  createdAt: integer,
  expiresAt: integer,
  revokedAt: integerOrNull,
  revokedReason: textOrNull,
})

/** An issued token with its lineage: whom it is for, where it came from, what it descends from. */
export type Token = EntityOf<typeof tokens>
