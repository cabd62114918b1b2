import { toIso } from '#/platform/clock.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'

/** The columns, in the order they always have. */
const columns: readonly (readonly [string, (event: EventRow) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => toIso(createdAt)],
  ['actor_type', ({ actorType }) => actorType],
  ['actor_id', ({ actorId }) => actorId],
  ['action', ({ name }) => name],
  ['target_type', ({ targetType }) => targetType],
  ['target_id', ({ targetId }) => targetId],
  ['status', ({ result }) => result],
  ['request_id', ({ requestId }) => requestId],
  ['address', ({ ip: address }) => address],
  ['sequence', ({ sequence }) => sequence],
  ['metadata', ({ data }) => JSON.stringify(data)],
  ['client_request_id', ({ clientRequestId }) => clientRequestId],
]

/** What a spreadsheet takes for a formula, also behind what it skips, and in the full width of East Asian scripts. */
const FORMULA = /^[\s\0"]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** One cell: quoted, its quotes doubled (RFC 4180 §2), and never a formula. */
export function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

const line = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

/** The first line. */
export const csvHeader: string = line(columns.map(([name]) => name))

/** An entry as a line. */
export const csvLine = (event: EventRow): string => line(columns.map(([, value]) => value(event)))
