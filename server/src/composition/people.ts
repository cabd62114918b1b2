import { buildFactors, PasswordPolicy, Passwords, SignUps } from '#/modules/credentials/index.ts'
import { LogoutNotices, logoutQueue, LogoutWorker } from '#/modules/backchannel-logout/index.ts'
import { buildOrganizations } from '#/modules/organizations/index.ts'
import { buildProviders } from '#/modules/identity-providers/index.ts'
import { buildRecovery, SecurityNotices } from '#/modules/account-recovery/index.ts'
import { buildRoles } from '#/modules/roles/index.ts'
import { buildSessions } from '#/modules/sessions/index.ts'
import { UnprovenUserCleanup, UserDirectory, Users } from '#/modules/users/index.ts'
import { OwnerSetup } from '#/pages/setup/index.ts'
import type { Delegation } from './delegation.ts'
import type { Foundation } from './foundation.ts'

/** The people: their accounts, every way to sign in and out, sessions, recovery. */
export function buildPeople(foundation: Foundation, delegation: Delegation) {
  const { clients } = delegation.services
  const { emails } = foundation.mail.services
  const notices = new SecurityNotices({ ...foundation, emails })
  const users = new Users({ ...foundation, notices })
  const { sessions, signIn, sessionDirectory } = buildSessions({
    ...foundation,
    users,
    emails,
    baseUrl: foundation.issuer,
  })
  const queue = logoutQueue(foundation.db)
  const policy = new PasswordPolicy(foundation.settings)
  const passwords = new Passwords({
    ...foundation,
    users,
    policy,
    hasSignedInFrom: (userId, ip) => sessions.hasSignedInFrom(userId, ip),
  })
  const known = { ...foundation, users, sessions, signIn, passwords, emails }
  const { addressProofs, ...recovery } = buildRecovery({ ...known, notices })
  const factors = buildFactors(known)
  const federation = buildProviders({
    ...known,
    hasOtherWay: async (tx, user) => user.passwordHash !== null || factors.passkeys.has(user.id, tx),
  })
  const organizations = buildOrganizations(known)
  const roles = buildRoles({
    ...foundation,
    users,
    organizationGrants: (userId, organizationId) => organizations.grants.of(userId, organizationId),
  })
  const services = {
    users,
    userDirectory: new UserDirectory({ ...foundation, users }),
    sessions,
    signIn,
    sessionDirectory,
    passwords,
    signUps: new SignUps({ ...foundation, users, policy, addressProofs }),
    ownerSetup: new OwnerSetup({ ...foundation, users, policy, addressProofs }),
    addressProofs,
    ...recovery,
    ...factors,
    ...federation.services,
    ...organizations.services,
    ...roles,
  }
  return {
    services,
    unprovenUserCleanup: new UnprovenUserCleanup({ ...foundation, users }),
    logoutNotices: new LogoutNotices({ clock: foundation.clock, queue }),
    logoutWorker: LogoutWorker.create({ ...foundation, queue, clients, fetch: foundation.outbound.fetch }),
  }
}

export type People = ReturnType<typeof buildPeople>
