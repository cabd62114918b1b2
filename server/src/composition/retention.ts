import type { Settings } from '#/modules/system/index.ts'
import type { Retention } from '#/platform/jobs/retention.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long rows stay once they are of no use: which table, by which time in it, and for how long after. What is not here
 * stays until somebody deletes it, and the test of this table says why.
 */
export const retentionBy = (settings: Pick<Settings, 'current'>): readonly Retention[] => [
  // Another node's clock may be behind ours: it must still find what it would accept.
  { table: 'limits', column: 'expires_at', keptMs: 2 * MINUTE, everyMs: MINUTE },
  { table: 'replays', column: 'expires_at', keptMs: 2 * MINUTE, everyMs: MINUTE },
  { table: 'idempotency_records', column: 'expires_at', keptMs: 0 },
  { table: 'sessions', column: 'expires_at', keptMs: 0 },
  // Whoever opened one has ten minutes to answer it, and must find out then whether somebody else did.
  { table: 'pushed_requests', column: 'expires_at', keptMs: 15 * MINUTE },
  { table: 'authorization_requests', column: 'expires_at', keptMs: 0 },
  // While the row is there, a replay is known for one and ends the tokens it became (RFC 6749 §4.1.2).
  { table: 'authorization_codes', column: 'expires_at', keptMs: DAY },
  // A slow device still hears `expired_token`.
  { table: 'device_codes', column: 'expires_at', keptMs: HOUR },
  // Operators see what there was. A child never outlives its parent, so no living token loses its line of descent.
  { table: 'tokens', column: 'expires_at', keptMs: DAY },
  // It expires with the last token that it ended, by whichever clock.
  { table: 'token_marks', column: 'expires_at', keptMs: DAY },
  { table: 'revocation_entries', column: 'expires_at', keptMs: 2 * MINUTE },
  // A key leaves the key set at this time; the active one has none.
  { table: 'signing_keys', column: 'published_until', keptMs: DAY },
  { table: 'email_tokens', column: 'expires_at', keptMs: 0 },
  { table: 'email_outbox', column: 'finished_at', keptMs: 7 * DAY },
  { table: 'dev_emails', column: 'created_at', keptMs: 7 * DAY },
  // Whoever comes back late from a provider hears that it took too long.
  { table: 'oauth_round_trips', column: 'expires_at', keptMs: 10 * MINUTE },
  { table: 'sso_attempts', column: 'expires_at', keptMs: 10 * MINUTE },
  // Sessions live for 30 days.
  { table: 'sso_sessions', column: 'created_at', keptMs: 31 * DAY },
  { table: 'sso_saml_responses', column: 'expires_at', keptMs: 0 },
  { table: 'sso_joins', column: 'expires_at', keptMs: 0 },
  { table: 'proxy_sessions', column: 'expires_at', keptMs: 0 },
  { table: 'proxy_codes', column: 'expires_at', keptMs: 0 },
  { table: 'vault_attempts', column: 'expires_at', keptMs: 10 * MINUTE },
  // As long as any line can live that fetched something, and then some.
  { table: 'vault_uses', column: 'last_used_at', keptMs: 400 * DAY },
  // Of a session that ran out without being ended; sessions live for 30 days.
  { table: 'logout_participants', column: 'created_at', keptMs: 31 * DAY },
  { table: 'user_roles', column: 'expires_at', keptMs: 0 },
  { table: 'organization_invitations', column: 'expires_at', keptMs: 30 * DAY },
  {
    table: 'flow_runs',
    column: 'created_at',
    keptMs: async () => (await settings.current())['flows.run_retention_days'] * DAY,
  },
  { table: 'statistics_hourly', column: 'hour', keptMs: 400 * DAY },
  {
    table: 'webhook_deliveries',
    column: 'finished_at',
    keptMs: async () => (await settings.current())['webhooks.retention_days'] * DAY,
  },
]
