import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const scopes = [
  { name: 'notes:read', description: 'Read your notes' },
  { name: 'notes:write', description: 'Write and delete your notes' },
]

/** What stands in the examples of the reference. */
export const resourceSamples: Samples = {
  'Resource.id': sampleId('res'),
  uri: 'https://notes.example.com/mcp',
  'resources.name': 'Notes',
  'Resource.name': 'Notes',
  'Resource.scopes': scopes,
  open_to: 'all',
  protected_resource_metadata: {
    resource: 'https://notes.example.com/mcp',
    resource_name: 'Notes',
    authorization_servers: ['https://auth.example.com'],
    scopes_supported: ['notes:read', 'notes:write'],
    bearer_methods_supported: ['header'],
  },
  'POST /api/v1/admin/resources': { uri: 'https://notes.example.com/mcp', name: 'Notes', scopes, open_to: 'all' },
}
