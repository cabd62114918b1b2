import type { Static } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import type { ConnectionAt } from './connection.ts'
import { vaultCallbackUrl } from './provider.ts'
import type { NamedVaultGrant } from './grant.ts'
import type { AllowedClient, VaultProvider } from './provider.ts'
import type { Retrieved } from './retrieval.ts'
import type {
  UserVaultConnectionSchema,
  UserVaultGrantSchema,
  VaultConnectionSchema,
  VaultGrantSchema,
  VaultProviderSchema,
  VaultTemplateSchema,
  VaultTokenSchema,
} from './schemas.ts'
import type { Template } from './templates.ts'

/** A provider as operators see it. */
export const vaultProviderView = (provider: VaultProvider, baseUrl: string): Static<typeof VaultProviderSchema> => ({
  id: provider.id,
  name: provider.name,
  kind: provider.kind,
  template: provider.template,
  display_name: provider.displayName,
  auth_url: provider.authUrl,
  token_url: provider.tokenUrl,
  client_id: provider.clientId,
  has_secret: provider.secretSealed !== null,
  scopes: [...provider.scopes],
  icon_url: provider.iconUrl,
  active: provider.active,
  extra_auth_params: { ...provider.extraAuthParams },
  quirks: provider.quirks,
  allowed_clients: provider.allowedClients?.map(allowedClientView) ?? null,
  proxy: provider.proxy,
  callback_url: provider.kind === 'oauth' ? vaultCallbackUrl(baseUrl, provider) : null,
  created_at: toIso(provider.createdAt),
  updated_at: toIso(provider.updatedAt),
})

const allowedClientView = ({ clientId, scopes }: AllowedClient) => ({
  client_id: clientId,
  ...(scopes === null ? {} : { scopes: [...scopes] }),
})

/** A provider we know. */
export const vaultTemplateView = (name: string, template: Template): Static<typeof VaultTemplateSchema> => ({
  name,
  display_name: template.displayName,
  auth_url: template.authUrl,
  token_url: template.tokenUrl,
  default_scopes: [...template.scopes],
  extra_auth_params: { ...template.extraAuthParams },
  quirks: template.quirks,
  proxy: template.proxy,
})

/** A connected account as its person sees it. */
export const vaultConnectionView = ({ connection, provider }: ConnectionAt): Static<typeof VaultConnectionSchema> => ({
  id: connection.id,
  provider_id: provider.id,
  provider_name: provider.name,
  provider_display_name: provider.displayName,
  provider_icon_url: provider.iconUrl,
  account: connection.account,
  label: connection.label,
  scopes: [...connection.scopes],
  needs_reauth: connection.state === 'needs_reauth',
  expires_at: toIsoOrNull(connection.expiresAt),
  last_refreshed_at: toIsoOrNull(connection.refreshedAt),
  created_at: toIso(connection.createdAt),
  updated_at: toIso(connection.updatedAt),
})

/** The same as operators see it. */
export const userVaultConnectionView = (at: ConnectionAt): Static<typeof UserVaultConnectionSchema> => ({
  ...vaultConnectionView(at),
  user_id: at.connection.userId,
})

/** What a client may use, as the person sees it. */
export const vaultGrantView = (named: NamedVaultGrant): Static<typeof VaultGrantSchema> => ({
  id: named.grant.id,
  client_id: named.grant.clientId,
  client_name: named.clientName,
  connection_id: named.grant.connectionId,
  provider_id: named.grant.vaultProviderId,
  provider_name: named.providerName,
  provider_display_name: named.providerDisplayName,
  account: named.account,
  label: named.label,
  scopes: [...named.grant.scopes],
  created_at: toIso(named.grant.createdAt),
  updated_at: toIso(named.grant.updatedAt),
})

/** The same as operators see it. */
export const userVaultGrantView = (named: NamedVaultGrant): Static<typeof UserVaultGrantSchema> => ({
  ...vaultGrantView(named),
  user_id: named.grant.userId,
})

/** What an agent gets. */
export const vaultTokenView = ({ provider, connection, tokens }: Retrieved): Static<typeof VaultTokenSchema> => ({
  access_token: tokens.accessToken,
  token_type: provider.kind === 'oauth' ? 'Bearer' : 'api_key',
  expires_at: toIsoOrNull(connection.expiresAt),
  scopes: [...connection.scopes],
  connection_id: connection.id,
})
