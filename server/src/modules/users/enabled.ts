import { AppError } from '#/platform/errors/app-error.ts'
import { userErrors } from './errors.ts'
import type { User } from './user.ts'

/** Throws `user_is_disabled`: nobody answers in the name of somebody who may not. */
export function requireEnabled({ disabledAt }: Pick<User, 'disabledAt'>): void {
  if (disabledAt !== null) throw new AppError(userErrors.user_is_disabled)
}
