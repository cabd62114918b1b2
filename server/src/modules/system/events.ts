import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

export const configUpdated = eventType(
  'config.updated',
  'Runtime settings were changed. Secrets are masked.',
  Type.Object({
    changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
  }),
)

export const modeChanged = eventType(
  'system.mode_changed',
  'The server went to another mode.',
  Type.Object({ from: Type.String(), to: Type.String() }),
  { webhook: true },
)

export const systemReset = eventType(
  'system.reset',
  'Every session, every token and the audit log were wiped. A signed marker says so, and the chain goes on from there.',
  Type.Object({
    sessions: Type.Integer(),
    tokens: Type.Integer(),
    audit_logs: Type.Integer(),
    marker: Type.Integer({ description: 'Its place in the list of what was removed from the log' }),
  }),
  { webhook: true },
)

export const systemBootstrapped = eventType(
  'system.bootstrapped',
  'The server was set up: the first owner exists, and the setup link is closed for good.',
  Type.Object({ user_id: Type.String() }),
)

export const systemRestored = eventType(
  'system.restored',
  'The database was restored from a backup: what happened after the backup has not happened here.',
  Type.Object({
    backup_created_at: Type.String({ format: 'date-time', description: 'When the backup was made' }),
    origin_verified: Type.Boolean({ description: 'Whether the seal of the master key showed who made the backup' }),
    sessions_ended: Type.Boolean({ description: 'Whether the sessions of everybody ended with it' }),
    tokens_ended: Type.Boolean({ description: 'Whether all tokens ended with it' }),
  }),
  { webhook: true },
)

/** What this module tells. */
export const systemEvents = [configUpdated, modeChanged, systemReset, systemBootstrapped, systemRestored]
