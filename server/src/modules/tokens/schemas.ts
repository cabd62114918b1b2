import { Type } from 'typebox'
import { tokenCauses } from './token-trace.ts'

const Time = Type.String({ format: 'date-time' })
const TextOrNull = Type.Union([Type.String(), Type.Null()])
const TimeOrNull = Type.Union([Time, Type.Null()])

/** A token as operators see it: everything but what its holder presents. */
export const TokenSchema = Type.Object(
  {
    id: Type.String({ description: 'The jti.' }),
    kind: Type.Union([Type.Literal('access'), Type.Literal('refresh')]),
    grant_type: Type.String(),
    client_id: Type.String(),
    subject: Type.String(),
    user_id: TextOrNull,
    scope: Type.String(),
    audience: Type.Array(Type.String()),
    dpop_jkt: TextOrNull,
    session_id: TextOrNull,
    consent_id: TextOrNull,
    policy_id: TextOrNull,
    parent_id: TextOrNull,
    root_id: Type.String(),
    depth: Type.Integer({ description: 'Delegation hops above this token.' }),
    status: Type.Union([Type.Literal('active'), Type.Literal('expired'), Type.Literal('revoked')]),
    created_at: Time,
    expires_at: Time,
    revoked_at: TimeOrNull,
    revoked_reason: TextOrNull,
  },
  { $id: 'Token' },
)

/** One hop of a delegation chain. */
const Hop = Type.Object({
  token_id: Type.String(),
  actor: Type.String({ description: 'client_id of the actor at this hop.' }),
  delegator: TextOrNull,
  scope: Type.String(),
  dpop_jkt: TextOrNull,
  policy_id: TextOrNull,
  status: Type.String(),
  expires_at: Time,
})

/** A chain of delegation, from the one it acts for to the last actor. */
export const ChainSchema = Type.Object(
  {
    id: Type.String({ description: 'The token at the end of the chain.' }),
    subject: Type.String(),
    user_id: TextOrNull,
    depth: Type.Integer(),
    status: Type.String(),
    created_at: Time,
    hops: Type.Array(Hop, { description: 'From the root token down to this one.' }),
  },
  { $id: 'DelegationChain' },
)

/** A token in its line, and why it is alive or dead. */
export const TokenTraceSchema = Type.Object(
  {
    token: TokenSchema,
    is_alive: Type.Boolean({
      description: 'Whether introspection says active. Expiry, revocation and whatever it hangs on count.',
    }),
    causes: Type.Array(
      Type.Object({
        cause: Type.Enum([...tokenCauses]),
        token_id: Type.String({ description: 'The token of the line that it met: this one or an ancestor.' }),
        at: TimeOrNull,
        reason: TextOrNull,
      }),
      { description: 'Everything that ended it, from the root down. Empty while it lives.' },
    ),
    line: Type.Array(
      Type.Object({
        ...TokenSchema.properties,
        delegator: TextOrNull,
        dropped_scope: Type.String({ description: 'What the token above it had and this one has not.' }),
      }),
      { description: 'From the root down to the token.' },
    ),
    children: Type.Array(TokenSchema, { description: 'What was made of it, newest first: a hundred at most.' }),
  },
  { $id: 'TokenTrace' },
)

/** How many tokens a revocation ends, by kind. */
export const RevocationCountsSchema = Type.Object({
  total: Type.Integer(),
  access_tokens: Type.Integer(),
  refresh_tokens: Type.Integer(),
  delegated_tokens: Type.Integer({ description: 'Those of the access tokens that were made by token exchange.' }),
})

/** What a revocation did, or with `dry_run` would do. */
export const RevocationSchema = Type.Object({
  revoked_count: Type.Integer({ description: '0 in a dry run.' }),
  audit_event_id: TextOrNull,
  dry_run: Type.Boolean(),
  tokens: RevocationCountsSchema,
})

export const PatternRevocationSchema = Type.Object({
  ...RevocationSchema.properties,
  pattern_matched: Type.String(),
})

export const DryRun = Type.Optional(
  Type.Boolean({ description: 'Answer what would be revoked and change nothing.', default: false }),
)
