"""The shapes of what is sent and received, by the names of the API."""

# Made from the OpenAPI document by `npm run generate`; changes here are lost.

from __future__ import annotations

from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired


class AccessVerdict(TypedDict):
    allowed: bool
    user_id: str
    permission: str
    """What was asked about."""
    organization_id: str | None
    reason: AccessVerdictReason


class AccessVerdictReason(TypedDict):
    code: Literal["granted", "not_granted", "user_not_found", "user_disabled"]
    message: str
    """The same for people."""
    source: AccessVerdictReasonSource | None


class AccessVerdictReasonSource(TypedDict):
    type: Literal["role", "organization_role"]
    role: AccessVerdictReasonSourceRole
    permission: str
    """What the role holds: what was asked about, or a wildcard over it."""


class AccessVerdictReasonSourceRole(TypedDict):
    id: str
    name: str


Acting = TypedDict(
    "Acting",
    {
        "from": "str",
        "to": "str",
        "flows": "list[ActingFlowsItem]",
        "is_complete": "bool",
        "names": "dict[str, ActingNamesValue]",
    },
)


class ActingClient(TypedDict):
    client_id: str
    client_name: str | None
    """Null when the client was deleted."""
    consent_id: str | None
    """Null when only tokens let it act."""
    scope: str
    """What the consent covers."""
    living_tokens: int


class ActingFlowsItem(TypedDict):
    subject: str
    """The person, or the client, who was acted for."""
    via: str | None
    actor: str
    """The client_id of whoever acted."""
    resource: str | None
    tokens: int


class ActingNamesValue(TypedDict):
    kind: Literal["person", "agent", "app", "client"]
    id: str
    """The id that the routes of their kind take."""
    name: str | None
    """Of people only for whoever may read users."""
    active: bool


class AdminConsent(TypedDict):
    id: str
    client_id: str
    client_name: str | None
    """Null when the client was deleted."""
    scope: str
    """All that was allowed somewhere, separated by spaces."""
    resource: list[str]
    """The resource servers where something was allowed."""
    granted: list[AdminConsentGrantedItem]
    """What was allowed where: a scope at one resource server is not allowed at another."""
    created_at: str
    updated_at: str
    """When it was last given or widened."""
    user_id: str


class AdminConsentGrantedItem(TypedDict):
    resource: str
    scope: str


class AdminUser(TypedDict):
    id: str
    email: str
    email_verified: bool
    name: str
    mfa_enabled: bool
    system_role: Literal["owner", "operator", "support", "auditor"] | None
    """The role of a person who runs the server; null for everyone else."""
    tier: str
    created_at: str
    updated_at: str
    metadata: dict[str, Any]
    """At most 16 KiB as JSON."""
    disabled: bool
    """Whether sign-in is stopped."""
    disabled_at: str | None


class Agent(TypedDict):
    id: str
    client_id: str
    client_name: str
    description: str | None
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
    grant_types: list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]
    redirect_uris: list[str]
    scope: str
    audiences: list[str]
    jwks: AgentJwks | None
    jwks_uri: str | None
    post_logout_redirect_uris: list[str]
    backchannel_logout_uri: str | None
    backchannel_logout_session_required: bool
    active: bool
    dpop_bound: bool
    dpop_jkt: str | None
    """Thumbprint of the one key its proofs may use."""
    access_token_ttl_seconds: int | None
    refresh_grace_seconds: int | None
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: Literal["ES256", "RS256"]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: bool
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: bool
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: Literal["fapi2"] | None
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""
    created_by: str
    created_at: str
    updated_at: str
    last_used_at: str | None
    """To the hour."""


class AgentJwks(TypedDict):
    keys: list[dict[str, Any]]


class AgentsCreateBody(TypedDict):
    client_name: str
    """What people read, such as on the consent page."""
    description: NotRequired[str]
    client_id: NotRequired[str]
    """Your own name for it in the protocol."""
    token_endpoint_auth_method: NotRequired[Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]]
    grant_types: NotRequired[list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]]
    redirect_uris: NotRequired[list[str]]
    """Required for authorization_code."""
    scope: NotRequired[str]
    """Space-separated scopes; the most this agent can ask for."""
    audiences: NotRequired[list[str]]
    """Resources the agent may ask tokens for, beside those open to every client (RFC 8707)."""
    jwks: NotRequired[AgentsCreateBodyJwks]
    """Public keys for private_key_jwt (RFC 7517)."""
    jwks_uri: NotRequired[str]
    """The https URL of the keys, instead of jwks; fetched when the agent authenticates."""
    post_logout_redirect_uris: NotRequired[list[str]]
    """Where people may be sent after signing out (OpenID Connect RP-Initiated Logout §3.1)."""
    backchannel_logout_uri: NotRequired[str]
    """The https URL that gets a logout token when a session ends (OpenID Connect Back-Channel Logout §2.2)."""
    backchannel_logout_session_required: NotRequired[bool]
    dpop_bound: NotRequired[bool]
    """Refuse to issue tokens without a DPoP proof (RFC 9449 §5.2)."""
    access_token_ttl_seconds: NotRequired[int]
    """At most twice the lifetime that the server is set to."""
    refresh_grace_seconds: NotRequired[int | None]
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: NotRequired[Literal["ES256", "RS256"]]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: NotRequired[bool]
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: NotRequired[bool]
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: NotRequired[Literal["fapi2"] | None]
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""


class AgentsCreateBodyJwks(TypedDict):
    keys: list[dict[str, Any]]


class AgentsCreateResult(TypedDict):
    id: str
    client_id: str
    client_name: str
    description: str | None
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
    grant_types: list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]
    redirect_uris: list[str]
    scope: str
    audiences: list[str]
    jwks: AgentsCreateResultJwks | None
    jwks_uri: str | None
    post_logout_redirect_uris: list[str]
    backchannel_logout_uri: str | None
    backchannel_logout_session_required: bool
    active: bool
    dpop_bound: bool
    dpop_jkt: str | None
    """Thumbprint of the one key its proofs may use."""
    access_token_ttl_seconds: int | None
    refresh_grace_seconds: int | None
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: Literal["ES256", "RS256"]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: bool
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: bool
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: Literal["fapi2"] | None
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""
    created_by: str
    created_at: str
    updated_at: str
    last_used_at: str | None
    """To the hour."""
    client_secret: NotRequired[str]
    """Shown this once; absent for agents without a secret."""


class AgentsCreateResultJwks(TypedDict):
    keys: list[dict[str, Any]]


class AgentsGetSnippetResult(TypedDict):
    client_id: str
    issuer: str
    snippets: list[AgentsGetSnippetResultSnippetsItem]
    unavailable: list[AgentsGetSnippetResultUnavailableItem]


class AgentsGetSnippetResultSnippetsItem(TypedDict):
    language: Literal["node", "spa", "python", "go", "curl"]
    use: Literal["sign_in", "token", "device", "exchange", "api"]
    """What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens."""
    title: str
    file: str
    """What to call the file."""
    install: str | None
    """Fetches what it needs."""
    environment: list[str]
    """What it reads from the environment, secrets above all."""
    code: str


class AgentsGetSnippetResultUnavailableItem(TypedDict):
    language: Literal["node", "spa", "python", "go", "curl"]
    use: Literal["sign_in", "token", "device", "exchange", "api"]
    """What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens."""
    reason: str


class AgentsPoliciesCreateBody(TypedDict):
    subject: str
    scope: str
    """What the agent may do at most; * sets no limit beyond those of the subject token and the agent."""
    audience: NotRequired[list[str]]
    """Where its tokens may go; without it, never beyond the audience of the subject token."""
    max_depth: NotRequired[int]
    may_redelegate: NotRequired[bool]
    expires_at: NotRequired[str | None]


class AgentsRotateDpopKeyBody(TypedDict):
    public_jwk: NotRequired[dict[str, Any]]
    """The new key: EC P-256, RSA or Ed25519."""
    jkt: NotRequired[str]
    """Or only its thumbprint (RFC 7638)."""
    reason: NotRequired[str]
    """Kept in the audit log."""
    dry_run: NotRequired[bool]


class AgentsRotateDpopKeyResult(TypedDict):
    old_jkt: str | None
    new_jkt: str | None
    revoked_token_count: int
    """0 in a dry run."""
    audit_event_id: str | None
    dry_run: bool
    tokens: AgentsRotateDpopKeyResultTokens
    counts: EndedCounts


class AgentsRotateDpopKeyResultTokens(TypedDict):
    total: int
    access_tokens: int
    refresh_tokens: int
    delegated_tokens: int
    """Those of the access tokens that were made by token exchange."""


class AgentsRotateSecretResult(TypedDict):
    client_id: str
    client_secret: str


class AgentsTokensRevokeAllBody(TypedDict):
    dry_run: NotRequired[bool]
    """Answer what would be revoked and change nothing."""


class AgentsTokensRevokeAllResult(TypedDict):
    revoked_count: int
    """0 in a dry run."""
    audit_event_id: str | None
    dry_run: bool
    tokens: AgentsTokensRevokeAllResultTokens


class AgentsTokensRevokeAllResultTokens(TypedDict):
    total: int
    access_tokens: int
    refresh_tokens: int
    delegated_tokens: int
    """Those of the access tokens that were made by token exchange."""


class AgentsUpdateBody(TypedDict):
    client_name: NotRequired[str]
    """What people read, such as on the consent page."""
    description: NotRequired[str | None]
    grant_types: NotRequired[list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]]
    redirect_uris: NotRequired[list[str]]
    """Required for authorization_code."""
    scope: NotRequired[str]
    """Space-separated scopes; the most this agent can ask for."""
    audiences: NotRequired[list[str]]
    """Resources the agent may ask tokens for, beside those open to every client (RFC 8707)."""
    jwks: NotRequired[AgentsUpdateBodyJwks | None]
    jwks_uri: NotRequired[str | None]
    post_logout_redirect_uris: NotRequired[list[str]]
    """Where people may be sent after signing out (OpenID Connect RP-Initiated Logout §3.1)."""
    backchannel_logout_uri: NotRequired[str | None]
    backchannel_logout_session_required: NotRequired[bool]
    active: NotRequired[bool]
    """false ends the tokens, codes and consents of the agent."""
    dpop_bound: NotRequired[bool]
    access_token_ttl_seconds: NotRequired[int | None]
    refresh_grace_seconds: NotRequired[int | None]
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: NotRequired[Literal["ES256", "RS256"]]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: NotRequired[bool]
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: NotRequired[bool]
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: NotRequired[Literal["fapi2"] | None]
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""


class AgentsUpdateBodyJwks(TypedDict):
    keys: list[dict[str, Any]]


class ApiKey(TypedDict):
    id: str
    name: str
    hint: str
    """The last four letters of the secret."""
    scopes: list[str]
    active: bool
    """false: turned off, or expired."""
    expires_at: str | None
    old_secret_until: str | None
    """Until when the secret before the last rotation works."""
    last_used_at: str | None
    """To the minute."""
    last_used_address: str | None
    created_by: str
    """The key or the person that made it."""
    created_at: str


class ApiKeysCreateBody(TypedDict):
    name: str
    """What the key is for, in your words."""
    scopes: list[str]
    """* for everything, or <resource>:read, :write or :*. Never more than you hold yourself."""
    expires_at: NotRequired[str | None]
    """When the key stops; null for never. A key that expires makes no key that outlives it."""


class ApiKeysCreateResult(TypedDict):
    id: str
    name: str
    hint: str
    """The last four letters of the secret."""
    scopes: list[str]
    active: bool
    """false: turned off, or expired."""
    expires_at: str | None
    old_secret_until: str | None
    """Until when the secret before the last rotation works."""
    last_used_at: str | None
    """To the minute."""
    last_used_address: str | None
    created_by: str
    """The key or the person that made it."""
    created_at: str
    key: str
    """The secret, mandate_sk_…; shown this once."""


class ApiKeysRotateBody(TypedDict):
    overlap_seconds: NotRequired[int]
    """How long the old secret works on, at most seven days; by default it stops at once."""


class ApiKeysRotateResult(TypedDict):
    id: str
    name: str
    hint: str
    """The last four letters of the secret."""
    scopes: list[str]
    active: bool
    """false: turned off, or expired."""
    expires_at: str | None
    old_secret_until: str | None
    """Until when the secret before the last rotation works."""
    last_used_at: str | None
    """To the minute."""
    last_used_address: str | None
    created_by: str
    """The key or the person that made it."""
    created_at: str
    key: str
    """The secret, mandate_sk_…; shown this once."""


class ApiKeysUpdateBody(TypedDict):
    name: NotRequired[str]
    """What the key is for, in your words."""
    scopes: NotRequired[list[str]]
    """* for everything, or <resource>:read, :write or :*. Never more than you hold yourself."""
    expires_at: NotRequired[str | None]
    """When the key stops; null for never. A key that expires makes no key that outlives it."""
    active: NotRequired[bool]
    """false turns the key off, until true turns it on again."""


class App(TypedDict):
    id: str
    client_id: str
    name: str
    description: str | None
    type: Literal["web", "spa", "native", "machine"]
    """Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed."""
    first_party: bool
    """It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes such an application."""
    require_pkce: bool
    """false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it."""
    active: bool
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
    grant_types: list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]
    redirect_uris: list[str]
    """Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7."""
    post_logout_redirect_uris: list[str]
    """Where people may be sent after signing out (RP-Initiated Logout §3.1)."""
    backchannel_logout_uri: str | None
    backchannel_logout_session_required: bool
    allowed_origins: list[str]
    """Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the origins of its redirect URIs."""
    scope: str
    """Space-separated; the most it can ask for."""
    audiences: list[str]
    access_token_ttl_seconds: int | None
    refresh_token_ttl_seconds: int | None
    dpop_bound: bool
    jwks: AppJwks | None
    jwks_uri: str | None
    metadata: dict[str, str]
    """Up to ten notes of yours, each a short text."""
    old_secret_until: str | None
    """Until when the secret before the last rotation works."""
    refresh_grace_seconds: int | None
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: Literal["ES256", "RS256"]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: bool
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: bool
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: Literal["fapi2"] | None
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""
    client_uri: str | None
    """https URL. Its home page."""
    logo_uri: str | None
    """https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this server fetches."""
    policy_uri: str | None
    """https URL. Its privacy policy, linked from the consent page."""
    tos_uri: str | None
    """https URL. Its terms of service, linked from the consent page."""
    created_by: str
    created_at: str
    updated_at: str
    last_used_at: str | None
    """To the hour."""


class AppJwks(TypedDict):
    keys: list[dict[str, Any]]


class AppsCreateBody(TypedDict):
    name: str
    """What people read, as on the consent page."""
    type: Literal["web", "spa", "native", "machine"]
    """Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed."""
    description: NotRequired[str]
    first_party: NotRequired[bool]
    """It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes such an application."""
    require_pkce: NotRequired[bool]
    """false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it."""
    token_endpoint_auth_method: NotRequired[Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]]
    grant_types: NotRequired[list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]]
    """By default what fits the type."""
    redirect_uris: NotRequired[list[str]]
    """Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7."""
    post_logout_redirect_uris: NotRequired[list[str]]
    """Where people may be sent after signing out (RP-Initiated Logout §3.1)."""
    backchannel_logout_uri: NotRequired[str]
    """The https URL that gets a logout token when a session ends (Back-Channel Logout §2.2)."""
    backchannel_logout_session_required: NotRequired[bool]
    allowed_origins: NotRequired[list[str]]
    """Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the origins of its redirect URIs."""
    scope: NotRequired[str]
    """Space-separated; the most it can ask for."""
    audiences: NotRequired[list[str]]
    """Resources it may ask tokens for, beside those open to every client (RFC 8707)."""
    access_token_ttl_seconds: NotRequired[int]
    """At most twice the lifetime that the server is set to."""
    refresh_token_ttl_seconds: NotRequired[int]
    """How long a sign-in lasts without a new one. At most twice what the server is set to; spa: a day."""
    dpop_bound: NotRequired[bool]
    """Refuse to issue tokens without a DPoP proof (RFC 9449)."""
    jwks: NotRequired[AppsCreateBodyJwks]
    """Public keys for private_key_jwt (RFC 7517)."""
    jwks_uri: NotRequired[str]
    """The https URL of the keys, instead of jwks."""
    metadata: NotRequired[dict[str, str]]
    """Up to ten notes of yours, each a short text."""
    refresh_grace_seconds: NotRequired[int | None]
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: NotRequired[Literal["ES256", "RS256"]]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: NotRequired[bool]
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: NotRequired[bool]
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: NotRequired[Literal["fapi2"] | None]
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""
    client_uri: NotRequired[str | None]
    """https URL. Its home page."""
    logo_uri: NotRequired[str | None]
    """https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this server fetches."""
    policy_uri: NotRequired[str | None]
    """https URL. Its privacy policy, linked from the consent page."""
    tos_uri: NotRequired[str | None]
    """https URL. Its terms of service, linked from the consent page."""


class AppsCreateBodyJwks(TypedDict):
    keys: list[dict[str, Any]]


class AppsCreateResult(TypedDict):
    id: str
    client_id: str
    name: str
    description: str | None
    type: Literal["web", "spa", "native", "machine"]
    """Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed."""
    first_party: bool
    """It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes such an application."""
    require_pkce: bool
    """false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it."""
    active: bool
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
    grant_types: list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]
    redirect_uris: list[str]
    """Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7."""
    post_logout_redirect_uris: list[str]
    """Where people may be sent after signing out (RP-Initiated Logout §3.1)."""
    backchannel_logout_uri: str | None
    backchannel_logout_session_required: bool
    allowed_origins: list[str]
    """Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the origins of its redirect URIs."""
    scope: str
    """Space-separated; the most it can ask for."""
    audiences: list[str]
    access_token_ttl_seconds: int | None
    refresh_token_ttl_seconds: int | None
    dpop_bound: bool
    jwks: AppsCreateResultJwks | None
    jwks_uri: str | None
    metadata: dict[str, str]
    """Up to ten notes of yours, each a short text."""
    old_secret_until: str | None
    """Until when the secret before the last rotation works."""
    refresh_grace_seconds: int | None
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: Literal["ES256", "RS256"]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: bool
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: bool
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: Literal["fapi2"] | None
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""
    client_uri: str | None
    """https URL. Its home page."""
    logo_uri: str | None
    """https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this server fetches."""
    policy_uri: str | None
    """https URL. Its privacy policy, linked from the consent page."""
    tos_uri: str | None
    """https URL. Its terms of service, linked from the consent page."""
    created_by: str
    created_at: str
    updated_at: str
    last_used_at: str | None
    """To the hour."""
    client_secret: NotRequired[str]
    """Shown this once; absent for those without a secret."""


class AppsCreateResultJwks(TypedDict):
    keys: list[dict[str, Any]]


class AppsGetSnippetResult(TypedDict):
    client_id: str
    issuer: str
    snippets: list[AppsGetSnippetResultSnippetsItem]
    unavailable: list[AppsGetSnippetResultUnavailableItem]


class AppsGetSnippetResultSnippetsItem(TypedDict):
    language: Literal["node", "spa", "python", "go", "curl"]
    use: Literal["sign_in", "token", "device", "exchange", "api"]
    """What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens."""
    title: str
    file: str
    """What to call the file."""
    install: str | None
    """Fetches what it needs."""
    environment: list[str]
    """What it reads from the environment, secrets above all."""
    code: str


class AppsGetSnippetResultUnavailableItem(TypedDict):
    language: Literal["node", "spa", "python", "go", "curl"]
    use: Literal["sign_in", "token", "device", "exchange", "api"]
    """What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens."""
    reason: str


class AppsRotateSecretBody(TypedDict):
    overlap_seconds: NotRequired[int]
    """How long the old secret works on, at most seven days; by default it stops at once."""


class AppsRotateSecretResult(TypedDict):
    client_id: str
    client_secret: str
    old_secret_until: str | None


class AppsUpdateBody(TypedDict):
    name: NotRequired[str]
    """What people read, as on the consent page."""
    description: NotRequired[str | None]
    first_party: NotRequired[bool]
    """It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes such an application."""
    require_pkce: NotRequired[bool]
    """false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it."""
    active: NotRequired[bool]
    """false ends its tokens, codes and consents."""
    grant_types: NotRequired[list[Literal["authorization_code", "refresh_token", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:device_code"]]]
    """By default what fits the type."""
    redirect_uris: NotRequired[list[str]]
    """Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7."""
    post_logout_redirect_uris: NotRequired[list[str]]
    """Where people may be sent after signing out (RP-Initiated Logout §3.1)."""
    backchannel_logout_uri: NotRequired[str | None]
    backchannel_logout_session_required: NotRequired[bool]
    allowed_origins: NotRequired[list[str]]
    """Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the origins of its redirect URIs."""
    scope: NotRequired[str]
    """Space-separated; the most it can ask for."""
    audiences: NotRequired[list[str]]
    """Resources it may ask tokens for, beside those open to every client (RFC 8707)."""
    access_token_ttl_seconds: NotRequired[int | None]
    refresh_token_ttl_seconds: NotRequired[int | None]
    dpop_bound: NotRequired[bool]
    jwks: NotRequired[AppsUpdateBodyJwks | None]
    jwks_uri: NotRequired[str | None]
    metadata: NotRequired[dict[str, str | None] | None]
    refresh_grace_seconds: NotRequired[int | None]
    """For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to."""
    id_token_signed_response_alg: NotRequired[Literal["ES256", "RS256"]]
    """What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256."""
    id_token_claims: NotRequired[bool]
    """Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."""
    require_pushed_authorization_requests: NotRequired[bool]
    """Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."""
    security_profile: NotRequired[Literal["fapi2"] | None]
    """fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated."""
    client_uri: NotRequired[str | None]
    """https URL. Its home page."""
    logo_uri: NotRequired[str | None]
    """https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this server fetches."""
    policy_uri: NotRequired[str | None]
    """https URL. Its privacy policy, linked from the consent page."""
    tos_uri: NotRequired[str | None]
    """https URL. Its terms of service, linked from the consent page."""


class AppsUpdateBodyJwks(TypedDict):
    keys: list[dict[str, Any]]


class AssignedRole(TypedDict):
    id: str
    name: str
    description: str | None
    created_at: str
    updated_at: str
    assigned_at: str
    assigned_by: str
    """The key or person that gave it, or last changed until when."""
    expires_at: str | None


class AuditCheckpoint(TypedDict):
    sequence: int
    """The last place of the chain that it covers."""
    first_sequence: int
    """The first one: behind the checkpoint or the removal before."""
    hash: str
    """The hash of the chain at the last place."""
    sealed_at: str
    key_id: str | None
    """The key that the statement names; null where it can not be read."""
    signature: Literal["genuine", "forged"]
    """Whether this server signed the statement, and for this place. Whether the entries are what was sealed is said by GET /api/v1/admin/audit-logs/verify."""
    statement: str
    """A compact JWS (RFC 7515) of typ mandate-checkpoint+jwt, signed by ES256."""


class AuditCheckpointDetail(TypedDict):
    sequence: int
    """The last place of the chain that it covers."""
    first_sequence: int
    """The first one: behind the checkpoint or the removal before."""
    hash: str
    """The hash of the chain at the last place."""
    sealed_at: str
    key_id: str | None
    """The key that the statement names; null where it can not be read."""
    signature: Literal["genuine", "forged"]
    """Whether this server signed the statement, and for this place. Whether the entries are what was sealed is said by GET /api/v1/admin/audit-logs/verify."""
    statement: str
    """A compact JWS (RFC 7515) of typ mandate-checkpoint+jwt, signed by ES256."""
    public_key: AuditCheckpointDetailPublicKey | None
    """The key that checks the statement, as a JWK (RFC 7517); null where it is none of this server."""


class AuditCheckpointDetailPublicKey(TypedDict):
    kty: Literal["EC"]
    crv: Literal["P-256"]
    x: str
    y: str
    kid: str
    alg: Literal["ES256"]


AuditHistogram = TypedDict(
    "AuditHistogram",
    {
        "from": "str",
        "to": "str",
        "is_complete": "bool",
        "buckets": "list[AuditHistogramBucketsItem]",
    },
)


class AuditHistogramBucketsItem(TypedDict):
    at: str
    success: int
    denied: int
    failure: int


class AuditLog(TypedDict):
    id: str
    actor_type: Literal["user", "admin", "agent", "system"]
    """admin is an API key or an operator, agent any OAuth client, system a job of the server."""
    actor_id: str
    action: str
    """The name of the event."""
    target_type: str | None
    target_id: str | None
    status: Literal["success", "denied", "failure"]
    metadata: dict[str, Any]
    """The data of the event; what changed has both values."""
    request_id: str | None
    """The X-Request-Id of the response to the request it happened in."""
    client_request_id: str | None
    """What the caller called that request: the X-Request-Id it sent."""
    address: str | None
    """Where the request came from."""
    created_at: str
    sequence: int | None
    """Its place in the hash chain; null until it is sealed, a moment after it happened."""


class AuditLogDetail(TypedDict):
    id: str
    actor_type: Literal["user", "admin", "agent", "system"]
    """admin is an API key or an operator, agent any OAuth client, system a job of the server."""
    actor_id: str
    action: str
    """The name of the event."""
    target_type: str | None
    target_id: str | None
    status: Literal["success", "denied", "failure"]
    metadata: dict[str, Any]
    """The data of the event; what changed has both values."""
    request_id: str | None
    """The X-Request-Id of the response to the request it happened in."""
    client_request_id: str | None
    """What the caller called that request: the X-Request-Id it sent."""
    address: str | None
    """Where the request came from."""
    created_at: str
    sequence: int | None
    """Its place in the hash chain; null until it is sealed, a moment after it happened."""
    actor_name: str | None
    """What the key, the client or the person is called now; null when it is gone."""
    hash: str | None
    """The hash of the chain up to and with this entry."""


AuditLogsExportBody = TypedDict(
    "AuditLogsExportBody",
    {
        "actor_type": "NotRequired[Literal[\"user\", \"admin\", \"agent\", \"system\"]]",
        "actor_id": "NotRequired[str]",
        "action": "NotRequired[str]",
        "target_type": "NotRequired[str]",
        "target_id": "NotRequired[str]",
        "status": "NotRequired[Literal[\"success\", \"denied\", \"failure\"]]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "search": "NotRequired[str]",
        "format": "NotRequired[Literal[\"csv\", \"jsonl\"]]",
    },
)


class AuditLogsPurgeBody(TypedDict):
    before: str
    """ISO 8601. Entries before this time go; it is at least as many days ago as the setting audit.min_retention_days says."""
    dry_run: NotRequired[bool]
    """Answers what would go, and removes nothing."""
    accept_broken: NotRequired[bool]
    """Removes the entries also when they do not verify. The marker says so."""


class AuditPurge(TypedDict):
    dry_run: bool
    before: str
    removed: int
    """How many entries went, or would go."""
    through_sequence: int
    """The last place in the chain that is gone."""
    hash: str
    """The hash of the chain there."""
    broken_at: int | None
    """The first place among them that does not verify."""
    marker: int | None
    """The number of the signed marker; null when nothing was removed."""


class AuditVerification(TypedDict):
    status: Literal["intact", "broken", "unfinished"]
    """unfinished: nothing wrong so far; ask again with resume_after."""
    checked_after: int
    """The place the check began behind."""
    checked_through: int
    """The last place that is proven."""
    hash: str
    """The hash of the chain there."""
    resume_after: int | None
    """Where the next request goes on."""
    fault: AuditVerificationFault | None
    anchor: Literal["confirmed", "not_reached"] | None
    """not_reached: it lies in what was purged, or outside of this check."""
    removals: list[AuditVerificationRemovalsItem]
    """What was removed on purpose, each by a signed marker."""
    unsealed: int
    """Entries that have no place in the chain yet."""
    duration_ms: int


class AuditVerificationFault(TypedDict):
    kind: Literal["removed", "changed", "truncated", "checkpoint", "removal", "forged", "key"]
    sequence: int
    """The place in the chain; 0 for a key."""
    audit_log_id: str | None
    """The entry that stands there, if one does."""
    message: str


class AuditVerificationRemovalsItem(TypedDict):
    number: int
    kind: Literal["purge", "reset"]
    first_sequence: int
    through_sequence: int
    hash: str
    """The hash of the chain there."""
    unsealed: int
    """Entries that went without ever having had a place."""
    before: str | None
    broken_at: int | None
    """The first place that did not verify when it was removed."""
    actor_type: Literal["user", "admin", "agent", "system"]
    actor_id: str
    removed_at: str


class BootstrapStatus(TypedDict):
    bootstrapped: bool


class BrandPalette(TypedDict):
    background: str
    surface: str
    line: str
    border: str
    text: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str


class BrandTexts(TypedDict):
    en: NotRequired[LanguageTexts | None]
    es: NotRequired[LanguageTexts | None]


class Branding(TypedDict):
    name: str
    colors: BrandingColors
    fonts: BrandingFonts
    support_url: str | None
    terms_url: str | None
    privacy_url: str | None
    logo: BrandingLogo | None
    texts: BrandTexts
    design_tokens: DesignTokens
    palettes: BrandingPalettes
    """The colours pages have, whether chosen, built in, or made from others."""
    updated_at: str | None
    """null: nobody changed anything yet."""


class BrandingColors(TypedDict):
    accent: str
    accent_dark: str | None
    """null: made from accent."""


class BrandingDraft(TypedDict):
    name: str
    colors: BrandingDraftColors
    fonts: BrandingDraftFonts
    support_url: str | None
    terms_url: str | None
    privacy_url: str | None
    logo: BrandingDraftLogo | None
    texts: BrandTexts
    design_tokens: DesignTokens
    palettes: BrandingDraftPalettes
    """The colours pages have, whether chosen, built in, or made from others."""
    updated_at: str | None
    """null: nobody changed anything yet."""
    is_draft: bool
    """false: there is no draft, and this is what is published."""
    etag: str | None
    """Stands for the content of the draft; null when there is none."""
    published_version: int
    """The version people see."""
    updated_by: str | None
    """Who changed the draft last."""
    changes: dict[str, BrandingDraftChangesValue]
    """By setting; null is what is built in. A logo is told by its name."""
    problems: list[BrandingProblem]
    """Every pair of colours that keeps it from being published."""


BrandingDraftChangesValue = TypedDict(
    "BrandingDraftChangesValue",
    {
        "from": "Any",
        "to": "Any",
    },
)


class BrandingDraftColors(TypedDict):
    accent: str
    accent_dark: str | None
    """null: made from accent."""


class BrandingDraftFonts(TypedDict):
    body: Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"]
    """Fonts that devices bring along, by what they look like."""
    heading: Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"]
    """Fonts that devices bring along, by what they look like."""


class BrandingDraftLogo(TypedDict):
    url: str
    """Where everyone can get it."""
    type: str
    width: int
    height: int
    size: int
    """In bytes."""
    uploaded_at: str


class BrandingDraftPalettes(TypedDict):
    light: BrandPalette
    dark: BrandPalette


class BrandingDraftPatch(TypedDict):
    name: NotRequired[str | None]
    colors: NotRequired[BrandingDraftPatchColors]
    fonts: NotRequired[BrandingDraftPatchFonts]
    support_url: NotRequired[str | None]
    terms_url: NotRequired[str | None]
    privacy_url: NotRequired[str | None]
    texts: NotRequired[BrandTexts | None]
    design_tokens: NotRequired[DesignTokens | None]
    logo: NotRequired[None]
    """Takes the logo away; POST …/draft/logo sets one."""


class BrandingDraftPatchColors(TypedDict):
    accent: NotRequired[str | None]
    accent_dark: NotRequired[str | None]


class BrandingDraftPatchFonts(TypedDict):
    body: NotRequired[Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"] | None]
    heading: NotRequired[Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"] | None]


class BrandingDraftPublishBody(TypedDict):
    published_version: int
    """The published_version that the caller saw; with another one now, nothing changes."""
    etag: str
    """That of the draft that the caller saw."""


class BrandingFonts(TypedDict):
    body: Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"]
    """Fonts that devices bring along, by what they look like."""
    heading: Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"]
    """Fonts that devices bring along, by what they look like."""


class BrandingLogo(TypedDict):
    url: str
    """Where everyone can get it."""
    type: str
    width: int
    height: int
    size: int
    """In bytes."""
    uploaded_at: str


class BrandingPalettes(TypedDict):
    light: BrandPalette
    dark: BrandPalette


class BrandingPatch(TypedDict):
    name: NotRequired[str | None]
    colors: NotRequired[BrandingPatchColors]
    fonts: NotRequired[BrandingPatchFonts]
    support_url: NotRequired[str | None]
    terms_url: NotRequired[str | None]
    privacy_url: NotRequired[str | None]
    texts: NotRequired[BrandTexts | None]


class BrandingPatchColors(TypedDict):
    accent: NotRequired[str | None]
    accent_dark: NotRequired[str | None]


class BrandingPatchFonts(TypedDict):
    body: NotRequired[Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"] | None]
    heading: NotRequired[Literal["inter", "system", "grotesque", "humanist", "geometric", "rounded", "serif", "old_style", "monospace"] | None]


class BrandingProblem(TypedDict):
    theme: Literal["light", "dark"]
    pair: str
    """Two colours that meet, such as link_on_card."""
    setting: str | None
    """The choice that should give way."""
    foreground: str
    background: str
    ratio: float
    needed: float
    nearest: str | None
    """The nearest colour for it that passes; null when none does."""


class BrandingVersion(TypedDict):
    version: int
    changes: dict[str, BrandingVersionChangesValue]
    """By setting; null is what is built in. A logo is told by its name."""
    restored_from: int | None
    """The earlier version that it is again."""
    logo_removed: bool
    """Its logo was removed since: restored, it has the name in its place."""
    created_by: str | None
    """null: it was there before versions were kept."""
    created_at: str


BrandingVersionChangesValue = TypedDict(
    "BrandingVersionChangesValue",
    {
        "from": "Any",
        "to": "Any",
    },
)


class BrandingVersionDetail(TypedDict):
    version: int
    changes: dict[str, BrandingVersionDetailChangesValue]
    """By setting; null is what is built in. A logo is told by its name."""
    restored_from: int | None
    """The earlier version that it is again."""
    logo_removed: bool
    """Its logo was removed since: restored, it has the name in its place."""
    created_by: str | None
    """null: it was there before versions were kept."""
    created_at: str
    branding: Branding
    restoring_changes: dict[str, BrandingVersionDetailRestoringChangesValue]
    """By setting; null is what is built in. A logo is told by its name."""
    problems: list[BrandingProblem]
    """Every pair of colours that keeps it from being published."""


BrandingVersionDetailChangesValue = TypedDict(
    "BrandingVersionDetailChangesValue",
    {
        "from": "Any",
        "to": "Any",
    },
)


BrandingVersionDetailRestoringChangesValue = TypedDict(
    "BrandingVersionDetailRestoringChangesValue",
    {
        "from": "Any",
        "to": "Any",
    },
)


class BrandingVersionsRestoreBody(TypedDict):
    published_version: int
    """The published_version that the caller saw; with another one now, nothing changes."""
    keep_as_draft: NotRequired[bool]
    """Makes what was published until now the draft, unless there is one."""


class BuiltInText(TypedDict):
    key: Literal["sign_in_title", "sign_in_intro", "sign_in_note", "sign_up_title", "sign_up_intro", "password_reset_title", "password_reset_intro", "magic_link_title", "magic_link_intro", "link_sent_title", "link_sent_intro", "verify_email_title", "verify_email_intro", "second_factor_intro", "signed_out_title", "signed_out_intro", "footer"]
    """The member of texts that changes it."""
    max_length: int
    """The largest number of characters."""
    built_in: BuiltInTextBuiltIn
    """By language; empty where nothing is said unless it is chosen."""


class BuiltInTextBuiltIn(TypedDict):
    en: str
    es: str


class ChangedUser(TypedDict):
    id: str
    email: str
    email_verified: bool
    name: str
    mfa_enabled: bool
    system_role: Literal["owner", "operator", "support", "auditor"] | None
    """The role of a person who runs the server; null for everyone else."""
    tier: str
    created_at: str
    updated_at: str
    metadata: dict[str, Any]
    """At most 16 KiB as JSON."""
    disabled: bool
    """Whether sign-in is stopped."""
    disabled_at: str | None
    api_keys: NotRequired[list[ApiKey]]
    """After a change of disabled or system_role, for callers with api-keys:read: keys that work, which the person made, or which were made by these. Repeat the request with keys=revoke to end them."""


ClientCurves = TypedDict(
    "ClientCurves",
    {
        "from": "str",
        "to": "str",
        "interval": "Literal[\"hour\", \"day\"]",
        "clients": "list[ClientCurvesClientsItem]",
    },
)


class ClientCurvesClientsItem(TypedDict):
    client_id: str
    tokens: list[int]
    """A number for every interval from `from` on, also where there was nothing."""


class ConsentsCreateBody(TypedDict):
    user_id: str
    client_id: str
    scope: str
    resource: NotRequired[list[str]]
    """This server when left out."""


class CreateSavedView(TypedDict):
    list: str
    """The list it is of, by the noun in its address: users, audit-logs."""
    name: str
    query: str
    """The filters as they stand in the address, encoded: ids and filters only."""
    shared: NotRequired[bool]
    """Whether every operator sees it."""


class DelegationChain(TypedDict):
    id: str
    """The token at the end of the chain."""
    subject: str
    user_id: str | None
    depth: int
    status: str
    created_at: str
    hops: list[DelegationChainHopsItem]
    """From the root token down to this one."""


class DelegationChainHopsItem(TypedDict):
    token_id: str
    actor: str
    """client_id of the actor at this hop."""
    delegator: str | None
    scope: str
    dpop_jkt: str | None
    policy_id: str | None
    status: str
    expires_at: str


DelegationMap = TypedDict(
    "DelegationMap",
    {
        "from": "str",
        "to": "str",
        "tokens": "int",
        "nodes": "list[DelegationMapNodesItem]",
        "edges": "list[DelegationMapEdgesItem]",
        "chains": "list[DelegationChain]",
        "next_before": "str | None",
    },
)


DelegationMapEdgesItem = TypedDict(
    "DelegationMapEdgesItem",
    {
        "kind": "Literal[\"lets\", \"hands_on\", \"reaches\"]",
        "from": "str",
        "to": "str",
        "tokens": "int",
        "living": "int",
        "broken": "int",
        "key_bound": "int",
        "depth": "int",
        "last_at": "str",
        "token_ids": "list[str]",
    },
)


class DelegationMapNodesItem(TypedDict):
    id: str
    """A user id, a client_id, or the URI of a resource."""
    kind: Literal["person", "agent", "app", "client", "resource"]
    name: str | None
    record_id: str | None
    """The id that routes take; null for resources and whoever is gone."""
    active: bool


class DesignTokens(TypedDict):
    light: NotRequired[DesignTokensLight | None]
    dark: NotRequired[DesignTokensDark | None]
    radius_px: NotRequired[int | None]
    shadow: NotRequired[Literal["soft", "none"] | None]
    logo_height_px: NotRequired[int | None]
    logo_plate: NotRequired[Literal["light", "none"] | None]


class DesignTokensDark(TypedDict):
    background: NotRequired[str | None]
    surface: NotRequired[str | None]
    text: NotRequired[str | None]
    muted: NotRequired[str | None]
    line: NotRequired[str | None]
    border: NotRequired[str | None]
    accent_hover: NotRequired[str | None]
    on_accent: NotRequired[str | None]


class DesignTokensLight(TypedDict):
    background: NotRequired[str | None]
    surface: NotRequired[str | None]
    text: NotRequired[str | None]
    muted: NotRequired[str | None]
    line: NotRequired[str | None]
    border: NotRequired[str | None]
    accent_hover: NotRequired[str | None]
    on_accent: NotRequired[str | None]


class DevEmail(TypedDict):
    id: str
    to: str
    subject: str
    html: str
    text: str
    created_at: str


class DeviceCode(TypedDict):
    user_code: str
    """The code the device shows. The one it polls with is kept as a hash."""
    client_id: str
    scope: str
    resource: list[str]
    address: str | None
    """Where the device asked from."""
    created_at: str
    expires_at: str


class DeviceCodesApproveBody(TypedDict):
    user_id: str


class DeviceCodesApproveResult(TypedDict):
    user_code: str
    status: Literal["approved", "denied"]


class DeviceCodesDenyResult(TypedDict):
    user_code: str
    status: Literal["approved", "denied"]


class DryRun(TypedDict):
    dry_run: Literal[True]
    audit_event_id: None
    counts: EndedCounts


class EffectivePermission(TypedDict):
    id: str
    permission: str
    """resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an action on every resource, * for everything."""
    resource: str
    action: str
    description: str | None
    created_at: str
    sources: list[EffectivePermissionSourcesItem]


class EffectivePermissionSourcesItem(TypedDict):
    type: Literal["role", "wildcard"]
    """Whether the role holds it, or a wildcard over it."""
    role: EffectivePermissionSourcesItemRole
    permission: str
    """What the role holds."""


class EffectivePermissionSourcesItemRole(TypedDict):
    id: str
    name: str


class EmailConfigPatch(TypedDict):
    provider: NotRequired[Literal["dev", "smtp"] | None]
    from_address: NotRequired[str | None]
    from_name: NotRequired[str | None]
    daily_limit: NotRequired[int | None]
    smtp: NotRequired[EmailConfigPatchSmtp]


class EmailConfigPatchSmtp(TypedDict):
    host: NotRequired[str | None]
    port: NotRequired[int | None]
    user: NotRequired[str | None]
    password: NotRequired[str | None]
    security: NotRequired[Literal["starttls", "tls", "none"] | None]


class EmailDevInboxClearResult(TypedDict):
    deleted_emails: int
    """0 in a dry run."""
    dry_run: bool
    counts: EndedCounts


class EmailGetConfigResult(TypedDict):
    provider: Literal["dev", "smtp"]
    """smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails."""
    from_address: str | None
    from_name: str | None
    daily_limit: int | None
    smtp: EmailGetConfigResultSmtp
    sender: str
    """Who mail comes from, defaults filled in."""
    status: EmailGetConfigResultStatus


class EmailGetConfigResultSmtp(TypedDict):
    host: str | None
    port: int
    user: str | None
    password: str | None
    """A mask when one is set."""
    security: Literal["starttls", "tls", "none"]
    """starttls (mostly port 587) and tls (465) insist on a valid certificate. none is for the same machine."""


class EmailGetConfigResultStatus(TypedDict):
    tier: Literal["dev", "smtp"]
    """smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails."""
    configured: bool
    """Whether mail leaves the server."""
    sent_today: int
    daily_limit: int
    waiting: int
    """Messages queued."""


class EmailSendTestBody(TypedDict):
    to: str
    """One plain address, without a display name."""


class EmailSendTestResult(TypedDict):
    sent: Literal[True]
    to: str


class EmailTemplate(TypedDict):
    id: Literal["verify", "reset", "magic_link", "invitation", "welcome", "new_sign_in", "password_changed", "email_changed", "mfa_changed", "passkey_added", "account_linked", "operator_changed", "webhook_disabled", "account_deleted"]
    locale: Literal["en", "es"]
    subject: str
    html: str
    """What stands in the card of the message; plain elements (h1, p, p.fine, a, a.button, ul, li) get their look from the branding. Markup that begins with <!doctype or <html is the whole message."""
    variables: list[str]
    """What it may use, as {{variable}}."""
    customized: bool
    """false: it is the built-in one."""
    updated_at: str | None


class EmailTemplatesPreviewBody(TypedDict):
    subject: NotRequired[str]
    html: NotRequired[str]
    """What stands in the card of the message; plain elements (h1, p, p.fine, a, a.button, ul, li) get their look from the branding. Markup that begins with <!doctype or <html is the whole message."""
    variables: NotRequired[dict[str, str]]
    """Values instead of the samples."""


class EmailTemplatesPreviewResult(TypedDict):
    subject: str
    html: str
    text: str


class EmailTemplatesSendTestBody(TypedDict):
    to: str
    """One plain address, without a display name."""


class EmailTemplatesSendTestResult(TypedDict):
    sent: Literal[True]
    to: str


class EmailTemplatesUpdateBody(TypedDict):
    subject: NotRequired[str | None]
    html: NotRequired[str | None]


class EmailUpdateConfigResult(TypedDict):
    provider: Literal["dev", "smtp"]
    """smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails."""
    from_address: str | None
    from_name: str | None
    daily_limit: int | None
    smtp: EmailUpdateConfigResultSmtp
    sender: str
    """Who mail comes from, defaults filled in."""
    status: EmailUpdateConfigResultStatus


class EmailUpdateConfigResultSmtp(TypedDict):
    host: str | None
    port: int
    user: str | None
    password: str | None
    """A mask when one is set."""
    security: Literal["starttls", "tls", "none"]
    """starttls (mostly port 587) and tls (465) insist on a valid certificate. none is for the same machine."""


class EmailUpdateConfigResultStatus(TypedDict):
    tier: Literal["dev", "smtp"]
    """smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails."""
    configured: bool
    """Whether mail leaves the server."""
    sent_today: int
    daily_limit: int
    waiting: int
    """Messages queued."""


class EndedCounts(TypedDict):
    sessions: NotRequired[int]
    """That were open; those that waited for a second factor are not counted"""
    authorization_codes: NotRequired[int]
    """That nobody had redeemed"""
    device_codes: NotRequired[int]
    """That waited for an answer or for their device"""
    access_tokens: NotRequired[int]
    """Living ones"""
    refresh_tokens: NotRequired[int]
    """Living families"""
    delegated_tokens: NotRequired[int]
    """Those of the access tokens that were made by token exchange"""
    consents: NotRequired[int]
    """Living ones"""
    policies: NotRequired[int]
    """That let an agent act for the user, or that let the client act"""
    email_links: NotRequired[int]
    """That were mailed and not used"""
    passkeys: NotRequired[int]
    second_factors: NotRequired[int]
    """Authenticator apps"""
    recovery_codes: NotRequired[int]
    """That were left"""
    linked_accounts: NotRequired[int]
    """Accounts at providers to sign in with"""
    sso_connections: NotRequired[int]
    """That were turned off"""
    sso_identities: NotRequired[int]
    """Whom connections for single sign-on knew people as"""
    sso_domains: NotRequired[int]
    """That connections for single sign-on spoke for"""
    vault_connections: NotRequired[int]
    """Accounts elsewhere that agents could use"""
    vault_grants: NotRequired[int]
    """That let a client use one of these"""
    role_assignments: NotRequired[int]
    role_permissions: NotRequired[int]
    """Permissions that a role held"""
    memberships: NotRequired[int]
    """In organizations"""
    organization_roles: NotRequired[int]
    invitations: NotRequired[int]
    """To organizations"""
    logos: NotRequired[int]
    """The one that is shown, and earlier ones"""
    api_keys: NotRequired[int]
    """Of the admin API, that the person made or that were made by these; only where they were named"""
    saved_views: NotRequired[int]
    """Of lists of the dashboard"""
    emails: NotRequired[int]
    """In the development inbox"""
    webhook_deliveries: NotRequired[int]
    """That waited to be sent"""
    proxy_rules: NotRequired[int]
    """Of the gateway"""
    flow_runs: NotRequired[int]
    """Sign-ins on their way through an auth flow"""


class FirstKey(TypedDict):
    key: str


class Flow(TypedDict):
    id: str
    name: str
    """What operators call it."""
    trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    steps: list[FlowStep]
    """In order."""
    enabled: bool
    """false: it takes no sign-in. Those on their way go on."""
    priority: int
    """Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."""
    conditions: dict[str, Any]
    """Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them."""
    version: int
    """One more with each change; a run names the one it takes."""
    old_secret_until: str | None
    """Until when the secret before the last rotation signs, too."""
    created_at: str
    updated_at: str


class FlowRun(TypedDict):
    id: str
    flow_id: str
    flow_version: int
    user_id: str
    trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    state: Literal["ready", "running", "waiting", "passed", "denied", "failed", "ended", "expired"]
    """ready, running and waiting are on their way; denied by a step, failed because one broke, expired after 15 minutes, ended with the flow."""
    waits_for: str | None
    """What the person has to do now."""
    blocked_at_step: str | None
    """Where it stopped: /steps/0, or /conditions when they could not be asked."""
    reason: str | None
    """Why it stopped."""
    recovery: bool
    """Whether an owner skipped all but the steps of their own security."""
    started_at: str
    finished_at: str | None


class FlowRunDetail(TypedDict):
    id: str
    flow_id: str
    flow_version: int
    user_id: str
    trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    state: Literal["ready", "running", "waiting", "passed", "denied", "failed", "ended", "expired"]
    """ready, running and waiting are on their way; denied by a step, failed because one broke, expired after 15 minutes, ended with the flow."""
    waits_for: str | None
    """What the person has to do now."""
    blocked_at_step: str | None
    """Where it stopped: /steps/0, or /conditions when they could not be asked."""
    reason: str | None
    """Why it stopped."""
    recovery: bool
    """Whether an owner skipped all but the steps of their own security."""
    started_at: str
    finished_at: str | None
    client_id: str | None
    ip: str
    timeline: list[FlowRunDetailTimelineItem]
    """What happened at each step, in order."""


class FlowRunDetailTimelineItem(TypedDict):
    step: str
    """Where the step stands in its version: /steps/2/config/then/0."""
    type: Literal["require_email_verification", "require_mfa_enrollment", "require_mfa_challenge", "require_password_strength", "redirect", "webhook", "set_metadata", "assign_role", "add_to_org", "custom_check", "delay", "conditional"]
    outcome: Literal["passed", "skipped", "waiting", "denied", "failed", "continued"]
    reason: str | None
    at: str
    duration_ms: int


class FlowStep(TypedDict):
    type: Literal["require_email_verification", "require_mfa_enrollment", "require_mfa_challenge", "require_password_strength", "redirect", "webhook", "set_metadata", "assign_role", "add_to_org", "custom_check", "delay", "conditional"]
    config: dict[str, Any]
    """What a step of this type takes: GET /api/v1/admin/flows/steps."""
    on_error: NotRequired[Literal["deny", "continue"]]
    """What happens when the step breaks: the sign-in ends, or goes on without it, which the audit log shows."""


class FlowTest(TypedDict):
    flow_id: str
    version: int
    outcome: Literal["not_taken", "passed", "waiting", "denied", "failed"]
    """not_taken: its conditions do not hold, or it is disabled. waiting: it passes once the person did what is asked."""
    taken: bool
    """Whether the flow would take this sign-in, if no other one comes before it."""
    saw: list[FlowTestSawItem]
    """Each condition with what it found."""
    timeline: list[FlowTestTimelineItem]
    """As if the person did whatever is asked of them."""


class FlowTestSawItem(TypedDict):
    pointer: str
    condition: str
    expected: Any
    saw: Any
    holds: bool


class FlowTestTimelineItem(TypedDict):
    step: str
    """Where the step stands in its version: /steps/2/config/then/0."""
    type: Literal["require_email_verification", "require_mfa_enrollment", "require_mfa_challenge", "require_password_strength", "redirect", "webhook", "set_metadata", "assign_role", "add_to_org", "custom_check", "delay", "conditional"]
    outcome: Literal["passed", "skipped", "waiting", "denied", "failed", "continued"]
    would: str
    """What it would do."""
    saw: list[FlowTestTimelineItemSawItem]
    """Each condition with what it found."""


class FlowTestTimelineItemSawItem(TypedDict):
    pointer: str
    condition: str
    expected: Any
    saw: Any
    holds: bool


class FlowVersion(TypedDict):
    version: int
    name: str
    """What operators call it."""
    trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    steps: list[FlowStep]
    """In order."""
    enabled: bool
    """false: it takes no sign-in. Those on their way go on."""
    priority: int
    """Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."""
    conditions: dict[str, Any]
    """Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them."""
    created_by: str
    created_at: str


class FlowsCreateBody(TypedDict):
    name: str
    """What operators call it."""
    trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    steps: list[FlowsCreateBodyStepsItem]
    """In order; those in branches count, too."""
    enabled: NotRequired[bool]
    """false: it takes no sign-in. Those on their way go on."""
    priority: NotRequired[int]
    """Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."""
    conditions: NotRequired[dict[str, Any]]
    """Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them."""


class FlowsCreateBodyStepsItem(TypedDict):
    type: str
    config: NotRequired[dict[str, Any]]
    """What a step of this type takes: GET /api/v1/admin/flows/steps."""
    on_error: NotRequired[Literal["deny", "continue"]]
    """What happens when the step breaks: the sign-in ends, or goes on without it, which the audit log shows."""


class FlowsCreateResult(TypedDict):
    id: str
    name: str
    """What operators call it."""
    trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    steps: list[FlowStep]
    """In order."""
    enabled: bool
    """false: it takes no sign-in. Those on their way go on."""
    priority: int
    """Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."""
    conditions: dict[str, Any]
    """Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them."""
    version: int
    """One more with each change; a run names the one it takes."""
    old_secret_until: str | None
    """Until when the secret before the last rotation signs, too."""
    created_at: str
    updated_at: str
    secret: str
    """What calls of webhook steps are signed with; shown this once."""


class FlowsRotateSecretBody(TypedDict):
    overlap_seconds: NotRequired[int]
    """How long the old secret works on, at most seven days; by default it stops at once."""


class FlowsRotateSecretResult(TypedDict):
    id: str
    name: str
    """What operators call it."""
    trigger: Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    steps: list[FlowStep]
    """In order."""
    enabled: bool
    """false: it takes no sign-in. Those on their way go on."""
    priority: int
    """Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."""
    conditions: dict[str, Any]
    """Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them."""
    version: int
    """One more with each change; a run names the one it takes."""
    old_secret_until: str | None
    """Until when the secret before the last rotation signs, too."""
    created_at: str
    updated_at: str
    secret: str
    """What calls of webhook steps are signed with; shown this once."""


class FlowsStepsGetResult(TypedDict):
    steps: list[FlowsStepsGetResultStepsItem]
    conditions: list[FlowsStepsGetResultConditionsItem]
    triggers: list[str]


class FlowsStepsGetResultConditionsItem(TypedDict):
    name: str
    description: str
    schema: dict[str, Any]
    """A JSON schema."""


class FlowsStepsGetResultStepsItem(TypedDict):
    type: Literal["require_email_verification", "require_mfa_enrollment", "require_mfa_challenge", "require_password_strength", "redirect", "webhook", "set_metadata", "assign_role", "add_to_org", "custom_check", "delay", "conditional"]
    description: str
    config: dict[str, Any]
    """A JSON schema."""
    required_scope: str | None
    """What a key needs besides flows:write to save such a step."""


class FlowsTestBody(TypedDict):
    version: NotRequired[int]
    """One that is kept; without it the current one."""
    user_id: NotRequired[str]
    """Somebody there is; their data is what counts."""
    user: NotRequired[FlowsTestBodyUser]
    """Somebody there could be; over what is known of user_id."""
    password: NotRequired[str]
    """The one they type; nothing keeps it."""
    auth_methods: NotRequired[list[Literal["password", "magic_link", "passkey", "social", "sso", "second_factor"]]]
    client_id: NotRequired[str]
    ip: NotRequired[str]
    """An IPv4 or IPv6 address."""
    new_device: NotRequired[bool]
    at: NotRequired[str]
    """The moment; now when not given."""


class FlowsTestBodyUser(TypedDict):
    email: NotRequired[str]
    email_verified: NotRequired[bool]
    name: NotRequired[str]
    mfa_enabled: NotRequired[bool]
    metadata: NotRequired[dict[str, Any]]
    role_ids: NotRequired[list[str]]
    organization_ids: NotRequired[list[str]]


class FlowsUpdateBody(TypedDict):
    name: NotRequired[str]
    """What operators call it."""
    trigger: NotRequired[Literal["signup", "login", "password_reset", "magic_link", "oauth_callback"]]
    """What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider."""
    steps: NotRequired[list[FlowsUpdateBodyStepsItem]]
    """In order; those in branches count, too."""
    enabled: NotRequired[bool]
    """false: it takes no sign-in. Those on their way go on."""
    priority: NotRequired[int]
    """Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."""
    conditions: NotRequired[dict[str, Any] | None]


class FlowsUpdateBodyStepsItem(TypedDict):
    type: str
    config: NotRequired[dict[str, Any]]
    """What a step of this type takes: GET /api/v1/admin/flows/steps."""
    on_error: NotRequired[Literal["deny", "continue"]]
    """What happens when the step breaks: the sign-in ends, or goes on without it, which the audit log shows."""


class FlowsVersionsRestoreBody(TypedDict):
    current_version: int
    """The version that the caller saw as the current one; nothing is restored over a later one."""


class HealthReport(TypedDict):
    status: Literal["ok", "degraded"]
    """Degraded: the server responds, but no key signs tokens."""
    version: str
    uptime_seconds: int
    """Of the process that responded."""
    db: HealthReportDb
    migrations: HealthReportMigrations
    jwt: HealthReportJwt
    master_key: HealthReportMasterKey
    smtp: HealthReportSmtp
    oauth_providers: list[str]
    """Providers people may sign in with, by name."""
    sso_connections: int
    """For single sign-on, also those that are turned off."""
    warnings: list[HealthReportWarningsItem]
    """What is careless about a server that other machines can reach or that is in production, as the process that responded sees it."""


class HealthReportDb(TypedDict):
    driver: Literal["sqlite", "postgres"]
    size_mb: float
    status: Literal["ok"]
    """A database that does not respond is a 503."""


class HealthReportJwt(TypedDict):
    mode: Literal["jwt"]
    algorithm: Literal["ES256"]
    active_keys: int


class HealthReportMasterKey(TypedDict):
    id: str
    """Names the current master key, and tells nothing about it."""
    waiting: int
    """How many data keys another master key still wraps; with 0 earlier ones may be thrown away."""


class HealthReportMigrations(TypedDict):
    current: int
    name: str


class HealthReportSmtp(TypedDict):
    tier: str
    """`dev` keeps messages in the inbox of this server; `smtp` sends them."""
    configured: bool
    sent_today: int
    daily_limit: int


class HealthReportWarningsItem(TypedDict):
    code: Literal["dev_mode_exposed", "proxy_not_listed", "operators_without_second_factor", "mail_not_sent", "pkce_waived"]
    message: str
    """What to change."""


class ImportedUsers(TypedDict):
    dry_run: bool
    created: int
    """With dry_run: who would be."""
    existing: int
    """Who have this address already, and stay as they are."""
    refused: int
    results: list[ImportedUsersResultsItem]
    """One for each of users, in their order."""


class ImportedUsersResultsItem(TypedDict):
    index: int
    """Where in users, from 0."""
    outcome: Literal["created", "exists", "refused"]
    id: str | None
    """The user; null for whoever is none."""
    errors: list[ImportedUsersResultsItemErrorsItem]
    """What is wrong with whom is refused."""


class ImportedUsersResultsItemErrorsItem(TypedDict):
    pointer: str
    message: str


class LanguageTexts(TypedDict):
    sign_in_title: NotRequired[str | None]
    sign_in_intro: NotRequired[str | None]
    sign_in_note: NotRequired[str | None]
    sign_up_title: NotRequired[str | None]
    sign_up_intro: NotRequired[str | None]
    password_reset_title: NotRequired[str | None]
    password_reset_intro: NotRequired[str | None]
    magic_link_title: NotRequired[str | None]
    magic_link_intro: NotRequired[str | None]
    link_sent_title: NotRequired[str | None]
    link_sent_intro: NotRequired[str | None]
    verify_email_title: NotRequired[str | None]
    verify_email_intro: NotRequired[str | None]
    second_factor_intro: NotRequired[str | None]
    signed_out_title: NotRequired[str | None]
    signed_out_intro: NotRequired[str | None]
    footer: NotRequired[str | None]


class Membership(TypedDict):
    id: str
    name: str
    slug: str
    role: str
    """What the user is there."""
    joined_at: str
    created_at: str
    updated_at: str


class Mode(TypedDict):
    mode: Literal["dev", "production"]


class OAuthAccount(TypedDict):
    id: str
    provider: str
    display_name: str
    """Of the provider."""
    subject: str
    """Who the user is to the provider."""
    email: str | None
    name: str | None
    created_at: str
    last_used_at: str


class OAuthProvider(TypedDict):
    id: str
    name: str
    kind: Literal["google", "github", "microsoft", "apple", "gitlab", "discord", "oidc"]
    """`oidc` is any OpenID Connect issuer."""
    display_name: str
    issuer: str
    client_id: str
    has_secret: bool
    scopes: str
    enabled: bool
    tenant: NotRequired[str]
    team_id: NotRequired[str]
    key_id: NotRequired[str]
    token_endpoint_auth_method: NotRequired[str]
    callback_url: str
    """Register this with the provider."""
    created_at: str
    updated_at: str


class OauthProvidersCreateBody(TypedDict):
    kind: Literal["google", "github", "microsoft", "apple", "gitlab", "discord", "oidc"]
    """`oidc` is any OpenID Connect issuer."""
    name: NotRequired[str]
    """Its name in addresses; the kind when not given. It stays, because the provider knows the callback."""
    display_name: NotRequired[str]
    """What the button says."""
    issuer: NotRequired[str]
    """For `oidc`, and for `gitlab` on a host of your own."""
    client_id: str
    client_secret: NotRequired[str]
    """Stored encrypted and never shown. For Apple the private key, in PEM, that signs client secrets."""
    scopes: NotRequired[str]
    enabled: NotRequired[bool]
    tenant: NotRequired[str]
    """Microsoft: the tenant; `common` when not given."""
    team_id: NotRequired[str]
    """Apple."""
    key_id: NotRequired[str]
    """Apple."""
    token_endpoint_auth_method: NotRequired[Literal["client_secret_basic", "client_secret_post"]]
    """`oidc`: how the client authenticates; by default, as the metadata of the provider says."""


class OauthProvidersUpdateBody(TypedDict):
    display_name: NotRequired[str]
    """What the button says."""
    client_id: NotRequired[str]
    client_secret: NotRequired[str]
    """Stored encrypted and never shown. For Apple the private key, in PEM, that signs client secrets."""
    scopes: NotRequired[str | None]
    enabled: NotRequired[bool]
    tenant: NotRequired[str]
    """Microsoft: the tenant; `common` when not given."""
    team_id: NotRequired[str]
    """Apple."""
    key_id: NotRequired[str]
    """Apple."""
    token_endpoint_auth_method: NotRequired[Literal["client_secret_basic", "client_secret_post"]]
    """`oidc`: how the client authenticates; by default, as the metadata of the provider says."""


class Organization(TypedDict):
    id: str
    name: str
    slug: str
    metadata: dict[str, Any]
    """At most 16 KiB as JSON. For operators only: members do not see it."""
    created_at: str
    updated_at: str


class OrganizationInvitation(TypedDict):
    id: str
    organization_id: str
    email: str
    role: str
    state: Literal["pending", "accepted", "declined", "revoked", "expired"]
    invited_by: str | None
    """The member who invited; null for an operator."""
    created_at: str
    sent_at: str
    expires_at: str


class OrganizationMember(TypedDict):
    user_id: str
    email: str
    name: str
    role: str
    disabled: bool
    """Whether the user is stopped from signing in; then the role opens nothing."""
    joined_at: str


class OrganizationRole(TypedDict):
    id: str
    name: str
    description: str
    permissions: list[str]
    built_in: bool
    created_at: str
    updated_at: str


class OrganizationsCreateBody(TypedDict):
    name: str
    """At most 100 characters, no web address."""
    slug: str
    """Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same."""
    metadata: NotRequired[dict[str, Any]]
    """At most 16 KiB as JSON. For operators only: members do not see it."""
    owner_id: NotRequired[str]
    """The user who owns it; it can get one later."""


class OrganizationsInvitationsCreateBody(TypedDict):
    email: str
    role: NotRequired[str]
    """The name of a role: owner, admin, member, or one of the organization’s own."""
    locale: NotRequired[Literal["en", "es"]]
    """The language of the mail; English when left out."""


class OrganizationsMembersAddBody(TypedDict):
    user_id: str
    role: NotRequired[str]
    """The name of a role: owner, admin, member, or one of the organization’s own."""


class OrganizationsMembersUpdateBody(TypedDict):
    role: str
    """The name of a role: owner, admin, member, or one of the organization’s own."""


class OrganizationsRolesCreateBody(TypedDict):
    name: str
    """Small letters, digits, hyphens and underscores, beginning with a letter."""
    description: NotRequired[str]
    permissions: list[str]


class OrganizationsRolesReplaceBody(TypedDict):
    description: NotRequired[str]
    permissions: list[str]


class OrganizationsUpdateBody(TypedDict):
    name: NotRequired[str]
    """At most 100 characters, no web address."""
    slug: NotRequired[str]
    """Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same."""
    metadata: NotRequired[dict[str, Any] | None]
    """Merged into what is there; null empties it."""


class Passkey(TypedDict):
    id: str
    name: str
    aaguid: str
    """The model of the authenticator; zeros when it does not say."""
    backup_eligible: bool
    """Whether it may live on several devices."""
    backed_up: bool
    """Whether it did when it was last used."""
    transports: list[str]
    created_at: str
    last_used_at: str | None


class Permission(TypedDict):
    id: str
    permission: str
    """resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an action on every resource, * for everything."""
    resource: str
    action: str
    description: str | None
    created_at: str


class PermissionHolder(TypedDict):
    id: str
    email: str
    name: str
    roles: list[PermissionHolderRolesItem]
    """Those that hold the permission."""


class PermissionHolderRolesItem(TypedDict):
    id: str
    name: str


class PermissionUsage(TypedDict):
    permission_id: str
    permission: str
    roles: int
    """How many roles hold it."""
    users: int
    """How many people have one of them."""


class PermissionsCheckBody(TypedDict):
    user_id: str
    permission: NotRequired[str]
    """resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an action on every resource, * for everything."""
    resource: NotRequired[str]
    """One word in lower case, or *."""
    action: NotRequired[str]
    """One word in lower case, or *."""
    organization_id: NotRequired[str]
    """Counts what the user may do as a member of this organization too."""


class PermissionsCreateBody(TypedDict):
    permission: NotRequired[str]
    """resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an action on every resource, * for everything."""
    resource: NotRequired[str]
    """One word in lower case, or *."""
    action: NotRequired[str]
    """One word in lower case, or *."""
    description: NotRequired[str | None]


class Policy(TypedDict):
    id: str
    agent_id: str
    subject: str
    """A user id, an agent id, or * for anyone."""
    scope: str
    """*: no limit beyond those of the subject token and the agent."""
    audience: list[str]
    """Empty: nothing beyond the audience of the subject token."""
    max_depth: int
    """How many hops from the subject the agent may stand."""
    may_redelegate: bool
    """Whether another agent may act on from its tokens."""
    expires_at: str | None
    created_by: str
    created_at: str


class ProxyFigures(TypedDict):
    window_seconds: Literal[60]
    """How far back they reach."""
    requests: int
    served: int
    """That the upstream answered, whatever it said."""
    denied: dict[str, int]
    """By reason."""
    failed: dict[str, int]
    """That a rule let through and the upstream did not answer, by reason."""
    p50_ms: float | None
    """Until the head of the response; null without any."""
    p99_ms: float | None
    """Until the head of the response; null without any."""


class ProxyLifecycle(TypedDict):
    state: Literal["running", "stopped", "draining", "failed"]
    """Of the node that responds."""
    wanted: Literal["running", "stopped"]
    """Of every node."""
    listeners: list[str]
    """Where it listens."""
    in_flight: int
    """Requests and tunnels that are being served."""
    rules_loaded: int
    hosts_loaded: int
    reloads: int
    """How often it was told to start afresh."""
    started_at: str | None
    """Since when it listens."""
    last_error: str | None
    """Why it could not listen."""


class ProxyRule(TypedDict):
    id: str
    upstream_id: str | None
    """The host it holds at; null when it holds at every host of app_id."""
    app_id: str | None
    """The application at whose hosts it holds; null when it holds at one host."""
    name: str
    """What operators know it by."""
    pattern: str
    """As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included."""
    methods: list[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]]
    """The methods that it fits; all of them when empty. GET stands for HEAD too."""
    require: list[str]
    """What must hold of whoever calls, all of it: anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>."""
    scopes: list[str]
    """Scopes that the access token must carry besides. A session has none."""
    acr: Literal["urn:mandate:acr:1fa", "urn:mandate:acr:2fa", "phr"] | None
    """How strongly the person must have signed in, at least (RFC 9470); null for no matter how."""
    max_age_seconds: int | None
    """How long ago the person may have proved who they are; null for no matter when."""
    priority: int
    """The rule with the highest one that fits decides; of two alike the older."""
    enabled: bool
    """Whether it holds."""
    created_at: str
    updated_at: str


class ProxyRulesCompiledResult(TypedDict):
    compiled_at: str
    """At most a second ago."""
    hosts: list[ProxyRulesCompiledResultHostsItem]


class ProxyRulesCompiledResultHostsItem(TypedDict):
    host: str
    upstream_id: str
    upstream: str | None
    rules: list[ProxyRulesCompiledResultHostsItemRulesItem]
    """In the order in which they are asked; the first that fits decides."""


class ProxyRulesCompiledResultHostsItemRulesItem(TypedDict):
    id: str
    name: str
    pattern: str
    methods: list[str]
    """All of them when empty."""
    require: list[str]
    scopes: list[str]
    acr: str | None
    max_age_seconds: int | None
    priority: int


class ProxyRulesCreateBody(TypedDict):
    upstream_id: NotRequired[str | None]
    """The host it holds at; null when it holds at every host of app_id."""
    app_id: NotRequired[str | None]
    """The application at whose hosts it holds; null when it holds at one host."""
    name: str
    """What operators know it by."""
    pattern: str
    """As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included."""
    methods: NotRequired[list[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]]]
    """The methods that it fits; all of them when empty. GET stands for HEAD too."""
    require: str | list[str]
    """What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>."""
    scopes: NotRequired[list[str]]
    """Scopes that the access token must carry besides. A session has none."""
    acr: NotRequired[Literal["urn:mandate:acr:1fa", "urn:mandate:acr:2fa", "phr"] | None]
    """How strongly the person must have signed in, at least (RFC 9470); null for no matter how."""
    max_age_seconds: NotRequired[int | None]
    """How long ago the person may have proved who they are; null for no matter when."""
    priority: NotRequired[int]
    """The rule with the highest one that fits decides; of two alike the older."""
    enabled: NotRequired[bool]
    """Whether it holds."""


class ProxyRulesUpdateBody(TypedDict):
    name: NotRequired[str]
    """What operators know it by."""
    pattern: NotRequired[str]
    """As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included."""
    methods: NotRequired[list[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]]]
    """The methods that it fits; all of them when empty. GET stands for HEAD too."""
    require: NotRequired[str | list[str]]
    """What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>."""
    scopes: NotRequired[list[str]]
    """Scopes that the access token must carry besides. A session has none."""
    acr: NotRequired[Literal["urn:mandate:acr:1fa", "urn:mandate:acr:2fa", "phr"] | None]
    """How strongly the person must have signed in, at least (RFC 9470); null for no matter how."""
    max_age_seconds: NotRequired[int | None]
    """How long ago the person may have proved who they are; null for no matter when."""
    priority: NotRequired[int]
    """The rule with the highest one that fits decides; of two alike the older."""
    enabled: NotRequired[bool]
    """Whether it holds."""


class ProxySimulateBody(TypedDict):
    host: str
    """Of an upstream."""
    method: NotRequired[str]
    """By default GET."""
    path: str
    """As a client would send it, with its query."""
    identity: NotRequired[ProxySimulateBodyIdentity]


class ProxySimulateBodyIdentity(TypedDict):
    user_id: NotRequired[str]
    """A person, known here or not."""
    user_email: NotRequired[str]
    """Without it, as it is with the person of user_id."""
    roles: NotRequired[list[str]]
    """Names of roles. Without it, as it is with the person of user_id."""
    permissions: NotRequired[list[str]]
    """What they hold, such as documents:read. Without it, as it is with the person of user_id."""
    organizations: NotRequired[list[str]]
    """Ids or slugs, as the rules name them. Without it, as it is with the person of user_id."""
    agent_id: NotRequired[str]
    """The agent that acts."""
    scopes: NotRequired[list[str]]
    """Of the access token. Without them a person has a session, and an agent a token without scopes."""
    auth_method: NotRequired[Literal["session", "bearer", "dpop"]]
    """What X-Auth-Method would say."""
    acr: NotRequired[Literal["urn:mandate:acr:1fa", "urn:mandate:acr:2fa", "phr"]]
    """How strongly the person signed in."""
    authenticated_seconds_ago: NotRequired[int]
    """When they did."""


class ProxySimulateResult(TypedDict):
    decision: Literal["allow", "deny"]
    reason: Literal["allowed", "unknown_host", "method_not_allowed", "ambiguous_path", "no_rule", "not_signed_in", "not_an_agent", "missing_role", "missing_permission", "not_a_member", "missing_scope", "step_up_required"]
    """Why."""
    unmet: str | None
    """What of the rule was not met, as it is written there."""
    matched_rule: ProxyRule | None
    """The rule that decided."""
    upstream: ProxyUpstream | None
    """Where the request would go."""
    path: str | None
    """The path and query that the upstream would get; null when it would get none."""
    headers: dict[str, str]
    """What the upstream would be told of whoever calls, besides X-Mandate-Assertion."""


class ProxyStatusResult(TypedDict):
    processes: int
    """How many processes of the node these are the figures of."""
    lifecycle: ProxyLifecycle
    upstreams: list[ProxyStatusResultUpstreamsItem]
    others: ProxyFigures


class ProxyStatusResultUpstreamsItem(TypedDict):
    id: str
    host: str
    upstream: str | None
    circuit: Literal["closed", "open", "half-open"]
    """open: nothing is sent there for a while, because it failed several times in a row. Of several processes, each of which has one, the one that is furthest."""
    failures_in_a_row: int
    in_flight: int
    figures: ProxyFigures


class ProxyUpstream(TypedDict):
    id: str
    host: str
    """The host as browsers send it: in lower case, with its port when that is not the usual one. It is reached by the scheme of the base URL, and is not the host of this server."""
    upstream: str | None
    """The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us."""
    app_id: str | None
    """The application whose rules hold here, besides those of this host."""
    resource: str
    """What clients send as resource to get a token for this host. List it with POST /api/v1/admin/resources."""
    created_at: str
    updated_at: str


class ProxyUpstreamsCreateBody(TypedDict):
    host: str
    """The host as browsers send it: in lower case, with its port when that is not the usual one. It is reached by the scheme of the base URL, and is not the host of this server."""
    upstream: NotRequired[str | None]
    """The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us."""
    app_id: NotRequired[str | None]
    """The application whose rules hold here, besides those of this host."""


class ProxyUpstreamsUpdateBody(TypedDict):
    upstream: NotRequired[str | None]
    """The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us."""
    app_id: NotRequired[str | None]
    """The application whose rules hold here, besides those of this host."""


class Reset(TypedDict):
    confirm: Literal["RESET"]
    """This very word, so that nobody does it by mistake."""


class ResetDone(TypedDict):
    sessions: int
    """How many were wiped."""
    tokens: int
    audit_logs: int
    marker: int
    """The number of the signed marker; `audit-logs/verify` lists it."""
    audit_event_id: str
    """The one entry the log has now."""


class Resource(TypedDict):
    id: str
    uri: str
    """What clients send as resource (RFC 8707) and tokens carry as aud: an absolute URI without fragment."""
    name: str
    """What people read on the consent page."""
    scopes: list[ResourceScopesItem]
    """What tokens for it may do. A client that registered itself may ask a person for these here without registering them; a request that names none asks for all."""
    open_to: Literal["all", "trusted", "named"]
    """Which clients may ask for tokens: all, also those that registered themselves; trusted, those that operators made; named, those that have it in their audiences."""
    protected_resource_metadata: ResourceProtectedResourceMetadata
    """What the resource itself serves below /.well-known/oauth-protected-resource (RFC 9728 §3)."""
    created_at: str
    updated_at: str


class ResourceProtectedResourceMetadata(TypedDict):
    resource: str
    resource_name: str
    authorization_servers: list[str]
    scopes_supported: list[str]
    bearer_methods_supported: list[str]


class ResourceScopesItem(TypedDict):
    name: str
    """One word, as clients ask for it."""
    description: str
    """The sentence people read: what it allows."""


class ResourcesCreateBody(TypedDict):
    uri: str
    """What clients send as resource (RFC 8707) and tokens carry as aud: an absolute URI without fragment."""
    name: str
    """What people read on the consent page."""
    scopes: NotRequired[list[ResourcesCreateBodyScopesItem]]
    """What tokens for it may do. A client that registered itself may ask a person for these here without registering them; a request that names none asks for all."""
    open_to: NotRequired[Literal["all", "trusted", "named"]]
    """By default all."""


class ResourcesCreateBodyScopesItem(TypedDict):
    name: str
    """One word, as clients ask for it."""
    description: str
    """The sentence people read: what it allows."""


class ResourcesUpdateBody(TypedDict):
    name: NotRequired[str]
    """What people read on the consent page."""
    scopes: NotRequired[list[ResourcesUpdateBodyScopesItem]]
    """What tokens for it may do. A client that registered itself may ask a person for these here without registering them; a request that names none asks for all."""
    open_to: NotRequired[Literal["all", "trusted", "named"]]
    """Which clients may ask for tokens: all, also those that registered themselves; trusted, those that operators made; named, those that have it in their audiences."""


class ResourcesUpdateBodyScopesItem(TypedDict):
    name: str
    """One word, as clients ask for it."""
    description: str
    """The sentence people read: what it allows."""


class Role(TypedDict):
    id: str
    name: str
    description: str | None
    created_at: str
    updated_at: str


class RoleHolder(TypedDict):
    id: str
    email: str
    name: str
    disabled: bool
    assigned_by: str
    """Who gave it: a user or an API key."""
    assigned_at: str
    expires_at: str | None
    """Null: for good."""


class RoleWithPermissions(TypedDict):
    id: str
    name: str
    description: str | None
    created_at: str
    updated_at: str
    permissions: list[Permission]
    """By name."""


class RolesCreateBody(TypedDict):
    name: str
    """At most 100 characters, no commas. Two roles can't have names that look the same."""
    description: NotRequired[str | None]
    permissions: NotRequired[list[str]]
    """All it is to hold, from the list of permissions; none when left out."""


class RolesPermissionsAddBody(TypedDict):
    permission_id: str


class RolesReplaceBody(TypedDict):
    name: str
    """At most 100 characters, no commas. Two roles can't have names that look the same."""
    description: NotRequired[str | None]
    permissions: NotRequired[list[str]]
    """All it is to hold, from the list of permissions; none when left out."""


class SavedView(TypedDict):
    id: str
    list: str
    """The list it is of, by the noun in its address: users, audit-logs."""
    name: str
    query: str
    """The filters as they stand in the address, encoded: ids and filters only."""
    shared: bool
    """Whether every operator sees it."""
    mine: bool
    """Whether the caller made it."""
    created_at: str


class ScimToken(TypedDict):
    id: str
    connection_id: str
    name: str
    last_used_at: str | None
    created_at: str


class SearchResult(TypedDict):
    matches: list[SearchResultMatchesItem]
    """What has the text as its id first; of each kind five at most for each of its names."""


class SearchResultMatchesItem(TypedDict):
    kind: Literal["user", "agent", "app", "organization", "role", "permission", "resource", "api_key", "webhook", "sso_connection", "sso_domain", "flow", "vault_provider", "oauth_provider", "upstream", "rule", "invitation", "token", "session", "consent", "policy", "vault_connection", "vault_grant", "delivery", "flow_run", "audit_entry", "signing_key"]
    id: str
    """The id that the routes of its kind take."""
    label: str
    """What it is called; its id where it has no name."""
    detail: str | None
    """What tells two of the same name apart."""
    parent_id: str | None
    """The id of what it belongs to: the user of a session, the agent of a policy."""


class Session(TypedDict):
    id: str
    device: str
    """In words: Firefox on Linux."""
    place: str
    """In words, as far as the address shows it."""
    address: str | None
    methods: list[str]
    """How the person proved who they are (RFC 8176 §2)."""
    authenticated_at: str
    created_at: str
    last_seen_at: str
    expires_at: str
    user_id: str
    user_email: str | None
    user_agent: str | None
    pending: bool
    """Whether it waits for the second factor or an auth flow; until then it opens nothing."""


class SessionsPurgeExpiredBody(TypedDict):
    dry_run: NotRequired[bool]
    """Answer what would end, and change nothing."""


class SessionsPurgeExpiredResult(TypedDict):
    deleted: int
    """0 in a dry run."""
    dry_run: bool
    expired: int
    """How many were over when it was asked."""


class SessionsRevokeAllResult(TypedDict):
    revoked_sessions: int
    """0 in a dry run."""
    revoked_tokens: int
    """0 in a dry run."""
    dry_run: bool
    living_sessions: int
    """How many of these lived when it was asked."""
    living_tokens: int
    """How many tokens that came from them lived."""
    counts: EndedCounts


Settings = TypedDict(
    "Settings",
    {
        "oauth.registration": "Literal[\"open\", \"token\", \"off\"]",
        "oauth.registration_token": "str | None",
        "oauth.registration_scopes": "list[str]",
        "oauth.registered_client_tokens_per_hour": "int",
        "oauth.client_documents": "Literal[\"open\", \"domains\", \"off\"]",
        "oauth.client_document_domains": "list[str]",
        "oauth.default_scope": "str | None",
        "oauth.require_pushed_authorization_requests": "bool",
        "oauth.access_token_ttl_seconds": "int",
        "oauth.refresh_token_ttl_seconds": "int",
        "oauth.refresh_grace_seconds": "int",
        "dpop.require_nonce": "bool",
        "token_exchange.require_policy": "bool | None",
        "token_exchange.max_depth": "int",
        "firstboot_key_access": "Literal[\"loopback\", \"any\", \"off\"]",
        "audit.min_retention_days": "int",
        "sessions.logout_revokes_tokens": "bool",
        "outbound.allowed_hosts": "list[str]",
        "webhooks.timeout_ms": "int",
        "webhooks.retention_days": "int",
        "flows.redirect_origins": "list[str]",
        "flows.run_retention_days": "int",
        "organizations.self_creation": "bool",
        "signup.mode": "Literal[\"open\", \"invited\", \"domains\", \"off\"]",
        "signup.domains": "list[str]",
        "operators.require_second_factor": "bool | None",
        "operators.command_line_sign_in": "bool",
        "password.min_length": "int",
    },
)


SettingsPatch = TypedDict(
    "SettingsPatch",
    {
        "oauth.registration": "NotRequired[Literal[\"open\", \"token\", \"off\"] | None]",
        "oauth.registration_token": "NotRequired[str | Literal[\"********\"] | None]",
        "oauth.registration_scopes": "NotRequired[list[str] | None]",
        "oauth.registered_client_tokens_per_hour": "NotRequired[int | None]",
        "oauth.client_documents": "NotRequired[Literal[\"open\", \"domains\", \"off\"] | None]",
        "oauth.client_document_domains": "NotRequired[list[str] | None]",
        "oauth.default_scope": "NotRequired[str | None | None]",
        "oauth.require_pushed_authorization_requests": "NotRequired[bool | None]",
        "oauth.access_token_ttl_seconds": "NotRequired[int | None]",
        "oauth.refresh_token_ttl_seconds": "NotRequired[int | None]",
        "oauth.refresh_grace_seconds": "NotRequired[int | None]",
        "dpop.require_nonce": "NotRequired[bool | None]",
        "token_exchange.require_policy": "NotRequired[bool | None | None]",
        "token_exchange.max_depth": "NotRequired[int | None]",
        "firstboot_key_access": "NotRequired[Literal[\"loopback\", \"any\", \"off\"] | None]",
        "audit.min_retention_days": "NotRequired[int | None]",
        "sessions.logout_revokes_tokens": "NotRequired[bool | None]",
        "outbound.allowed_hosts": "NotRequired[list[str] | None]",
        "webhooks.timeout_ms": "NotRequired[int | None]",
        "webhooks.retention_days": "NotRequired[int | None]",
        "flows.redirect_origins": "NotRequired[list[str] | None]",
        "flows.run_retention_days": "NotRequired[int | None]",
        "organizations.self_creation": "NotRequired[bool | None]",
        "signup.mode": "NotRequired[Literal[\"open\", \"invited\", \"domains\", \"off\"] | None]",
        "signup.domains": "NotRequired[list[str] | None]",
        "operators.require_second_factor": "NotRequired[bool | None | None]",
        "operators.command_line_sign_in": "NotRequired[bool | None]",
        "password.min_length": "NotRequired[int | None]",
    },
)


class SigningKey(TypedDict):
    kid: str
    algorithm: Literal["ES256", "RS256"]
    state: Literal["active", "next", "retired", "expired", "revoked"]
    """active: signs. next: published, signs after the next rotation. retired: signs no more, verifies on. expired: has left the key set. revoked: was dropped."""
    created_at: str
    known_from: str
    """From then on every verifier that heeds Cache-Control knows it."""
    activated_at: str | None
    retired_at: str | None
    published_until: str | None
    """Null while it signs or will."""
    revoked_at: str | None


class SigningKeyRotation(TypedDict):
    kid: str
    """The key that signs from now on."""
    algorithm: Literal["ES256", "RS256"]
    created_at: str
    known_from: str
    """From then on every verifier that heeds Cache-Control knows the key. Usually over: keys are published ahead. A time to come is the price of rotating again so soon: until then whoever keeps an older key set may refuse new tokens."""
    next_kid: str | None
    """The key that is published to sign after the next rotation."""
    retired: SigningKeyRotationRetired | None
    others: list[SigningKeyRotationOthersItem]
    """The same for RS256, once a client has asked for ID tokens signed by it."""


class SigningKeyRotationOthersItem(TypedDict):
    kid: str
    """The key that signs from now on."""
    algorithm: Literal["ES256", "RS256"]
    created_at: str
    known_from: str
    """From then on every verifier that heeds Cache-Control knows the key. Usually over: keys are published ahead. A time to come is the price of rotating again so soon: until then whoever keeps an older key set may refuse new tokens."""
    next_kid: str | None
    """The key that is published to sign after the next rotation."""
    retired: SigningKeyRotationOthersItemRetired | None


class SigningKeyRotationOthersItemRetired(TypedDict):
    kid: str
    published_until: str
    """Until then the key set carries it and its tokens verify."""


class SigningKeyRotationRetired(TypedDict):
    kid: str
    published_until: str
    """Until then the key set carries it and its tokens verify."""


class SsoConnection(TypedDict):
    id: str
    type: Literal["saml", "oidc"]
    """The protocol. It stays."""
    name: str
    enabled: bool
    """Whether anybody signs in through it."""
    organization_id: str | None
    organization_role: str | None
    required: bool
    """Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server can always sign in otherwise."""
    creates_users: bool
    """Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make them first."""
    attributes: SsoConnectionAttributes
    """The names of claims or attributes that differ from the usual ones."""
    group_roles: list[SsoConnectionGroupRolesItem]
    """What groups there come to here, at every sign-in. What a group no longer gives is taken away again."""
    oidc: SsoConnectionOidc | None
    saml: SsoConnectionSaml | None
    saml_metadata: SsoConnectionSamlMetadata | None
    version: int
    """Goes up with each change, also of what the metadata say."""
    created_at: str
    updated_at: str


class SsoConnectionAttributes(TypedDict):
    subject: NotRequired[str]
    """For SAML: what tells people apart for good; the NameID when not given. By OpenID Connect it is `sub`."""
    email: NotRequired[str]
    name: NotRequired[str]
    groups: NotRequired[str]


class SsoConnectionGroupRolesItem(TypedDict):
    group: str
    """As the identity provider names it."""
    role_ids: NotRequired[list[str]]
    organization_role: NotRequired[str]
    system_role: NotRequired[Literal["operator", "support", "auditor"]]
    """Makes the people of the group run this server. Only owners may say so."""


class SsoConnectionOidc(TypedDict):
    issuer: str
    """The issuer; its discovery document is read below it."""
    client_id: str
    """What the provider calls this server."""
    has_secret: bool
    scopes: str
    token_endpoint_auth_method: Literal["client_secret_basic", "client_secret_post"] | None
    redirect_uri: str
    """Register this with the provider."""


class SsoConnectionSaml(TypedDict):
    entity_id: str
    """The entity id of the identity provider."""
    sso_url: str
    """Where people are sent to sign in."""
    certificates: list[str]
    """What may have signed an assertion: two while one takes over from the other."""
    slo_url: str | None
    slo_response_url: str | None
    allow_idp_initiated: bool
    sp_entity_id: str
    """Who we are there."""
    acs_url: str
    """Where it posts its responses."""
    sp_logout_url: str
    """Where its logout messages go, by the redirect binding."""


class SsoConnectionSamlMetadata(TypedDict):
    url: str
    read_at: str | None
    error: str | None


class SsoConnectionsCreateBody(TypedDict):
    type: Literal["saml", "oidc"]
    """The protocol. It stays."""
    name: str
    """What people read: usually that of the company."""
    enabled: NotRequired[bool]
    """Whether anybody signs in through it."""
    organization_id: NotRequired[str | None]
    organization_role: NotRequired[str | None]
    required: NotRequired[bool]
    """Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server can always sign in otherwise."""
    creates_users: NotRequired[bool]
    """Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make them first."""
    attributes: NotRequired[SsoConnectionsCreateBodyAttributes]
    """The names of claims or attributes that differ from the usual ones."""
    group_roles: NotRequired[list[SsoConnectionsCreateBodyGroupRolesItem]]
    """What groups there come to here, at every sign-in. What a group no longer gives is taken away again."""
    oidc: NotRequired[SsoConnectionsCreateBodyOidc]
    saml: NotRequired[SsoConnectionsCreateBodySaml]


class SsoConnectionsCreateBodyAttributes(TypedDict):
    subject: NotRequired[str]
    """For SAML: what tells people apart for good; the NameID when not given. By OpenID Connect it is `sub`."""
    email: NotRequired[str]
    name: NotRequired[str]
    groups: NotRequired[str]


class SsoConnectionsCreateBodyGroupRolesItem(TypedDict):
    group: str
    """As the identity provider names it."""
    role_ids: NotRequired[list[str]]
    organization_role: NotRequired[str]
    system_role: NotRequired[Literal["operator", "support", "auditor"]]
    """Makes the people of the group run this server. Only owners may say so."""


class SsoConnectionsCreateBodyOidc(TypedDict):
    issuer: str
    """The issuer; its discovery document is read below it."""
    client_id: str
    """What the provider calls this server."""
    client_secret: NotRequired[str]
    """Stored encrypted and never shown. A PUT without it keeps the one there is."""
    scopes: NotRequired[str]
    """`openid email profile` when not given."""
    token_endpoint_auth_method: NotRequired[Literal["client_secret_basic", "client_secret_post"]]
    """How we authenticate there; by default as the metadata of the provider says."""


class SsoConnectionsCreateBodySaml(TypedDict):
    metadata_xml: NotRequired[str]
    """The metadata of the identity provider: they say the other fields but allow_idp_initiated."""
    metadata_url: NotRequired[str]
    """Where the metadata are read from: when this is saved, and every hour from then on."""
    entity_id: NotRequired[str]
    """The entity id of the identity provider."""
    sso_url: NotRequired[str]
    """Where people are sent to sign in."""
    certificates: NotRequired[list[str]]
    """What may have signed an assertion: two while one takes over from the other."""
    slo_url: NotRequired[str]
    """Where it is told that somebody signed out, by the redirect binding."""
    slo_response_url: NotRequired[str]
    """Where answers to its own logout messages go, when not to slo_url."""
    allow_idp_initiated: NotRequired[bool]
    """Whether it may send people nobody asked for. Off unless said."""


class SsoConnectionsReplaceBody(TypedDict):
    type: Literal["saml", "oidc"]
    """The protocol. It stays."""
    name: str
    """What people read: usually that of the company."""
    enabled: NotRequired[bool]
    """Whether anybody signs in through it."""
    organization_id: NotRequired[str | None]
    organization_role: NotRequired[str | None]
    required: NotRequired[bool]
    """Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server can always sign in otherwise."""
    creates_users: NotRequired[bool]
    """Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make them first."""
    attributes: NotRequired[SsoConnectionsReplaceBodyAttributes]
    """The names of claims or attributes that differ from the usual ones."""
    group_roles: NotRequired[list[SsoConnectionsReplaceBodyGroupRolesItem]]
    """What groups there come to here, at every sign-in. What a group no longer gives is taken away again."""
    oidc: NotRequired[SsoConnectionsReplaceBodyOidc]
    saml: NotRequired[SsoConnectionsReplaceBodySaml]
    current_version: NotRequired[int]
    """The version that the caller read; with it, nothing replaces a later one."""


class SsoConnectionsReplaceBodyAttributes(TypedDict):
    subject: NotRequired[str]
    """For SAML: what tells people apart for good; the NameID when not given. By OpenID Connect it is `sub`."""
    email: NotRequired[str]
    name: NotRequired[str]
    groups: NotRequired[str]


class SsoConnectionsReplaceBodyGroupRolesItem(TypedDict):
    group: str
    """As the identity provider names it."""
    role_ids: NotRequired[list[str]]
    organization_role: NotRequired[str]
    system_role: NotRequired[Literal["operator", "support", "auditor"]]
    """Makes the people of the group run this server. Only owners may say so."""


class SsoConnectionsReplaceBodyOidc(TypedDict):
    issuer: str
    """The issuer; its discovery document is read below it."""
    client_id: str
    """What the provider calls this server."""
    client_secret: NotRequired[str]
    """Stored encrypted and never shown. A PUT without it keeps the one there is."""
    scopes: NotRequired[str]
    """`openid email profile` when not given."""
    token_endpoint_auth_method: NotRequired[Literal["client_secret_basic", "client_secret_post"]]
    """How we authenticate there; by default as the metadata of the provider says."""


class SsoConnectionsReplaceBodySaml(TypedDict):
    metadata_xml: NotRequired[str]
    """The metadata of the identity provider: they say the other fields but allow_idp_initiated."""
    metadata_url: NotRequired[str]
    """Where the metadata are read from: when this is saved, and every hour from then on."""
    entity_id: NotRequired[str]
    """The entity id of the identity provider."""
    sso_url: NotRequired[str]
    """Where people are sent to sign in."""
    certificates: NotRequired[list[str]]
    """What may have signed an assertion: two while one takes over from the other."""
    slo_url: NotRequired[str]
    """Where it is told that somebody signed out, by the redirect binding."""
    slo_response_url: NotRequired[str]
    """Where answers to its own logout messages go, when not to slo_url."""
    allow_idp_initiated: NotRequired[bool]
    """Whether it may send people nobody asked for. Off unless said."""


class SsoDomain(TypedDict):
    id: str
    connection_id: str
    domain: str
    verified: bool
    verified_by: Literal["dns", "operator"] | None
    verified_at: str | None
    record: SsoDomainRecord
    """Whoever sets this in the DNS of the domain proves that it is theirs."""
    created_at: str


class SsoDomainRecord(TypedDict):
    type: Literal["TXT"]
    name: str
    value: str


class SsoDomainsCreateBody(TypedDict):
    domain: str
    """What stands behind the @ of addresses."""


class SsoDomainsVerifyBody(TypedDict):
    by: NotRequired[Literal["dns", "operator"]]
    """`dns` looks for the TXT record; `operator` takes your word for it."""


class SsoIdentity(TypedDict):
    id: str
    connection_id: str
    connection_name: str
    subject: str
    """Who the user is to the identity provider."""
    email: str | None
    """As the identity provider said it last."""
    name: str | None
    created_at: str
    last_used_at: str


class SsoSamlKey(TypedDict):
    id: str
    connection_id: str
    active: bool
    """Whether it signs. Each decrypts."""
    certificate: str
    """In PEM."""
    fingerprint: str
    """SHA-256 of the certificate, in hexadecimal."""
    expires_at: str
    """As the certificate says."""
    created_at: str


class SsoScimTokensCreateBody(TypedDict):
    name: str


class SsoScimTokensCreateResult(TypedDict):
    id: str
    connection_id: str
    name: str
    last_used_at: str | None
    created_at: str
    token: str
    """Shown this once."""
    base_url: str
    """What the identity provider calls its SCIM or tenant URL."""


class SsoTestLink(TypedDict):
    test_url: str
    """Open it in a browser, or give it to whoever runs the identity provider."""
    expires_at: str


class Stats(TypedDict):
    users: StatsUsers
    sessions: StatsSessions
    sign_ins: StatsSignIns
    agents: StatsAgents
    clients: StatsClients
    consents: StatsConsents
    tokens: StatsTokens
    oauth_providers: StatsOauthProviders
    organizations: StatsOrganizations
    as_of: str | None
    """When the totals were counted. Null on a server that started a moment ago."""


class StatsAgents(TypedDict):
    total: int
    active: int


class StatsClients(TypedDict):
    apps: int
    registered: int


class StatsConsents(TypedDict):
    active: int
    granted: StatsConsentsGranted
    """By whole hours: the one under way and those before."""
    revoked: StatsConsentsRevoked
    """By whole hours: the one under way and those before."""


class StatsConsentsGranted(TypedDict):
    last_24h: int
    last_7d: int


class StatsConsentsRevoked(TypedDict):
    last_24h: int
    last_7d: int


class StatsOauthProviders(TypedDict):
    total: int


class StatsOrganizations(TypedDict):
    total: int


class StatsSessions(TypedDict):
    active: int
    created: StatsSessionsCreated
    """By whole hours: the one under way and those before."""


class StatsSessionsCreated(TypedDict):
    last_24h: int
    last_7d: int


class StatsSignIns(TypedDict):
    failed: StatsSignInsFailed
    """By whole hours: the one under way and those before."""
    stopped: StatsSignInsStopped
    """By whole hours: the one under way and those before."""


class StatsSignInsFailed(TypedDict):
    last_24h: int
    last_7d: int


class StatsSignInsStopped(TypedDict):
    last_24h: int
    last_7d: int


class StatsTokens(TypedDict):
    issued: StatsTokensIssued
    """By whole hours: the one under way and those before."""
    exchanged: StatsTokensExchanged
    """By whole hours: the one under way and those before."""
    exchanges_refused: StatsTokensExchangesRefused
    """By whole hours: the one under way and those before."""
    reuse_detected: StatsTokensReuseDetected
    """By whole hours: the one under way and those before."""


class StatsTokensExchanged(TypedDict):
    last_24h: int
    last_7d: int


class StatsTokensExchangesRefused(TypedDict):
    last_24h: int
    last_7d: int


class StatsTokensIssued(TypedDict):
    last_24h: int
    last_7d: int


class StatsTokensReuseDetected(TypedDict):
    last_24h: int
    last_7d: int


class StatsUsers(TypedDict):
    total: int
    with_second_factor: int
    disabled: int
    created: StatsUsersCreated
    """By whole hours: the one under way and those before."""


class StatsUsersCreated(TypedDict):
    last_24h: int
    last_7d: int


class SwapMode(TypedDict):
    mode: NotRequired[Literal["dev", "production"]]
    """The mode to switch to; by default the other one. A script that may run twice should name it."""


class SwappedMode(TypedDict):
    mode: Literal["dev", "production"]
    previous_mode: Literal["dev", "production"]
    drained: bool
    """False when a request took longer than the 5 seconds the swap waits, and may have seen both modes."""


class SystemBootstrapBody(TypedDict):
    token: str
    """From the setup link that the server prints when it starts, or an API key with full access, such as the first one."""
    email: str
    password: str


class SystemCheckHealthResult(TypedDict):
    status: Literal["ok"]


class SystemCheckReadinessResult(TypedDict):
    status: Literal["ok"]


class Token(TypedDict):
    id: str
    """The jti."""
    kind: Literal["access"] | Literal["refresh"]
    grant_type: str
    client_id: str
    subject: str
    user_id: str | None
    scope: str
    audience: list[str]
    dpop_jkt: str | None
    session_id: str | None
    consent_id: str | None
    policy_id: str | None
    parent_id: str | None
    root_id: str
    depth: int
    """Delegation hops above this token."""
    status: Literal["active"] | Literal["expired"] | Literal["revoked"]
    created_at: str
    expires_at: str
    revoked_at: str | None
    revoked_reason: str | None


class TokenDryRun(TypedDict):
    revoked_count: Literal[0]
    dry_run: Literal[True]
    audit_event_id: None
    counts: EndedCounts
    tokens: TokenDryRunTokens


class TokenDryRunTokens(TypedDict):
    total: int
    access_tokens: int
    refresh_tokens: int
    delegated_tokens: int
    """Those of the access tokens that were made by token exchange"""


class TokenTrace(TypedDict):
    token: Token
    is_alive: bool
    """Whether introspection says active. Expiry, revocation and whatever it hangs on count."""
    causes: list[TokenTraceCausesItem]
    """Everything that ended it, from the root down. Empty while it lives."""
    line: list[TokenTraceLineItem]
    """From the root down to the token."""
    children: list[Token]
    """What was made of it, newest first: a hundred at most."""


class TokenTraceCausesItem(TypedDict):
    cause: Literal["expired", "revoked", "ancestor_gone", "client_inactive", "person_inactive", "consent_revoked", "policy_revoked"]
    token_id: str
    """The token of the line that it met: this one or an ancestor."""
    at: str | None
    reason: str | None


class TokenTraceLineItem(TypedDict):
    id: str
    """The jti."""
    kind: Literal["access"] | Literal["refresh"]
    grant_type: str
    client_id: str
    subject: str
    user_id: str | None
    scope: str
    audience: list[str]
    dpop_jkt: str | None
    session_id: str | None
    consent_id: str | None
    policy_id: str | None
    parent_id: str | None
    root_id: str
    depth: int
    """Delegation hops above this token."""
    status: Literal["active"] | Literal["expired"] | Literal["revoked"]
    created_at: str
    expires_at: str
    revoked_at: str | None
    revoked_reason: str | None
    delegator: str | None
    dropped_scope: str
    """What the token above it had and this one has not."""


class TokensRevokeByJtiBody(TypedDict):
    jti: str
    dry_run: NotRequired[bool]
    """Answer what would be revoked and change nothing."""


class TokensRevokeByJtiResult(TypedDict):
    revoked_count: int
    """0 in a dry run."""
    audit_event_id: str | None
    dry_run: bool
    tokens: TokensRevokeByJtiResultTokens


class TokensRevokeByJtiResultTokens(TypedDict):
    total: int
    access_tokens: int
    refresh_tokens: int
    delegated_tokens: int
    """Those of the access tokens that were made by token exchange."""


class TokensRevokeByPatternBody(TypedDict):
    client_id_pattern: str
    """GLOB: * any sequence, ? one character, case-sensitive."""
    reason: NotRequired[str]
    dry_run: NotRequired[bool]
    """Answer what would be revoked and change nothing."""


class TokensRevokeByPatternResult(TypedDict):
    revoked_count: int
    """0 in a dry run."""
    audit_event_id: str | None
    dry_run: bool
    tokens: TokensRevokeByPatternResultTokens
    pattern_matched: str


class TokensRevokeByPatternResultTokens(TypedDict):
    total: int
    access_tokens: int
    refresh_tokens: int
    delegated_tokens: int
    """Those of the access tokens that were made by token exchange."""


Trends = TypedDict(
    "Trends",
    {
        "from": "str",
        "to": "str",
        "interval": "Literal[\"hour\", \"day\"]",
        "series": "TrendsSeries",
        "tokens_by_grant": "list[TrendsTokensByGrantItem]",
        "sign_ins_by_method": "list[TrendsSignInsByMethodItem]",
    },
)


class TrendsSeries(TypedDict):
    sign_ups: list[TrendsSeriesSignUpsItem]
    """A point for every interval, oldest first, also where nothing happened."""
    sign_ins: list[TrendsSeriesSignInsItem]
    """A point for every interval, oldest first, also where nothing happened."""
    failed_sign_ins: list[TrendsSeriesFailedSignInsItem]
    """A point for every interval, oldest first, also where nothing happened."""
    stopped_sign_ins: list[TrendsSeriesStoppedSignInsItem]
    """A point for every interval, oldest first, also where nothing happened."""
    second_factors_enabled: list[TrendsSeriesSecondFactorsEnabledItem]
    """A point for every interval, oldest first, also where nothing happened."""
    consents_granted: list[TrendsSeriesConsentsGrantedItem]
    """A point for every interval, oldest first, also where nothing happened."""
    consents_revoked: list[TrendsSeriesConsentsRevokedItem]
    """A point for every interval, oldest first, also where nothing happened."""
    tokens_issued: list[TrendsSeriesTokensIssuedItem]
    """A point for every interval, oldest first, also where nothing happened."""
    token_exchanges: list[TrendsSeriesTokenExchangesItem]
    """A point for every interval, oldest first, also where nothing happened."""
    token_exchanges_refused: list[TrendsSeriesTokenExchangesRefusedItem]
    """A point for every interval, oldest first, also where nothing happened."""
    token_reuse_detected: list[TrendsSeriesTokenReuseDetectedItem]
    """A point for every interval, oldest first, also where nothing happened."""


class TrendsSeriesConsentsGrantedItem(TypedDict):
    at: str
    count: int


class TrendsSeriesConsentsRevokedItem(TypedDict):
    at: str
    count: int


class TrendsSeriesFailedSignInsItem(TypedDict):
    at: str
    count: int


class TrendsSeriesSecondFactorsEnabledItem(TypedDict):
    at: str
    count: int


class TrendsSeriesSignInsItem(TypedDict):
    at: str
    count: int


class TrendsSeriesSignUpsItem(TypedDict):
    at: str
    count: int


class TrendsSeriesStoppedSignInsItem(TypedDict):
    at: str
    count: int


class TrendsSeriesTokenExchangesItem(TypedDict):
    at: str
    count: int


class TrendsSeriesTokenExchangesRefusedItem(TypedDict):
    at: str
    count: int


class TrendsSeriesTokenReuseDetectedItem(TypedDict):
    at: str
    count: int


class TrendsSeriesTokensIssuedItem(TypedDict):
    at: str
    count: int


class TrendsSignInsByMethodItem(TypedDict):
    method: str
    """As in RFC 8176 §2."""
    count: int


class TrendsTokensByGrantItem(TypedDict):
    grant_type: str
    count: int


class User(TypedDict):
    id: str
    email: str
    email_verified: bool
    name: str
    mfa_enabled: bool
    system_role: Literal["owner", "operator", "support", "auditor"] | None
    """The role of a person who runs the server; null for everyone else."""
    tier: str
    created_at: str
    updated_at: str


class UserVaultConnection(TypedDict):
    id: str
    provider_id: str
    provider_name: str
    provider_display_name: str
    provider_icon_url: str | None
    account: str | None
    """What the provider calls it."""
    label: str | None
    """What its person calls it."""
    scopes: list[str]
    needs_reauth: bool
    """Whether only the person can go on, by connecting it again."""
    expires_at: str | None
    """When the access token ends; it is refreshed before that."""
    last_refreshed_at: str | None
    created_at: str
    updated_at: str
    user_id: str


class UserVaultGrant(TypedDict):
    id: str
    client_id: str
    client_name: str | None
    """Null when the client was deleted."""
    connection_id: str
    provider_id: str
    provider_name: str
    provider_display_name: str
    account: str | None
    """What the provider calls it."""
    label: str | None
    """What its person calls it."""
    scopes: list[str]
    """What it may be used with; the account may carry more."""
    created_at: str
    updated_at: str
    user_id: str


class UsersAgentsRevokeBody(TypedDict):
    client_ids: NotRequired[list[str]]
    """Everybody when left out."""
    dry_run: NotRequired[bool]
    """Answer what would end, and change nothing."""


class UsersAgentsRevokeResult(TypedDict):
    client_ids: list[str]
    revoked_consents: int
    """0 in a dry run."""
    revoked_count: int
    """0 in a dry run."""
    audit_event_id: str | None
    dry_run: bool
    tokens: UsersAgentsRevokeResultTokens
    counts: EndedCounts


class UsersAgentsRevokeResultTokens(TypedDict):
    total: int
    access_tokens: int
    refresh_tokens: int
    delegated_tokens: int
    """Those of the access tokens that were made by token exchange."""


class UsersCreateBody(TypedDict):
    email: str
    name: NotRequired[str]
    """At most 200 characters."""
    password: NotRequired[str]
    """Without one the person signs in by another way, or resets it by mail."""
    email_verified: NotRequired[bool]
    """False when left out."""
    tier: NotRequired[str]
    """Small letters, digits, hyphens and underscores, beginning with a letter."""
    metadata: NotRequired[dict[str, Any]]
    """At most 16 KiB as JSON."""
    system_role: NotRequired[Literal["owner", "operator", "support", "auditor"] | None]
    """The role of a person who runs the server. Only an owner, or a key with the scope *, may set it."""


class UsersImportBody(TypedDict):
    users: list[UsersImportBodyUsersItem]
    trust_email_verified: NotRequired[bool]
    """Takes email_verified as the other system has it. Without it nobody is verified."""
    dry_run: NotRequired[bool]
    """Only say what would become of each, and change nothing."""


class UsersImportBodyUsersItem(TypedDict):
    email: str
    name: NotRequired[str]
    """At most 200 characters."""
    password_hash: NotRequired[str]
    """As the other system kept it: bcrypt ($2a$, $2b$, $2y$), $argon2id$, $argon2i$, $pbkdf2-sha256$ (sha1, sha512), $scrypt$, $firebase-scrypt$, {SSHA}, {SSHA256}, {SSHA512}. It is replaced by one of ours at the next sign-in."""
    email_verified: NotRequired[bool]
    """Counts only with trust_email_verified."""
    disabled: NotRequired[bool]
    """Whether sign-in is stopped from the start."""
    tier: NotRequired[str]
    metadata: NotRequired[dict[str, Any]]
    """At most 16 KiB as JSON."""


class UsersRolesAssignBody(TypedDict):
    role_id: str
    expires_at: NotRequired[str | None]


class UsersSendEmailVerificationResult(TypedDict):
    sent: bool
    """False when there was nothing to confirm."""
    email_verified: bool


class UsersSessionsRevokeAllResult(TypedDict):
    revoked_sessions: int
    """0 in a dry run."""
    revoked_tokens: int
    """0 in a dry run."""
    dry_run: bool
    living_sessions: int
    """How many of these lived when it was asked."""
    living_tokens: int
    """How many tokens that came from them lived."""
    counts: EndedCounts


class UsersSetTierBody(TypedDict):
    tier: str
    """Small letters, digits, hyphens and underscores, beginning with a letter."""


class UsersUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Null takes the name away."""
    email: NotRequired[str]
    """Another address counts as unproven unless email_verified says more."""
    email_verified: NotRequired[bool]
    metadata: NotRequired[dict[str, Any] | None]
    """Merged into what is there; null empties it."""
    disabled: NotRequired[bool]
    """True ends every session and token."""
    system_role: NotRequired[Literal["owner", "operator", "support", "auditor"] | None]
    """The role of a person who runs the server. Only an owner, or a key with the scope *, may set it."""


class VaultCalls(TypedDict):
    methods: NotRequired[list[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]]]
    """The methods that are meant, all when left out. GET stands for HEAD too."""
    paths: list[str]
    """Each a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included."""


class VaultProvider(TypedDict):
    id: str
    name: str
    kind: Literal["oauth", "api_key"]
    """`oauth`, or `api_key` where people bring a key or a personal access token."""
    template: str | None
    display_name: str
    auth_url: str | None
    token_url: str | None
    client_id: str | None
    has_secret: bool
    scopes: list[str]
    icon_url: str | None
    active: bool
    extra_auth_params: dict[str, str]
    quirks: VaultQuirks
    allowed_clients: list[VaultProviderAllowedClientsItem] | None
    """The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use."""
    proxy: VaultProxyRules | None
    """Which calls agents with the scope vault:use make through the vault; null for none."""
    callback_url: str | None
    """Register this with the provider."""
    created_at: str
    updated_at: str


class VaultProviderAllowedClientsItem(TypedDict):
    client_id: str
    scopes: NotRequired[list[str]]
    """The most it may use an account with; all when left out."""


class VaultProvidersCreateBody(TypedDict):
    template: NotRequired[Literal["google_calendar", "google_drive", "google_gmail", "slack", "github", "microsoft", "notion", "linear", "jira", "confluence", "gitlab", "salesforce", "hubspot", "zoom", "dropbox", "discord", "figma"]]
    """One of `GET /api/v1/vault/templates`."""
    kind: NotRequired[Literal["oauth", "api_key"]]
    """`oauth`, or `api_key` where people bring a key or a personal access token."""
    name: NotRequired[str]
    """Its name in addresses; that of the template when not given. It stays, because the provider knows the callback."""
    display_name: NotRequired[str]
    """What people read."""
    auth_url: NotRequired[str]
    """Where people allow us to act for them there."""
    token_url: NotRequired[str]
    """Where codes and refresh tokens are sent."""
    client_id: NotRequired[str]
    """What the provider calls this server."""
    client_secret: NotRequired[str]
    """Stored encrypted and never shown."""
    scopes: NotRequired[list[str]]
    """The most that a connection can have. People may connect with fewer."""
    icon_url: NotRequired[str]
    """A picture for pages of yours; the hosted pages show none."""
    active: NotRequired[bool]
    """Whether anybody connects or uses it."""
    extra_auth_params: NotRequired[dict[str, str]]
    """What goes along with every authorization request."""
    quirks: NotRequired[VaultQuirks]
    allowed_clients: NotRequired[list[VaultProvidersCreateBodyAllowedClientsItem] | None]
    """The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use."""
    proxy: NotRequired[VaultProxyRules | None]
    """Which calls agents with the scope vault:use make through the vault; null for none."""


class VaultProvidersCreateBodyAllowedClientsItem(TypedDict):
    client_id: str
    scopes: NotRequired[list[str]]
    """The most it may use an account with; all when left out."""


class VaultProvidersUpdateBody(TypedDict):
    display_name: NotRequired[str]
    """What people read."""
    auth_url: NotRequired[str]
    """Where people allow us to act for them there."""
    token_url: NotRequired[str]
    """Where codes and refresh tokens are sent."""
    client_id: NotRequired[str]
    """What the provider calls this server."""
    client_secret: NotRequired[str]
    """Stored encrypted and never shown."""
    scopes: NotRequired[list[str]]
    """The most that a connection can have. People may connect with fewer."""
    icon_url: NotRequired[str | None]
    active: NotRequired[bool]
    """Whether anybody connects or uses it."""
    extra_auth_params: NotRequired[dict[str, str]]
    """What goes along with every authorization request."""
    quirks: NotRequired[VaultQuirks]
    allowed_clients: NotRequired[list[VaultProvidersUpdateBodyAllowedClientsItem] | None]
    """The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use."""
    proxy: NotRequired[VaultProxyRules | None]
    """Which calls agents with the scope vault:use make through the vault; null for none."""


class VaultProvidersUpdateBodyAllowedClientsItem(TypedDict):
    client_id: str
    scopes: NotRequired[list[str]]
    """The most it may use an account with; all when left out."""


class VaultProxyRules(TypedDict):
    hosts: list[str]
    """Where calls may go, each as an origin such as https://api.example.com. The first is meant where a call names none. {account} stands for the address that the provider calls the account by."""
    allow: list[VaultCalls]
    """The calls that go through. What fits none of these does not."""
    deny: NotRequired[list[VaultCalls]]
    """Calls that do not, whatever allow says. Letters count in either case."""
    credential: NotRequired[VaultProxyRulesCredential]
    """Where the key of a person goes, at a provider of the kind api_key: the header `Authorization: Bearer` when left out. A query is kept in the logs of many servers: prefer a header."""


VaultProxyRulesCredential = TypedDict(
    "VaultProxyRulesCredential",
    {
        "in": "Literal[\"header\", \"query\"]",
        "name": "str",
        "prefix": "NotRequired[str]",
    },
)


class VaultQuirks(TypedDict):
    scope_separator: NotRequired[Literal[" ", ","]]
    """What stands between scopes in the authorization request; a space."""
    scope_parameter: NotRequired[str]
    """What the authorization request calls its scopes; `scope`."""
    token_endpoint_auth_method: NotRequired[Literal["client_secret_post", "client_secret_basic"]]
    """How the client authenticates; by default `client_secret_post`."""
    token_request_format: NotRequired[Literal["form", "json"]]
    """What a token request is written in; by default a form."""
    token_member: NotRequired[str]
    """Where in the answer the tokens stand, if not at its top: `authed_user`."""
    refresh_url: NotRequired[str]
    """Where tokens are refreshed, if not at the token_url."""
    rotates_refresh_tokens: NotRequired[bool]
    """A refresh token works once. One that was spent without a successor is thrown away, since to send it again looks like theft."""
    reauth_errors: NotRequired[list[str]]
    """Errors of a refresh that only the person can mend, beside invalid_grant."""
    expires_in_seconds: NotRequired[int]
    """How long an access token lives whose answer does not say it."""
    revocation_url: NotRequired[str]
    """Where tokens are ended when somebody disconnects."""
    revocation_style: NotRequired[Literal["rfc7009", "bearer", "json", "github"]]
    """How: `rfc7009` (the default) sends the token in a form, `bearer` the access token as credential, `json` the token in JSON, `github` deletes the grant of the application."""
    account_url: NotRequired[str]
    """Says whose account a token is for; without it the token answer does."""
    account_id: NotRequired[str]
    """The member that identifies the account."""
    account_name: NotRequired[str]
    """The member that people know the account by."""


class VaultTemplate(TypedDict):
    name: str
    display_name: str
    auth_url: str
    token_url: str
    default_scopes: list[str]
    extra_auth_params: dict[str, str]
    quirks: VaultQuirks
    proxy: VaultProxyRules | None
    """Which calls agents with the scope vault:use make through the vault; null for none."""


class VaultToken(TypedDict):
    access_token: str
    """Of the provider, or the key the person brought."""
    token_type: Literal["Bearer", "api_key"]
    expires_at: str | None
    scopes: list[str]
    connection_id: str


class Webhook(TypedDict):
    id: str
    url: str
    events: list[str]
    unmatched_events: list[str]
    """Those of events that no event answers to now."""
    enabled: bool
    description: str
    signature_format: Literal["timestamped", "raw", "raw_prefixed"]
    """How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=."""
    retry: Literal["none", "standard"]
    """none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails."""
    old_secret_until: str | None
    """Until when the secret before the last rotation signs, too."""
    failing_since: str | None
    """Since when every delivery failed; null while they arrive. After five days it is disabled."""
    disabled_reason: Literal["operator", "gone", "failing"] | None
    """Who turned it off: an operator, an endpoint that responded 410 (gone), five days of failures."""
    missed: WebhookMissed | None
    """What it missed the last time it was disabled; null when it never was."""
    created_at: str
    updated_at: str


class WebhookDelivery(TypedDict):
    id: str
    """Also sent as webhook-id, with every attempt the same."""
    webhook_id: str
    event: str
    payload: str
    """The exact text that is sent; empty with include_payload=false."""
    status_code: int | None
    """Of the last attempt; null when no answer came, and before the first."""
    success: bool
    """Whether it was answered with 2xx."""
    state: Literal["waiting", "succeeded", "failed"]
    """waiting: an attempt follows."""
    error: str | None
    """Why no answer came: timeout, unreachable, refused (an address we do not go to), too_large, disabled, interrupted."""
    attempt: int
    """How many attempts there were."""
    next_attempt_at: str | None
    """Null when none follows."""
    replayed_from: str | None
    """The delivery whose text this one sends again."""
    created_at: str


class WebhookDeliveryDetail(TypedDict):
    id: str
    """Also sent as webhook-id, with every attempt the same."""
    webhook_id: str
    event: str
    payload: str
    """The exact text that is sent; empty with include_payload=false."""
    status_code: int | None
    """Of the last attempt; null when no answer came, and before the first."""
    success: bool
    """Whether it was answered with 2xx."""
    state: Literal["waiting", "succeeded", "failed"]
    """waiting: an attempt follows."""
    error: str | None
    """Why no answer came: timeout, unreachable, refused (an address we do not go to), too_large, disabled, interrupted."""
    attempt: int
    """How many attempts there were."""
    next_attempt_at: str | None
    """Null when none follows."""
    replayed_from: str | None
    """The delivery whose text this one sends again."""
    created_at: str
    request_headers: dict[str, str] | None
    response_headers: dict[str, str] | None
    response_body: str | None
    """The first 4 KiB, as they came."""
    duration_ms: int | None
    """Of the last attempt."""
    attempts: list[WebhookDeliveryDetailAttemptsItem]
    """Every attempt, oldest first."""


class WebhookDeliveryDetailAttemptsItem(TypedDict):
    at: str
    status_code: int | None
    error: str | None
    duration_ms: int


WebhookMissed = TypedDict(
    "WebhookMissed",
    {
        "events": "int",
        "from": "str",
        "to": "str | None",
    },
)


class WebhooksCreateBody(TypedDict):
    url: str
    """Where deliveries are posted. https, except in dev mode on this machine and for hosts in outbound.allowed_hosts; no redirect is followed."""
    events: NotRequired[list[str]]
    """Names of events and globs: user.created, user.*, * for all. A name that nothing emits yet is taken, and named in unmatched_events."""
    description: NotRequired[str]
    """What it is for, in your words."""
    secret: NotRequired[str]
    """A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64."""
    enabled: NotRequired[bool]
    """false: nothing is sent, and what it would have got is counted."""
    signature_format: NotRequired[Literal["timestamped", "raw", "raw_prefixed"]]
    """How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=."""
    retry: NotRequired[Literal["none", "standard"]]
    """none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails."""


class WebhooksCreateResult(TypedDict):
    id: str
    url: str
    events: list[str]
    unmatched_events: list[str]
    """Those of events that no event answers to now."""
    enabled: bool
    description: str
    signature_format: Literal["timestamped", "raw", "raw_prefixed"]
    """How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=."""
    retry: Literal["none", "standard"]
    """none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails."""
    old_secret_until: str | None
    """Until when the secret before the last rotation signs, too."""
    failing_since: str | None
    """Since when every delivery failed; null while they arrive. After five days it is disabled."""
    disabled_reason: Literal["operator", "gone", "failing"] | None
    """Who turned it off: an operator, an endpoint that responded 410 (gone), five days of failures."""
    missed: WebhooksCreateResultMissed | None
    """What it missed the last time it was disabled; null when it never was."""
    created_at: str
    updated_at: str
    secret: str
    """The signing secret; shown this once."""


WebhooksCreateResultMissed = TypedDict(
    "WebhooksCreateResultMissed",
    {
        "events": "int",
        "from": "str",
        "to": "str | None",
    },
)


class WebhooksDeliveriesReplayFailedBody(TypedDict):
    since: str
    """ISO 8601. Deliveries that were made at this time or later and failed for good."""


class WebhooksDeliveriesReplayFailedResult(TypedDict):
    message: str
    count: int
    """How many are sent again, 1000 at most."""
    complete: bool
    """false: there are more. The same call takes the next ones."""


class WebhooksDeliveriesReplayResult(TypedDict):
    message: str
    new_delivery_id: str
    event: str


class WebhooksListEventsResult(TypedDict):
    events: list[str]
    """Sorted. What each carries stands under webhooks in the document."""


class WebhooksRotateSecretBody(TypedDict):
    overlap_seconds: NotRequired[int]
    """How long the old secret works on, at most seven days; by default it stops at once."""
    secret: NotRequired[str]
    """A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64."""


class WebhooksRotateSecretResult(TypedDict):
    id: str
    url: str
    events: list[str]
    unmatched_events: list[str]
    """Those of events that no event answers to now."""
    enabled: bool
    description: str
    signature_format: Literal["timestamped", "raw", "raw_prefixed"]
    """How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=."""
    retry: Literal["none", "standard"]
    """none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails."""
    old_secret_until: str | None
    """Until when the secret before the last rotation signs, too."""
    failing_since: str | None
    """Since when every delivery failed; null while they arrive. After five days it is disabled."""
    disabled_reason: Literal["operator", "gone", "failing"] | None
    """Who turned it off: an operator, an endpoint that responded 410 (gone), five days of failures."""
    missed: WebhooksRotateSecretResultMissed | None
    """What it missed the last time it was disabled; null when it never was."""
    created_at: str
    updated_at: str
    secret: str
    """The signing secret; shown this once."""


WebhooksRotateSecretResultMissed = TypedDict(
    "WebhooksRotateSecretResultMissed",
    {
        "events": "int",
        "from": "str",
        "to": "str | None",
    },
)


class WebhooksTestBody(TypedDict):
    event_type: NotRequired[str]
    """The event to send a sample of; webhook.test when not given."""


class WebhooksTestResult(TypedDict):
    message: str
    delivery_id: str
    event: str


class WebhooksUpdateBody(TypedDict):
    url: NotRequired[str]
    """Where deliveries are posted. https, except in dev mode on this machine and for hosts in outbound.allowed_hosts; no redirect is followed."""
    events: NotRequired[list[str]]
    """Names of events and globs: user.created, user.*, * for all. A name that nothing emits yet is taken, and named in unmatched_events."""
    description: NotRequired[str | None]
    secret: NotRequired[str]
    """A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64."""
    enabled: NotRequired[bool]
    """false: nothing is sent, and what it would have got is counted."""
    signature_format: NotRequired[Literal["timestamped", "raw", "raw_prefixed"]]
    """How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=."""
    retry: NotRequired[Literal["none", "standard"]]
    """none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails."""
