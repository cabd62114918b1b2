import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { CountsSchema, EndedTokens } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const changes = Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() }))
const appData = <P extends Record<string, TSchema>>(more: P) =>
  Type.Object({ client_id: Type.String(), name: Type.String(), type: Type.String(), ...more })
const webhook = { webhook: true }

export const appCreated = eventType(
  'app.created',
  'An operator made an application.',
  appData({
    first_party: Type.Boolean(),
    require_pkce: Type.Boolean(),
    grant_types: Type.Array(Type.String()),
    redirect_uris: Type.Array(Type.String()),
    scope: Type.String(),
  }),
  webhook,
)
export const appUpdated = eventType(
  'app.updated',
  'An operator changed an application; each changed field with its value before and after, and what ended with the former ones.',
  appData({ changes, counts: Type.Optional(CountsSchema) }),
  webhook,
)
export const appDeactivated = eventType(
  'app.deactivated',
  'An application was deactivated; its tokens, codes and consents ended.',
  appData({ changes, ...EndedTokens }),
  webhook,
)
export const appDeleted = eventType(
  'app.deleted',
  'An application was deleted with its tokens, codes and consents.',
  appData(EndedTokens),
  webhook,
)
export const appSecretRotated = eventType(
  'app.secret_rotated',
  'An application got a new secret.',
  appData({
    old_secret_until: Type.Union([Type.String(), Type.Null()], { description: 'Null: it stopped at once.' }),
  }),
  webhook,
)

/** Everything this module tells. */
export const appEvents = [appCreated, appUpdated, appDeactivated, appDeleted, appSecretRotated]
