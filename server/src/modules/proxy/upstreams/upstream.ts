import { integer, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `proxy_upstreams`. */
export const upstreams = table('proxy_upstreams', {
  id: text,
  host: text,
  upstream: textOrNull,
  appId: textOrNull,
  createdAt: integer,
  updatedAt: integer,
})

/**
 * A host that the gateway answers for, and the origin its requests go to. Without an origin another proxy forwards them,
 * and asks us whether it may.
 */
export type Upstream = EntityOf<typeof upstreams>

/**
 * The origin under which the outside knows a host. Its scheme is that of the server itself, from the configuration and
 * never from a request (rule G6).
 */
export const outsideOrigin = ({ host }: Pick<Upstream, 'host'>, issuer: string): string =>
  `${new URL(issuer).protocol}//${host}`
