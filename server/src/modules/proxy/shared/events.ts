import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const change = Type.Object({ before: Type.Unknown(), after: Type.Unknown() })
const changes = Type.Record(Type.String(), change)
const nullable = Type.Union([Type.String(), Type.Null()])
const upstream = { id: Type.String(), host: Type.String() }
const rule = {
  id: Type.String(),
  name: Type.String(),
  pattern: Type.String(),
  upstream_id: nullable,
  app_id: nullable,
}

export const upstreamCreated = eventType(
  'proxy_upstream.created',
  'The gateway answers for a host.',
  Type.Object({ ...upstream, upstream: nullable, app_id: nullable }),
)
export const upstreamUpdated = eventType(
  'proxy_upstream.updated',
  'Requests for a host go elsewhere, or other rules hold there; each change with what was before and after.',
  Type.Object({ ...upstream, changes }),
)
export const upstreamDeleted = eventType(
  'proxy_upstream.deleted',
  'The gateway does not answer for a host any more.',
  Type.Object({ ...upstream, counts: CountsSchema }),
)
export const ruleCreated = eventType(
  'proxy_rule.created',
  'There is a rule of the gateway.',
  Type.Object({ ...rule, require: Type.Array(Type.String()), enabled: Type.Boolean() }),
)
export const ruleUpdated = eventType(
  'proxy_rule.updated',
  'A rule of the gateway was changed; each change with what was before and after.',
  Type.Object({ ...rule, changes }),
)
export const ruleDeleted = eventType('proxy_rule.deleted', 'A rule of the gateway was deleted.', Type.Object(rule))
export const gatewaySignedIn = eventType(
  'proxy_session.created',
  'A person came to a host behind the gateway, by a session of this server.',
  Type.Object({ ...upstream, session_id: Type.String() }),
)
const reach = Type.Object({ reloads: Type.Integer({ description: 'How often it was asked to start afresh' }) })
export const gatewayStarted = eventType('proxy.started', 'The gateway was turned on, on every node.', reach)
export const gatewayStopped = eventType(
  'proxy.stopped',
  'The gateway was turned off, on every node, until it is started again.',
  reach,
)
export const gatewayReloaded = eventType(
  'proxy.reloaded',
  'The gateway was told to compile its rules and to connect to its upstreams anew, on every node.',
  reach,
)

/** What this module tells. */
export const proxyEvents = [
  upstreamCreated,
  upstreamUpdated,
  upstreamDeleted,
  ruleCreated,
  ruleUpdated,
  ruleDeleted,
  gatewaySignedIn,
  gatewayStarted,
  gatewayStopped,
  gatewayReloaded,
]
