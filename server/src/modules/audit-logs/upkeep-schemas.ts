import { Type } from 'typebox'
import { actorTypes } from '#/platform/audit/event.ts'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { AuditLogFilterSchema, Time } from './schemas.ts'
import { exportFormats } from './exports.ts'
import type { Static } from 'typebox'
import type { PurgeMarker } from '#/platform/audit/purge-markers.ts'
import type { ChainFault } from '#/platform/audit/chain-segment.ts'
import type { PurgeOutcome } from './purges.ts'
import type { Verification } from './verification.ts'

/** What to take out, and how. */
export const ExportBody = Type.Object({
  ...AuditLogFilterSchema.properties,
  format: Type.Optional(
    Type.Enum([...exportFormats], { default: 'csv', description: 'CSV, or one JSON object a line.' }),
  ),
})

/** A file, as text. */
export const ExportFile = Type.String({ 'x-media-types': ['text/csv', 'application/x-ndjson'] })

/** What to remove. */
export const PurgeBody = Type.Object({
  before: Time(
    'ISO 8601. Entries before this time go; it is at least as many days ago as the setting audit.min_retention_days says.',
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Answers what would go, and removes nothing.' })),
  accept_broken: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Removes the entries also when they do not verify. The marker says so.',
    }),
  ),
})

const sequenceOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })
const hash = Type.String({ description: 'The hash of the chain there.' })

/** What was removed, or would be. */
export const PurgeSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    before: Type.String(),
    removed: Type.Integer({ description: 'How many entries went, or would go.' }),
    through_sequence: Type.Integer({ description: 'The last place in the chain that is gone.' }),
    hash,
    broken_at: sequenceOrNull('The first place among them that does not verify.'),
    marker: sequenceOrNull('The number of the signed marker; null when nothing was removed.'),
  },
  { $id: 'AuditPurge' },
)

/** Where to begin, and what was noted elsewhere. */
export const VerifyQuery = Type.Object({
  after: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The resume_after of a response whose verification was not complete.',
  }),
  through: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The last place to look at: with after, the entries that one checkpoint covers.',
    }),
  ),
  anchor_sequence: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'With anchor_hash: the checked_through and hash of an earlier response, kept elsewhere.',
    }),
  ),
  anchor_hash: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})

const FaultSchema = Type.Object({
  kind: Type.Enum(['removed', 'changed', 'truncated', 'checkpoint', 'removal', 'forged', 'key']),
  sequence: Type.Integer({ description: 'The place in the chain; 0 for a key.' }),
  audit_log_id: Type.Union([Type.String(), Type.Null()], { description: 'The entry that stands there, if one does.' }),
  message: Type.String(),
})

const RemovalSchema = Type.Object({
  number: Type.Integer(),
  kind: Type.Enum(['purge', 'reset']),
  first_sequence: Type.Integer(),
  through_sequence: Type.Integer(),
  hash,
  unsealed: Type.Integer({ description: 'Entries that went without ever having had a place.' }),
  before: Type.Union([Type.String(), Type.Null()]),
  broken_at: sequenceOrNull('The first place that did not verify when it was removed.'),
  actor_type: Type.Enum([...actorTypes]),
  actor_id: Type.String(),
  removed_at: Type.String(),
})

/** What a check found. */
export const VerificationSchema = Type.Object(
  {
    status: Type.Enum(['intact', 'broken', 'unfinished'], {
      description: 'unfinished: nothing wrong so far; ask again with resume_after.',
    }),
    checked_after: Type.Integer({ description: 'The place the check began behind.' }),
    checked_through: Type.Integer({ description: 'The last place that is proven.' }),
    hash,
    resume_after: sequenceOrNull('Where the next request goes on.'),
    fault: Type.Union([FaultSchema, Type.Null()]),
    anchor: Type.Union([Type.Enum(['confirmed', 'not_reached']), Type.Null()], {
      description: 'not_reached: it lies in what was purged, or outside of this check.',
    }),
    removals: Type.Array(RemovalSchema, { description: 'What was removed on purpose, each by a signed marker.' }),
    unsealed: Type.Integer({ description: 'Entries that have no place in the chain yet.' }),
    duration_ms: Type.Integer(),
  },
  { $id: 'AuditVerification' },
)

/** A purge on the wire. */
export const purgeView = ({ plan, marker, dryRun }: PurgeOutcome): Static<typeof PurgeSchema> => ({
  dry_run: dryRun,
  before: toIso(plan.before),
  removed: plan.count,
  through_sequence: plan.end.sequence,
  hash: plan.end.hash,
  broken_at: plan.fault?.sequence ?? null,
  marker: marker?.number ?? null,
})

/** A check on the wire. */
export const verificationView = (
  found: Verification,
  anchor: object | undefined,
): Static<typeof VerificationSchema> => ({
  status: found.fault ? 'broken' : found.resumeAfter === undefined ? 'intact' : 'unfinished',
  checked_after: found.from.sequence,
  checked_through: found.end.sequence,
  hash: found.end.hash,
  resume_after: found.resumeAfter ?? null,
  fault: found.fault ? faultView(found.fault) : null,
  anchor: anchor === undefined ? null : found.anchorSeen ? 'confirmed' : 'not_reached',
  removals: found.removals.map(removalView),
  unsealed: found.unsealed,
  duration_ms: found.durationMs,
})

const faultMessages: Readonly<Record<ChainFault['kind'], string>> = {
  removed: 'The entry that was sealed at this place is gone, or was moved.',
  changed: 'The entry at this place is not what was sealed.',
  truncated: 'The chain was signed up to a later place, but its entries end before this one.',
  checkpoint: 'The signed statement about this place is gone or not ours.',
  removal: 'The signed marker of a removal up to this place is gone, not ours, or contradicts what was noted.',
  forged: 'The entry at this place was not recorded by this server; it may be waiting to be sealed there.',
  key: 'A key in the table audit_keys was not made by this server, so nothing signed can be trusted.',
}

const faultView = ({ kind, sequence, eventId }: ChainFault): Static<typeof FaultSchema> => ({
  kind,
  sequence,
  audit_log_id: eventId,
  message: faultMessages[kind],
})

const removalView = (removal: PurgeMarker): Static<typeof RemovalSchema> => ({
  number: removal.number,
  kind: removal.kind,
  first_sequence: removal.firstSequence,
  through_sequence: removal.sequence,
  hash: removal.hash,
  unsealed: removal.unsealed,
  before: toIsoOrNull(removal.before),
  broken_at: removal.brokenAt,
  actor_type: removal.actorType,
  actor_id: removal.actorId,
  removed_at: toIso(removal.removedAt),
})
