import { requireFullAccess } from '#/modules/api-keys/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { User } from './user.ts'

/** Who does something to users, and what they may do. */
export interface Operator {
  readonly scopes: readonly string[]
  readonly actor: Actor
}

/**
 * Throws `insufficient_scope` when the user runs the server and the caller does not hold everything: whoever may write an
 * operator's address, factors or sessions could be them, and whoever runs the server is nobody's to lock out.
 */
export function assertMayManage(user: Pick<User, 'systemRole'>, by: Pick<Operator, 'scopes'>): void {
  if (user.systemRole !== null) requireFullAccess(by)
}
