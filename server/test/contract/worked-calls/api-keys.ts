import { byAdmin, changes, made } from './call.ts'
import type { WorkedCall } from './call.ts'

const key = { name: 'reader', scopes: ['users:read'] }

/** API keys. */
export const apiKeyCalls: readonly WorkedCall[] = [
  changes('apiKeys.create', 'api_key.created', (app) => byAdmin(app, 'POST', '/api-keys', key)),
  changes('apiKeys.update', 'api_key.updated', async (app) =>
    byAdmin(app, 'PATCH', `/api-keys/${await made(app, '/api-keys', key)}`, { name: 'other' }),
  ),
  changes('apiKeys.delete', 'api_key.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/api-keys/${await made(app, '/api-keys', key)}`),
  ),
  changes('apiKeys.rotate', 'api_key.rotated', async (app) =>
    byAdmin(app, 'POST', `/api-keys/${await made(app, '/api-keys', key)}/rotate`, {}),
  ),
]
