import type { AuditLogsListQuery } from '@mandate/sdk'
import type { Search } from '#/ui/search-params.ts'

/** What entries are narrowed by; the names are those of the API, in the address too. */
export const chipNames = ['actor_type', 'actor_id', 'action', 'target_type', 'target_id', 'status', 'search'] as const
export type ChipName = (typeof chipNames)[number]

export type Filter = Omit<AuditLogsListQuery, 'limit' | 'cursor' | 'include_total'>

/** What may be typed in front of a colon. */
const aliases: Readonly<Record<string, ChipName>> = {
  actor: 'actor_id',
  actor_id: 'actor_id',
  actor_type: 'actor_type',
  by: 'actor_id',
  action: 'action',
  event: 'action',
  target: 'target_id',
  target_id: 'target_id',
  target_type: 'target_type',
  result: 'status',
  status: 'status',
}

const actorTypes = ['user', 'admin', 'agent', 'system']
const results = ['success', 'denied', 'failure']

/** The parts of the address that a typed query changes: `actor:agent action:oauth.* result:denied some words`. */
export function typedQuery(text: string): Search {
  const changes: Record<string, string> = {}
  const words: string[] = []
  for (const part of text.trim().split(/\s+/).filter(Boolean)) {
    const [, name = '', value = ''] = /^([a-z_]+):(.+)$/.exec(part) ?? []
    const chip = aliases[name]
    if (!chip) words.push(part)
    else if (chip === 'actor_id' && actorTypes.includes(value)) changes['actor_type'] = value
    else changes[chip] = value
  }
  if (words.length > 0) changes['search'] = words.join(' ')
  return changes
}

/** How far back the list looks when the address does not say. */
export const ranges = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const
export type Range = keyof typeof ranges

export const rangeOf = ({ range }: Search): Range | undefined =>
  range !== undefined && Object.hasOwn(ranges, range) ? (range as Range) : undefined

/** The filters of the API for what stands in the address; what it would refuse is dropped. */
export function filterOf(search: Search, now: number): Filter {
  const {
    actor_type: type = '',
    actor_id: actor = '',
    action = '',
    target_type: kind = '',
    target_id: target = '',
  } = search
  const { status = '', search: text = '', from = '', to = '' } = search
  const range = rangeOf(search)
  // By the minute, so that the same list is asked for again by the same key.
  const start = range === undefined ? from : new Date(Math.floor((now - ranges[range]) / 60_000) * 60_000).toISOString()
  return {
    ...(actorTypes.includes(type) ? { actor_type: type as 'user' } : {}),
    ...(actor === '' ? {} : { actor_id: actor }),
    ...(/^[a-z0-9_.]+(\.\*)?$/.test(action) ? { action } : {}),
    ...(kind === '' ? {} : { target_type: kind }),
    ...(target === '' ? {} : { target_id: target }),
    ...(results.includes(status) ? { status: status as 'success' } : {}),
    ...(text.length < 2 ? {} : { search: text }),
    ...(isTime(start) ? { from: start } : {}),
    ...(range === undefined && isTime(to) ? { to } : {}),
  }
}

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))
