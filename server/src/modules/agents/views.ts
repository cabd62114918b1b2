import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { rulesView } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { tokenCounts, tokenTotal } from '#/modules/lifecycle/index.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import type { Policy } from './policy.ts'
import type { AgentSchema, PolicySchema, RotatedDpopKeySchema } from './schemas.ts'

/** An agent as the admin API shows it. */
export const agentView = (agent: Client): Static<typeof AgentSchema> => ({
  id: agent.id,
  client_id: agent.clientId,
  client_name: agent.clientName,
  description: agent.description,
  token_endpoint_auth_method: agent.authMethod,
  grant_types: agent.grantTypes,
  redirect_uris: agent.redirectUris,
  scope: agent.scope,
  audiences: agent.audiences,
  jwks: agent.jwks && { keys: agent.jwks.keys.map((key) => ({ ...key })) },
  jwks_uri: agent.jwksUri,
  post_logout_redirect_uris: agent.postLogoutRedirectUris,
  backchannel_logout_uri: agent.backchannelLogoutUri,
  backchannel_logout_session_required: agent.backchannelLogoutSessionRequired,
  active: agent.active,
  dpop_bound: agent.dpopBound,
  dpop_jkt: agent.dpopJkt,
  access_token_ttl_seconds: agent.accessTokenTtlSeconds,
  ...rulesView(agent),
  created_by: agent.createdBy,
  created_at: toIso(agent.createdAt),
  updated_at: toIso(agent.updatedAt),
  last_used_at: toIsoOrNull(agent.lastUsedAt),
})

/** A policy as the admin API shows it. */
export const policyView = (policy: Policy): Static<typeof PolicySchema> => ({
  id: policy.id,
  agent_id: policy.agentId,
  subject: policy.subject,
  scope: policy.scope,
  audience: policy.audience,
  max_depth: policy.maxDepth,
  may_redelegate: policy.mayRedelegate,
  expires_at: toIsoOrNull(policy.expiresAt),
  created_by: policy.createdBy,
  created_at: toIso(policy.createdAt),
})

/** The result of a rotation: what was pinned before and after, and what ended. */
export interface DpopKeyRotation {
  readonly oldJkt: string | null
  readonly newJkt: string | null
  readonly counts: Counts
  /** Null in a dry run. */
  readonly eventId: string | null
}

/** What the rotation of a proof key did, or would do. */
export const dpopKeyView = ({
  oldJkt,
  newJkt,
  counts,
  eventId,
}: DpopKeyRotation): Static<typeof RotatedDpopKeySchema> => ({
  old_jkt: oldJkt,
  new_jkt: newJkt,
  revoked_token_count: eventId === null ? 0 : tokenTotal(counts),
  audit_event_id: eventId,
  dry_run: eventId === null,
  tokens: tokenCounts(counts),
  counts: { ...counts },
})
