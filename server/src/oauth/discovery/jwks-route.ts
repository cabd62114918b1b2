import { Type } from 'typebox'
import { KEY_SET_MAX_AGE_SECONDS } from '#/modules/signing-keys/index.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'

const named = { use: Type.Literal('sig'), kid: Type.String() }

const Jwks = Type.Object({
  keys: Type.Array(
    Type.Union([
      Type.Object({
        kty: Type.Literal('EC'),
        ...named,
        alg: Type.Literal('ES256'),
        crv: Type.Literal('P-256'),
        x: Type.String(),
        y: Type.String(),
      }),
      Type.Object({
        kty: Type.Literal('RSA'),
        ...named,
        alg: Type.Literal('RS256'),
        n: Type.String(),
        e: Type.String(),
      }),
    ]),
  ),
})

export const jwksRoute = oauthRoute({
  name: 'discovery.jwks',
  method: 'GET',
  url: '/.well-known/jwks.json',
  auth: { kind: 'public' },
  cors: true,
  summary: 'Read the signing keys',
  description:
    'The key that signs, the one that will sign after the next rotation, and those retired within twice the access token ' +
    'lifetime (RFC 7517 §5). RSA keys are there once a client has asked for RS256.',
  schema: { response: { 200: Jwks } },
  handler: async (_request, { signingKeys }) =>
    new Reply(200, await signingKeys.jwks(), { 'cache-control': `public, max-age=${KEY_SET_MAX_AGE_SECONDS}` }),
})
