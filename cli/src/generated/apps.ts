// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "apps.list",
  "verb": [
   "list"
  ],
  "about": "List applications",
  "method": "GET",
  "path": "/api/v1/admin/apps",
  "scope": "apps:read",
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
    "name": "type",
    "kind": "string",
    "about": "Only those of this type.",
    "values": [
     "web",
     "spa",
     "native",
     "machine"
    ]
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
   "name",
   "type",
   "client_id",
   "active",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "apps.create",
  "verb": [
   "create"
  ],
  "about": "Create an application",
  "method": "POST",
  "path": "/api/v1/admin/apps",
  "scope": "apps:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What people read, as on the consent page.",
    "required": true
   },
   {
    "name": "type",
    "kind": "string",
    "about": "Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed.",
    "values": [
     "web",
     "spa",
     "native",
     "machine"
    ],
    "required": true
   },
   {
    "name": "description",
    "kind": "string"
   },
   {
    "name": "first_party",
    "kind": "boolean",
    "about": "It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes such an application."
   },
   {
    "name": "require_pkce",
    "kind": "boolean",
    "about": "false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it."
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
    "about": "By default what fits the type.",
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
    "about": "Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7."
   },
   {
    "name": "post_logout_redirect_uris",
    "kind": "list",
    "about": "Where people may be sent after signing out (RP-Initiated Logout §3.1)."
   },
   {
    "name": "backchannel_logout_uri",
    "kind": "string",
    "about": "The https URL that gets a logout token when a session ends (Back-Channel Logout §2.2)."
   },
   {
    "name": "backchannel_logout_session_required",
    "kind": "boolean"
   },
   {
    "name": "allowed_origins",
    "kind": "list",
    "about": "Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the origins of its redirect URIs."
   },
   {
    "name": "scope",
    "kind": "words",
    "about": "Space-separated; the most it can ask for."
   },
   {
    "name": "audiences",
    "kind": "list",
    "about": "Resources it may ask tokens for, beside those open to every client (RFC 8707)."
   },
   {
    "name": "access_token_ttl_seconds",
    "kind": "integer",
    "about": "At most twice the lifetime that the server is set to."
   },
   {
    "name": "refresh_token_ttl_seconds",
    "kind": "integer",
    "about": "How long a sign-in lasts without a new one. At most twice what the server is set to; spa: a day."
   },
   {
    "name": "dpop_bound",
    "kind": "boolean",
    "about": "Refuse to issue tokens without a DPoP proof (RFC 9449)."
   },
   {
    "name": "jwks",
    "kind": "json",
    "about": "Public keys for private_key_jwt (RFC 7517)."
   },
   {
    "name": "jwks_uri",
    "kind": "string",
    "about": "The https URL of the keys, instead of jwks."
   },
   {
    "name": "metadata",
    "kind": "json",
    "about": "Up to ten notes of yours, each a short text."
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
   },
   {
    "name": "client_uri",
    "kind": "string",
    "about": "https URL. Its home page.",
    "nullable": true
   },
   {
    "name": "logo_uri",
    "kind": "string",
    "about": "https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this server fetches.",
    "nullable": true
   },
   {
    "name": "policy_uri",
    "kind": "string",
    "about": "https URL. Its privacy policy, linked from the consent page.",
    "nullable": true
   },
   {
    "name": "tos_uri",
    "kind": "string",
    "about": "https URL. Its terms of service, linked from the consent page.",
    "nullable": true
   }
  ],
  "secrets": [
   "client_secret"
  ],
  "keyed": true
 },
 {
  "id": "apps.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete an application",
  "method": "DELETE",
  "path": "/api/v1/admin/apps/{id}",
  "scope": "apps:write",
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
  "id": "apps.get",
  "verb": [
   "get"
  ],
  "about": "Get an application",
  "method": "GET",
  "path": "/api/v1/admin/apps/{id}",
  "scope": "apps:read"
 },
 {
  "id": "apps.update",
  "verb": [
   "update"
  ],
  "about": "Update an application",
  "method": "PATCH",
  "path": "/api/v1/admin/apps/{id}",
  "scope": "apps:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What people read, as on the consent page."
   },
   {
    "name": "description",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "first_party",
    "kind": "boolean",
    "about": "It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes such an application."
   },
   {
    "name": "require_pkce",
    "kind": "boolean",
    "about": "false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it."
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "false ends its tokens, codes and consents."
   },
   {
    "name": "grant_types",
    "kind": "list",
    "about": "By default what fits the type.",
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
    "about": "Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7."
   },
   {
    "name": "post_logout_redirect_uris",
    "kind": "list",
    "about": "Where people may be sent after signing out (RP-Initiated Logout §3.1)."
   },
   {
    "name": "backchannel_logout_uri",
    "kind": "string",
    "about": "The https URL that gets a logout token when a session ends (Back-Channel Logout §2.2).",
    "nullable": true
   },
   {
    "name": "backchannel_logout_session_required",
    "kind": "boolean"
   },
   {
    "name": "allowed_origins",
    "kind": "list",
    "about": "Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the origins of its redirect URIs."
   },
   {
    "name": "scope",
    "kind": "words",
    "about": "Space-separated; the most it can ask for."
   },
   {
    "name": "audiences",
    "kind": "list",
    "about": "Resources it may ask tokens for, beside those open to every client (RFC 8707)."
   },
   {
    "name": "access_token_ttl_seconds",
    "kind": "integer",
    "about": "At most twice the lifetime that the server is set to.",
    "nullable": true
   },
   {
    "name": "refresh_token_ttl_seconds",
    "kind": "integer",
    "about": "How long a sign-in lasts without a new one. At most twice what the server is set to; spa: a day.",
    "nullable": true
   },
   {
    "name": "dpop_bound",
    "kind": "boolean"
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
    "about": "The https URL of the keys, instead of jwks.",
    "nullable": true
   },
   {
    "name": "metadata",
    "kind": "json",
    "about": "Merged; null removes a note, or all of them.",
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
   },
   {
    "name": "client_uri",
    "kind": "string",
    "about": "https URL. Its home page.",
    "nullable": true
   },
   {
    "name": "logo_uri",
    "kind": "string",
    "about": "https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this server fetches.",
    "nullable": true
   },
   {
    "name": "policy_uri",
    "kind": "string",
    "about": "https URL. Its privacy policy, linked from the consent page.",
    "nullable": true
   },
   {
    "name": "tos_uri",
    "kind": "string",
    "about": "https URL. Its terms of service, linked from the consent page.",
    "nullable": true
   }
  ]
 },
 {
  "id": "apps.rotateSecret",
  "verb": [
   "rotate-secret"
  ],
  "about": "Give an application a new secret",
  "method": "POST",
  "path": "/api/v1/admin/apps/{id}/rotate-secret",
  "scope": "apps:write",
  "body": [
   {
    "name": "overlap_seconds",
    "kind": "integer",
    "about": "How long the old secret works on, at most seven days; by default it stops at once."
   }
  ],
  "secrets": [
   "client_secret"
  ]
 },
 {
  "id": "apps.getSnippet",
  "verb": [
   "snippet"
  ],
  "about": "Write code for an application",
  "method": "GET",
  "path": "/api/v1/admin/apps/{id}/snippet",
  "scope": "apps:read",
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
 }
]
