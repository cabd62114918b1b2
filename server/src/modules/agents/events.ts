import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { CountsSchema, EndedTokens } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const agentData = <P extends Record<string, TSchema>>(more: P) =>
  Type.Object({ client_id: Type.String(), client_name: Type.String(), ...more })
const policy = {
  agent_id: Type.String(),
  subject: Type.String(),
  scope: Type.String(),
  audience: Type.Array(Type.String()),
  max_depth: Type.Integer(),
  may_redelegate: Type.Boolean(),
  expires_at: Type.Union([Type.String(), Type.Null()]),
}
const webhook = { webhook: true }

export const agentCreated = eventType(
  'agent.created',
  'An operator made an agent.',
  agentData({ grant_types: Type.Array(Type.String()), scope: Type.String(), dpop_bound: Type.Boolean() }),
  webhook,
)
export const agentUpdated = eventType(
  'agent.updated',
  'An operator changed an agent; each changed field with its value before and after, and what ended with the former ones.',
  agentData({
    changes: Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() })),
    counts: Type.Optional(CountsSchema),
  }),
  webhook,
)
export const agentDeactivated = eventType(
  'agent.deactivated',
  'An agent was deactivated; its tokens, codes and consents ended.',
  agentData(EndedTokens),
  webhook,
)
export const agentPurged = eventType(
  'agent.purged',
  'A deactivated agent was removed for good, with its policies; its audit entries stay.',
  agentData(EndedTokens),
  webhook,
)
export const agentSecretRotated = eventType(
  'agent.secret_rotated',
  'An agent got a new secret; the old one stopped.',
  agentData({}),
  webhook,
)
export const agentDpopKeyRotated = eventType(
  'agent.dpop_key_rotated',
  'The proof key of an agent was replaced and the tokens bound to the old one ended.',
  agentData({
    old_jkt: Type.Union([Type.String(), Type.Null()]),
    new_jkt: Type.Union([Type.String(), Type.Null()]),
    reason: Type.Union([Type.String(), Type.Null()]),
    ...EndedTokens,
  }),
  webhook,
)
export const policyCreated = eventType(
  'policy.created',
  'An agent was allowed to act for a subject.',
  Type.Object(policy),
  webhook,
)
export const policyRevoked = eventType(
  'policy.revoked',
  'An agent is no longer allowed to act for a subject; the tokens made under the policy ended.',
  Type.Object({ ...policy, ...EndedTokens }),
  webhook,
)

/** Everything this module tells. */
export const agentEvents = [
  agentCreated,
  agentUpdated,
  agentDeactivated,
  agentPurged,
  agentSecretRotated,
  agentDpopKeyRotated,
  policyCreated,
  policyRevoked,
]
