import { listResource } from '#test/support/resources.ts'
import { byAdmin, changes } from './call.ts'
import type { WorkedCall } from './call.ts'

const URI = 'https://notes.example.com/mcp'

/** What tokens are meant for. */
export const resourceCalls: readonly WorkedCall[] = [
  changes('resources.create', 'resource.created', (app) =>
    byAdmin(app, 'POST', '/admin/resources', { uri: URI, name: 'Notes' }),
  ),
  changes('resources.update', 'resource.updated', async (app) =>
    byAdmin(app, 'PATCH', `/admin/resources/${await listResource(app, URI)}`, { open_to: 'trusted' }),
  ),
  changes('resources.delete', 'resource.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/admin/resources/${await listResource(app, URI)}`),
  ),
]
