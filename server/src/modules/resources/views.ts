import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import type { Resource } from './resource.ts'
import type { ResourceSchema } from './schemas.ts'

/** A resource on the wire, with the document it serves itself. */
export const resourceView = (resource: Resource, issuer: string): Static<typeof ResourceSchema> => ({
  id: resource.id,
  uri: resource.uri,
  name: resource.name,
  scopes: resource.scopes.map(({ name, description }) => ({ name, description })),
  open_to: resource.openTo,
  protected_resource_metadata: {
    resource: resource.uri,
    resource_name: resource.name,
    authorization_servers: [issuer],
    scopes_supported: resource.scopes.map(({ name }) => name),
    bearer_methods_supported: ['header'],
  },
  created_at: toIso(resource.createdAt),
  updated_at: toIso(resource.updatedAt),
})
