import { AppError, commonErrors } from '#/platform/http/errors.ts'
import type { Actor } from '#/platform/events/event.ts'
import type { User } from './user.ts'

/** Who does something to users, and what they may do. */
export interface Operator {
  readonly scopes: readonly string[]
  readonly actor: Actor
}

/** Throws `insufficient_scope` unless everything is allowed: roles of people who run the server are the widest scopes. */
export function requireFullAccess({ scopes }: Pick<Operator, 'scopes'>): void {
  if (scopes.includes('*') && !scopes.some((scope) => scope.startsWith('!'))) return
  throw new AppError(commonErrors.insufficient_scope, { details: { required_scope: '*' } })
}

/**
 * Throws `insufficient_scope` when the user runs the server and the caller does not hold everything: whoever may write an
 * operator's address, factors or sessions could be them, and whoever runs the server is nobody's to lock out.
 */
export function requireSayOver(user: Pick<User, 'systemRole'>, by: Pick<Operator, 'scopes'>): void {
  if (user.systemRole !== null) requireFullAccess(by)
}
