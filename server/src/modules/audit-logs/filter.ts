import { containsText, glob } from '#/platform/db/dialect.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Choice, Sql } from '#/platform/db/sql.ts'
import type { ActorType, EventResult } from '#/platform/audit/event.ts'

/** What entries must fit; times are epoch milliseconds, `to` excluded. */
export interface AuditLogFilter {
  readonly actorType?: ActorType | undefined
  readonly actorId?: string | undefined
  /** The name of an event, or `noun.*` for all of a noun. */
  readonly action?: string | undefined
  readonly targetType?: string | undefined
  readonly targetId?: string | undefined
  readonly result?: EventResult | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Text somewhere in an entry. */
  readonly text?: string | undefined
}

type Condition = Sql | Choice

/**
 * A filter as the store works it. `leads` are the conditions an index answers, already in the order of the list: an entry
 * fits when one of them holds; none stands for all entries. `range` narrows each by time. What is left in `rest` is asked
 * of the entries one by one, so of a bounded number only.
 */
export interface FilterPlan {
  readonly leads: readonly Sql[]
  readonly range: readonly Sql[]
  /** The end of the range alone. */
  readonly until: readonly Sql[]
  readonly rest: readonly Condition[]
}

/**
 * Picks the condition that leads: the most telling one that has an index. It is our choice and not the engine's, because
 * an engine that guesses wrong reads a million rows.
 */
export function planOf(filter: AuditLogFilter, eventNames: readonly string[]): FilterPlan {
  const [lead, ...others] = indexed(filter)
  const rest = [...others, ...unindexed(filter)]
  const until = untilOf(filter)
  const range = [...sinceOf(filter), ...until]
  if (!isNoun(filter.action)) return { leads: lead ? [lead] : [], range, until, rest }
  // The kinds of a noun are many parts to merge, which pays when nothing else is asked.
  if (!lead && rest.length === 0) return { leads: kindsOf(filter.action, eventNames), range, until, rest }
  return { leads: lead ? [lead] : [], range, until, rest: [...rest, glob(raw('name'), filter.action)] }
}

/** Conditions that an index answers, the most telling first. */
function indexed({ actorType, actorId, action, targetId, result }: AuditLogFilter): Sql[] {
  const conditions = [
    targetId === undefined ? undefined : sql`target_id = ${targetId}`,
    actorId === undefined ? undefined : sql`actor_id = ${actorId}`,
    // The index of what ended badly holds nothing else, and is taken only when the query says the same.
    result === undefined || result === 'success' ? undefined : sql`result = ${result} AND result <> 'success'`,
    action === undefined || isNoun(action) ? undefined : sql`name = ${action}`,
    actorType === undefined ? undefined : sql`actor_type = ${actorType}`,
  ]
  return conditions.filter((condition) => condition !== undefined)
}

function unindexed({ targetType, result, text }: AuditLogFilter): Condition[] {
  const conditions = [
    targetType === undefined ? undefined : sql`target_type = ${targetType}`,
    result === 'success' ? sql`result = 'success'` : undefined,
    text === undefined ? undefined : hasText(text),
  ]
  return conditions.filter((condition) => condition !== undefined)
}

const sinceOf = ({ from }: AuditLogFilter): Sql[] => (from === undefined ? [] : [sql`created_at >= ${from}`])

const untilOf = ({ to }: AuditLogFilter): Sql[] => (to === undefined ? [] : [sql`created_at < ${to}`])

const isNoun = (action: string | undefined): action is string => action?.endsWith('.*') === true

function kindsOf(noun: string, eventNames: readonly string[]): Sql[] {
  const names = eventNames.filter((name) => name.startsWith(noun.slice(0, -1)))
  return names.length === 0 ? [raw('1 = 0')] : names.map((name) => sql`name = ${name}`)
}

const described = raw(`name || ' ' || actor_id || ' ' || coalesce(target_id, '') || ' ' || coalesce(request_id, '')
  || ' ' || coalesce(client_request_id, '') || ' ' || coalesce(address, '')`)

/** The data of an event is kept as JSON, so the text is looked for as JSON writes it. */
const hasText = (text: string): Sql =>
  sql`${containsText(described, text)} OR ${containsText(raw('data'), JSON.stringify(text).slice(1, -1))}`
