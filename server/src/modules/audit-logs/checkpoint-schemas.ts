import { Type } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { encodeCursor, listOf, ListQuery } from '#/platform/paging/paging.ts'
import type { Static } from 'typebox'
import type { ReadCheckpoint } from '#/platform/audit/checkpoint-reader.ts'
import type { CheckpointList } from './checkpoints.ts'

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** A checkpoint on the wire. */
export const CheckpointSchema = Type.Object(
  {
    sequence: Type.Integer({ description: 'The last place of the chain that it covers.' }),
    first_sequence: Type.Integer({ description: 'The first one: behind the checkpoint or the removal before.' }),
    hash: Type.String({ description: 'The hash of the chain at the last place.' }),
    sealed_at: Type.String(),
    key_id: orNull('The key that the statement names; null where it can not be read.'),
    signature: Type.Enum(['genuine', 'forged'], {
      description:
        'Whether this server signed the statement, and for this place. Whether the entries are what was sealed is said by GET /api/v1/admin/audit-logs/verify.',
    }),
    statement: Type.String({ description: 'A compact JWS (RFC 7515) of typ mandate-checkpoint+jwt, signed by ES256.' }),
  },
  { $id: 'AuditCheckpoint' },
)

const PublicKey = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Type.String(),
  y: Type.String(),
  kid: Type.String(),
  alg: Type.Literal('ES256'),
})

/** The same with what somebody needs who checks it elsewhere. */
export const CheckpointDetailSchema = Type.Object(
  {
    ...CheckpointSchema.properties,
    public_key: Type.Union([PublicKey, Type.Null()], {
      description: 'The key that checks the statement, as a JWK (RFC 7517); null where it is none of this server.',
    }),
  },
  { $id: 'AuditCheckpointDetail' },
)

const page = listOf(CheckpointSchema)

/** A page of them. */
export const CheckpointPageSchema = Type.Object({
  ...page.properties,
  total: Type.Optional(Type.Integer({ description: 'Only with include_total=true. At most 10,000 are counted.' })),
  total_is_minimum: Type.Optional(Type.Boolean({ description: 'With total: whether there are more.' })),
})

export const CheckpointQuery = ListQuery

export const CheckpointParams = Type.Object({
  sequence: Type.String({ description: 'A place in the chain: that of an entry, or of a checkpoint.' }),
})

const checkpointView = (checkpoint: ReadCheckpoint): Static<typeof CheckpointSchema> => ({
  sequence: checkpoint.sequence,
  first_sequence: checkpoint.firstSequence,
  hash: checkpoint.hash,
  sealed_at: toIso(checkpoint.createdAt),
  key_id: checkpoint.keyId ?? null,
  signature: checkpoint.isGenuine ? 'genuine' : 'forged',
  statement: checkpoint.statement,
})

/** One of them, with its key. */
export function checkpointDetailView(checkpoint: ReadCheckpoint): Static<typeof CheckpointDetailSchema> {
  const { keyId: kid, publicKey } = checkpoint
  const { x = '', y = '' } = publicKey?.export({ format: 'jwk' }) ?? {}
  const key = publicKey && kid !== undefined && ({ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256' } as const)
  return { ...checkpointView(checkpoint), public_key: key || null }
}

/** A page of checkpoints. */
export const checkpointPageView = ({ rows, next, counted }: CheckpointList): Static<typeof CheckpointPageSchema> => ({
  data: rows.map(checkpointView),
  next_cursor: next ? encodeCursor({ createdAt: next.createdAt, id: String(next.sequence) }) : null,
  ...(counted ? { total: counted.total, total_is_minimum: counted.isMinimum } : {}),
})
