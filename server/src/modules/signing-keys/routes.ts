import { Type } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { Static } from 'typebox'
import type { Rotation } from './signing-keys.ts'

const RotationSchema = Type.Object(
  {
    kid: Type.String({ description: 'The key that signs from now on.' }),
    algorithm: Type.String(),
    created_at: Type.String(),
    retired: Type.Union([
      Type.Object({
        kid: Type.String(),
        published_until: Type.String({ description: 'Until then the key set carries it and its tokens verify.' }),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'SigningKeyRotation' },
)

const rotationView = ({ active, retired }: Rotation): Static<typeof RotationSchema> => ({
  kid: active.kid,
  algorithm: active.algorithm,
  created_at: toIso(active.createdAt),
  retired: retired && { kid: retired.kid, published_until: toIso(retired.publishedUntil) },
})

const rotateSigningKey = apiRoute({
  name: 'signingKeys.rotate',
  method: 'POST',
  url: '/admin/auth/rotate-signing-key',
  auth: { kind: 'admin', scope: 'signing-keys:write', fresh: true },
  summary: 'Rotate the signing key',
  description:
    'New tokens are signed by the new key, on every node within a second. Tokens of the old key stay valid: it remains ' +
    'in the key set for twice the access token lifetime.',
  schema: { response: { 200: RotationSchema } },
  handler: async ({ principal }, { signingKeys }) => rotationView(await signingKeys.rotate(principal.actor)),
})

/** The admin route of signing keys. */
export const signingKeyRoutes = [rotateSigningKey]
