import { buildFactors, PasswordPolicy, Passwords, SignUps } from '#/modules/credentials/index.ts'
import { LogoutNotices, logoutQueue, LogoutWorker } from '#/modules/backchannel-logout/index.ts'
import { buildOrganizations } from '#/modules/organizations/index.ts'
import { buildProviders } from '#/modules/identity-providers/index.ts'
import { buildRecovery } from '#/modules/account-recovery/index.ts'
import { buildRoles } from '#/modules/roles/index.ts'
import { buildSessions } from '#/modules/sessions/index.ts'
import { UserDirectory, Users } from '#/modules/users/index.ts'
import { OwnerSetup } from '#/pages/setup/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Delegation } from './delegation.ts'
import type { Foundation } from './foundation.ts'

/** The people: their accounts, every way to sign in and out, sessions, recovery. What ends with a person or a session is tied here. */
export function buildPeople(foundation: Foundation, delegation: Delegation) {
  const { tokens, consents, policies, clients } = delegation.services
  const { endOpenCodes } = delegation
  const { emails } = foundation.mail.services
  const users: Users = new Users({
    ...foundation,
    ties: {
      endAccess: async (tx, userId, reason) => {
        const ended = await sessions.endAllOf(tx, userId, reason)
        const { total } = await tokens.revoke(tx, { by: 'user', userId }, reason)
        return { sessions: ended.sessions, tokens: ended.tokens + total }
      },
      erase: async (tx, userId, actor) => {
        await organizations.departures.endOfUser(tx, userId, actor)
        await consents.endOfUser(tx, userId)
        await policies.endOfUser(tx, userId)
        await recovery.emailTokens.eraseAll(tx, userId)
        await factors.eraseAllOf(tx, userId)
        await federation.services.oauthAccounts.eraseAllOf(tx, userId)
        await roles.assignments.eraseAllOf(tx, userId)
        await sessions.eraseAllOf(tx, userId)
      },
      sayGoodbye: (tx, user, actor) => recovery.notices.accountDeleted(tx, user, actor),
    },
  })
  const roles = buildRoles({
    ...foundation,
    users,
    organizationGrants: (userId, organizationId) => organizations.grants.of(userId, organizationId),
  })
  const queue = logoutQueue(foundation.db)
  const logoutNotices = new LogoutNotices({ clock: foundation.clock, queue })
  const { sessions, signIn, sessionDirectory } = buildSessions({
    ...foundation,
    users,
    emails,
    ties: {
      endOf: async (tx, sessionId, extent, reason) => {
        const from = { by: 'session', sessionId, offlineToo: extent === 'all' } as const
        await logoutNotices.endOf(tx, sessionId)
        await endOpenCodes(tx, from)
        return extent === 'unredeemed' ? 0 : (await tokens.revoke(tx, from, reason)).total
      },
      endOfUser: async (tx, userId, reason) => {
        await logoutNotices.endOfUser(tx, userId)
        await endOpenCodes(tx, { by: 'user', userId })
        return (await tokens.revoke(tx, { by: 'user', userId, via: 'session' }, reason)).total
      },
      endOfEverybody: async (tx, whose, reason) => {
        const from = { by: 'all-sessions', ...whose } as const
        await logoutNotices.endOfEverybody(tx, from)
        await endOpenCodes(tx, from)
        return (await tokens.revoke(tx, from, reason)).total
      },
      countTokens: async (of) => {
        const isOne = typeof of === 'string'
        const from = isOne
          ? ({ by: 'user', userId: of, via: 'session' } as const)
          : ({ by: 'all-sessions', ...of } as const)
        return (await tokens.count(from)).total
      },
      handOver: async (tx, from, to) => {
        await logoutNotices.handOver(tx, from, to)
        await tokens.handOver(tx, from, to)
      },
    },
    baseUrl: foundation.issuer,
  })
  const policy = new PasswordPolicy(foundation.settings)
  const passwords = new Passwords({
    ...foundation,
    users,
    policy,
    hasSignedInFrom: (userId, ip) => sessions.hasSignedInFrom(userId, ip),
  })
  const known = { ...foundation, users, sessions, signIn, passwords, emails }
  const recovery = buildRecovery({
    ...known,
    ties: {
      forgetSignIns: async (tx, userId) => {
        await factors.services.passkeys.eraseAllOf(tx, userId)
        await federation.services.oauthAccounts.eraseAllOf(tx, userId)
      },
    },
  })
  const factors = buildFactors(known)
  const federation = buildProviders({
    ...known,
    hasOtherWay: async (tx, user) => user.passwordHash !== null || factors.services.passkeys.has(user.id, tx),
  })
  const organizations = buildOrganizations(known)
  const { emailTokens, notices: _, ...recoveryServices } = recovery
  const greet = (tx: Tx, user: User, actor: Actor): Promise<boolean> => recovery.addressProofs.greet(tx, user, actor)
  const services = {
    users,
    userDirectory: new UserDirectory({
      ...foundation,
      users,
      voidLinks: (tx, userId) => emailTokens.voidAll(tx, userId),
    }),
    sessions,
    signIn,
    sessionDirectory,
    passwords,
    signUps: new SignUps({
      ...foundation,
      users,
      policy,
      greet,
    }),
    ...roles,
    ownerSetup: new OwnerSetup({ ...foundation, users, policy, greet }),
    ...recoveryServices,
    ...factors.services,
    ...federation.services,
    ...organizations.services,
  }
  return {
    services,
    logoutNotices,
    logoutWorker: LogoutWorker.create({ ...foundation, queue, clients, fetch: foundation.outbound.fetch }),
  }
}

export type People = ReturnType<typeof buildPeople>
