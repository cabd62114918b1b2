import { Type } from 'typebox'
import { EndedTokens } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

/** The first keys of an installation or of an algorithm. */
export const signingKeyCreated = eventType(
  'signing_key.created',
  'A signing key was made: the first of its algorithm, or the one published to follow it.',
  Type.Object({
    kid: Type.String(),
    algorithm: Type.String(),
    signs: Type.Boolean({ description: 'False for the one that is published to sign after the next rotation' }),
  }),
)

export const signingKeyRotated = eventType(
  'signing_key.rotated',
  'The signing key was replaced by the one published ahead. The old one verifies tokens until it leaves the key set.',
  Type.Object({
    kid: Type.String(),
    algorithm: Type.String(),
    next_kid: Type.Union([Type.String(), Type.Null()], { description: 'Published to sign after the next rotation' }),
    retired_kid: Type.Union([Type.String(), Type.Null()]),
    retired_published_until: Type.Union([Type.String(), Type.Null()]),
  }),
)

export const signingKeyRevoked = eventType(
  'signing_key.revoked',
  'A signing key was dropped: it left the key set, and the tokens it had signed ended.',
  Type.Object({
    kid: Type.String(),
    algorithm: Type.String(),
    state: Type.String({ description: 'What it was: active, next or retired' }),
    active_kid: Type.Union([Type.String(), Type.Null()], { description: 'The key of its algorithm that signs now' }),
    ...EndedTokens,
  }),
)

/** What happens to signing keys. */
export const signingKeyEvents = [signingKeyCreated, signingKeyRotated, signingKeyRevoked]
