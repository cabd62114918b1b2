import { Type } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { Static } from 'typebox'
import { signingAlgorithms } from '#/protocol/oauth.ts'
import { knownFrom } from './key.ts'
import type { Rotation } from './signing-keys.ts'

const Rotated = {
  kid: Type.String({ description: 'The key that signs from now on.' }),
  algorithm: Type.Enum([...signingAlgorithms]),
  created_at: Type.String(),
  known_from: Type.String({
    description:
      'From then on every verifier that heeds Cache-Control knows the key. Usually over: keys are published ahead. A time ' +
      'to come is the price of rotating again so soon: until then whoever keeps an older key set may refuse new tokens.',
  }),
  next_kid: Type.Union([Type.String(), Type.Null()], {
    description: 'The key that is published to sign after the next rotation.',
  }),
  retired: Type.Union([
    Type.Object({
      kid: Type.String(),
      published_until: Type.String({ description: 'Until then the key set carries it and its tokens verify.' }),
    }),
    Type.Null(),
  ]),
}

const RotationSchema = Type.Object(
  {
    ...Rotated,
    others: Type.Array(Type.Object(Rotated), {
      description: 'The same for RS256, once a client has asked for ID tokens signed by it.',
    }),
  },
  { $id: 'SigningKeyRotation' },
)

const rotatedView = ({ active, retired, next }: Rotation) => ({
  kid: active.kid,
  algorithm: active.algorithm,
  created_at: toIso(active.createdAt),
  known_from: toIso(knownFrom(active)),
  next_kid: next?.kid ?? null,
  retired: retired && { kid: retired.kid, published_until: toIso(retired.publishedUntil) },
})

const rotateSigningKey = apiRoute({
  name: 'signingKeys.rotate',
  method: 'POST',
  url: '/admin/auth/rotate-signing-key',
  auth: { kind: 'admin', scope: 'signing-keys:write', fresh: true },
  summary: 'Rotate the signing key',
  description:
    'New tokens are signed by the key that was published ahead, on every node within a second, and another is published ' +
    'to follow it. Tokens of the old key stay valid: it remains in the key set for twice the access token lifetime.',
  schema: { response: { 200: RotationSchema } },
  handler: async ({ principal }, { signingKeys }): Promise<Static<typeof RotationSchema>> => {
    const [first, ...others] = await signingKeys.rotate(principal.actor)
    return { ...rotatedView(first), others: others.map(rotatedView) }
  },
})

/** The admin route of signing keys. */
export const signingKeyRoutes = [rotateSigningKey]
