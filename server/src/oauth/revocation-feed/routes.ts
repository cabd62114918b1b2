import { Type } from 'typebox'
import type { Token } from '#/modules/tokens/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import { OAuthErrorBody } from '#/oauth/shared/errors.ts'
import type { BearerPrincipal } from '#/oauth/shared/bearer.ts'

const MAX_CURSOR = 128

const errors = {
  400: OAuthErrorBody,
  401: OAuthErrorBody,
  403: OAuthErrorBody,
  410: OAuthErrorBody,
}

const auth = { kind: 'bearer', scope: 'revocations:read' } as const

/** The feed names people and clients of the whole server: it is for a client itself, and for nobody it acts for. */
function ownTokenOf({ token }: BearerPrincipal): Token {
  if (token.grantType === 'client_credentials') return token
  throw new OAuthError('insufficient_scope', 'The feed needs an access token of the client itself.', {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  })
}

const followRevocations = oauthRoute({
  name: 'oauth.revocations',
  method: 'GET',
  url: '/oauth/revocations',
  auth,
  summary: 'Follow what is revoked',
  description:
    'Server-sent events: `revocations` carries what ended as JSON, `ready` says that all that had ended is told. Begins behind Last-Event-ID, or with the present. The guide on the revocation feed has every member.',
  noHead: true,
  schema: {
    headers: Type.Object({
      'Last-Event-ID': Type.Optional(
        Type.String({ maxLength: MAX_CURSOR, description: 'The cursor of a snapshot, or the id of the last event.' }),
      ),
    }),
    response: {
      200: Type.String({ 'x-media-types': ['text/event-stream'], description: 'A stream of events' }),
      ...errors,
      429: OAuthErrorBody,
    },
  },
  handler: ({ principal, headers }, { revocationStreams }) =>
    revocationStreams.open(ownTokenOf(principal), headers['last-event-id']),
})

const readSnapshot = oauthRoute({
  name: 'oauth.revocationSnapshot',
  method: 'GET',
  url: '/oauth/revocations/snapshot',
  auth,
  summary: 'Read what is revoked and still matters',
  description:
    'A signed JWT of the type `revocations+jwt` with up to 1,000 `entries`, the `next` page, and the `cursor` behind which the feed goes on.',
  schema: {
    query: Type.Object({
      page: Type.Optional(Type.String({ maxLength: MAX_CURSOR, description: 'next of the page before.' })),
    }),
    response: {
      200: Type.String({ 'x-media-types': ['application/jwt'], description: 'A JWT' }),
      ...errors,
    },
  },
  handler: async ({ principal, query }, { revocationSnapshots }) => {
    const text = await revocationSnapshots.page(ownTokenOf(principal).clientId, query.page)
    return new Reply(200, text, { 'content-type': 'application/jwt', 'cache-control': 'no-store' })
  },
})

export const revocationFeedRoutes = [followRevocations, readSnapshot]
