import type { Agent } from '@mandate/sdk'
import { changeOf } from '#/ui/form/merge-patch.ts'
import type { Change } from '#/ui/form/merge-patch.ts'

/** What can be said of an agent, as the form has it: by the names of the wire. */
export interface AgentDraft extends Pick<
  Agent,
  'client_name' | 'description' | 'scope' | 'access_token_ttl_seconds' | 'dpop_bound' | 'jwks' | 'jwks_uri'
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
  jwks: agent?.jwks ?? null,
  jwks_uri: agent?.jwks_uri ?? null,
})

/** What a form changed about an agent, and what takes it back. */
export function agentChange(before: AgentDraft, draft: AgentDraft): Change<AgentDraft> | undefined {
  const change = changeOf(before, draft)
  if (change?.patch.jwks === undefined) return change
  // The server keeps a set of keys as it is sent, and merges nothing into it.
  return {
    patch: { ...change.patch, jwks: draft.jwks },
    back: change.back && { ...change.back, jwks: before.jwks },
  }
}
