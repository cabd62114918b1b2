/**
 * SCIM 2.0 (RFC 7643, RFC 7644): identity providers keep the people of a connection for single sign-on in step. Owns the
 * tokens they come with (`scim_tokens`, hashed), what they say of people (`scim_users`), and groups (`scim_groups`,
 * `scim_group_members`). A person is in step or removed; removing turns their account off and ends all of it, as `lifecycle`
 * says. Accounts belong to `users`, connections and what groups come to here to `sso`; reached are only accounts of the
 * connection, and never those of the people who run the server.
 */
import type { SsoConnection } from '#/modules/sso/index.ts'
import type { ScimGroups } from './groups.ts'
import type { ScimTokens } from './tokens.ts'
import type { ScimUsers } from './users.ts'

export { provisioningAuthenticator } from './authenticator.ts'
export { buildScim, provisionedGroups } from './build.ts'
export { scimErrors } from './errors.ts'
export { scimEvents } from './events.ts'
export { scimGroupsEnding, scimMembersEnding } from './group-store.ts'
export { scimRoutes } from './routes.ts'
export { scimSamples } from './samples.ts'
export { scimTokenRoutes } from './token-routes.ts'
export { scimTokensEnding } from './tokens.ts'
export type { ScimTokens } from './tokens.ts'
export { scimUsersEnding } from './user-store.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    scimTokens: ScimTokens
    scimUsers: ScimUsers
    scimGroups: ScimGroups
  }
  interface Principals {
    provisioning: SsoConnection
  }
}
