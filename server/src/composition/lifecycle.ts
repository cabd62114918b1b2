import { keptLinks, openLinks } from '#/modules/account-recovery/index.ts'
import { keptPolicies, policiesForUser, policiesOfClient } from '#/modules/agents/index.ts'
import { openCodes } from '#/modules/authorization-requests/index.ts'
import { LogoutNotices, logoutQueue } from '#/modules/backchannel-logout/index.ts'
import { logosOfClient } from '#/modules/client-logos/index.ts'
import { livingConsents } from '#/modules/consents/index.ts'
import { appOfUser, passkeysOfUser, recoveryCodesLeft, usedRecoveryCodes } from '#/modules/credentials/index.ts'
import { linkedAccounts } from '#/modules/identity-providers/index.ts'
import { runsOfFlow, runsOfUser, versionsOfFlow } from '#/modules/flows/index.ts'
import { addCounts, RowStep } from '#/modules/lifecycle/index.ts'
import type {
  Cause,
  Causes,
  Counts,
  Lifecycle,
  OfVaultConnection,
  OfVaultProvider,
  RowEnding,
  Step,
} from '#/modules/lifecycle/index.ts'
import {
  invitationsByUser,
  invitationsOfOrganization,
  invitationsToUser,
  membershipEnding,
  rolesOfOrganization,
  SoleOwnerCheck,
} from '#/modules/organizations/index.ts'
import { gatewayCodesEnding, gatewaySessionsEnding, rulesEnding, upstreamsOfApp } from '#/modules/proxy/index.ts'
import { assignmentsOfUser, heldPermissions, RoleAssignments } from '#/modules/roles/index.ts'
import { scimGroupsEnding, scimMembersEnding, scimTokensEnding, scimUsersEnding } from '#/modules/scim/index.ts'
import { viewsOfApiKey, viewsOfUser } from '#/modules/saved-views/index.ts'
import { keptSessions, SessionStep } from '#/modules/sessions/index.ts'
import type { Tokens, TokenSelector } from '#/modules/tokens/index.ts'
import {
  connectionsEnding,
  grantsEnding,
  linesThatFetched,
  revocationQueue,
  usesEnding,
  VaultRevocationStep,
} from '#/modules/vault/index.ts'
import { documentOfClient } from '#/oauth/client-documents/index.ts'
import {
  connectionsOfOrganization,
  domainsOfConnection,
  identitiesEnding,
  samlKeysOfConnection,
  SsoSessionStore,
} from '#/modules/sso/index.ts'
import { WaitingDeliveries } from '#/modules/webhooks/index.ts'
import { openDeviceCodes } from '#/oauth/device/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'

export interface LifecycleDeps {
  readonly db: Db
  readonly clock: Clock
  readonly tokens: Pick<Tokens, 'revoke' | 'count' | 'handOver'>
}

/** For each cause the steps that follow it, in order. */
export type Endings = { readonly [C in Cause]: readonly Step<Causes[C]>[] }

/**
 * What ends with what. Codes come before tokens: whoever redeems one at this moment either finds it void, or has written
 * tokens that a later step finds. Tokens come last, since while they are counted nobody gets a new one. To make something end with something else, describe its rows in the module that owns
 * them and name it here; the test of the schema asks about each column that names a client, a user, a session and so on.
 *
 * Not here, because nothing else ends with it: a passkey that is removed (the sessions it opened go on), a role or a permission that is taken away and an operator who is demoted (both are read with each
 * request; API keys are the server's and stay), a secret or a signing key that
 * is replaced (what was issued by the old one lives out its time). Tokens that are revoked by themselves end in `tokens`.
 */
export function endingsOf(deps: LifecycleDeps): Endings {
  const { db, clock } = deps
  const rows = <S>(ending: RowEnding<S>): Step<S> => new RowStep({ db, clock }, ending)
  const codes = rows(openCodes)
  const deviceCodes = rows(openDeviceCodes)
  const tokens = new TokenStep(deps.tokens)
  const consents = rows(livingConsents)
  const sessions = new SessionStep({ db, clock })
  const logoutNotices = new LogoutNotices({ clock, queue: logoutQueue(db) })
  const links = rows(openLinks)
  const passkeys = rows(passkeysOfUser)
  const accounts = rows(linkedAccounts)
  const connections = rows(connectionsEnding)
  const vaultGrants = rows(grantsEnding)
  // Their tokens are ended at the providers later; one that is disconnected by itself was ended there before.
  const revocations = new VaultRevocationStep({ clock, queue: revocationQueue(db) })
  const identities = rows(identitiesEnding)
  const fetchingLines = new FetchingLines({ db, tokens })
  const provisioned = rows(scimUsersEnding)
  const provisioning = [provisioned, rows(scimMembersEnding), rows(scimGroupsEnding), rows(scimTokensEnding)]
  const access = [sessions, logoutNotices, codes, deviceCodes]
  const grants = [codes, deviceCodes, consents, vaultGrants, tokens]
  const recoveryCodes = [rows(recoveryCodesLeft), rows(usedRecoveryCodes)]
  return {
    clientDeactivated: grants,
    clientReactivated: grants,
    clientDeleted: [
      rows(policiesOfClient),
      rows(keptPolicies),
      ...grants,
      rows(documentOfClient),
      rows(logosOfClient),
      rows(rulesEnding),
      rows(upstreamsOfApp),
    ],
    redirectUriRemoved: [codes],
    dpopKeyRotated: [tokens],
    policyRevoked: [tokens],
    consentRevoked: [codes, deviceCodes, vaultGrants, tokens],
    clientStopped: grants,
    sessionClosed: [logoutNotices, codes, deviceCodes],
    sessionSignedOut: [logoutNotices, codes, deviceCodes, tokens],
    sessionRevoked: [logoutNotices, codes, deviceCodes, tokens],
    userSessionsRevoked: [...access, tokens],
    everySessionRevoked: [...access, tokens],
    userDisabled: [...access, tokens],
    userDeleted: [
      new SoleOwnerCheck({ db }),
      ...access,
      rows(keptSessions),
      consents,
      rows(policiesForUser),
      links,
      rows(keptLinks),
      passkeys,
      rows(appOfUser),
      ...recoveryCodes,
      accounts,
      rows(scimMembersEnding),
      provisioned,
      identities,
      revocations,
      connections,
      vaultGrants,
      rows(usesEnding),
      rows(assignmentsOfUser),
      rows(viewsOfUser),
      rows(membershipEnding),
      rows(invitationsByUser),
      rows(invitationsToUser),
      rows(runsOfUser),
      tokens,
    ],
    passwordChanged: [...access, links, tokens],
    passwordReset: [...access, links, tokens],
    // Consents too: what a stranger allowed in the name of the address would go on without them.
    mailboxProven: [
      ...access,
      consents,
      links,
      passkeys,
      accounts,
      identities,
      revocations,
      connections,
      vaultGrants,
      tokens,
    ],
    mailboxProvenByReset: [consents, passkeys, accounts, identities, revocations, connections, vaultGrants],
    emailChanged: [links],
    mfaDisabled: recoveryCodes,
    roleDeleted: [new RoleAssignments({ db, clock }), rows(heldPermissions)],
    permissionDeleted: [rows(heldPermissions)],
    organizationDeleted: [
      rows(membershipEnding),
      rows(rolesOfOrganization),
      rows(invitationsOfOrganization),
      rows(connectionsOfOrganization),
    ],
    memberRemoved: [rows(invitationsByUser)],
    memberLimited: [rows(invitationsByUser)],
    providerDeleted: [accounts],
    ssoConnectionDeleted: [rows(domainsOfConnection), rows(samlKeysOfConnection), identities, ...provisioning],
    // The rows first: whoever fetches at this moment was recorded before, or finds nothing.
    vaultProviderDeleted: [revocations, connections, vaultGrants, fetchingLines],
    vaultConnectionEnded: [connections, vaultGrants, fetchingLines],
    vaultGrantRevoked: [vaultGrants],
    signingKeyRevoked: [tokens],
    apiKeyDeleted: [rows(viewsOfApiKey)],
    webhookDeleted: [new WaitingDeliveries(db)],
    flowDeleted: [rows(runsOfFlow), rows(versionsOfFlow)],
    resourceDeleted: [codes, deviceCodes],
    upstreamDeleted: [rows(rulesEnding), rows(gatewaySessionsEnding), rows(gatewayCodesEnding)],
  }
}

/** The table at work. */
export class EndingTable implements Lifecycle {
  readonly #endings: Endings
  readonly #heirs: readonly { handOver(tx: Tx, from: string, to: string): Promise<void> }[]
  constructor(deps: LifecycleDeps) {
    this.#endings = endingsOf(deps)
    const logoutNotices = new LogoutNotices({ clock: deps.clock, queue: logoutQueue(deps.db) })
    this.#heirs = [logoutNotices, deps.tokens, new SsoSessionStore(deps.db)]
  }

  async ended<C extends Cause>(tx: Tx, cause: C, subject: Causes[C], reason: string): Promise<Counts> {
    let counts: Counts = {}
    for (const step of this.#endings[cause]) counts = addCounts(counts, await step.end(tx, subject, reason))
    return counts
  }

  async wouldEnd<C extends Cause>(cause: C, subject: Causes[C]): Promise<Counts> {
    let counts: Counts = {}
    for (const step of this.#endings[cause]) counts = addCounts(counts, await step.count(subject))
    return counts
  }

  async handOver(tx: Tx, from: string, to: string): Promise<void> {
    for (const heir of this.#heirs) await heir.handOver(tx, from, to)
  }
}

/** The tokens, with all that descends from them. */
class TokenStep implements Step<TokenSelector> {
  readonly tables = ['tokens']
  readonly #tokens: LifecycleDeps['tokens']
  constructor(tokens: LifecycleDeps['tokens']) {
    this.#tokens = tokens
  }

  async end(tx: Tx, subject: TokenSelector, reason: string): Promise<Counts> {
    const { total: _, ...byKind } = await this.#tokens.revoke(tx, subject, reason)
    return byKind
  }

  async count(subject: TokenSelector): Promise<Counts> {
    const { total: _, ...byKind } = await this.#tokens.count(subject)
    return byKind
  }
}

/** The tokens of every line that got something out of the vault there. */
class FetchingLines implements Step<OfVaultConnection | OfVaultProvider> {
  readonly tables = ['tokens']
  readonly #db: Db
  readonly #tokens: TokenStep
  constructor({ db, tokens }: { readonly db: Db; readonly tokens: TokenStep }) {
    this.#db = db
    this.#tokens = tokens
  }

  async end(tx: Tx, subject: OfVaultConnection | OfVaultProvider, reason: string): Promise<Counts> {
    let counts: Counts = {}
    for (const id of await linesThatFetched(tx, subject)) {
      counts = addCounts(counts, await this.#tokens.end(tx, { by: 'token', id }, reason))
    }
    return counts
  }

  async count(subject: OfVaultConnection | OfVaultProvider): Promise<Counts> {
    let counts: Counts = {}
    for (const id of await linesThatFetched(this.#db, subject)) {
      counts = addCounts(counts, await this.#tokens.count({ by: 'token', id }))
    }
    return counts
  }
}
