import { invalid } from '#/platform/errors/invalid.ts'
import type { Static } from 'typebox'
import type { AuditLogFilter } from './filter.ts'
import type { AuditLogFilterSchema } from './schemas.ts'

/** The filters of a query or a body as the service wants them. */
export function filterOf(given: Static<typeof AuditLogFilterSchema>): AuditLogFilter {
  const from = timeOf(given.from, 'from')
  const to = timeOf(given.to, 'to')
  if (from !== undefined && to !== undefined && from > to) throw invalid('/to', 'must not be before from')
  return {
    actorType: given.actor_type,
    actorId: given.actor_id,
    action: given.action,
    targetType: given.target_type,
    targetId: given.target_id,
    result: given.status,
    from,
    to,
    text: given.search,
  }
}

/** A time as epoch milliseconds; the schema lets a 31st of February through, so the day is looked at here. */
export function timeOf<T extends string | undefined>(text: T, name: string): T extends string ? number : undefined
export function timeOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  // JavaScript refuses some days that don't exist and rolls over others.
  if (Number.isNaN(time) || !isRealDay(text)) throw invalid(`/${name}`, 'must be a time that exists')
  return time
}

const isRealDay = (text: string): boolean => {
  const day = text.slice(0, 10)
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
