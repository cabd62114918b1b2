import { AppError } from '#/platform/errors/app-error.ts'
import { credentialErrors } from './errors.ts'
import type { User } from '#/modules/users/index.ts'

/**
 * Throws `factor_needs_verified_email` for somebody who signed up with an address that nobody has proven yet: it may be
 * a stranger's, and a factor would keep its owner out, who has nothing but the mailbox. People that the set-up link or an
 * operator made are not strangers.
 */
export function requireProvenAddress({ unprovenSince }: Pick<User, 'unprovenSince'>): void {
  if (unprovenSince !== null) throw new AppError(credentialErrors.factor_needs_verified_email)
}
