import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

/** The reaper removed a client that nobody uses. */
export const clientExpired = eventType(
  'client.expired',
  'A client that came by itself was removed: one that registered, since nobody used it for 90 days; one with a document, for a day.',
  Type.Object({ client_id: Type.String(), client_name: Type.String(), counts: CountsSchema }),
)

/** What this module tells by itself; registration and agents have events of their own. */
export const clientEvents = [clientExpired]
