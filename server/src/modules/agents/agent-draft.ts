import type { Static } from 'typebox'
import { normalScope, noRules, rulesFrom, rulesView } from '#/modules/clients/index.ts'
import type { Client, ClientDraft } from '#/modules/clients/index.ts'
import { given, ifGiven, unique } from '#/platform/merge-patch.ts'
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
  ...noRules,
  ...rulesFrom(input),
})

/** The fields a merge patch sets. */
export const patchedFields = (patch: UpdateAgent): Partial<ClientDraft> & { active?: boolean } => ({
  ...rulesFrom(patch),
  ...given<ClientDraft & { active: boolean }>({
    clientName: patch.client_name?.trim(),
    description: patch.description,
    grantTypes: ifGiven(patch.grant_types, unique),
    redirectUris: ifGiven(patch.redirect_uris, unique),
    scope: ifGiven(patch.scope, normalScope),
    audiences: ifGiven(patch.audiences, unique),
    jwks: patch.jwks,
    jwksUri: patch.jwks_uri,
    active: patch.active,
    dpopBound: patch.dpop_bound,
    accessTokenTtlSeconds: patch.access_token_ttl_seconds,
    postLogoutRedirectUris: ifGiven(patch.post_logout_redirect_uris, unique),
    backchannelLogoutUri: patch.backchannel_logout_uri,
    backchannelLogoutSessionRequired: patch.backchannel_logout_session_required,
  }),
})

/** An agent by wire name, as the audit log knows it: of keys only which they are. */
export const auditedFields = (agent: Client): Record<string, unknown> => ({
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
  ...rulesView(agent),
})

const ID_PREFIX = /^[a-z]{2,5}_/

/**
 * Whether a chosen client id looks like the id of something else. RFC 9700 §4.15: a client that could name itself like a
 * user would get tokens with that user's `sub`.
 */
export const isReservedClientId = (clientId: string): boolean =>
  ID_PREFIX.test(clientId) || clientId.startsWith('client_') || clientId.startsWith('mandate_')
