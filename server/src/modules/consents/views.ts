import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { totalScope } from './granted-scope.ts'
import type { AdminConsentSchema, ConsentSchema } from './schemas.ts'
import type { NamedConsent } from './store.ts'

/** A consent on the wire. */
export const consentView = ({ consent, clientName }: NamedConsent): Static<typeof ConsentSchema> => ({
  id: consent.id,
  client_id: consent.clientId,
  client_name: clientName,
  scope: totalScope(consent.granted),
  resource: consent.granted.map(({ resource }) => resource),
  granted: consent.granted.map(({ resource, scope }) => ({ resource, scope })),
  created_at: toIso(consent.createdAt),
  updated_at: toIso(consent.updatedAt),
})

/** A consent as operators see it. */
export const adminConsentView = (named: NamedConsent): Static<typeof AdminConsentSchema> => ({
  ...consentView(named),
  user_id: named.consent.userId,
})
