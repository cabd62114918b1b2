import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import type { UpstreamSchema } from './schemas.ts'
import { outsideOrigin } from './upstream.ts'
import type { Upstream } from './upstream.ts'

/** An upstream on the wire. */
export const upstreamView = (upstream: Upstream, issuer: string): Static<typeof UpstreamSchema> => ({
  id: upstream.id,
  host: upstream.host,
  upstream: upstream.upstream,
  app_id: upstream.appId,
  resource: outsideOrigin(upstream, issuer),
  created_at: toIso(upstream.createdAt),
  updated_at: toIso(upstream.updatedAt),
})
