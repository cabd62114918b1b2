import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/envelopes.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { AdminUserSchema, NewUserBody, TierBody, UserParams, UserPatchBody, UserQuery } from './admin-schemas.ts'
import { adminUserView } from './views.ts'

const read = { kind: 'admin', scope: 'users:read' } as const
const write = { kind: 'admin', scope: 'users:write' } as const
/** What decides who somebody is lasts longer than the session it is done in. */
const lasting = { ...write, fresh: true } as const

const listUsers = apiRoute({
  name: 'users.list',
  method: 'GET',
  url: '/users',
  auth: read,
  summary: 'List users',
  description: 'Newest first. search finds what an address or a name begins with; the filters combine.',
  schema: { query: UserQuery, response: { 200: listOf(AdminUserSchema) } },
  handler: async ({ query }, { userDirectory }) => {
    const { search, disabled, tier, email_verified, mfa_enabled, system_role } = query
    const filter = {
      search,
      disabled,
      emailVerified: email_verified,
      mfaEnabled: mfa_enabled,
      tier,
      systemRole: system_role,
    }
    return pageView(await userDirectory.list(filter, pageRequest(query)), adminUserView)
  },
})

const getUser = apiRoute({
  name: 'users.get',
  method: 'GET',
  url: '/users/:id',
  auth: read,
  summary: 'Get a user',
  description: 'With metadata, and since when they are disabled.',
  schema: { params: UserParams, response: { 200: AdminUserSchema, 404: ErrorSchema } },
  handler: async ({ params }, { userDirectory }) => adminUserView(await userDirectory.get(params.id)),
})

const updateUser = apiRoute({
  name: 'users.update',
  method: 'PATCH',
  url: '/users/:id',
  auth: lasting,
  summary: 'Update a user',
  description:
    'A JSON merge patch (RFC 7396). People who run the server are changed only by an owner, or with the scope *.',
  schema: {
    params: UserParams,
    body: UserPatchBody,
    response: { 200: AdminUserSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { userDirectory }) =>
    adminUserView(await userDirectory.update(params.id, body, principal)),
})

const deleteUser = apiRoute({
  name: 'users.delete',
  method: 'DELETE',
  url: '/users/:id',
  auth: lasting,
  summary: 'Delete a user',
  description:
    'With everything that hangs on them, in one transaction. Who takes the address later inherits nothing. With dry_run ' +
    'it only answers what would end.',
  schema: {
    params: UserParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { userDirectory }) => {
    if (query.dry_run === true) return dryRunView(await userDirectory.countEnding(params.id, principal))
    await userDirectory.delete(params.id, principal)
    return noContent()
  },
})

const createUser = apiRoute({
  name: 'users.create',
  method: 'POST',
  url: '/admin/users',
  auth: lasting,
  summary: 'Create a user',
  description: 'Sends no mail. POST /users/{id}/verify/send lets the person prove the address.',
  schema: { body: NewUserBody, response: { 201: AdminUserSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { userDirectory, passwords }) => {
    const { email, name, password, metadata, tier, email_verified: emailVerified, system_role: systemRole } = body
    const passwordHash = password === undefined ? undefined : await passwords.hashNew(password, email)
    const input = { email, name, passwordHash, metadata, tier, emailVerified, systemRole }
    const user = await userDirectory.create(input, principal)
    return created(`/api/v1/users/${user.id}`, adminUserView(user))
  },
})

const setTier = apiRoute({
  name: 'users.setTier',
  method: 'PATCH',
  url: '/admin/users/:id/tier',
  auth: write,
  summary: 'Set the tier of a user',
  description: 'A word that your applications give a meaning to; the server itself treats all tiers alike.',
  schema: { params: UserParams, body: TierBody, response: { 200: AdminUserSchema, 404: ErrorSchema } },
  handler: async ({ params, body, principal }, { userDirectory }) =>
    adminUserView(await userDirectory.setTier(params.id, body.tier, principal)),
})

/** Users as operators work with them. */
export const userRoutes = [listUsers, getUser, updateUser, deleteUser, createUser, setTier]
