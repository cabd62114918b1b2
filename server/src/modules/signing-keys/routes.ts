import { Type } from 'typebox'
import { DryRunQuery, TokenDryRunSchema, tokenDryRunView } from '#/modules/lifecycle/index.ts'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { noContent } from '#/platform/http/routing/reply.ts'
import { ListQuery, listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { Static, TString } from 'typebox'
import { signingAlgorithms } from '#/protocol/oauth.ts'
import { isPublished, knownFrom, turnOf } from './key.ts'
import type { SigningKey } from './key.ts'
import type { Rotation } from './operations.ts'

const orNull = (schema: TString) => Type.Union([schema, Type.Null()])

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
  handler: async ({ principal }, { signingKeyOperations }): Promise<Static<typeof RotationSchema>> => {
    const [first, ...others] = await signingKeyOperations.rotate(principal.actor)
    return { ...rotatedView(first), others: others.map(rotatedView) }
  },
})

const SigningKeySchema = Type.Object(
  {
    kid: Type.String(),
    algorithm: Type.Enum([...signingAlgorithms]),
    state: Type.Enum(['active', 'next', 'retired', 'expired', 'revoked'], {
      description:
        'active: signs. next: published, signs after the next rotation. retired: signs no more, verifies on. expired: has ' +
        'left the key set. revoked: was dropped.',
    }),
    created_at: Type.String(),
    known_from: Type.String({ description: 'From then on every verifier that heeds Cache-Control knows it.' }),
    activated_at: orNull(Type.String()),
    retired_at: orNull(Type.String()),
    published_until: Type.Union([Type.String(), Type.Null()], { description: 'Null while it signs or will.' }),
    revoked_at: orNull(Type.String()),
  },
  { $id: 'SigningKey' },
)

function stateOf(key: SigningKey, now: number): Static<typeof SigningKeySchema>['state'] {
  if (key.revokedAt !== null) return 'revoked'
  return isPublished(key, now) ? turnOf(key) : 'expired'
}

const keyView = (key: SigningKey, now: number): Static<typeof SigningKeySchema> => ({
  kid: key.kid,
  algorithm: key.algorithm,
  state: stateOf(key, now),
  created_at: toIso(key.createdAt),
  known_from: toIso(knownFrom(key)),
  activated_at: toIsoOrNull(key.activatedAt),
  retired_at: toIsoOrNull(key.retiredAt),
  published_until: toIsoOrNull(key.publishedUntil),
  revoked_at: toIsoOrNull(key.revokedAt),
})

const listSigningKeys = apiRoute({
  name: 'signingKeys.list',
  method: 'GET',
  url: '/admin/signing-keys',
  auth: { kind: 'admin', scope: 'signing-keys:read' },
  summary: 'List the signing keys',
  description: 'Newest first, without their private halves. Keys that left the key set are listed for another day.',
  schema: { query: ListQuery, response: { 200: listOf(SigningKeySchema) } },
  handler: async ({ query }, { signingKeyOperations, clock }) =>
    pageView(await signingKeyOperations.list(pageRequest(query)), (key) => keyView(key, clock.now())),
})

const revokeSigningKey = apiRoute({
  name: 'signingKeys.revoke',
  method: 'DELETE',
  url: '/admin/signing-keys/:kid',
  auth: { kind: 'admin', scope: 'signing-keys:write', fresh: true },
  summary: 'Drop a signing key that leaked',
  description:
    'It leaves the key set, and the access tokens it signed end with all that descends from them, on every node within a ' +
    'second. Refresh tokens go on, so clients get new tokens by themselves. Of an active key the next one takes the place ' +
    'at once. Whoever verifies tokens without asking this server takes those of the dropped key for as long as it keeps the ' +
    'key set it has, five minutes at most. With dry_run it only answers what would end.',
  schema: {
    params: Type.Object({ kid: Type.String({ maxLength: 80 }) }),
    query: DryRunQuery,
    response: { 200: TokenDryRunSchema, 204: Type.Undefined() },
  },
  handler: async ({ params, query, principal }, { signingKeyOperations }) => {
    if (query.dry_run) return tokenDryRunView(await signingKeyOperations.countEnding(params.kid))
    await signingKeyOperations.revoke(params.kid, principal.actor)
    return noContent()
  },
})

/** The admin routes of signing keys. */
export const signingKeyRoutes = [listSigningKeys, rotateSigningKey, revokeSigningKey]
