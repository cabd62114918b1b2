import { integer, integerOrNull, text, textOrNull } from '#/platform/db/table.ts'

/** The columns by which a worker knows a row; a table of a queue has them beside its own. */
export const queueColumns = {
  id: text,
  /** How often somebody began with it. */
  attempts: integer,
  /** Not before this time; while a worker has it, until when the others leave it alone. Null when it is done. */
  nextAt: integerOrNull,
  /** The claim that has it or had it last. */
  lease: textOrNull,
}

/** What every row of a queue has. */
export interface QueueRow {
  readonly id: string
  readonly attempts: number
  readonly nextAt: number | null
  readonly lease: string | null
}

/** What a row begins with. */
export const newQueueRow = (id: string, now: number): QueueRow => ({ id, attempts: 0, nextAt: now, lease: null })
