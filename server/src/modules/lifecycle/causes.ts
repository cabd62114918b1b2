import type { Actor } from '#/platform/audit/event.ts'

/** A client, by its protocol id. */
export interface OfClient {
  readonly by: 'client'
  readonly clientId: string
}

/** A client that is gone, by both of its ids. */
export interface OfDeletedClient extends OfClient {
  readonly id: string
}

/** A client as far as it acts for one user. */
export interface OfClientOfUser {
  readonly by: 'user'
  readonly userId: string
  readonly clientId: string
}

/** The proof key that tokens of a client are bound to. */
export interface OfKey {
  readonly by: 'key'
  readonly clientId: string
  readonly jkt: string
}

export interface OfUser {
  readonly by: 'user'
  readonly userId: string
}

/** A person, whose session at hand may go on: it still waits, and opens nothing yet. */
export interface OfUserButSession extends OfUser {
  readonly keptSessionId?: string
}

/** A session; `offlineToo` says whether what was granted offline access ends with it. */
export interface OfSession {
  readonly by: 'session'
  readonly sessionId: string
  readonly offlineToo: boolean
}

/** The sessions of everybody, but those that go on. */
export interface OfAllSessions {
  readonly by: 'all-sessions'
  /** The one that goes on whoever has it. */
  readonly kept: string | null
  /** Whether it reaches people who run the server. */
  readonly operatorsToo: boolean
}

export interface OfConsent {
  readonly by: 'consent'
  readonly consentId: string
  readonly userId: string
  readonly clientId: string
}

export interface OfPolicy {
  readonly by: 'policy'
  readonly policyId: string
}

export interface OfRole {
  readonly by: 'role'
  readonly roleId: string
}

export interface OfPermission {
  readonly by: 'permission'
  readonly permissionId: string
}

export interface OfOrganization {
  readonly by: 'organization'
  readonly organizationId: string
}

/** A member of an organization, as far as they vouched for others. */
export interface OfInviter {
  readonly by: 'inviter'
  readonly organizationId: string
  readonly userId: string
}

export interface OfProvider {
  readonly by: 'provider'
  readonly providerId: string
}

/** An account elsewhere that a person connected. */
export interface OfVaultConnection {
  readonly by: 'vault-connection'
  readonly connectionId: string
}

/** What a person lets a client use of the vault. */
export interface OfVaultGrant {
  readonly by: 'vault-grant'
  readonly grantId: string
}

/** Where the vault keeps accounts of people. */
export interface OfVaultProvider {
  readonly by: 'vault-provider'
  readonly vaultProviderId: string
}

/** Where people of a company sign in. */
export interface OfSsoConnection {
  readonly by: 'sso-connection'
  readonly ssoConnectionId: string
}

/** What is on its way to tokens that are meant for a resource. */
export interface OfResource {
  readonly by: 'resource'
  readonly uri: string
}

/** A key that signs tokens. */
export interface OfSigningKey {
  readonly by: 'signing-key'
  readonly kid: string
}

/** A key of the admin API. */
export interface OfApiKey {
  readonly by: 'api-key'
  readonly apiKeyId: string
}

export interface OfWebhook {
  readonly by: 'webhook'
  readonly webhookId: string
}

/** A host behind the gateway. */
export interface OfUpstream {
  readonly by: 'upstream'
  readonly upstreamId: string
}

/** An auth flow, with the sign-ins on their way through it. */
export interface OfFlow {
  readonly by: 'flow'
  readonly flowId: string
}

/** Everything that ends and takes other things along, with what says which one it was. */
export interface Causes {
  readonly clientDeactivated: OfClient
  /** What ended stays ended: also what was written in the moment the client was turned off. */
  readonly clientReactivated: OfClient
  readonly clientDeleted: OfDeletedClient
  /** Consents stay: whoever registered itself is asked about each time, wherever its answers go. */
  readonly redirectUriRemoved: OfClient
  /** Without a pinned key nobody knows which one was the old: then all tokens of the client. */
  readonly dpopKeyRotated: OfKey | OfClient
  readonly policyRevoked: OfPolicy
  readonly consentRevoked: OfConsent
  /** A client was stopped from acting for a user, by whatever it did so. */
  readonly clientStopped: OfClientOfUser
  /** A session made room for another one, or ended where its tokens were to go on. */
  readonly sessionClosed: OfSession & { readonly offlineToo: false }
  readonly sessionSignedOut: OfSession & { readonly offlineToo: false }
  /** Somebody ended a session for good. It may be over already, and have left something behind. */
  readonly sessionRevoked: OfSession & { readonly offlineToo: true }
  readonly userSessionsRevoked: OfUser & { readonly via: 'session' }
  readonly everySessionRevoked: OfAllSessions
  readonly userDisabled: OfUser
  readonly userDeleted: OfUser & { readonly actor: Actor }
  readonly passwordChanged: OfUserButSession
  readonly passwordReset: OfUser
  /** A mailbox was proven by somebody who did not show that they know the account. */
  readonly mailboxProven: OfUser
  /** The same by a password reset, whose own cause came first. */
  readonly mailboxProvenByReset: OfUser
  readonly emailChanged: OfUser
  readonly mfaDisabled: OfUser
  readonly roleDeleted: OfRole
  readonly permissionDeleted: OfPermission
  readonly organizationDeleted: OfOrganization
  readonly memberRemoved: OfInviter
  /** A member may do less than before. */
  readonly memberLimited: OfInviter
  readonly providerDeleted: OfProvider
  readonly ssoConnectionDeleted: OfSsoConnection
  readonly vaultProviderDeleted: OfVaultProvider
  readonly vaultConnectionEnded: OfVaultConnection
  readonly vaultGrantRevoked: OfVaultGrant
  /** Somebody else may have it: what it signed proves nothing any more. */
  readonly signingKeyRevoked: OfSigningKey
  readonly apiKeyDeleted: OfApiKey
  readonly webhookDeleted: OfWebhook
  /** Sign-ins that wait in it begin again. */
  readonly flowDeleted: OfFlow
  /** Tokens for it live out their time, and none is renewed: that is asked at use. */
  readonly resourceDeleted: OfResource
  readonly upstreamDeleted: OfUpstream
}

export type Cause = keyof Causes
