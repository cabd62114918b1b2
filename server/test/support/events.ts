import { createHmac, randomBytes } from 'node:crypto'
import { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'

const key = randomBytes(32)

/** Records events for tests that never verify them. */
export const newEvents = ({ clock }: { readonly clock: Clock }): Events =>
  new Events({
    clock,
    keyring: { mac: (_purpose, text) => createHmac('sha256', key).update(text).digest('base64url') },
  })
