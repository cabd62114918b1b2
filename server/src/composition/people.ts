import { PersonKeys } from '#/modules/api-keys/index.ts'
import { buildFactors, PasswordPolicy, Passwords, problemOfHash, SignUps } from '#/modules/credentials/index.ts'
import { buildFlows } from '#/modules/flows/index.ts'
import { LogoutNotices, logoutQueue, LogoutWorker } from '#/modules/backchannel-logout/index.ts'
import { buildOrganizations } from '#/modules/organizations/index.ts'
import { buildProviders } from '#/modules/identity-providers/index.ts'
import { buildRecovery, SecurityNotices } from '#/modules/account-recovery/index.ts'
import { buildRoles } from '#/modules/roles/index.ts'
import { buildSessions } from '#/modules/sessions/index.ts'
import { SignUpRules, UnprovenUserCleanup, UserDirectory, UserImport, Users } from '#/modules/users/index.ts'
import { buildScim, provisionedGroups } from '#/modules/scim/index.ts'
import { buildSso } from '#/modules/sso/index.ts'
import { buildVault } from '#/modules/vault/index.ts'
import { newSigningSecret, signatureHeaders } from '#/modules/webhooks/index.ts'
import { OwnerSetup } from '#/pages/setup/index.ts'
import { flowNeighbours } from './flow-neighbours.ts'
import type { Delegation } from './delegation.ts'
import type { Foundation } from './foundation.ts'

/** The people: their accounts, every way to sign in and out, sessions, recovery. */
export function buildPeople(foundation: Foundation, delegation: Delegation) {
  const { db, clock, keyring, issuer, log, events, limits, settings, replays } = foundation
  const { lifecycle, hasher, firstBoot, signingKeys, outbound, lookUpTxt } = foundation
  const { emails } = foundation.mail.services
  const { clients, tokens, consents, actingClients } = delegation.services
  const notices = new SecurityNotices({ clock, issuer, emails })
  const users = new Users({ db, clock, events, lifecycle, notices })
  const { sessions, signIn, sessionDirectory } = buildSessions({
    db,
    clock,
    keyring,
    events,
    settings,
    lifecycle,
    users,
    emails,
    baseUrl: issuer,
    requirement: () => sso.requirement,
    gate: () => flows.gate,
  })
  const queue = logoutQueue(db)
  const policy = new PasswordPolicy(settings)
  const passwords = new Passwords({
    db,
    events,
    limits,
    hasher,
    users,
    policy,
    hasSignedInFrom: (userId, ip) => sessions.hasSignedInFrom(userId, ip),
  })
  const { addressProofs, ...recovery } = buildRecovery({
    db,
    clock,
    events,
    limits,
    users,
    passwords,
    sessions,
    signIn,
    emails,
    lifecycle,
    issuer,
    log,
    notices,
  })
  const factors = buildFactors({
    db,
    clock,
    keyring,
    events,
    limits,
    lifecycle,
    replays,
    users,
    sessions,
    signIn,
    passwords,
    emails,
    issuer,
  })
  const organizations = buildOrganizations({ db, clock, events, limits, settings, users, emails, lifecycle, issuer })
  const signUpRules = new SignUpRules({
    settings,
    isInvited: organizations.isInvited,
    signsInElsewhere: async (email) => (await sso.services.ssoRouting.requiredFor(email)).length > 0,
  })
  const roles = buildRoles({
    db,
    clock,
    events,
    lifecycle,
    users,
    organizationGrants: (userId, organizationId) => organizations.grants.of(userId, organizationId),
  })
  const sso = buildSso({
    db,
    clock,
    keyring,
    events,
    limits,
    lifecycle,
    outbound,
    lookUpTxt,
    users,
    replays,
    assignments: roles.assignments,
    members: organizations.services.organizationMembers,
    named: {
      hasOrganization: organizations.exists,
      hasOrganizationRole: organizations.hasRole,
      existingRoles: (ids) => roles.roles.existing(ids),
    },
    notices,
    sessions,
    endSession: (id, reason, actor) => sessionDirectory.endFor(id, reason, actor),
    provisionedGroups: (tx, connectionId, userId) => provisionedGroups(db, tx, connectionId, userId),
    browserIdOf: ({ cookies }) => sessions.browserOf(cookies).id,
    issuer,
    log,
  })
  const federation = buildProviders({
    db,
    clock,
    keyring,
    events,
    limits,
    users,
    signUpRules,
    lifecycle,
    outbound,
    issuer,
    log,
    notices,
    hasOtherWay: async (tx, user) =>
      user.passwordHash !== null || (await factors.passkeys.has(user.id, tx)) || sso.opensFor(user.id, tx),
  })
  const vault = buildVault({
    db,
    clock,
    keyring,
    events,
    limits,
    lifecycle,
    users,
    tokens,
    clients,
    consents,
    actingClients,
    outbound,
    issuer,
    log,
  })
  const flows = buildFlows({
    db,
    clock,
    keyring,
    events,
    lifecycle,
    outbound,
    users,
    log,
    baseUrl: issuer,
    redirectOrigins: async () => (await settings.current())['flows.redirect_origins'],
    passwordRule: policy,
    newSecret: newSigningSecret,
    signCall: ({ id, body, timestamp }, secrets) =>
      signatureHeaders({ id, body: Buffer.from(body), timestamp }, secrets, 'timestamped'),
    neighbours: flowNeighbours({
      roles,
      organizations,
      sessions,
      secondFactorChallenge: factors.secondFactorChallenge,
    }),
  })
  const scim = buildScim({
    db,
    clock,
    events,
    lifecycle,
    users,
    connections: sso.services.ssoConnections,
    people: sso.people,
    grants: sso.grants,
  })
  const personKeys = new PersonKeys({ db, clock, events, lifecycle, hasOwner: (tx) => users.hasOwner(tx) })
  const services = {
    users,
    signUpRules,
    userDirectory: new UserDirectory({ db, lifecycle, users, personKeys }),
    userImport: new UserImport({ db, events, users, problemOfHash }),
    personKeys,
    sessions,
    signIn,
    sessionDirectory,
    passwords,
    signUps: new SignUps({ db, limits, hasher, users, rules: signUpRules, policy, addressProofs, signIn }),
    ownerSetup: new OwnerSetup({ firstBoot, hasher, users, policy, addressProofs }),
    addressProofs,
    ...recovery,
    ...factors,
    ...federation.services,
    ...vault.services,
    ...sso.services,
    ...scim.services,
    ...organizations.services,
    ...roles,
    ...flows.services,
  }
  return {
    services,
    isMember: organizations.isMember,
    flowRunExpiry: flows.expiry,
    ssoSessionEndings: sso.sessionEndings,
    ssoMetadataRefresh: sso.metadataRefresh,
    unprovenUserCleanup: new UnprovenUserCleanup({ db, clock, users }),
    vaultRevocations: vault.revocations,
    logoutNotices: new LogoutNotices({ clock, queue }),
    logoutWorker: LogoutWorker.create({
      db,
      clock,
      events,
      log,
      signingKeys,
      issuer,
      queue,
      clients,
      fetch: outbound.fetch,
    }),
  }
}

export type People = ReturnType<typeof buildPeople>
