import type { VaultProvider, VaultProvidersUpdateBody } from '@mandate/sdk'
import { mergePatch } from '#/ui/form/merge-patch.ts'
import type { Change } from '#/ui/form/merge-patch.ts'

/** What a form says of a provider. */
export type ProviderDraft = Omit<VaultProvidersUpdateBody, 'active'>

/** What the form shows at first. A provider that takes keys has no addresses and no client, and nobody is shown a secret. */
export function draftOf(provider: VaultProvider): ProviderDraft {
  const { kind, display_name, icon_url, scopes, allowed_clients, proxy } = provider
  const shared = { display_name, icon_url, scopes, allowed_clients, proxy }
  if (kind === 'api_key') return shared
  const { auth_url, token_url, client_id, extra_auth_params, quirks } = provider
  const addresses = { auth_url: auth_url ?? '', token_url: token_url ?? '', client_id: client_id ?? '' }
  return { ...shared, ...addresses, client_secret: '', extra_auth_params, quirks }
}

/** Where tokens go, and as whom: with another one the server may throw those away that people have. */
const directing = ['token_url', 'client_id', 'quirks', 'proxy'] as const

interface ProviderChange extends Change<VaultProvidersUpdateBody> {
  /** Whether people may have to connect again. */
  readonly movesTokens: boolean
}

/**
 * What a form sends of a provider: only what changed, and a secret only where one was typed. Tokens that were thrown away and a
 * secret that nobody can read are brought back by nothing.
 */
export function changeTo(before: ProviderDraft, draft: ProviderDraft): ProviderChange | undefined {
  // The server replaces members as a whole, so of what differs only the names are taken.
  const names = Object.keys(mergePatch(before, draft) ?? {}) as (keyof ProviderDraft)[]
  if (names.length === 0) return undefined
  const of = (body: ProviderDraft): ProviderDraft => Object.fromEntries(names.map((name) => [name, body[name]]))
  const movesTokens = directing.some((name) => names.includes(name))
  return {
    patch: of(draft),
    back: movesTokens || names.includes('client_secret') ? undefined : of(before),
    movesTokens,
  }
}
