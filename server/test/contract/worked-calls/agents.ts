import { ProofKey } from '#test/support/dpop.ts'
import { allow, createAgent, ownToken } from '#test/support/oauth.ts'
import { claimsOf } from '#test/support/jwt.ts'
import { byAdmin, changes } from './call.ts'
import type { WorkedCall } from './call.ts'

const agent = { client_name: 'worker', grant_types: ['client_credentials'], scope: 'read' }

/** Agents, their policies and their tokens. */
export const agentCalls: readonly WorkedCall[] = [
  changes('agents.create', 'agent.created', (app) => byAdmin(app, 'POST', '/agents', agent)),
  changes('agents.update', 'agent.updated', async (app) => {
    const { id } = await createAgent(app)
    return byAdmin(app, 'PATCH', `/agents/${id}`, { client_name: 'other' })
  }),
  changes('agents.deactivate', 'agent.deactivated', async (app) => {
    const { id } = await createAgent(app)
    return byAdmin(app, 'DELETE', `/agents/${id}`)
  }),
  changes('agents.rotateSecret', 'agent.secret_rotated', async (app) => {
    const { id } = await createAgent(app)
    return byAdmin(app, 'POST', `/agents/${id}/rotate-secret`)
  }),
  changes('agents.rotateDpopKey', 'agent.dpop_key_rotated', async (app) => {
    const { id } = await createAgent(app, { dpop_bound: true })
    return byAdmin(app, 'POST', `/agents/${id}/rotate-dpop-key`, { public_jwk: new ProofKey().jwk })
  }),
  changes('agents.tokens.revokeAll', 'agent.tokens_revoked', async (app) => {
    const made = await createAgent(app)
    await ownToken(app, made)
    return byAdmin(app, 'POST', `/agents/${made.id}/tokens/revoke-all`)
  }),
  changes('agents.policies.create', 'policy.created', async (app) => {
    const { id } = await createAgent(app)
    return byAdmin(app, 'POST', `/agents/${id}/policies`, { subject: '*', scope: 'read' })
  }),
  changes('agents.policies.revoke', 'policy.revoked', async (app) => {
    const made = await createAgent(app)
    const policy = await allow(app, made, { subject: '*', scope: 'read' })
    return byAdmin(app, 'DELETE', `/agents/${made.id}/policies/${policy}`)
  }),
  changes('tokens.revokeByPattern', 'oauth.bulk_revoke_pattern', async (app) => {
    await ownToken(app, await createAgent(app))
    return byAdmin(app, 'POST', '/admin/oauth/revoke-by-pattern', { client_id_pattern: '*', reason: 'a test' })
  }),
  changes('tokens.revokeByJti', 'token.revoked', async (app) => {
    const { jti } = claimsOf(await ownToken(app, await createAgent(app)))
    return byAdmin(app, 'POST', '/admin/auth/revoke-jti', { jti })
  }),
]
