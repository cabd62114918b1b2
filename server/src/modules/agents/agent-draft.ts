import type { Static } from 'typebox'
import { normalScope } from '#/modules/clients/index.ts'
import type { Client, ClientDraft } from '#/modules/clients/index.ts'
import type { CreateAgentSchema, UpdateAgentSchema } from './schemas.ts'

export type CreateAgent = Static<typeof CreateAgentSchema>
export type UpdateAgent = Static<typeof UpdateAgentSchema>

/** A new agent with its defaults: a confidential client that acts for itself. */
export const newDraft = (input: CreateAgent): ClientDraft => ({
  clientName: input.client_name.trim(),
  description: input.description ?? null,
  authMethod: input.token_endpoint_auth_method ?? 'client_secret_basic',
  grantTypes: unique(input.grant_types ?? ['client_credentials']),
  redirectUris: unique(input.redirect_uris ?? []),
  scope: normalScope(input.scope ?? ''),
  audiences: unique(input.audiences ?? []),
  jwks: input.jwks ?? null,
  jwksUri: input.jwks_uri ?? null,
  metadata: {},
  dpopBound: input.dpop_bound ?? false,
  accessTokenTtlSeconds: input.access_token_ttl_seconds ?? null,
  postLogoutRedirectUris: unique(input.post_logout_redirect_uris ?? []),
  backchannelLogoutUri: input.backchannel_logout_uri ?? null,
  backchannelLogoutSessionRequired: input.backchannel_logout_session_required ?? false,
})

/** The fields a merge patch sets (RFC 7396); what it leaves out is not among them. */
export function patchedFields(patch: UpdateAgent): Partial<ClientDraft> & { active?: boolean } {
  return {
    ...(patch.client_name !== undefined && { clientName: patch.client_name.trim() }),
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.grant_types !== undefined && { grantTypes: unique(patch.grant_types) }),
    ...(patch.redirect_uris !== undefined && { redirectUris: unique(patch.redirect_uris) }),
    ...(patch.scope !== undefined && { scope: normalScope(patch.scope) }),
    ...(patch.audiences !== undefined && { audiences: unique(patch.audiences) }),
    ...(patch.jwks !== undefined && { jwks: patch.jwks }),
    ...(patch.jwks_uri !== undefined && { jwksUri: patch.jwks_uri }),
    ...(patch.active !== undefined && { active: patch.active }),
    ...(patch.dpop_bound !== undefined && { dpopBound: patch.dpop_bound }),
    ...(patch.access_token_ttl_seconds !== undefined && { accessTokenTtlSeconds: patch.access_token_ttl_seconds }),
    ...patchedLogout(patch),
  }
}

const patchedLogout = (patch: UpdateAgent): Partial<ClientDraft> => ({
  ...(patch.post_logout_redirect_uris !== undefined && {
    postLogoutRedirectUris: unique(patch.post_logout_redirect_uris),
  }),
  ...(patch.backchannel_logout_uri !== undefined && { backchannelLogoutUri: patch.backchannel_logout_uri }),
  ...(patch.backchannel_logout_session_required !== undefined && {
    backchannelLogoutSessionRequired: patch.backchannel_logout_session_required,
  }),
})

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Which fields differ between two states of an agent, by wire name, for the audit log. Keys are compared, not told. */
export function changesBetween(before: Client, after: Client): Record<string, { before: unknown; after: unknown }> {
  const changes: Record<string, { before: unknown; after: unknown }> = {}
  for (const [name, value] of Object.entries(toldFields(after))) {
    const old = toldFields(before)[name]
    if (JSON.stringify(old) !== JSON.stringify(value)) changes[name] = { before: old, after: value }
  }
  return changes
}

const toldFields = (agent: Client): Record<string, unknown> => ({
  client_name: agent.clientName,
  description: agent.description,
  grant_types: agent.grantTypes,
  redirect_uris: agent.redirectUris,
  scope: agent.scope,
  audiences: agent.audiences,
  jwks_kids: agent.jwks?.keys.map((key) => key['kid'] ?? null) ?? null,
  jwks_uri: agent.jwksUri,
  post_logout_redirect_uris: agent.postLogoutRedirectUris,
  backchannel_logout_uri: agent.backchannelLogoutUri,
  backchannel_logout_session_required: agent.backchannelLogoutSessionRequired,
  active: agent.active,
  dpop_bound: agent.dpopBound,
  access_token_ttl_seconds: agent.accessTokenTtlSeconds,
})
