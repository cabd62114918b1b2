import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { ApiKeySchema, apiKeyView } from '#/modules/api-keys/index.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  AdminUserSchema,
  ChangedUserSchema,
  KeysQuery,
  NewUserBody,
  TierBody,
  UserParams,
  UserPatchBody,
  UserQuery,
} from './admin-schemas.ts'
import { ImportBody, ImportedSchema } from './import-schemas.ts'
import { adminUserView } from './views.ts'

const read = { kind: 'admin', scope: 'users:read' } as const
const write = { kind: 'admin', scope: 'users:write' } as const
/** What decides who somebody is lasts longer than the session it is done in. */
const lasting = { ...write, fresh: true } as const

const IMPORT_LIMIT_BYTES = 1024 * 1024

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
    'A JSON merge patch (RFC 7396). People who run the server are changed only by an owner, or with the scope *. API keys go on without their maker: after a change of disabled or system_role the response lists them, and with keys=revoke they end in the same transaction.',
  schema: {
    params: UserParams,
    query: KeysQuery,
    body: UserPatchBody,
    response: { 200: ChangedUserSchema, 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, query, body, principal }, { userDirectory, clock }) => {
    const user = await userDirectory.update(params.id, body, principal, query.keys)
    const left = await userDirectory.keysLeftTo(user, body, principal)
    const view = adminUserView(user)
    return left.length === 0 ? view : { ...view, api_keys: left.map((key) => apiKeyView(key, clock.now())) }
  },
})

const deleteUser = apiRoute({
  name: 'users.delete',
  method: 'DELETE',
  url: '/users/:id',
  auth: lasting,
  summary: 'Delete a user',
  description:
    'With everything that hangs on them, in one transaction. Who takes the address later inherits nothing. API keys go on ' +
    'without their maker unless keys=revoke says otherwise. With dry_run it only answers what would end.',
  schema: {
    params: UserParams,
    query: Type.Object({ ...DryRunQuery.properties, ...KeysQuery.properties }),
    response: { 200: DryRunSchema, 204: Type.Null(), 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { userDirectory }) => {
    if (query.dry_run === true) return dryRunView(await userDirectory.countEnding(params.id, principal, query.keys))
    await userDirectory.delete(params.id, principal, query.keys)
    return noContent()
  },
})

const listUserKeys = apiRoute({
  name: 'users.apiKeys.list',
  method: 'GET',
  url: '/users/:id/api-keys',
  auth: { kind: 'admin', scope: 'api-keys:read' },
  summary: 'List the API keys that go back to a user',
  description:
    'Newest first: those the user made, and those that were made by these. They go on without their maker; also for a user who was deleted.',
  schema: { params: UserParams, query: ListQuery, response: { 200: listOf(ApiKeySchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { userDirectory, clock }) =>
    pageView(await userDirectory.listKeys(params.id, pageRequest(query)), (key) => apiKeyView(key, clock.now())),
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

const importUsers = apiRoute({
  name: 'users.import',
  method: 'POST',
  url: '/admin/users/import',
  auth: lasting,
  summary: 'Import users',
  description:
    'People of another system, up to 500 at once and 1 MiB, with the hashes of their passwords. Each has an outcome of their own. Whoever has an address already stays as they are, so the same request can be made again. Nobody gets a system role, and no mail is sent. With dry_run it only says what would become of each.',
  bodyLimitBytes: IMPORT_LIMIT_BYTES,
  schema: { body: ImportBody, response: { 200: ImportedSchema } },
  handler: ({ body, principal }, { userImport }) => userImport.run(body, principal),
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
export const userRoutes = [listUsers, getUser, updateUser, deleteUser, listUserKeys, createUser, importUsers, setTier]
