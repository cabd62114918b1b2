import { Option } from 'commander'
import type { Command } from 'commander'

/** Where the entries are. */
export const AUDIT_LOGS = '/api/v1/audit-logs'

/** What a line of the log shows. */
export const COLUMNS = ['created_at', 'actor_type', 'actor_id', 'action', 'target_id', 'status']

/** The filters of the API, which all ways of reading the log take. */
const FILTERS = ['actor_type', 'actor_id', 'action', 'target_type', 'target_id', 'status', 'from', 'to'] as const

/** Adds a flag for each filter. */
export function addFilters(command: Command): void {
  for (const name of FILTERS) command.addOption(new Option(`--${name.replaceAll('_', '-')} <text>`))
}

/** What the filters of a call say, by the names of the API. */
export function filtersOf(command: Command): Record<string, string> {
  const said = command.opts<Record<string, unknown>>()
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = said[new Option(`--${name.replaceAll('_', '-')}`).attributeName()]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
