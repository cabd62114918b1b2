import type { UsersListQuery } from '@mandate/sdk'
import type { Search } from '#/ui/search-params.ts'

const flags = ['disabled', 'email_verified', 'mfa_enabled'] as const
const roles = ['owner', 'operator', 'support', 'auditor'] as const

/** What the address asks of the list; what the API does not know is left out. */
export function queryOf(search: Search): UsersListQuery {
  const { search: text, system_role: role } = search
  const given = flags.flatMap((flag) =>
    ['true', 'false'].includes(search[flag] ?? '') ? [[flag, search[flag] === 'true']] : [],
  )
  return {
    ...(text ? { search: text } : {}),
    ...Object.fromEntries(given),
    ...(roles.some((one) => one === role) ? { system_role: role as (typeof roles)[number] } : {}),
  }
}
