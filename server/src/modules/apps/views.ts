import type { Static } from 'typebox'
import { rulesView } from '#/modules/clients/index.ts'
import type { AppType, Client } from '#/modules/clients/index.ts'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { linksView } from './app-links.ts'
import { notesOf } from './metadata-notes.ts'
import type { AppSchema } from './schemas.ts'

/** An application as the admin API shows it at a moment. */
export const appView = (app: Client, now: number): Static<typeof AppSchema> => ({
  id: app.id,
  client_id: app.clientId,
  name: app.clientName,
  description: app.description,
  type: app.appType as AppType,
  first_party: app.firstParty,
  require_pkce: app.requirePkce,
  active: app.active,
  token_endpoint_auth_method: app.authMethod,
  grant_types: app.grantTypes,
  redirect_uris: app.redirectUris,
  post_logout_redirect_uris: app.postLogoutRedirectUris,
  backchannel_logout_uri: app.backchannelLogoutUri,
  backchannel_logout_session_required: app.backchannelLogoutSessionRequired,
  allowed_origins: app.allowedOrigins ?? [],
  scope: app.scope,
  audiences: app.audiences,
  access_token_ttl_seconds: app.accessTokenTtlSeconds,
  refresh_token_ttl_seconds: app.refreshTokenTtlSeconds,
  dpop_bound: app.dpopBound,
  jwks: app.jwks && { keys: app.jwks.keys.map((key) => ({ ...key })) },
  jwks_uri: app.jwksUri,
  metadata: notesOf(app),
  old_secret_until: app.formerSecretUntil !== null && app.formerSecretUntil > now ? toIso(app.formerSecretUntil) : null,
  ...rulesView(app),
  ...linksView(app),
  created_by: app.createdBy,
  created_at: toIso(app.createdAt),
  updated_at: toIso(app.updatedAt),
  last_used_at: toIsoOrNull(app.lastUsedAt),
})
