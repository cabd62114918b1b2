import type { Passkey } from '#/modules/credentials/index.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { PageServices } from '#/platform/http/routing/services.ts'

/** How an account is protected, and how widely it is open. */
export interface AccountState {
  readonly hasPassword: boolean
  readonly secondStep: boolean
  readonly codesLeft: number
  readonly passkeys: readonly Passkey[]
  readonly sessions: number
}

/** Reads the state of somebody's account. */
export async function stateOf(services: PageServices, { user }: SessionPrincipal): Promise<AccountState> {
  const [codesLeft, passkeys, sessions] = await Promise.all([
    user.mfaEnabled ? services.recoveryCodes.left(user.id) : 0,
    services.passkeys.allOf(user.id),
    services.sessionDirectory.count({ userId: user.id, pending: false }),
  ])
  return { hasPassword: user.passwordHash !== null, secondStep: user.mfaEnabled, codesLeft, passkeys, sessions }
}
