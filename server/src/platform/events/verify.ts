import { sql } from '#/platform/db/sql.ts'
import { AuditKeys } from './audit-key.ts'
import { checkpoints, extendChain, genesis, isGenuine, latestCheckpoint } from './chain.ts'
import { events } from './table.ts'
import type { KeyObject } from 'node:crypto'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { ChainPoint, Checkpoint } from './chain.ts'
import type { EventRow } from './table.ts'

/**
 * The first place where the chain is not what was sealed. `removed`: the event is gone. `changed`: the event that stands
 * there was sealed with other content or at another place. `truncated`: the end was cut off. `checkpoint`: the signed
 * statement for this place is gone or not ours.
 */
export interface ChainFault {
  readonly kind: 'removed' | 'changed' | 'truncated' | 'checkpoint'
  readonly sequence: number
  /** The event that stands there, when one does. */
  readonly eventId: string | null
}

/** What a walk along the chain found: its end, when it is whole. */
export type ChainReport =
  | { readonly end: ChainPoint; readonly fault?: never }
  | { readonly fault: ChainFault; readonly end?: never }

interface ChainVerifierDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

/** A stretch of the chain with what is signed about it. */
interface Stretch {
  readonly upTo: number
  readonly rows: readonly EventRow[]
  readonly signed: ReadonlyMap<number, Checkpoint>
}

const PAGE_ROWS = 1000

/** Walks the chain of sealed events and names the first place where it was tampered with. */
export class ChainVerifier {
  readonly #deps: ChainVerifierDeps
  constructor(deps: ChainVerifierDeps) {
    this.#deps = deps
  }

  /**
   * Verifies all that is sealed. `anchor` is a point noted outside of this database: with it even a chain that was cut
   * off together with its checkpoints shows.
   */
  async verify(anchor?: ChainPoint): Promise<ChainReport> {
    const keys = await new AuditKeys(this.#deps).verifying()
    // In this order: what is sealed meanwhile brings its checkpoint along and can't look like one that was removed.
    const last = await this.#lastSequence()
    const end = Math.max((await latestCheckpoint(this.#deps.db))?.sequence ?? 0, anchor?.sequence ?? 0)
    let point = genesis
    while (point.sequence < end) {
      const stretch = await this.#readAfter(point.sequence, end)
      const walked = this.#walk(point, stretch, keys, anchor)
      if ('kind' in walked) return { fault: walked }
      if (walked.sequence < stretch.upTo) return { fault: gap(walked.sequence + 1, last) }
      point = walked
    }
    if (last > end) return { fault: { kind: 'checkpoint', sequence: last, eventId: null } }
    return { end: point }
  }

  /** Follows the events of a stretch and answers the point reached, or the fault met. */
  #walk(
    from: ChainPoint,
    { rows, signed }: Stretch,
    keys: ReadonlyMap<string, KeyObject>,
    anchor: ChainPoint | undefined,
  ): ChainPoint | ChainFault {
    let point = from
    for (const row of rows) {
      const next = extendChain(this.#deps.keyring, point, row)
      const fault = (kind: ChainFault['kind'], eventId: string | null = row.id): ChainFault => {
        return { kind, sequence: next.sequence, eventId }
      }
      if (row.sequence !== next.sequence) return fault('removed', null)
      if (row.hash !== next.hash) return fault('changed')
      if (anchor?.sequence === next.sequence && anchor.hash !== next.hash) return fault('changed')
      const checkpoint = signed.get(next.sequence)
      if (checkpoint && (checkpoint.hash !== next.hash || !isGenuine(checkpoint, keys))) return fault('checkpoint')
      point = next
    }
    return point
  }

  async #readAfter(sequence: number, end: number): Promise<Stretch> {
    const { db } = this.#deps
    const upTo = Math.min(end, sequence + PAGE_ROWS)
    const within = sql`sequence > ${sequence} AND sequence <= ${upTo}`
    const rows = await db.all(sql`SELECT ${events.columns} FROM ${events.name} WHERE ${within} ORDER BY sequence`)
    const signed = await db.all(sql`SELECT ${checkpoints.columns} FROM ${checkpoints.name} WHERE ${within}`)
    return {
      upTo,
      rows: rows.map((row) => events.decode(row)),
      signed: new Map(signed.map((row) => checkpoints.decode(row)).map((entry) => [entry.sequence, entry])),
    }
  }

  async #lastSequence(): Promise<number> {
    const row = await this.#deps.db.get(
      sql`SELECT sequence FROM events WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
    )
    return (row?.['sequence'] as number | undefined) ?? 0
  }
}

const gap = (sequence: number, last: number): ChainFault => ({
  kind: last > sequence ? 'removed' : 'truncated',
  sequence,
  eventId: null,
})
