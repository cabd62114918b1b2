import { Type } from 'typebox'
import type { Static } from 'typebox'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import { scopesOf } from '#/modules/clients/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { BearerPrincipal } from './shared/bearer.ts'
import { personClaims } from './shared/person-claims.ts'
import { OAuthErrorBody } from './shared/errors.ts'

const Claims = Type.Object({
  sub: Type.String(),
  email: Type.Optional(Type.String()),
  email_verified: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
})

/** The claims about the person behind a token, as far as its scopes go (OpenID Connect Core §5.3, §5.4). */
async function userInfo({ token }: BearerPrincipal, users: Users): Promise<Static<typeof Claims>> {
  // RFC 9700 §4.15: a client's own token has no person behind it, even if its client_id looked like a user's id.
  if (token.userId === null) {
    throw new OAuthError('insufficient_scope', 'This token was not issued for a person.', {
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    })
  }
  const user = await users.get(token.userId)
  return { sub: user.id, ...personClaims(user, scopesOf(token.scope)) }
}

const shared = {
  url: '/oauth/userinfo',
  auth: { kind: 'bearer', scope: 'openid' },
  cors: true,
  description: 'Needs an access token with the scope openid; email and profile add their claims.',
  schema: { response: { 200: Claims, 400: OAuthErrorBody, 401: OAuthErrorBody, 403: OAuthErrorBody } },
} as const

const readUserInfo = oauthRoute({
  name: 'oauth.userInfo',
  ...shared,
  method: 'GET',
  summary: 'Read the claims about the person',
  handler: ({ principal }, { users }) => userInfo(principal, users),
})

// OpenID Connect Core §5.3.1: both methods. The token travels in the Authorization header only.
const readUserInfoByPost = oauthRoute({
  name: 'oauth.userInfoByPost',
  ...shared,
  method: 'POST',
  form: true,
  summary: 'Read the claims about the person, by POST',
  handler: ({ principal, form }, { users }) => {
    // RFC 6750 §2: one way to send the token.
    if (form.has('access_token')) {
      throw new OAuthError('invalid_request', 'Send the access token in the Authorization header only.')
    }
    return userInfo(principal, users)
  },
})

export const userInfoRoutes = [readUserInfo, readUserInfoByPost]
