import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { positiveInteger } from '#/platform/validation/positive-integer.ts'
import { auditLogErrors } from './errors.ts'
import { COUNTED_ROWS } from './store.ts'
import type { CheckpointReader, ReadCheckpoint } from '#/platform/audit/checkpoint-reader.ts'
import type { PageRequest, Position } from '#/platform/paging/paging.ts'
import type { Counted } from './store.ts'

/** Checkpoints, newest first, and the last of them where there are more. */
export interface CheckpointList {
  readonly rows: readonly ReadCheckpoint[]
  readonly next: ReadCheckpoint | undefined
  readonly counted: Counted | undefined
}

/** The signed points of the chain, as operators read them. */
export class AuditCheckpoints {
  readonly #reader: Pick<CheckpointReader, 'list' | 'count' | 'covering'>
  constructor(reader: Pick<CheckpointReader, 'list' | 'count' | 'covering'>) {
    this.#reader = reader
  }

  async list({ before, limit, includeTotal }: PageRequest): Promise<CheckpointList> {
    const { rows, hasMore } = await this.#reader.list(before ? sequenceAt(before) : Number.MAX_SAFE_INTEGER, limit)
    return {
      rows,
      next: hasMore ? rows.at(-1) : undefined,
      counted: includeTotal ? await this.#count() : undefined,
    }
  }

  /** The checkpoint that covers a place in the chain. */
  async covering(sequence: string): Promise<ReadCheckpoint> {
    const place = positiveInteger(sequence)
    const found = place === undefined ? undefined : await this.#reader.covering(place)
    if (!found) throw new AppError(auditLogErrors.audit_checkpoint_not_found)
    return found
  }

  async #count(): Promise<Counted> {
    const count = await this.#reader.count(COUNTED_ROWS + 1)
    return { total: Math.min(count, COUNTED_ROWS), isMinimum: count > COUNTED_ROWS }
  }
}

/** The place that a cursor names. */
function sequenceAt({ id }: Position): number {
  const sequence = positiveInteger(id)
  if (sequence === undefined) throw new AppError(commonErrors.invalid_cursor)
  return sequence
}
