import { createHash } from 'node:crypto'
import { sql } from '#/platform/db/sql.ts'
import { integer, table, text } from '#/platform/db/table.ts'
import { genesis, latestCheckpoint } from './hash-chain.ts'
import { authenticated, readStatement, signStatement } from './signed-statement.ts'
import type { Queries, Tx } from '#/platform/db/db.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { ChainPoint } from './hash-chain.ts'
import type { Actor, ActorType } from './event.ts'
import type { AuditKey, AuditPublicKeys } from './signed-statement.ts'

/** The codec of table `event_removals`. */
export const purgeMarkers = table('event_removals', {
  number: integer,
  sequence: integer,
  hash: text,
  statement: text,
  createdAt: integer,
})

/** A marker as it is stored. */
export type PurgeMarkerRow = EntityOf<typeof purgeMarkers>

/** What was removed on purpose: events up to a point of the chain, which goes on from there. */
export interface PurgeMarker {
  readonly number: number
  readonly kind: 'purge' | 'reset'
  /** The first and the last place that were removed; a reset of an empty chain has none, so first is last + 1. */
  readonly firstSequence: number
  readonly sequence: number
  /** The hash of the chain at the last place. */
  readonly hash: string
  /** Events that went without ever having had a place; only a reset removes such. */
  readonly unsealed: number
  /** The cutoff of a purge. */
  readonly before: number | null
  /** The first place that was broken when it was removed all the same. */
  readonly brokenAt: number | null
  readonly actorType: ActorType
  readonly actorId: string
  readonly removedAt: number
}

const TYPE = 'mandate-removal+jwt'

/** What a marker is to say, as far as whoever removes knows it. */
export type NewPurgeMarker = Pick<
  PurgeMarker,
  'kind' | 'sequence' | 'hash' | 'unsealed' | 'before' | 'brokenAt' | 'removedAt'
> & {
  readonly actor: Actor
}

/** The last marker. */
export async function latestPurgeMarker(queries: Queries): Promise<PurgeMarkerRow | undefined> {
  const row = await queries.get(
    sql`SELECT ${purgeMarkers.columns} FROM ${purgeMarkers.name} ORDER BY number DESC LIMIT 1`,
  )
  return row && purgeMarkers.decode(row)
}

/** Every marker, oldest first. */
export async function allRemovals(queries: Queries): Promise<PurgeMarkerRow[]> {
  const rows = await queries.all(sql`SELECT ${purgeMarkers.columns} FROM ${purgeMarkers.name} ORDER BY number`)
  return rows.map((row) => purgeMarkers.decode(row))
}

/** Where the chain begins: behind what was removed. */
export const chainFloor = async (queries: Queries): Promise<ChainPoint> => (await latestPurgeMarker(queries)) ?? genesis

/** The point the next event is sealed behind. Not the last event: one that was cut off must leave a gap. */
export async function chainHead(queries: Queries): Promise<ChainHead> {
  const checkpoint = await latestCheckpoint(queries)
  const marker = await latestPurgeMarker(queries)
  const head = checkpoint && checkpoint.sequence > (marker?.sequence ?? 0) ? checkpoint : marker
  return head ?? { ...genesis, statement: '' }
}

/** The end of the chain with what is signed about it; an empty chain has nothing. */
export type ChainHead = ChainPoint & { readonly statement: string }

/**
 * Writes the marker that follows `last`, what the removal was decided upon. The number of a marker is unique, so of two
 * that follow the same one the insert lets one in; the other returns undefined. Reading the last marker again here would
 * let both in: on PostgreSQL each statement sees what was committed before it.
 */
export async function addRemoval(
  tx: Tx,
  { actor, ...rest }: NewPurgeMarker,
  last: PurgeMarkerRow | undefined,
  key: AuditKey,
): Promise<PurgeMarker | undefined> {
  const added: PurgeMarker = {
    ...rest,
    number: (last?.number ?? 0) + 1,
    firstSequence: (last?.sequence ?? 0) + 1,
    actorType: actor.type,
    actorId: actor.id,
  }
  const row = {
    number: added.number,
    sequence: added.sequence,
    hash: added.hash,
    statement: signStatement(TYPE, payloadOf(added, last?.statement), key),
    createdAt: added.removedAt,
  }
  return (await tx.run(sql`${purgeMarkers.insert(row)} ON CONFLICT DO NOTHING`)) === 1 ? added : undefined
}

/** What a marker says, when it is ours, says what its row says, and follows the marker before it. */
export function readRemoval(
  row: PurgeMarkerRow,
  previous: PurgeMarkerRow | undefined,
  keys: AuditPublicKeys,
): PurgeMarker | undefined {
  const said = readStatement(TYPE, row.statement, keys)
  if (!said) return undefined
  const removal = removalOf(said)
  const follows =
    removal.number === (previous?.number ?? 0) + 1 &&
    removal.firstSequence === (previous?.sequence ?? 0) + 1 &&
    said['previous'] === digestOf(previous?.statement)
  const fits =
    removal.number === row.number &&
    removal.sequence === row.sequence &&
    removal.hash === row.hash &&
    removal.removedAt === row.createdAt
  return follows && fits ? removal : undefined
}

const payloadOf = (removal: PurgeMarker, previous: string | undefined): Record<string, unknown> => ({
  number: removal.number,
  kind: removal.kind,
  first_sequence: removal.firstSequence,
  sequence: removal.sequence,
  hash: removal.hash,
  unsealed: removal.unsealed,
  before: removal.before,
  broken_at: removal.brokenAt,
  actor_type: removal.actorType,
  actor_id: removal.actorId,
  removed_at: removal.removedAt,
  previous: digestOf(previous),
  ...authenticated,
})

const removalOf = (said: Readonly<Record<string, unknown>>): PurgeMarker => ({
  number: said['number'] as number,
  kind: said['kind'] as PurgeMarker['kind'],
  firstSequence: said['first_sequence'] as number,
  sequence: said['sequence'] as number,
  hash: said['hash'] as string,
  unsealed: said['unsealed'] as number,
  before: said['before'] as number | null,
  brokenAt: said['broken_at'] as number | null,
  actorType: said['actor_type'] as ActorType,
  actorId: said['actor_id'] as string,
  removedAt: said['removed_at'] as number,
})

const digestOf = (statement: string | undefined): string | null =>
  statement === undefined ? null : createHash('sha256').update(statement).digest('base64url')
