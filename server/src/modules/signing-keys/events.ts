import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

/** The first key of an installation. */
export const signingKeyCreated = eventType(
  'signing_key.created',
  'The first signing key was made.',
  Type.Object({ kid: Type.String(), algorithm: Type.String() }),
)

export const signingKeyRotated = eventType(
  'signing_key.rotated',
  'The signing key was replaced. The old one verifies tokens until it leaves the key set.',
  Type.Object({
    kid: Type.String(),
    algorithm: Type.String(),
    retired_kid: Type.Union([Type.String(), Type.Null()]),
    retired_published_until: Type.Union([Type.String(), Type.Null()]),
  }),
)

/** What happens to signing keys. */
export const signingKeyEvents = [signingKeyCreated, signingKeyRotated]
