import { Type } from 'typebox'
import type { Static, TInteger, TOptional } from 'typebox'
import { kinds, tokenTotal } from './counts.ts'
import type { Counts } from './counts.ts'

const members = Object.fromEntries(
  Object.entries(kinds).map(([kind, description]) => [
    kind,
    Type.Optional(Type.Integer(description === undefined ? {} : { description })),
  ]),
) as Record<keyof Counts, TOptional<TInteger>>

/** How many of each kind ended, in events and answers alike. */
export const CountsSchema = Type.Object(members, {
  $id: 'EndedCounts',
  description: 'How many of each kind ended with it, or in a dry run would end. A kind that is not named can’t end so.',
})

export const DryRunQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: 'Answer what would end, and change nothing.' })),
})

/** What would end; answered instead of doing it. */
export const DryRunSchema = Type.Object(
  { dry_run: Type.Literal(true), audit_event_id: Type.Null(), counts: CountsSchema },
  { $id: 'DryRun' },
)

export const dryRunView = (counts: Counts): Static<typeof DryRunSchema> => ({
  dry_run: true,
  audit_event_id: null,
  counts: { ...counts },
})

/** The tokens of it, as routes that revoke tokens have always told them. */
const TokenCountsSchema = Type.Object({
  total: Type.Integer(),
  access_tokens: Type.Integer(),
  refresh_tokens: Type.Integer(),
  delegated_tokens: Type.Integer({ description: kinds.delegated_tokens }),
})

export const tokenCounts = (counts: Counts): Static<typeof TokenCountsSchema> => ({
  total: tokenTotal(counts),
  access_tokens: counts.access_tokens ?? 0,
  refresh_tokens: counts.refresh_tokens ?? 0,
  delegated_tokens: counts.delegated_tokens ?? 0,
})

/** The dry run of an ending whose tokens are told apart. */
export const TokenDryRunSchema = Type.Object(
  { revoked_count: Type.Literal(0), ...DryRunSchema.properties, tokens: TokenCountsSchema },
  { $id: 'TokenDryRun' },
)

export const tokenDryRunView = (counts: Counts): Static<typeof TokenDryRunSchema> => ({
  revoked_count: 0,
  ...dryRunView(counts),
  tokens: tokenCounts(counts),
})
