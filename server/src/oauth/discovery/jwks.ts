import { Type } from 'typebox'
import { Reply } from '#/platform/http/routing/reply.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'

const Jwks = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.Literal('EC'),
      use: Type.Literal('sig'),
      alg: Type.Literal('ES256'),
      kid: Type.String(),
      crv: Type.Literal('P-256'),
      x: Type.String(),
      y: Type.String(),
    }),
  ),
})

export const jwksRoute = oauthRoute({
  name: 'discovery.jwks',
  method: 'GET',
  url: '/.well-known/jwks.json',
  auth: { kind: 'public' },
  cors: true,
  summary: 'Read the signing keys',
  description: 'The active key and those retired within twice the access token lifetime (RFC 7517 §5).',
  schema: { response: { 200: Jwks } },
  handler: async (_request, { signingKeys }) =>
    new Reply(200, await signingKeys.jwks(), { 'cache-control': 'public, max-age=300' }),
})
