import { Type } from 'typebox'
import { eventKind } from '#/platform/events/event.ts'

export const configUpdated = eventKind(
  'config.updated',
  'Runtime settings were changed. Secrets are masked.',
  Type.Object({
    changes: Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
  }),
)

export const modeChanged = eventKind(
  'system.mode_changed',
  'The server went to another mode.',
  Type.Object({ from: Type.String(), to: Type.String() }),
  { webhook: true },
)

export const systemBootstrapped = eventKind(
  'system.bootstrapped',
  'The server was set up: the first owner exists, and the setup link is closed for good.',
  Type.Object({ user_id: Type.String() }),
)

/** What this module tells. */
export const systemEvents = [configUpdated, modeChanged, systemBootstrapped]
