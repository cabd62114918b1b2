import { Type } from 'typebox'
import { CountsSchema, EndedTokens } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

/** Recorded each time a person allows a client something, also when nothing new came to it. */
export const consentGranted = eventType(
  'consent.granted',
  'A person allowed a client to act for them.',
  Type.Object({
    user_id: Type.String(),
    client_id: Type.String(),
    scope: Type.String({ description: 'What was allowed this time' }),
    resource: Type.Array(Type.String()),
    total_scope: Type.String({ description: 'All that the consent covers now' }),
  }),
  { webhook: true },
)

/** Recorded when a person answers no on a consent or device page. */
export const consentRefused = eventType(
  'consent.refused',
  'A person refused a client what it asked for.',
  Type.Object({ user_id: Type.String(), client_id: Type.String(), scope: Type.String() }),
)

/** Recorded in the transaction that ends the consent and every token that came from it. */
export const consentRevoked = eventType(
  'consent.revoked',
  'A consent was taken back; every token that came from it is dead.',
  Type.Object({
    user_id: Type.String(),
    client_id: Type.String(),
    scope: Type.String(),
    ...EndedTokens,
  }),
  { webhook: true },
)

/** Recorded when clients are stopped from acting for a person, beside the end of each consent. */
export const agentsStopped = eventType(
  'user.agents_revoked',
  'Agents and apps were stopped from acting for a user.',
  Type.Object({
    user_id: Type.String(),
    client_ids: Type.Array(Type.String()),
    revoked_consents: Type.Integer(),
    revoked_count: Type.Integer({ description: 'How many tokens ended' }),
    counts: CountsSchema,
  }),
  { webhook: true },
)

export const consentEvents = [agentsStopped, consentGranted, consentRefused, consentRevoked]
