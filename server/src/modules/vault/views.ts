import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { vaultCallbackUrl } from './provider.ts'
import type { VaultProvider } from './provider.ts'
import type { VaultProviderSchema, VaultTemplateSchema } from './schemas.ts'
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
  callback_url: provider.kind === 'oauth' ? vaultCallbackUrl(baseUrl, provider) : null,
  created_at: toIso(provider.createdAt),
  updated_at: toIso(provider.updatedAt),
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
})
