import type { Static } from 'typebox'
import { normalScope, noRules, rulesFrom, rulesView } from '#/modules/clients/index.ts'
import type { AppType, Client } from '#/modules/clients/index.ts'
import { given, ifGiven, unique } from '#/platform/merge-patch.ts'
import { givesLinks, linksFrom, linksView } from './app-links.ts'
import { profiles } from './app-types.ts'
import type { AppDraft } from './app-types.ts'
import type { Lifetimes } from './checks.ts'
import { originsOf } from './origin.ts'
import { mergedNotes, notesOf, withNotes } from './metadata-notes.ts'
import type { CreateAppSchema, UpdateAppSchema } from './schemas.ts'

export type CreateApp = Static<typeof CreateAppSchema>
export type UpdateApp = Static<typeof UpdateAppSchema>

/** A new application with the defaults of its type, which never exceed what the server is set to. */
export function newDraft(input: CreateApp, server: Lifetimes): AppDraft & { readonly appType: AppType } {
  const profile = profiles[input.type]
  const redirectUris = unique(input.redirect_uris ?? [])
  const signInLasts = profile.refreshTokenTtlSeconds && Math.min(profile.refreshTokenTtlSeconds, server.refreshSeconds)
  return {
    appType: input.type,
    clientName: input.name.trim(),
    description: input.description ?? null,
    firstParty: input.first_party ?? false,
    authMethod: input.token_endpoint_auth_method ?? profile.authMethods[0],
    grantTypes: unique(input.grant_types ?? profile.defaultGrants),
    redirectUris,
    postLogoutRedirectUris: unique(input.post_logout_redirect_uris ?? []),
    backchannelLogoutUri: input.backchannel_logout_uri ?? null,
    backchannelLogoutSessionRequired: input.backchannel_logout_session_required ?? false,
    allowedOrigins: unique(input.allowed_origins ?? (input.type === 'spa' ? originsOf(redirectUris) : [])),
    scope: normalScope(input.scope ?? profile.scope),
    audiences: unique(input.audiences ?? []),
    accessTokenTtlSeconds: input.access_token_ttl_seconds ?? null,
    refreshTokenTtlSeconds: input.refresh_token_ttl_seconds ?? signInLasts,
    dpopBound: input.dpop_bound ?? false,
    jwks: input.jwks ?? null,
    jwksUri: input.jwks_uri ?? null,
    metadata: { ...linksFrom({}, input), ...withNotes(input.metadata ?? {}) },
    requirePkce: input.require_pkce ?? true,
    ...noRules,
    ...rulesFrom(input),
  }
}

/** The fields a merge patch sets. */
export const patchedFields = (app: Client, patch: UpdateApp): Partial<Client> => ({
  ...rulesFrom(patch),
  ...given<Client>({
    clientName: patch.name?.trim(),
    description: patch.description,
    firstParty: patch.first_party,
    active: patch.active,
    grantTypes: ifGiven(patch.grant_types, unique),
    redirectUris: ifGiven(patch.redirect_uris, unique),
    postLogoutRedirectUris: ifGiven(patch.post_logout_redirect_uris, unique),
    backchannelLogoutUri: patch.backchannel_logout_uri,
    backchannelLogoutSessionRequired: patch.backchannel_logout_session_required,
    allowedOrigins: ifGiven(patch.allowed_origins, unique),
    scope: ifGiven(patch.scope, normalScope),
    audiences: ifGiven(patch.audiences, unique),
    accessTokenTtlSeconds: patch.access_token_ttl_seconds,
    refreshTokenTtlSeconds: patch.refresh_token_ttl_seconds,
    dpopBound: patch.dpop_bound,
    jwks: patch.jwks,
    jwksUri: patch.jwks_uri,
    requirePkce: patch.require_pkce,
    metadata: patchedMetadata(app, patch),
  }),
})

/** An application by wire name, as the audit log knows it: of keys only which they are. */
export const auditedFields = (app: Client): Record<string, unknown> => ({
  name: app.clientName,
  description: app.description,
  first_party: app.firstParty,
  require_pkce: app.requirePkce,
  active: app.active,
  grant_types: app.grantTypes,
  redirect_uris: app.redirectUris,
  post_logout_redirect_uris: app.postLogoutRedirectUris,
  backchannel_logout_uri: app.backchannelLogoutUri,
  backchannel_logout_session_required: app.backchannelLogoutSessionRequired,
  allowed_origins: app.allowedOrigins,
  scope: app.scope,
  audiences: app.audiences,
  access_token_ttl_seconds: app.accessTokenTtlSeconds,
  refresh_token_ttl_seconds: app.refreshTokenTtlSeconds,
  dpop_bound: app.dpopBound,
  jwks_kids: app.jwks?.keys.map((key) => key['kid'] ?? null) ?? null,
  jwks_uri: app.jwksUri,
  metadata: notesOf(app),
  ...rulesView(app),
  ...linksView(app),
})

/** Links and notes are kept together; undefined when a patch says nothing of either. */
function patchedMetadata(app: Client, patch: UpdateApp): Client['metadata'] | undefined {
  if (patch.metadata === undefined && !givesLinks(patch)) return undefined
  const notes = patch.metadata === undefined ? withNotes(notesOf(app)) : mergedNotes(notesOf(app), patch.metadata)
  return { ...linksFrom(app.metadata, patch), ...notes }
}
