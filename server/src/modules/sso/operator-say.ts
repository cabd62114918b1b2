import type { Queries } from '#/platform/db/db.ts'
import { requireFullAccess } from '#/modules/api-keys/index.ts'
import type { Operator } from '#/modules/users/index.ts'
import type { SsoConnection } from './connection.ts'
import type { SsoIdentityStore } from './identity-store.ts'

/** Whether being in a group of a connection lets somebody run the server. */
export const givesSystemRoles = ({ groupRoles }: Pick<SsoConnection, 'groupRoles'>): boolean =>
  groupRoles.some(({ system_role }) => system_role !== undefined)

/**
 * Whoever may turn a connection elsewhere is whomever it signs in, and whoever may break it shuts them out: where that
 * gives system roles, in any of its forms, or signs in people who run the server, it takes full access. So it does for what
 * hangs on it: domains, keys, links to try it with.
 */
export async function requireSayOver(
  { id }: Pick<SsoConnection, 'id'>,
  forms: readonly Pick<SsoConnection, 'groupRoles'>[],
  by: Pick<Operator, 'scopes'>,
  { identities, queries }: { readonly identities: SsoIdentityStore; readonly queries: Queries },
): Promise<void> {
  if (forms.some(givesSystemRoles) || (await identities.anyOfOperators(id, queries))) requireFullAccess(by)
}
