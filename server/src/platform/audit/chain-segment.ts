import { sql } from '#/platform/db/sql.ts'
import { checkpoints, extendChain, extendFormerChain, isGenuine } from './hash-chain.ts'
import { isAuthentic, isUnauthenticated } from './entry.ts'
import { events } from './event-table.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Queries } from '#/platform/db/db.ts'
import type { ChainPoint, Checkpoint } from './hash-chain.ts'
import type { AuditPublicKeys } from './signed-statement.ts'
import type { EventRow } from './event-table.ts'

/**
 * The first place where the chain is not what was sealed. `removed`: the event is gone. `changed`: the event that stands
 * there was sealed with other content or at another place. `truncated`: the end was cut off. `checkpoint`: the signed
 * statement for this place is gone or not ours. `removal`: the marker of a purge or a reset is. `forged`: the event that
 * stands there, or waits for its place, was not recorded by this server. `key`: a key of the log is not ours, at whatever
 * place.
 */
export interface ChainFault {
  readonly kind: 'removed' | 'changed' | 'truncated' | 'checkpoint' | 'removal' | 'forged' | 'key'
  readonly sequence: number
  /** The event that stands there, when one does. */
  readonly eventId: string | null
}

/** A stretch of the chain with what is signed about it. */
export interface ChainSegment {
  readonly upTo: number
  readonly rows: readonly EventRow[]
  readonly signed: ReadonlyMap<number, Checkpoint>
}

/** The point a walk reached, the last signed one it passed, and what stopped it. */
export interface WalkedSegment {
  readonly end: ChainPoint
  readonly lastSigned: ChainPoint | undefined
  readonly fault: ChainFault | undefined
}

const MAX_COUNTED = 10_000

/** Reads the sealed events after one place up to another. */
export async function readSegment(db: Queries, sequence: number, upTo: number): Promise<ChainSegment> {
  const within = sql`sequence > ${sequence} AND sequence <= ${upTo}`
  const rows = await db.all(sql`SELECT ${events.columns} FROM ${events.name} WHERE ${within} ORDER BY sequence`)
  const signed = await db.all(sql`SELECT ${checkpoints.columns} FROM ${checkpoints.name} WHERE ${within}`)
  return {
    upTo,
    rows: rows.map((row) => events.decode(row)),
    signed: new Map(signed.map((row) => checkpoints.decode(row)).map((entry) => [entry.sequence, entry])),
  }
}

/** The oldest events that have no place yet. */
export async function readUnsealed(db: Queries, limit: number): Promise<EventRow[]> {
  const rows = await db.all(sql`
    SELECT ${events.columns} FROM ${events.name} WHERE sequence IS NULL ORDER BY created_at, id LIMIT ${limit}`)
  return rows.map((row) => events.decode(row))
}

/** How many events have no place yet, counted up to a bound, and when the first of them was recorded. */
export async function countUnsealed(db: Queries): Promise<{ count: number; oldestAt: number | undefined }> {
  const row = await db.get(sql`
    SELECT count(*) AS n, min(created_at) AS oldest FROM (
      SELECT created_at FROM ${events.name} WHERE sequence IS NULL ORDER BY created_at, id LIMIT ${MAX_COUNTED}) AS waiting`)
  const { n = 0, oldest = null } = row ?? {}
  return { count: Number(n), oldestAt: oldest === null ? undefined : Number(oldest) }
}

/** Follows the events of a stretch until its end or the first fault. */
export function walkSegment(
  keyring: Keyring,
  from: ChainPoint,
  { rows, signed }: ChainSegment,
  keys: AuditPublicKeys,
  anchor: ChainPoint | undefined,
): WalkedSegment {
  let end = from
  let lastSigned: ChainPoint | undefined
  for (const row of rows) {
    const next = nextPoint(keyring, end, row)
    const checkpoint = signed.get(next.sequence)
    const fault = faultAt(row, next, checkpoint, keys, anchor) ?? forgeryAt(keyring, row, next)
    if (fault) return { end, lastSigned, fault }
    end = { sequence: next.sequence, hash: next.hash }
    if (checkpoint) lastSigned = end
  }
  return { end, lastSigned, fault: undefined }
}

/** The next point by the formula that the row was sealed by. */
function nextPoint(keyring: Keyring, end: ChainPoint, row: EventRow): SealedPoint {
  const next = extendChain(keyring, end, row)
  if (row.hash === next.hash) return { ...next, former: false }
  const former = extendFormerChain(keyring, end, row)
  return row.hash === former.hash ? { ...former, former: true } : { ...next, former: false }
}

interface SealedPoint extends ChainPoint {
  readonly former: boolean
}

/** What was sealed although nobody recorded it. */
function forgeryAt(keyring: Keyring, row: EventRow, { sequence, former }: SealedPoint): ChainFault | undefined {
  if (isAuthentic(keyring, row) || (former && isUnauthenticated(row))) return undefined
  return { kind: 'forged', sequence, eventId: row.id }
}

function faultAt(
  row: EventRow,
  next: ChainPoint,
  checkpoint: Checkpoint | undefined,
  keys: AuditPublicKeys,
  anchor: ChainPoint | undefined,
): ChainFault | undefined {
  const { sequence } = next
  if (row.sequence !== sequence) return { kind: 'removed', sequence, eventId: null }
  if (row.hash !== next.hash) return { kind: 'changed', sequence, eventId: row.id }
  if (anchor?.sequence === sequence && anchor.hash !== next.hash) return { kind: 'changed', sequence, eventId: row.id }
  if (checkpoint && (checkpoint.hash !== next.hash || !isGenuine(checkpoint, keys))) {
    return { kind: 'checkpoint', sequence, eventId: row.id }
  }
  return undefined
}
