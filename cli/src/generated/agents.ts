// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "agents.list",
  "verb": [
   "list"
  ],
  "about": "List agents",
  "method": "GET",
  "path": "/api/v1/agents",
  "scope": "agents:read",
  "query": [
   {
    "name": "limit",
    "kind": "integer",
    "about": "The largest number of entries to return."
   },
   {
    "name": "cursor",
    "kind": "string",
    "about": "The next_cursor of the page before, to go on behind it."
   },
   {
    "name": "include_total",
    "kind": "boolean",
    "about": "Adds the number of entries on all pages as total."
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Only those that are active, or only those that are not."
   },
   {
    "name": "search",
    "kind": "string",
    "about": "How the name or the client_id begins, whatever the case, or the id, as it is spelled."
   }
  ],
  "columns": [
   "id",
   "client_name",
   "client_id",
   "active",
   "scope",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "agents.create",
  "verb": [
   "create"
  ],
  "about": "Create an agent",
  "method": "POST",
  "path": "/api/v1/agents",
  "scope": "agents:write",
  "body": [
   {
    "name": "client_name",
    "kind": "string",
    "about": "What people read, such as on the consent page.",
    "required": true
   },
   {
    "name": "description",
    "kind": "string"
   },
   {
    "name": "client_id",
    "kind": "string",
    "about": "Your own name for it in the protocol."
   },
   {
    "name": "token_endpoint_auth_method",
    "kind": "string",
    "values": [
     "client_secret_basic",
     "client_secret_post",
     "none",
     "private_key_jwt"
    ]
   },
   {
    "name": "grant_types",
    "kind": "list",
    "values": [
     "authorization_code",
     "refresh_token",
     "client_credentials",
     "urn:ietf:params:oauth:grant-type:token-exchange",
     "urn:ietf:params:oauth:grant-type:device_code"
    ]
   },
   {
    "name": "redirect_uris",
    "kind": "list",
    "about": "Required for authorization_code."
   },
   {
    "name": "scope",
    "kind": "words",
    "about": "Space-separated scopes; the most this agent can ask for."
   },
   {
    "name": "audiences",
    "kind": "list",
    "about": "Resources the agent may ask tokens for, beside those open to every client (RFC 8707)."
   },
   {
    "name": "jwks",
    "kind": "json",
    "about": "Public keys for private_key_jwt (RFC 7517)."
   },
   {
    "name": "jwks_uri",
    "kind": "string",
    "about": "The https URL of the keys, instead of jwks; fetched when the agent authenticates."
   },
   {
    "name": "post_logout_redirect_uris",
    "kind": "list",
    "about": "Where people may be sent after signing out (OpenID Connect RP-Initiated Logout §3.1)."
   },
   {
    "name": "backchannel_logout_uri",
    "kind": "string",
    "about": "The https URL that gets a logout token when a session ends (OpenID Connect Back-Channel Logout §2.2)."
   },
   {
    "name": "backchannel_logout_session_required",
    "kind": "boolean"
   },
   {
    "name": "dpop_bound",
    "kind": "boolean",
    "about": "Refuse to issue tokens without a DPoP proof (RFC 9449 §5.2)."
   },
   {
    "name": "access_token_ttl_seconds",
    "kind": "integer",
    "about": "At most twice the lifetime that the server is set to."
   },
   {
    "name": "refresh_grace_seconds",
    "kind": "integer",
    "about": "For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to.",
    "nullable": true
   },
   {
    "name": "id_token_signed_response_alg",
    "kind": "string",
    "about": "What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256.",
    "values": [
     "ES256",
     "RS256"
    ]
   },
   {
    "name": "id_token_claims",
    "kind": "boolean",
    "about": "Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."
   },
   {
    "name": "require_pushed_authorization_requests",
    "kind": "boolean",
    "about": "Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."
   },
   {
    "name": "security_profile",
    "kind": "string",
    "about": "fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated.",
    "values": [
     "fapi2"
    ],
    "nullable": true
   }
  ],
  "secrets": [
   "client_secret"
  ],
  "keyed": true
 },
 {
  "id": "agents.deactivate",
  "verb": [
   "delete"
  ],
  "aliases": [
   "deactivate"
  ],
  "about": "Deactivate an agent",
  "method": "DELETE",
  "path": "/api/v1/agents/{id}",
  "scope": "agents:write",
  "query": [
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would end, and change nothing."
   },
   {
    "name": "purge",
    "kind": "boolean",
    "about": "Remove a deactivated agent for good."
   }
  ],
  "ends": true
 },
 {
  "id": "agents.get",
  "verb": [
   "get"
  ],
  "about": "Get an agent",
  "method": "GET",
  "path": "/api/v1/agents/{id}",
  "scope": "agents:read"
 },
 {
  "id": "agents.update",
  "verb": [
   "update"
  ],
  "about": "Update an agent",
  "method": "PATCH",
  "path": "/api/v1/agents/{id}",
  "scope": "agents:write",
  "body": [
   {
    "name": "client_name",
    "kind": "string",
    "about": "What people read, such as on the consent page."
   },
   {
    "name": "description",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "grant_types",
    "kind": "list",
    "values": [
     "authorization_code",
     "refresh_token",
     "client_credentials",
     "urn:ietf:params:oauth:grant-type:token-exchange",
     "urn:ietf:params:oauth:grant-type:device_code"
    ]
   },
   {
    "name": "redirect_uris",
    "kind": "list",
    "about": "Required for authorization_code."
   },
   {
    "name": "scope",
    "kind": "words",
    "about": "Space-separated scopes; the most this agent can ask for."
   },
   {
    "name": "audiences",
    "kind": "list",
    "about": "Resources the agent may ask tokens for, beside those open to every client (RFC 8707)."
   },
   {
    "name": "jwks",
    "kind": "json",
    "about": "Public keys for private_key_jwt (RFC 7517).",
    "nullable": true
   },
   {
    "name": "jwks_uri",
    "kind": "string",
    "about": "The https URL of the keys, instead of jwks; fetched when the agent authenticates.",
    "nullable": true
   },
   {
    "name": "post_logout_redirect_uris",
    "kind": "list",
    "about": "Where people may be sent after signing out (OpenID Connect RP-Initiated Logout §3.1)."
   },
   {
    "name": "backchannel_logout_uri",
    "kind": "string",
    "about": "The https URL that gets a logout token when a session ends (OpenID Connect Back-Channel Logout §2.2).",
    "nullable": true
   },
   {
    "name": "backchannel_logout_session_required",
    "kind": "boolean"
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "false ends the tokens, codes and consents of the agent."
   },
   {
    "name": "dpop_bound",
    "kind": "boolean"
   },
   {
    "name": "access_token_ttl_seconds",
    "kind": "integer",
    "about": "At most twice the lifetime that the server is set to.",
    "nullable": true
   },
   {
    "name": "refresh_grace_seconds",
    "kind": "integer",
    "about": "For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to.",
    "nullable": true
   },
   {
    "name": "id_token_signed_response_alg",
    "kind": "string",
    "about": "What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256.",
    "values": [
     "ES256",
     "RS256"
    ]
   },
   {
    "name": "id_token_claims",
    "kind": "boolean",
    "about": "Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true."
   },
   {
    "name": "require_pushed_authorization_requests",
    "kind": "boolean",
    "about": "Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6)."
   },
   {
    "name": "security_profile",
    "kind": "string",
    "about": "fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated.",
    "values": [
     "fapi2"
    ],
    "nullable": true
   }
  ]
 },
 {
  "id": "agents.auditLogs.list",
  "verb": [
   "audit-logs",
   "list"
  ],
  "about": "List audit entries of an agent",
  "method": "GET",
  "path": "/api/v1/agents/{id}/audit",
  "scope": "agents:read",
  "query": [
   {
    "name": "limit",
    "kind": "integer",
    "about": "The largest number of entries to return."
   },
   {
    "name": "cursor",
    "kind": "string",
    "about": "The next_cursor of the page before, to go on behind it."
   },
   {
    "name": "include_total",
    "kind": "boolean",
    "about": "Adds the number of entries on all pages as total."
   }
  ],
  "columns": [
   "id",
   "action",
   "status",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "agents.delegations.list",
  "verb": [
   "delegations",
   "list"
  ],
  "about": "List the delegation chains through an agent",
  "method": "GET",
  "path": "/api/v1/agents/{id}/delegations",
  "scope": "agents:read",
  "query": [
   {
    "name": "limit",
    "kind": "integer",
    "about": "The largest number of entries to return."
   },
   {
    "name": "cursor",
    "kind": "string",
    "about": "The next_cursor of the page before, to go on behind it."
   },
   {
    "name": "include_total",
    "kind": "boolean",
    "about": "Adds the number of entries on all pages as total."
   }
  ],
  "columns": [
   "id",
   "subject",
   "status",
   "user_id",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "agents.policies.list",
  "verb": [
   "policies",
   "list"
  ],
  "about": "List whom an agent may act for",
  "method": "GET",
  "path": "/api/v1/agents/{id}/policies",
  "scope": "agents:read",
  "query": [
   {
    "name": "limit",
    "kind": "integer",
    "about": "The largest number of entries to return."
   },
   {
    "name": "cursor",
    "kind": "string",
    "about": "The next_cursor of the page before, to go on behind it."
   },
   {
    "name": "include_total",
    "kind": "boolean",
    "about": "Adds the number of entries on all pages as total."
   }
  ],
  "columns": [
   "id",
   "subject",
   "scope",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "agents.policies.create",
  "verb": [
   "policies",
   "create"
  ],
  "about": "Allow an agent to act for a subject",
  "method": "POST",
  "path": "/api/v1/agents/{id}/policies",
  "scope": "agents:write",
  "body": [
   {
    "name": "subject",
    "kind": "string",
    "required": true
   },
   {
    "name": "scope",
    "kind": "words",
    "about": "What the agent may do at most; * sets no limit beyond those of the subject token and the agent.",
    "required": true
   },
   {
    "name": "audience",
    "kind": "list",
    "about": "Where its tokens may go; without it, never beyond the audience of the subject token."
   },
   {
    "name": "max_depth",
    "kind": "integer"
   },
   {
    "name": "may_redelegate",
    "kind": "boolean"
   },
   {
    "name": "expires_at",
    "kind": "string",
    "nullable": true
   }
  ],
  "keyed": true
 },
 {
  "id": "agents.policies.revoke",
  "verb": [
   "policies",
   "delete"
  ],
  "aliases": [
   "revoke"
  ],
  "about": "Revoke a policy",
  "method": "DELETE",
  "path": "/api/v1/agents/{id}/policies/{policyId}",
  "scope": "agents:write",
  "query": [
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would end, and change nothing."
   }
  ],
  "ends": true
 },
 {
  "id": "agents.policies.get",
  "verb": [
   "policies",
   "get"
  ],
  "about": "Get a policy of an agent",
  "method": "GET",
  "path": "/api/v1/agents/{id}/policies/{policyId}",
  "scope": "agents:read"
 },
 {
  "id": "agents.rotateDpopKey",
  "verb": [
   "rotate-dpop-key"
  ],
  "about": "Replace the proof key of an agent",
  "method": "POST",
  "path": "/api/v1/agents/{id}/rotate-dpop-key",
  "scope": "agents:write",
  "body": [
   {
    "name": "public_jwk",
    "kind": "json",
    "about": "The new key: EC P-256, RSA or Ed25519."
   },
   {
    "name": "jkt",
    "kind": "string",
    "about": "Or only its thumbprint (RFC 7638)."
   },
   {
    "name": "reason",
    "kind": "string",
    "about": "Kept in the audit log."
   },
   {
    "name": "dry_run",
    "kind": "boolean"
   }
  ]
 },
 {
  "id": "agents.rotateSecret",
  "verb": [
   "rotate-secret"
  ],
  "about": "Give an agent a new secret",
  "method": "POST",
  "path": "/api/v1/agents/{id}/rotate-secret",
  "scope": "agents:write",
  "secrets": [
   "client_secret"
  ]
 },
 {
  "id": "agents.getSnippet",
  "verb": [
   "snippet"
  ],
  "about": "Write code for an agent",
  "method": "GET",
  "path": "/api/v1/agents/{id}/snippet",
  "scope": "agents:read",
  "query": [
   {
    "name": "language",
    "kind": "string",
    "about": "Only the code in this language.",
    "values": [
     "node",
     "spa",
     "python",
     "go",
     "curl"
    ]
   },
   {
    "name": "use",
    "kind": "string",
    "about": "What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of agents, or is the API that gets the tokens.",
    "values": [
     "sign_in",
     "token",
     "device",
     "exchange",
     "api"
    ]
   }
  ]
 },
 {
  "id": "agents.tokens.list",
  "verb": [
   "tokens",
   "list"
  ],
  "about": "List an agent’s tokens",
  "method": "GET",
  "path": "/api/v1/agents/{id}/tokens",
  "scope": "agents:read",
  "query": [
   {
    "name": "limit",
    "kind": "integer",
    "about": "The largest number of entries to return."
   },
   {
    "name": "cursor",
    "kind": "string",
    "about": "The next_cursor of the page before, to go on behind it."
   },
   {
    "name": "include_total",
    "kind": "boolean",
    "about": "Adds the number of entries on all pages as total."
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Only tokens with the status active; with false only those that are over."
   }
  ],
  "columns": [
   "id",
   "subject",
   "status",
   "client_id",
   "user_id",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "agents.tokens.revokeAll",
  "verb": [
   "tokens",
   "revoke-all"
  ],
  "about": "Revoke all of an agent’s tokens",
  "method": "POST",
  "path": "/api/v1/agents/{id}/tokens/revoke-all",
  "scope": "agents:write",
  "body": [
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would be revoked and change nothing."
   }
  ],
  "ends": true
 }
]
