import { Type } from 'typebox'

const MAX_SECONDS = 7 * 24 * 3600

/** The body of a rotation that may let the old secret work on for a while. */
export const RotationBody = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_SECONDS,
      default: 0,
      description: 'How long the old secret works on, at most seven days; by default it stops at once.',
    }),
  ),
})
