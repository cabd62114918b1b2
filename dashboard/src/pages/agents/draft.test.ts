import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Agent } from '@mandate/sdk'
import { agentChange, draftOf } from './draft.ts'

const agent: Agent = {
  id: 'agt_1',
  client_id: 'client_1',
  client_name: 'Scheduler',
  description: null,
  token_endpoint_auth_method: 'private_key_jwt',
  grant_types: ['client_credentials', 'authorization_code'],
  redirect_uris: ['https://scheduler.example.com/back'],
  scope: 'calendar:read',
  audiences: [],
  jwks: { keys: [{ kid: 'one' }], note: 'of the build' },
  jwks_uri: null,
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  backchannel_logout_session_required: false,
  active: true,
  dpop_bound: false,
  dpop_jkt: null,
  access_token_ttl_seconds: null,
  refresh_grace_seconds: null,
  id_token_signed_response_alg: 'ES256',
  id_token_claims: true,
  require_pushed_authorization_requests: false,
  security_profile: null,
  created_by: 'usr_1',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
}

test('only what was changed about an agent is sent, and nothing where nothing was', () => {
  const draft = draftOf(agent)
  assert.equal(agentChange(draftOf(agent), draft), undefined)
  assert.deepEqual(agentChange(draftOf(agent), { ...draft, description: 'Plans', access_token_ttl_seconds: 120 }), {
    patch: { description: 'Plans', access_token_ttl_seconds: 120 },
    back: { description: null, access_token_ttl_seconds: null },
  })
})

test('a set of keys is sent as a whole, and comes back as a whole', () => {
  const jwks = { keys: [{ kid: 'two' }], note: 'of the build' }
  assert.deepEqual(agentChange(draftOf(agent), { ...draftOf(agent), jwks }), {
    patch: { jwks },
    back: { jwks: agent.jwks },
  })
  const moved = { jwks: null, jwks_uri: 'https://scheduler.example.com/keys' }
  assert.deepEqual(agentChange(draftOf(agent), { ...draftOf(agent), ...moved }), {
    patch: moved,
    back: { jwks: agent.jwks, jwks_uri: null },
  })
})
