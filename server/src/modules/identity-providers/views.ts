import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import type { DescribedAccount } from './account.ts'
import { callbackUrl, issuerOf } from './provider.ts'
import type { Provider } from './provider.ts'
import type { OAuthAccountSchema, ProviderSchema, PublicProviderSchema } from './schemas.ts'

/** A provider as operators see it. */
export const providerView = (provider: Provider, baseUrl: string): Static<typeof ProviderSchema> => ({
  id: provider.id,
  name: provider.name,
  kind: provider.kind,
  display_name: provider.displayName,
  issuer: issuerOf(provider),
  client_id: provider.clientId,
  has_secret: provider.secretSealed !== null,
  scopes: provider.scopes,
  enabled: provider.enabled,
  ...(provider.options.tenant !== undefined && { tenant: provider.options.tenant }),
  ...(provider.options.team_id !== undefined && { team_id: provider.options.team_id }),
  ...(provider.options.key_id !== undefined && { key_id: provider.options.key_id }),
  ...(provider.options.token_endpoint_auth_method !== undefined && {
    token_endpoint_auth_method: provider.options.token_endpoint_auth_method,
  }),
  callback_url: callbackUrl(baseUrl, provider),
  created_at: toIso(provider.createdAt),
  updated_at: toIso(provider.updatedAt),
})

/** A provider as everybody sees it. */
export const publicProviderView = (provider: Provider, baseUrl: string): Static<typeof PublicProviderSchema> => ({
  name: provider.name,
  kind: provider.kind,
  display_name: provider.displayName,
  start_url: `${baseUrl}${startPath(provider)}`,
})

/** Where a sign-in with a provider begins. */
export const startPath = ({ name }: Pick<Provider, 'name'>): string => `/api/v1/auth/providers/${name}`

/** An account at a provider. */
export const accountView = (account: DescribedAccount): Static<typeof OAuthAccountSchema> => ({
  id: account.id,
  provider: account.provider,
  display_name: account.displayName,
  subject: account.subject,
  email: account.email,
  name: account.name,
  created_at: toIso(account.createdAt),
  last_used_at: toIso(account.lastUsedAt),
})
