import type { FlowRun, FlowsListQuery, FlowsRunsListQuery } from '@mandate/sdk'

type Search = Readonly<Record<string, string>>

const triggers = ['signup', 'login', 'password_reset', 'magic_link', 'oauth_callback'] as const

/** The states a run can be in. */
export const runStates = ['ready', 'running', 'waiting', 'passed', 'denied', 'failed', 'ended', 'expired'] as const

/** What the address asks of the list of flows; what the API does not know is left out. */
export function flowQuery(search: Search): Pick<FlowsListQuery, 'trigger' | 'enabled'> {
  const trigger = triggers.find((one) => one === search['trigger'])
  const enabled = { true: true, false: false }[search['enabled'] ?? '']
  return { ...(trigger === undefined ? {} : { trigger }), ...(enabled === undefined ? {} : { enabled }) }
}

/** What the address asks of the list of runs. */
export function runQuery(search: Search): Pick<FlowsRunsListQuery, 'state'> {
  const state: FlowRun['state'] | undefined = runStates.find((one) => one === search['state'])
  return state === undefined ? {} : { state }
}
