import type { TokenOwners } from './store.ts'
import type { Token } from './token.ts'

/** What ends a token. */
export const tokenCauses = [
  'expired',
  'revoked',
  'ancestor_gone',
  'client_inactive',
  'person_inactive',
  'consent_revoked',
  'policy_revoked',
] as const
export type TokenCause = (typeof tokenCauses)[number]

/** One thing that ended a token: which token of its line it met, and when, if that is known. */
export interface TokenEnd {
  readonly cause: TokenCause
  readonly tokenId: string
  readonly at: number | null
  readonly reason: string | null
}

/** A token in its line. */
export interface TokenTrace {
  readonly token: Token
  /** From the root down to the token. */
  readonly line: readonly Token[]
  /** What was made of it, newest first; the first hundred. */
  readonly children: readonly Token[]
  /** Everything that ended it; none while it lives. */
  readonly causes: readonly TokenEnd[]
}

/**
 * What ended the last token of a line, given from the root down. A token is as dead as its first dead ancestor, so what
 * revoked that one is said once, where it happened.
 */
export function causesOf(line: readonly Token[], owners: ReadonlyMap<string, TokenOwners>, now: number): TokenEnd[] {
  const [root] = line
  const gone: TokenEnd[] =
    root && root.parentId !== null ? [{ cause: 'ancestor_gone', tokenId: root.id, at: null, reason: null }] : []
  const revoked = line.find(({ revokedAt }) => revokedAt !== null)
  const ends = line.flatMap((token): TokenEnd[] => [
    ...(token === revoked
      ? [{ cause: 'revoked' as const, tokenId: token.id, at: token.revokedAt, reason: token.revokedReason }]
      : []),
    ...(token.expiresAt <= now
      ? [{ cause: 'expired' as const, tokenId: token.id, at: token.expiresAt, reason: null }]
      : []),
    ...ownersEnds(token, owners.get(token.id)),
  ])
  return [...gone, ...ends]
}

function ownersEnds({ id: tokenId }: Token, owners: TokenOwners | undefined): TokenEnd[] {
  if (!owners) return []
  const { clientActive, personActive, consentRevokedAt, policyRevokedAt } = owners
  const ends: (TokenEnd | false)[] = [
    !clientActive && { cause: 'client_inactive', tokenId, at: null, reason: null },
    !personActive && { cause: 'person_inactive', tokenId, at: null, reason: null },
    consentRevokedAt !== null && { cause: 'consent_revoked', tokenId, at: consentRevokedAt, reason: null },
    policyRevokedAt !== null && { cause: 'policy_revoked', tokenId, at: policyRevokedAt, reason: null },
  ]
  return ends.filter((end) => end !== false)
}
