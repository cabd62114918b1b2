import { GITHUB, makeVaultProvider } from '#test/support/vault.ts'
import { byAdmin, changes } from './call.ts'
import type { WorkedCall } from './call.ts'

/** What agents need from other systems. */
export const vaultCalls: readonly WorkedCall[] = [
  changes('vault.providers.create', 'vault.provider.created', (app) =>
    byAdmin(app, 'POST', '/vault/providers', GITHUB),
  ),
  changes('vault.providers.update', 'vault.provider.updated', async (app) =>
    byAdmin(app, 'PATCH', `/vault/providers/${await makeVaultProvider(app)}`, { active: false }),
  ),
  changes('vault.providers.delete', 'vault.provider.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/vault/providers/${await makeVaultProvider(app)}`),
  ),
]
