import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { SsoIdentityParams, SsoIdentitySchema } from './schemas.ts'
import { ssoIdentityView } from './views.ts'

const listOfUser = apiRoute({
  name: 'users.ssoIdentities.list',
  method: 'GET',
  url: '/users/:id/sso-identities',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List where a user signs in by single sign-on',
  description: 'Newest first: what each connection knows the user by.',
  tag: 'sso',
  schema: {
    params: Type.Object({ id: Type.String() }),
    query: ListQuery,
    response: { 200: listOf(SsoIdentitySchema) },
  },
  handler: async ({ params, query }, { users, ssoIdentities }) => {
    const user = await users.get(params.id)
    return pageView(await ssoIdentities.list(user.id, pageRequest(query)), ssoIdentityView)
  },
})

const unlinkOfUser = apiRoute({
  name: 'users.ssoIdentities.unlink',
  method: 'DELETE',
  url: '/users/:id/sso-identities/:identityId',
  auth: { kind: 'admin', scope: 'users:write', fresh: true },
  summary: 'Take single sign-on by a connection from a user',
  description:
    'With what their groups there gave, and the sessions that it opened. Who comes back through it proves the account anew, unless the company provisions them; to keep somebody out, disable the user. With dry_run it only answers what would end with it.',
  tag: 'sso',
  schema: {
    params: SsoIdentityParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Undefined() },
  },
  handler: async ({ params, query, principal }, { userDirectory, ssoIdentities }) => {
    const user = await userDirectory.getToChange(params.id, principal)
    if (query.dry_run === true) return dryRunView(await ssoIdentities.countUnlinked(user.id, params.identityId))
    await ssoIdentities.unlink(user.id, params.identityId, principal.actor)
    return noContent()
  },
})

const listOwn = apiRoute({
  name: 'auth.ssoIdentities.list',
  method: 'GET',
  url: '/auth/sso-identities',
  auth: { kind: 'session' },
  summary: 'List where one signs in by single sign-on',
  description: 'Each is a way to sign in that a company decides on; operators unlink it.',
  tag: 'sso',
  schema: { query: ListQuery, response: { 200: listOf(SsoIdentitySchema) } },
  handler: async ({ query, principal }, { ssoIdentities }) =>
    pageView(await ssoIdentities.list(principal.user.id, pageRequest(query)), ssoIdentityView),
})

/** What connections know people by, for them and for operators. */
export const ssoIdentityRoutes = [listOfUser, unlinkOfUser, listOwn]
