import { integer, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `proxy_sessions`. */
export const gatewaySessions = table('proxy_sessions', {
  hash: text,
  upstreamId: text,
  sessionId: text,
  createdAt: integer,
  expiresAt: integer,
})

/** That a browser is signed in at a host behind the gateway, by a session of this server. */
export type GatewaySession = EntityOf<typeof gatewaySessions>

/** The codec of `proxy_codes`. */
export const gatewayCodes = table('proxy_codes', {
  hash: text,
  upstreamId: text,
  sessionId: text,
  userId: text,
  browserHash: text,
  returnPath: text,
  expiresAt: integer,
})

/** What a browser brings back to a host: who is signed in, and where it was. */
export type GatewayCode = EntityOf<typeof gatewayCodes>
