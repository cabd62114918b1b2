import type { User } from '#/modules/users/index.ts'

/**
 * Whether reading the mail of a user's address may open their account. Not for a disabled one, nor for somebody with a
 * system role whose address nobody has proven: a mistyped address would hand the server to whoever reads there.
 */
export const opensByMailbox = ({ disabledAt, systemRole, emailVerified }: User): boolean =>
  disabledAt === null && (systemRole === null || emailVerified)
