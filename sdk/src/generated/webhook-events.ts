// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { AuditLog, EndedCounts } from './shared.ts'

/** What a webhook brings, by the name of the event. */
export interface WebhookEvents {
  'admin_access.refused': AdminAccessRefusedEvent
  'agent.created': AgentCreatedEvent
  'agent.deactivated': AgentDeactivatedEvent
  'agent.dpop_key_rotated': AgentDpopKeyRotatedEvent
  'agent.purged': AgentPurgedEvent
  'agent.secret_rotated': AgentSecretRotatedEvent
  'agent.tokens_revoked': AgentTokensRevokedEvent
  'agent.updated': AgentUpdatedEvent
  'app.created': AppCreatedEvent
  'app.deactivated': AppDeactivatedEvent
  'app.deleted': AppDeletedEvent
  'app.secret_rotated': AppSecretRotatedEvent
  'app.updated': AppUpdatedEvent
  'consent.granted': ConsentGrantedEvent
  'consent.revoked': ConsentRevokedEvent
  'device.approved': DeviceApprovedEvent
  'device.denied': DeviceDeniedEvent
  'email.failed': EmailFailedEvent
  'flow.created': FlowCreatedEvent
  'flow.deleted': FlowDeletedEvent
  'flow.secret_rotated': FlowSecretRotatedEvent
  'flow.updated': FlowUpdatedEvent
  'flow_run.denied': FlowRunDeniedEvent
  'flow_run.error_ignored': FlowRunErrorIgnoredEvent
  'flow_run.expired': FlowRunExpiredEvent
  'flow_run.failed': FlowRunFailedEvent
  'flow_run.passed': FlowRunPassedEvent
  'flow_run.recovery_used': FlowRunRecoveryUsedEvent
  'login.throttled': LoginThrottledEvent
  'logout_notice.failed': LogoutNoticeFailedEvent
  'mfa.disabled': MfaDisabledEvent
  'mfa.enabled': MfaEnabledEvent
  'mfa.recovery_code_used': MfaRecoveryCodeUsedEvent
  'mfa.recovery_codes_replaced': MfaRecoveryCodesReplacedEvent
  'mfa.throttled': MfaThrottledEvent
  'oauth.bulk_revoke_pattern': OauthBulkRevokePatternEvent
  'oauth_account.linked': OauthAccountLinkedEvent
  'oauth_account.unlinked': OauthAccountUnlinkedEvent
  'org.created': OrgCreatedEvent
  'org.deleted': OrgDeletedEvent
  'org.member.added': OrgMemberAddedEvent
  'org.member.removed': OrgMemberRemovedEvent
  'org.member.updated': OrgMemberUpdatedEvent
  'org.updated': OrgUpdatedEvent
  'passkey.added': PasskeyAddedEvent
  'passkey.counter_regressed': PasskeyCounterRegressedEvent
  'passkey.removed': PasskeyRemovedEvent
  'permission.created': PermissionCreatedEvent
  'permission.deleted': PermissionDeletedEvent
  'policy.created': PolicyCreatedEvent
  'policy.revoked': PolicyRevokedEvent
  'resource.created': ResourceCreatedEvent
  'resource.deleted': ResourceDeletedEvent
  'resource.updated': ResourceUpdatedEvent
  'role.assigned': RoleAssignedEvent
  'role.created': RoleCreatedEvent
  'role.deleted': RoleDeletedEvent
  'role.permission_added': RolePermissionAddedEvent
  'role.permission_removed': RolePermissionRemovedEvent
  'role.unassigned': RoleUnassignedEvent
  'role.updated': RoleUpdatedEvent
  'scim.token.created': ScimTokenCreatedEvent
  'scim.token.revoked': ScimTokenRevokedEvent
  'scim.user.provisioned': ScimUserProvisionedEvent
  'scim.user.removed': ScimUserRemovedEvent
  'session.all_revoked': SessionAllRevokedEvent
  'session.created': SessionCreatedEvent
  'session.revoked': SessionRevokedEvent
  'sso.connection.created': SsoConnectionCreatedEvent
  'sso.connection.deleted': SsoConnectionDeletedEvent
  'sso.connection.updated': SsoConnectionUpdatedEvent
  'sso.domain.verified': SsoDomainVerifiedEvent
  'sso.identity.linked': SsoIdentityLinkedEvent
  'sso.identity.unlinked': SsoIdentityUnlinkedEvent
  'sso.metadata.failed': SsoMetadataFailedEvent
  'system.audit_log': SystemAuditLogEvent
  'system.mode_changed': SystemModeChangedEvent
  'system.reset': SystemResetEvent
  'system.restored': SystemRestoredEvent
  'token.exchange_refused': TokenExchangeRefusedEvent
  'token.exchanged': TokenExchangedEvent
  'token.reuse_detected': TokenReuseDetectedEvent
  'user.agents_revoked': UserAgentsRevokedEvent
  'user.created': UserCreatedEvent
  'user.deleted': UserDeletedEvent
  'user.disabled': UserDisabledEvent
  'user.enabled': UserEnabledEvent
  'user.sessions_revoked': UserSessionsRevokedEvent
  'user.updated': UserUpdatedEvent
  'vault.connection.created': VaultConnectionCreatedEvent
  'vault.connection.deleted': VaultConnectionDeletedEvent
  'vault.connection.needs_reauth': VaultConnectionNeedsReauthEvent
  'vault.connection.renewed': VaultConnectionRenewedEvent
  'vault.grant.created': VaultGrantCreatedEvent
  'vault.grant.revoked': VaultGrantRevokedEvent
  'webhook.created': WebhookCreatedEvent
  'webhook.deleted': WebhookDeletedEvent
  'webhook.disabled': WebhookDisabledEvent
  'webhook.secret_rotated': WebhookSecretRotatedEvent
  'webhook.test': WebhookTestEvent
  'webhook.updated': WebhookUpdatedEvent
}

/**
 * Somebody who is known was refused a route of administration. The first of an actor stands alone; what follows within
 * a minute is one entry.
 */
export interface AdminAccessRefusedEvent {
  event: 'admin_access.refused'
  /** When it happened. */
  created_at: string
  data: {
    /** The names of the routes, ten at most */
    routes: string[]
    /** The codes of the errors */
    codes: string[]
    /** How many requests it stands for */
    count: number
  }
}

/** An operator made an agent. */
export interface AgentCreatedEvent {
  event: 'agent.created'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    client_name: string
    grant_types: string[]
    scope: string
    dpop_bound: boolean
    /** What it happened to */
    agent_id?: string
  }
}

/** An agent was deactivated; its tokens, codes and consents ended. */
export interface AgentDeactivatedEvent {
  event: 'agent.deactivated'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    client_name: string
    /** How many tokens ended */
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    counts: EndedCounts
    /** What it happened to */
    agent_id?: string
  }
}

/** The proof key of an agent was replaced and the tokens bound to the old one ended. */
export interface AgentDpopKeyRotatedEvent {
  event: 'agent.dpop_key_rotated'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    client_name: string
    old_jkt: string | null
    new_jkt: string | null
    reason: string | null
    /** How many tokens ended */
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    counts: EndedCounts
    /** What it happened to */
    agent_id?: string
  }
}

/** A deactivated agent was removed for good, with its policies; its audit entries stay. */
export interface AgentPurgedEvent {
  event: 'agent.purged'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    client_name: string
    /** How many tokens ended */
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    counts: EndedCounts
    /** What it happened to */
    agent_id?: string
  }
}

/** An agent got a new secret; the old one stopped. */
export interface AgentSecretRotatedEvent {
  event: 'agent.secret_rotated'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    client_name: string
    /** What it happened to */
    agent_id?: string
  }
}

/** All of an agent's tokens were revoked; the agent itself stays active. */
export interface AgentTokensRevokedEvent {
  event: 'agent.tokens_revoked'
  /** When it happened. */
  created_at: string
  data: {
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    client_id: string
    /** What it happened to */
    agent_id?: string
  }
}

/**
 * An operator changed an agent; each changed field with its value before and after, and what ended with the former
 * ones.
 */
export interface AgentUpdatedEvent {
  event: 'agent.updated'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    client_name: string
    changes: Record<string, {
        before: unknown
        after: unknown
      }>
    counts?: EndedCounts
    /** What it happened to */
    agent_id?: string
  }
}

/** An operator made an application. */
export interface AppCreatedEvent {
  event: 'app.created'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    name: string
    type: string
    first_party: boolean
    require_pkce: boolean
    grant_types: string[]
    redirect_uris: string[]
    scope: string
    /** What it happened to */
    app_id?: string
  }
}

/** An application was deactivated; its tokens, codes and consents ended. */
export interface AppDeactivatedEvent {
  event: 'app.deactivated'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    name: string
    type: string
    changes: Record<string, {
        before: unknown
        after: unknown
      }>
    /** How many tokens ended */
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    counts: EndedCounts
    /** What it happened to */
    app_id?: string
  }
}

/** An application was deleted with its tokens, codes and consents. */
export interface AppDeletedEvent {
  event: 'app.deleted'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    name: string
    type: string
    /** How many tokens ended */
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    counts: EndedCounts
    /** What it happened to */
    app_id?: string
  }
}

/** An application got a new secret. */
export interface AppSecretRotatedEvent {
  event: 'app.secret_rotated'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    name: string
    type: string
    /** Null: it stopped at once. */
    old_secret_until: string | null
    /** What it happened to */
    app_id?: string
  }
}

/**
 * An operator changed an application; each changed field with its value before and after, and what ended with the
 * former ones.
 */
export interface AppUpdatedEvent {
  event: 'app.updated'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    name: string
    type: string
    changes: Record<string, {
        before: unknown
        after: unknown
      }>
    counts?: EndedCounts
    /** What it happened to */
    app_id?: string
  }
}

/** A person allowed a client to act for them. */
export interface ConsentGrantedEvent {
  event: 'consent.granted'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    client_id: string
    /** What was allowed this time */
    scope: string
    resource: string[]
    /** All that the consent covers now */
    total_scope: string
    /** What it happened to */
    consent_id?: string
  }
}

/** A consent was taken back; every token that came from it is dead. */
export interface ConsentRevokedEvent {
  event: 'consent.revoked'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    client_id: string
    scope: string
    /** How many tokens ended */
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    counts: EndedCounts
    /** What it happened to */
    consent_id?: string
  }
}

/** A person connected a device. */
export interface DeviceApprovedEvent {
  event: 'device.approved'
  /** When it happened. */
  created_at: string
  data: {
    /** Null when an operator denied it */
    user_id: string | null
    client_id: string
    scope: string
    /** The address the device asked from */
    asked_from: string | null
  }
}

/** A person refused a device. */
export interface DeviceDeniedEvent {
  event: 'device.denied'
  /** When it happened. */
  created_at: string
  data: {
    /** Null when an operator denied it */
    user_id: string | null
    client_id: string
    scope: string
    /** The address the device asked from */
    asked_from: string | null
  }
}

/** A message was given up: refused for good, tried too often, or pointless by now. */
export interface EmailFailedEvent {
  event: 'email.failed'
  /** When it happened. */
  created_at: string
  data: {
    template: string
    to: string
    attempts: number
    /** In our own words. */
    reason: string
  }
}

/** There is a new auth flow. */
export interface FlowCreatedEvent {
  event: 'flow.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    trigger: string
    version: number
    enabled: boolean
  }
}

/** An auth flow was deleted, and the sign-ins that waited in it ended. */
export interface FlowDeletedEvent {
  event: 'flow.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    trigger: string
    version: number
    enabled: boolean
    counts: EndedCounts
  }
}

/** The calls of an auth flow are signed with a new secret. */
export interface FlowSecretRotatedEvent {
  event: 'flow.secret_rotated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    /** Null: it stopped at once. */
    old_secret_until: string | null
  }
}

/** An auth flow has a new version. Sign-ins that are on their way go on by the one they began with. */
export interface FlowUpdatedEvent {
  event: 'flow.updated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    trigger: string
    version: number
    enabled: boolean
    /** Names of the fields */
    changed: string[]
  }
}

/** A step of an auth flow refused a sign-in. */
export interface FlowRunDeniedEvent {
  event: 'flow_run.denied'
  /** When it happened. */
  created_at: string
  data: {
    run_id: string
    flow_id: string
    flow_version: number
    user_id: string
    trigger: string
    /** Where it stands in the version: /steps/0 */
    step: string
    type: string
    reason: string
  }
}

/** A step of an auth flow broke, and the sign-in went on, because the step says so. */
export interface FlowRunErrorIgnoredEvent {
  event: 'flow_run.error_ignored'
  /** When it happened. */
  created_at: string
  data: {
    run_id: string
    flow_id: string
    flow_version: number
    user_id: string
    trigger: string
    /** Where it stands in the version: /steps/0 */
    step: string
    type: string
    reason: string
  }
}

/** A sign-in was not finished within the time that its auth flow leaves. */
export interface FlowRunExpiredEvent {
  event: 'flow_run.expired'
  /** When it happened. */
  created_at: string
  data: {
    run_id: string
    flow_id: string
    flow_version: number
    user_id: string
    trigger: string
    /** What the person had yet to do; null when they left before the flow, or a node died in a step. */
    waited_for: string | null
  }
}

/** A step of an auth flow broke, and so the sign-in ended. */
export interface FlowRunFailedEvent {
  event: 'flow_run.failed'
  /** When it happened. */
  created_at: string
  data: {
    run_id: string
    flow_id: string
    flow_version: number
    user_id: string
    trigger: string
    /** Where it stands in the version: /steps/0 */
    step: string
    type: string
    reason: string
  }
}

/** A sign-in went through its auth flow. */
export interface FlowRunPassedEvent {
  event: 'flow_run.passed'
  /** When it happened. */
  created_at: string
  data: {
    run_id: string
    flow_id: string
    flow_version: number
    user_id: string
    trigger: string
  }
}

/** An owner signs in by ?recovery: of the auth flow, only the steps of their own security hold. */
export interface FlowRunRecoveryUsedEvent {
  event: 'flow_run.recovery_used'
  /** When it happened. */
  created_at: string
  data: {
    run_id: string
    flow_id: string
    flow_version: number
    user_id: string
    trigger: string
  }
}

/** So many sign-ins failed that more are refused for now. Told once an hour for each limit that is reached. */
export interface LoginThrottledEvent {
  event: 'login.throttled'
  /** When it happened. */
  created_at: string
  data: {
    /** What the failures have in common */
    limit: 'user_and_address' | 'address' | 'user'
  }
}

/** A client could not be told that a session ended, and is not told any more. */
export interface LogoutNoticeFailedEvent {
  event: 'logout_notice.failed'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    user_id: string
    sid: string
    reason: string
  }
}

/** The second factor of a user was taken away, by the user or, as the actor says, by an operator. */
export interface MfaDisabledEvent {
  event: 'mfa.disabled'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    before: {
      mfa_enabled: boolean
      recovery_codes_left: number
    }
    after: {
      mfa_enabled: boolean
      recovery_codes_left: number
    }
    counts: EndedCounts
  }
}

/** A user set up an authenticator app: from now on every sign-in asks for its code or a passkey. */
export interface MfaEnabledEvent {
  event: 'mfa.enabled'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    method: 'totp'
  }
}

/** A recovery code stood in for the authenticator app, and is used up. */
export interface MfaRecoveryCodeUsedEvent {
  event: 'mfa.recovery_code_used'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    /** How many codes are left */
    left: number
  }
}

/** A user made new recovery codes; those from before are void. */
export interface MfaRecoveryCodesReplacedEvent {
  event: 'mfa.recovery_codes_replaced'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
  }
}

/** So many codes were wrong that more are refused for now. Told once an hour for each limit that is reached. */
export interface MfaThrottledEvent {
  event: 'mfa.throttled'
  /** When it happened. */
  created_at: string
  data: {
    /** What the failures have in common */
    limit: 'user_and_address' | 'address' | 'user'
  }
}

/** The tokens of every client whose client_id matches a pattern were revoked. */
export interface OauthBulkRevokePatternEvent {
  event: 'oauth.bulk_revoke_pattern'
  /** When it happened. */
  created_at: string
  data: {
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    pattern: string
    reason: string | null
  }
}

/** An account at a provider now signs a user in. */
export interface OauthAccountLinkedEvent {
  event: 'oauth_account.linked'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    provider: string
    /** With a new user, by an address that both sides verified, or because the user asked for it */
    how: 'signed_up' | 'same_address' | 'requested'
  }
}

/** An account at a provider does not sign its user in any more. */
export interface OauthAccountUnlinkedEvent {
  event: 'oauth_account.unlinked'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    provider: string
  }
}

/** An organization was created, with its first owner when it has one. */
export interface OrgCreatedEvent {
  event: 'org.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    slug: string
    owner_id: string | null
  }
}

/** An organization was deleted with its memberships, roles and invitations. Its people stay. */
export interface OrgDeletedEvent {
  event: 'org.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    slug: string
    removed_members: number
    removed_roles: number
    removed_invitations: number
    counts: EndedCounts
  }
}

/** A member joined an organization. */
export interface OrgMemberAddedEvent {
  event: 'org.member.added'
  /** When it happened. */
  created_at: string
  data: {
    organization_id: string
    user_id: string
    role: string
    via: 'invitation' | 'operator' | 'sso'
    invitation_id: string | null
  }
}

/** Somebody is no longer a member; what they had by it ended, and so did their open invitations. */
export interface OrgMemberRemovedEvent {
  event: 'org.member.removed'
  /** When it happened. */
  created_at: string
  data: {
    organization_id: string
    user_id: string
    role: string
    reason: 'removed' | 'left'
    revoked_invitations: number
    counts: EndedCounts
  }
}

/** A member has another role. */
export interface OrgMemberUpdatedEvent {
  event: 'org.member.updated'
  /** When it happened. */
  created_at: string
  data: {
    organization_id: string
    user_id: string
    role: {
      from: unknown
      to: unknown
    }
    revoked_invitations: number
    counts: EndedCounts
  }
}

/** Fields of an organization changed. Metadata is named, not told. */
export interface OrgUpdatedEvent {
  event: 'org.updated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    slug: string
    /** Names of the fields */
    changed: string[]
    before: {
      name: string
      slug: string
    }
  }
}

/** A user registered a passkey. */
export interface PasskeyAddedEvent {
  event: 'passkey.added'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    passkey_id: string
    /** The model of the authenticator */
    aaguid: string
    /** Whether it may live on several devices */
    backup_eligible: boolean
  }
}

/** A passkey counted backwards and was refused: it may have been copied. */
export interface PasskeyCounterRegressedEvent {
  event: 'passkey.counter_regressed'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    passkey_id: string
    stored: number
    received: number
  }
}

/** A passkey was removed. */
export interface PasskeyRemovedEvent {
  event: 'passkey.removed'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    passkey_id: string
  }
}

/** There is a permission that roles can hold. */
export interface PermissionCreatedEvent {
  event: 'permission.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    permission: string
    description: string | null
  }
}

/** A permission was deleted, and taken from every role that held it. */
export interface PermissionDeletedEvent {
  event: 'permission.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    permission: string
    description: string | null
    removed_from_roles: number
    counts: EndedCounts
  }
}

/** An agent was allowed to act for a subject. */
export interface PolicyCreatedEvent {
  event: 'policy.created'
  /** When it happened. */
  created_at: string
  data: {
    agent_id: string
    subject: string
    scope: string
    audience: string[]
    max_depth: number
    may_redelegate: boolean
    expires_at: string | null
    /** What it happened to */
    policy_id?: string
  }
}

/** An agent is no longer allowed to act for a subject; the tokens made under the policy ended. */
export interface PolicyRevokedEvent {
  event: 'policy.revoked'
  /** When it happened. */
  created_at: string
  data: {
    agent_id: string
    subject: string
    scope: string
    audience: string[]
    max_depth: number
    may_redelegate: boolean
    expires_at: string | null
    /** How many tokens ended */
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    counts: EndedCounts
    /** What it happened to */
    policy_id?: string
  }
}

/** There is a resource that clients can ask tokens for. */
export interface ResourceCreatedEvent {
  event: 'resource.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    uri: string
    name: string
    scopes: string[]
    open_to: string
  }
}

/** A resource was deleted: nobody gets tokens for it any more, and none is renewed. */
export interface ResourceDeletedEvent {
  event: 'resource.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    uri: string
    name: string
    counts: EndedCounts
  }
}

/** A resource got another name, other scopes or other clients; each change with what was before and after. */
export interface ResourceUpdatedEvent {
  event: 'resource.updated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    uri: string
    name: string
    changes: Record<string, {
        before: unknown
        after: unknown
      }>
  }
}

/** A user got a role, or has it for another time from now on. */
export interface RoleAssignedEvent {
  event: 'role.assigned'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    user_id: string
    expires_at: string | null
    /** Until when the user had the role before; null when they did not */
    before: {
      expires_at: string | null
    } | null
  }
}

/** A role was made. */
export interface RoleCreatedEvent {
  event: 'role.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    description: string | null
    permissions: string[]
  }
}

/** A role was deleted, and taken from everybody who had it. */
export interface RoleDeletedEvent {
  event: 'role.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    permissions: string[]
    removed_assignments: number
    counts: EndedCounts
  }
}

/** A role holds one more permission. */
export interface RolePermissionAddedEvent {
  event: 'role.permission_added'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    permission_id: string
    permission: string
  }
}

/** A role does not hold a permission any more. */
export interface RolePermissionRemovedEvent {
  event: 'role.permission_removed'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    permission_id: string
    permission: string
  }
}

/** A role was taken from a user. */
export interface RoleUnassignedEvent {
  event: 'role.unassigned'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    user_id: string
  }
}

/** A role got another name, description or set of permissions; each change with what was before and after. */
export interface RoleUpdatedEvent {
  event: 'role.updated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    changes: Record<string, {
        before: unknown
        after: unknown
      }>
  }
}

/** A connection got a token for provisioning. */
export interface ScimTokenCreatedEvent {
  event: 'scim.token.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    connection_id: string
    name: string
  }
}

/** A token for provisioning was revoked. */
export interface ScimTokenRevokedEvent {
  event: 'scim.token.revoked'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    connection_id: string
    name: string
  }
}

/** The identity provider of a connection keeps a person in step from now on. */
export interface ScimUserProvisionedEvent {
  event: 'scim.user.provisioned'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    connection_id: string
    user_id: string
  }
}

/** The identity provider of a connection removed a person. The account stays, turned off. */
export interface ScimUserRemovedEvent {
  event: 'scim.user.removed'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    connection_id: string
    user_id: string
  }
}

/** The sessions of everybody ended at once, with the tokens that came from them. */
export interface SessionAllRevokedEvent {
  event: 'session.all_revoked'
  /** When it happened. */
  created_at: string
  data: {
    reason: string
    /** The one of whoever asked, when it went on */
    kept_session_id: string | null
    /** Whether sessions of people who run the server ended too */
    operators_too: boolean
    /** How many sessions ended */
    revoked_sessions: number
    /** How many tokens ended */
    revoked_tokens: number
    counts: EndedCounts
    /** What it happened to */
    session_id?: string
  }
}

/** A person signed in, with everything their sign-in asks for. */
export interface SessionCreatedEvent {
  event: 'session.created'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    methods: string[]
    /** What it happened to */
    session_id?: string
  }
}

/** A session ended before its time. */
export interface SessionRevokedEvent {
  event: 'session.revoked'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    reason: string
    /** How many tokens ended with it */
    revoked_tokens: number
    counts: EndedCounts
    /** What it happened to */
    session_id?: string
  }
}

/** A connection for single sign-on was set up. */
export interface SsoConnectionCreatedEvent {
  event: 'sso.connection.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    type: string
    /** The issuer, or the entity id, of the identity provider */
    issuer: string
    organization_id: string | null
  }
}

/** A connection for single sign-on was deleted, with its domains and what it knew people by. */
export interface SsoConnectionDeletedEvent {
  event: 'sso.connection.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    type: string
    counts: EndedCounts
  }
}

/** The set-up of a connection for single sign-on changed. A new secret is named, never told. */
export interface SsoConnectionUpdatedEvent {
  event: 'sso.connection.updated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    type: string
    /** Names of the fields */
    changed: string[]
  }
}

/** A connection speaks for the addresses of a domain from now on. */
export interface SsoDomainVerifiedEvent {
  event: 'sso.domain.verified'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    connection_id: string
    domain: string
    verified_by: 'dns' | 'operator'
  }
}

/** A connection knows a user from now on, and signs them in. */
export interface SsoIdentityLinkedEvent {
  event: 'sso.identity.linked'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    connection_id: string
    /** With a new user, or because the person proved the account that has their address */
    how: 'signed_up' | 'joined' | 'provisioned'
  }
}

/** An operator took from a connection what it knew a user by, with what their groups there gave. */
export interface SsoIdentityUnlinkedEvent {
  event: 'sso.identity.unlinked'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    connection_id: string
    counts: EndedCounts
  }
}

/**
 * The metadata of an identity provider could be used before, and can not be read or used any more. What was known of it
 * holds on.
 */
export interface SsoMetadataFailedEvent {
  event: 'sso.metadata.failed'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    name: string
    type: string
    error: string
  }
}

/** There is a new audit entry. */
export interface SystemAuditLogEvent {
  event: 'system.audit_log'
  /** When it happened. */
  created_at: string
  data: AuditLog
}

/** The server went to another mode. */
export interface SystemModeChangedEvent {
  event: 'system.mode_changed'
  /** When it happened. */
  created_at: string
  data: {
    from: string
    to: string
  }
}

/**
 * Every session, every token and the audit log were wiped. A signed marker says so, and the chain goes on from there.
 */
export interface SystemResetEvent {
  event: 'system.reset'
  /** When it happened. */
  created_at: string
  data: {
    sessions: number
    tokens: number
    audit_logs: number
    /** Its place in the list of what was removed from the log */
    marker: number
  }
}

/** The database was restored from a backup: what happened after the backup has not happened here. */
export interface SystemRestoredEvent {
  event: 'system.restored'
  /** When it happened. */
  created_at: string
  data: {
    /** When the backup was made */
    backup_created_at: string
    /** Whether the seal of the master key showed who made the backup */
    origin_verified: boolean
    /** Whether the sessions of everybody ended with it */
    sessions_ended: boolean
    /** Whether all tokens ended with it */
    tokens_ended: boolean
  }
}

/** A client was refused a token to act for a subject. */
export interface TokenExchangeRefusedEvent {
  event: 'token.exchange_refused'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    subject: string | null
    subject_token_id: string | null
    reason: string
    error: string
    /** What it happened to */
    token_id?: string
  }
}

/** A client received a token to act for a subject. */
export interface TokenExchangedEvent {
  event: 'token.exchanged'
  /** When it happened. */
  created_at: string
  data: {
    client_id: string
    subject: string
    subject_token_id: string
    token_id: string
    policy_id: string | null
    depth: number
    scope: string
    dropped_scope: string
    audience: string[]
    chain: string[]
    warning?: string
  }
}

/** A code or refresh token that was already used came back; its whole family was revoked. */
export interface TokenReuseDetectedEvent {
  event: 'token.reuse_detected'
  /** When it happened. */
  created_at: string
  data: {
    revoked_count: number
    access_tokens: number
    refresh_tokens: number
    delegated_tokens: number
    client_id: string
    kind: string
    /** What it happened to */
    token_id?: string
  }
}

/** Agents and apps were stopped from acting for a user. */
export interface UserAgentsRevokedEvent {
  event: 'user.agents_revoked'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    client_ids: string[]
    revoked_consents: number
    /** How many tokens ended */
    revoked_count: number
    counts: EndedCounts
  }
}

/** A user was created: by signing up, by an operator, by an import, or when the server was set up. */
export interface UserCreatedEvent {
  event: 'user.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    email: string
    created_at: string
    /** For somebody who may not sign in from the start */
    disabled?: true
  }
}

/** A user was deleted; sessions, tokens, consents and everything else that hung on them ended. */
export interface UserDeletedEvent {
  event: 'user.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    /** How many sessions ended */
    revoked_sessions: number
    /** How many tokens ended */
    revoked_tokens: number
    counts: EndedCounts
  }
}

/** A user may not sign in any more; sessions and tokens ended. */
export interface UserDisabledEvent {
  event: 'user.disabled'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    reason: string
    /** How many sessions ended */
    revoked_sessions: number
    /** How many tokens ended */
    revoked_tokens: number
    counts: EndedCounts
  }
}

/** A disabled user may sign in again. */
export interface UserEnabledEvent {
  event: 'user.enabled'
  /** When it happened. */
  created_at: string
  data: {
    id: string
  }
}

/** Every session of a user, or every one but that at hand, ended at once, with the tokens that came from them. */
export interface UserSessionsRevokedEvent {
  event: 'user.sessions_revoked'
  /** When it happened. */
  created_at: string
  data: {
    user_id: string
    reason: string
    /** How many sessions ended */
    revoked_sessions: number
    /** How many tokens ended */
    revoked_tokens: number
    counts: EndedCounts
  }
}

/** Fields of a user changed. */
export interface UserUpdatedEvent {
  event: 'user.updated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    /** Names of the fields */
    changed: string[]
    counts?: EndedCounts
  }
}

/** A person connected an account elsewhere. */
export interface VaultConnectionCreatedEvent {
  event: 'vault.connection.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    provider: string
    scopes: string[]
  }
}

/** A connected account was disconnected, and the tokens of every line that fetched from it ended. */
export interface VaultConnectionDeletedEvent {
  event: 'vault.connection.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    provider: string
    /** Whether the provider ended what it had given; null where it can not be asked */
    revoked_upstream: boolean | null
    counts: EndedCounts
  }
}

/** A provider ended what it had given: only the person can go on. */
export interface VaultConnectionNeedsReauthEvent {
  event: 'vault.connection.needs_reauth'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    provider_id: string
  }
}

/** A person connected an account again that was connected before. */
export interface VaultConnectionRenewedEvent {
  event: 'vault.connection.renewed'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    provider: string
    scopes: string[]
  }
}

/** A person let a client use a connected account, also when it was let before with other scopes. */
export interface VaultGrantCreatedEvent {
  event: 'vault.grant.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    client_id: string
    connection_id: string
    provider: string
    scopes: string[]
  }
}

/** A client may no longer use a connected account. */
export interface VaultGrantRevokedEvent {
  event: 'vault.grant.revoked'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    user_id: string
    client_id: string
    connection_id: string
    provider: string
    counts: EndedCounts
  }
}

/** Somebody subscribed to events. */
export interface WebhookCreatedEvent {
  event: 'webhook.created'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    /** Of the address; the rest of it may be a secret of the receiver */
    host: string
    events: string[]
    enabled: boolean
  }
}

/** A subscription was deleted; what waited to be sent is not sent any more. */
export interface WebhookDeletedEvent {
  event: 'webhook.deleted'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    /** Of the address; the rest of it may be a secret of the receiver */
    host: string
    counts: EndedCounts
  }
}

/** A subscription was turned off: its endpoint is gone for good, or nothing arrived there for five days. */
export interface WebhookDisabledEvent {
  event: 'webhook.disabled'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    /** Of the address; the rest of it may be a secret of the receiver */
    host: string
    reason: 'gone' | 'failing'
    failing_since: string | null
  }
}

/** A subscription got a new signing secret. */
export interface WebhookSecretRotatedEvent {
  event: 'webhook.secret_rotated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    /** Of the address; the rest of it may be a secret of the receiver */
    host: string
    /** Null: it stopped at once. */
    old_secret_until: string | null
  }
}

/** An operator asked for a test. */
export interface WebhookTestEvent {
  event: 'webhook.test'
  /** When it happened. */
  created_at: string
  data: {
    webhook_id: string
    message: string
  }
}

/** A subscription was changed, turned off or on. A new address or secret is named, never told. */
export interface WebhookUpdatedEvent {
  event: 'webhook.updated'
  /** When it happened. */
  created_at: string
  data: {
    id: string
    /** Of the address; the rest of it may be a secret of the receiver */
    host: string
    events: string[]
    enabled: boolean
    /** Names of the fields */
    changed: string[]
    /** While it was turned off, when it was turned on */
    missed_events?: number
  }
}
