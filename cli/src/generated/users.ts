// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "users.ssoIdentities.list",
  "verb": [
   "sso-identities",
   "list"
  ],
  "about": "List where a user signs in by single sign-on",
  "method": "GET",
  "path": "/api/v1/users/{id}/sso-identities",
  "scope": "users:read",
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
   "name",
   "email",
   "subject",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.ssoIdentities.unlink",
  "verb": [
   "sso-identities",
   "delete"
  ],
  "aliases": [
   "unlink"
  ],
  "about": "Take single sign-on by a connection from a user",
  "method": "DELETE",
  "path": "/api/v1/users/{id}/sso-identities/{identityId}",
  "scope": "users:write",
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
  "id": "users.create",
  "verb": [
   "create"
  ],
  "about": "Create a user",
  "method": "POST",
  "path": "/api/v1/admin/users",
  "scope": "users:write",
  "body": [
   {
    "name": "email",
    "kind": "string",
    "required": true
   },
   {
    "name": "name",
    "kind": "string",
    "about": "At most 200 characters."
   },
   {
    "name": "password",
    "kind": "string",
    "about": "Without one the person signs in by another way, or resets it by mail."
   },
   {
    "name": "email_verified",
    "kind": "boolean",
    "about": "False when left out."
   },
   {
    "name": "tier",
    "kind": "string",
    "about": "Small letters, digits, hyphens and underscores, beginning with a letter."
   },
   {
    "name": "metadata",
    "kind": "json",
    "about": "At most 16 KiB as JSON."
   },
   {
    "name": "system_role",
    "kind": "string",
    "about": "The role of a person who runs the server. Only an owner, or a key with the scope *, may set it.",
    "values": [
     "owner",
     "operator",
     "support",
     "auditor"
    ],
    "nullable": true
   }
  ],
  "keyed": true
 },
 {
  "id": "users.import",
  "verb": [
   "import"
  ],
  "about": "Import users",
  "method": "POST",
  "path": "/api/v1/admin/users/import",
  "scope": "users:write",
  "body": [
   {
    "name": "users",
    "kind": "json",
    "required": true
   },
   {
    "name": "trust_email_verified",
    "kind": "boolean",
    "about": "Takes email_verified as the other system has it. Without it nobody is verified."
   },
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Only say what would become of each, and change nothing."
   }
  ]
 },
 {
  "id": "users.setTier",
  "verb": [
   "set-tier"
  ],
  "about": "Set the tier of a user",
  "method": "PATCH",
  "path": "/api/v1/admin/users/{id}/tier",
  "scope": "users:write",
  "body": [
   {
    "name": "tier",
    "kind": "string",
    "about": "Small letters, digits, hyphens and underscores, beginning with a letter.",
    "required": true
   }
  ]
 },
 {
  "id": "users.list",
  "verb": [
   "list"
  ],
  "about": "List users",
  "method": "GET",
  "path": "/api/v1/users",
  "scope": "users:read",
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
    "name": "search",
    "kind": "string",
    "about": "How the address or the name begins, whatever the case, or the id, as it is spelled. Of a beginning that more than 1,000 share, a page looks at 2,000 users and may hold fewer than limit; next_cursor goes on, and there is no total."
   },
   {
    "name": "disabled",
    "kind": "boolean",
    "about": "Only those that are disabled, or only those that are not."
   },
   {
    "name": "email_verified",
    "kind": "boolean",
    "about": "Whether the address is proven."
   },
   {
    "name": "mfa_enabled",
    "kind": "boolean",
    "about": "Whether there is a second factor."
   },
   {
    "name": "tier",
    "kind": "string",
    "about": "Small letters, digits, hyphens and underscores, beginning with a letter."
   },
   {
    "name": "system_role",
    "kind": "string",
    "about": "The system role.",
    "values": [
     "owner",
     "operator",
     "support",
     "auditor"
    ]
   }
  ],
  "columns": [
   "id",
   "name",
   "email",
   "system_role",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a user",
  "method": "DELETE",
  "path": "/api/v1/users/{id}",
  "scope": "users:write",
  "query": [
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would end, and change nothing."
   },
   {
    "name": "keys",
    "kind": "string",
    "about": "Also ends the API keys that the person made, and those that were made by these. Takes api-keys:write, and no key wider than the caller’s own."
   }
  ],
  "ends": true
 },
 {
  "id": "users.get",
  "verb": [
   "get"
  ],
  "about": "Get a user",
  "method": "GET",
  "path": "/api/v1/users/{id}",
  "scope": "users:read"
 },
 {
  "id": "users.update",
  "verb": [
   "update"
  ],
  "about": "Update a user",
  "method": "PATCH",
  "path": "/api/v1/users/{id}",
  "scope": "users:write",
  "query": [
   {
    "name": "keys",
    "kind": "string",
    "about": "Also ends the API keys that the person made, and those that were made by these. Takes api-keys:write, and no key wider than the caller’s own."
   }
  ],
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "Null takes the name away.",
    "nullable": true
   },
   {
    "name": "email",
    "kind": "string",
    "about": "Another address counts as unproven unless email_verified says more."
   },
   {
    "name": "email_verified",
    "kind": "boolean"
   },
   {
    "name": "metadata",
    "kind": "json",
    "about": "Merged into what is there; null empties it.",
    "nullable": true
   },
   {
    "name": "disabled",
    "kind": "boolean",
    "about": "True ends every session and token."
   },
   {
    "name": "system_role",
    "kind": "string",
    "about": "The role of a person who runs the server. Only an owner, or a key with the scope *, may set it.",
    "values": [
     "owner",
     "operator",
     "support",
     "auditor"
    ],
    "nullable": true
   }
  ]
 },
 {
  "id": "users.agents.list",
  "verb": [
   "agents",
   "list"
  ],
  "about": "List agents and apps that act for a user",
  "method": "GET",
  "path": "/api/v1/users/{id}/agents",
  "scope": "users:read",
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
   "client_name",
   "client_id",
   "scope"
  ],
  "paged": true
 },
 {
  "id": "users.apiKeys.list",
  "verb": [
   "api-keys",
   "list"
  ],
  "about": "List the API keys that go back to a user",
  "method": "GET",
  "path": "/api/v1/users/{id}/api-keys",
  "scope": "api-keys:read",
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
   "name",
   "active",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.auditLogs.list",
  "verb": [
   "audit-logs",
   "list"
  ],
  "about": "List audit entries of a user",
  "method": "GET",
  "path": "/api/v1/users/{id}/audit-logs",
  "scope": "users:read",
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
  "id": "users.disableMfa",
  "verb": [
   "disable-mfa"
  ],
  "about": "Take a user’s second factor away",
  "method": "DELETE",
  "path": "/api/v1/users/{id}/mfa",
  "scope": "users:write",
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
  "id": "users.oauthAccounts.list",
  "verb": [
   "oauth-accounts",
   "list"
  ],
  "about": "List the accounts a user has at providers",
  "method": "GET",
  "path": "/api/v1/users/{id}/oauth-accounts",
  "scope": "users:read",
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
   "name",
   "display_name",
   "email",
   "subject",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.oauthAccounts.unlink",
  "verb": [
   "oauth-accounts",
   "delete"
  ],
  "aliases": [
   "unlink"
  ],
  "about": "Unlink an account at a provider from its user",
  "method": "DELETE",
  "path": "/api/v1/users/{id}/oauth-accounts/{oauthId}",
  "scope": "users:write",
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
  "id": "users.organizations.list",
  "verb": [
   "organizations",
   "list"
  ],
  "about": "List the organizations of a user",
  "method": "GET",
  "path": "/api/v1/users/{id}/organizations",
  "scope": "organizations:read",
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
   "name",
   "slug",
   "role",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.passkeys.list",
  "verb": [
   "passkeys",
   "list"
  ],
  "about": "List a user’s passkeys",
  "method": "GET",
  "path": "/api/v1/users/{id}/passkeys",
  "scope": "users:read",
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
   "name",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.permissions.list",
  "verb": [
   "permissions",
   "list"
  ],
  "about": "List what a user may do",
  "method": "GET",
  "path": "/api/v1/users/{id}/permissions",
  "scope": "permissions:read",
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
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.agents.revoke",
  "verb": [
   "agents",
   "revoke"
  ],
  "about": "Stop agents and apps from acting for a user",
  "method": "POST",
  "path": "/api/v1/users/{id}/revoke-agents",
  "scope": "users:write",
  "body": [
   {
    "name": "client_ids",
    "kind": "list",
    "about": "Everybody when left out."
   },
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would end, and change nothing."
   }
  ]
 },
 {
  "id": "users.roles.list",
  "verb": [
   "roles",
   "list"
  ],
  "about": "List the roles of a user",
  "method": "GET",
  "path": "/api/v1/users/{id}/roles",
  "scope": "roles:read",
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
   "name",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.roles.assign",
  "verb": [
   "roles",
   "assign"
  ],
  "about": "Give a user a role",
  "method": "POST",
  "path": "/api/v1/users/{id}/roles",
  "scope": "roles:write",
  "body": [
   {
    "name": "role_id",
    "kind": "string",
    "required": true
   },
   {
    "name": "expires_at",
    "kind": "string",
    "about": "The role is gone from then on.",
    "nullable": true
   }
  ]
 },
 {
  "id": "users.roles.unassign",
  "verb": [
   "roles",
   "delete"
  ],
  "aliases": [
   "unassign"
  ],
  "about": "Take a role from a user",
  "method": "DELETE",
  "path": "/api/v1/users/{id}/roles/{rid}",
  "scope": "roles:write",
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
  "id": "users.roles.get",
  "verb": [
   "roles",
   "get"
  ],
  "about": "Get a role of a user",
  "method": "GET",
  "path": "/api/v1/users/{id}/roles/{rid}",
  "scope": "roles:read"
 },
 {
  "id": "users.sessions.revokeAll",
  "verb": [
   "sessions",
   "revoke-all"
  ],
  "about": "Sign a user out everywhere",
  "method": "DELETE",
  "path": "/api/v1/users/{id}/sessions",
  "scope": "sessions:write",
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
  "id": "users.sessions.list",
  "verb": [
   "sessions",
   "list"
  ],
  "about": "List the living sessions of a user",
  "method": "GET",
  "path": "/api/v1/users/{id}/sessions",
  "scope": "sessions:read",
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
   "user_id",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "users.sendEmailVerification",
  "verb": [
   "send-email-verification"
  ],
  "about": "Mail a user a link that confirms their address",
  "method": "POST",
  "path": "/api/v1/users/{id}/verify/send",
  "scope": "users:write"
 }
]
