import { performance } from 'node:perf_hooks'
import { sql } from '#/platform/db/sql.ts'
import { AuditKeys } from './audit-key.ts'
import { checkpoints, genesis, isGenuine, latestCheckpoint } from './hash-chain.ts'
import { isAuthentic, isUnauthenticated } from './entry.ts'
import { allRemovals, chainHead, readRemoval } from './purge-markers.ts'
import { readSegment, readUnsealed, walkSegment } from './chain-segment.ts'
import { isFormer } from './signed-statement.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { ChainPoint } from './hash-chain.ts'
import type { PurgeMarker } from './purge-markers.ts'
import type { AuditPublicKeys } from './signed-statement.ts'
import type { ChainFault } from './chain-segment.ts'

/** What a walk along the whole chain found: its end, when it is whole. */
export type ChainReport =
  | { readonly end: ChainPoint; readonly fault?: never }
  | { readonly fault: ChainFault; readonly end?: never }

/** What to look at, and for how long. */
export interface ChainCheckOptions {
  /** Goes on from here; what lies before was proven by an earlier check. Its `resumeAfter` is the value to give. */
  readonly after?: number | undefined
  /** Stops here. */
  readonly upTo?: number | undefined
  /** A point noted outside of this database: with it even a chain that was cut off with its checkpoints shows. */
  readonly anchor?: ChainPoint | undefined
  /** Stops at the next signed point after this time. */
  readonly budgetMs?: number | undefined
}

/** How far a check came, and what it found. */
export interface ChainCheck {
  /** The point it began behind, and the last one it proved. */
  readonly from: ChainPoint
  readonly end: ChainPoint
  readonly fault: ChainFault | undefined
  /** Where the next check goes on, when this one ran out of time. */
  readonly resumeAfter: number | undefined
  /** What was removed on purpose, oldest first. */
  readonly removals: readonly PurgeMarker[]
  /** Whether the anchor was on the way, or lies in what was removed or outside of this check. */
  readonly anchorSeen: boolean
}

interface ChainVerifierDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

const PAGE_ROWS = 500
/** Entries wait about a second; so many wait only where nothing is sealed any more, which shows by itself. */
const MAX_UNSEALED_ROWS = 10_000

/** Walks the chain of sealed events and names the first place where it was tampered with. */
export class ChainVerifier {
  readonly #deps: ChainVerifierDeps
  constructor(deps: ChainVerifierDeps) {
    this.#deps = deps
  }

  /** Verifies all that is sealed. */
  async verify(anchor?: ChainPoint): Promise<ChainReport> {
    const { fault, end } = await this.check({ anchor })
    return fault ? { fault } : { end }
  }

  /** Verifies as much as the options say. */
  async check({ after = 0, upTo = Infinity, anchor, budgetMs = Infinity }: ChainCheckOptions): Promise<ChainCheck> {
    const { keys, forged } = await new AuditKeys(this.#deps).verifying()
    if (forged !== undefined) return nothingProven({ kind: 'key', sequence: 0, eventId: null })
    const removed = await this.#readRemovals(keys)
    if ('fault' in removed) return nothingProven(removed.fault)
    const floor = removed.at(-1) ?? genesis
    const mismatch = removed.find(({ sequence, hash }) => sequence === anchor?.sequence && hash !== anchor.hash)
    if (mismatch) return nothingProven({ kind: 'removal', sequence: mismatch.sequence, eventId: null }, removed)
    const start = await this.#startFrom(after, floor, keys)
    if ('kind' in start) return nothingProven(start, removed)
    // In this order: what is sealed meanwhile brings its checkpoint along and can't look like one that was removed.
    const last = await this.#lastSequence()
    const signed = Math.max((await latestCheckpoint(this.#deps.db))?.sequence ?? 0, floor.sequence)
    const goal = Math.min(upTo, Math.max(signed, anchor?.sequence ?? 0))
    const walked = await this.#walk(start, goal, { keys, anchor, last, deadline: performance.now() + budgetMs })
    const isWhole = !walked.fault && walked.resumeAfter === undefined
    const tooLong = isWhole && last > signed && upTo > signed
    return {
      from: start,
      end: walked.end,
      fault: tooLong
        ? { kind: 'checkpoint', sequence: last, eventId: null }
        : (walked.fault ?? (isWhole && upTo === Infinity ? await this.#forgedUnsealed(keys) : undefined)),
      resumeAfter: walked.resumeAfter,
      removals: removed,
      anchorSeen: anchor !== undefined && sawAnchor(anchor, start, walked.end, removed),
    }
  }

  async #walk(start: ChainPoint, goal: number, { keys, anchor, last, deadline }: WalkOptions): Promise<Walk> {
    let point = start
    let signed = start
    while (point.sequence < goal) {
      const stretch = await readSegment(this.#deps.db, point.sequence, Math.min(goal, point.sequence + PAGE_ROWS))
      const walked = walkSegment(this.#deps.keyring, point, stretch, keys, anchor)
      if (walked.fault) return { end: walked.end, fault: walked.fault }
      point = walked.end
      signed = walked.lastSigned ?? signed
      if (point.sequence < stretch.upTo) return { end: point, fault: gap(point.sequence + 1, last) }
      const isLate = performance.now() > deadline && signed.sequence > start.sequence
      if (isLate && point.sequence < goal) return { end: signed, resumeAfter: signed.sequence }
    }
    return { end: point }
  }

  async #readRemovals(keys: AuditPublicKeys): Promise<PurgeMarker[] | { fault: ChainFault }> {
    const rows = await allRemovals(this.#deps.db)
    const read: PurgeMarker[] = []
    for (const [i, row] of rows.entries()) {
      const removal = readRemoval(row, rows[i - 1], keys)
      if (!removal) return { fault: { kind: 'removal', sequence: row.sequence, eventId: null } }
      read.push(removal)
    }
    return read
  }

  /** The first of the entries waiting for their place that nobody recorded. */
  async #forgedUnsealed(keys: AuditPublicKeys): Promise<ChainFault | undefined> {
    const { db, keyring } = this.#deps
    // In this order: what an older version left behind is sealed before a head says that nothing of the kind may wait.
    const { sequence, statement } = await chainHead(db)
    const waiting = await readUnsealed(db, MAX_UNSEALED_ROWS)
    const former = isFormer(statement, keys)
    const forged = waiting.find((row) => !isAuthentic(keyring, row) && !(former && isUnauthenticated(row)))
    return forged && { kind: 'forged', sequence: sequence + 1, eventId: forged.id }
  }

  /** A signed point at or before `after`, since only such a one can be trusted without what lies before it. */
  async #startFrom(after: number, floor: ChainPoint, keys: AuditPublicKeys): Promise<ChainPoint | ChainFault> {
    const row = await this.#deps.db.get(sql`
      SELECT ${checkpoints.columns} FROM ${checkpoints.name}
      WHERE sequence <= ${after} AND sequence > ${floor.sequence} ORDER BY sequence DESC LIMIT 1`)
    if (!row) return { sequence: floor.sequence, hash: floor.hash }
    const { sequence, hash, ...rest } = checkpoints.decode(row)
    return isGenuine({ sequence, hash, ...rest }, keys)
      ? { sequence, hash }
      : { kind: 'checkpoint', sequence, eventId: null }
  }

  async #lastSequence(): Promise<number> {
    const row = await this.#deps.db.get(
      sql`SELECT sequence FROM events WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
    )
    return (row?.['sequence'] as number | undefined) ?? 0
  }
}

interface WalkOptions {
  readonly keys: AuditPublicKeys
  readonly anchor: ChainPoint | undefined
  readonly last: number
  readonly deadline: number
}

interface Walk {
  readonly end: ChainPoint
  readonly fault?: ChainFault
  readonly resumeAfter?: number
}

const gap = (sequence: number, last: number): ChainFault => ({
  kind: last > sequence ? 'removed' : 'truncated',
  sequence,
  eventId: null,
})

const nothingProven = (fault: ChainFault, removed: readonly PurgeMarker[] = []): ChainCheck => ({
  from: genesis,
  end: genesis,
  fault,
  resumeAfter: undefined,
  removals: removed,
  anchorSeen: false,
})

/** The walk compared it on the way; what was removed keeps only its last point. */
function sawAnchor(anchor: ChainPoint, from: ChainPoint, end: ChainPoint, removed: readonly PurgeMarker[]): boolean {
  const walked = anchor.sequence > from.sequence && anchor.sequence <= end.sequence
  return walked || [from, ...removed].some(({ sequence, hash }) => sequence === anchor.sequence && hash === anchor.hash)
}
