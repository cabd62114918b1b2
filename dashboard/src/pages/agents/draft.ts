import type { Agent } from '@mandate/sdk'

/** What can be said of an agent, as the form has it: by the names of the wire. */
export interface AgentDraft extends Pick<
  Agent,
  'client_name' | 'description' | 'scope' | 'access_token_ttl_seconds' | 'dpop_bound'
> {
  readonly grant_types: readonly GrantType[]
  readonly redirect_uris: readonly string[]
  readonly audiences: readonly string[]
}

export type GrantType = Agent['grant_types'][number]

/** What the form shows at first: a new agent acts for itself. */
export const draftOf = (agent?: Agent): AgentDraft => ({
  client_name: agent?.client_name ?? '',
  description: agent?.description ?? null,
  scope: agent?.scope ?? '',
  grant_types: agent?.grant_types ?? ['client_credentials'],
  redirect_uris: agent?.redirect_uris ?? [],
  audiences: agent?.audiences ?? [],
  access_token_ttl_seconds: agent?.access_token_ttl_seconds ?? null,
  dpop_bound: agent?.dpop_bound ?? false,
})
