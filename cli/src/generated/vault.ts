// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "vaultConnections.list",
  "verb": [
   "connections",
   "list"
  ],
  "about": "List the accounts that people connected",
  "method": "GET",
  "path": "/api/v1/admin/vault/connections",
  "scope": "vault:read",
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
    "name": "user_id",
    "kind": "string",
    "about": "Only those of this user."
   },
   {
    "name": "provider_id",
    "kind": "string",
    "about": "Only those at this provider."
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
  "id": "vaultConnections.delete",
  "verb": [
   "connections",
   "delete"
  ],
  "about": "Disconnect an account of somebody",
  "method": "DELETE",
  "path": "/api/v1/admin/vault/connections/{id}",
  "scope": "vault:write",
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
  "id": "vaultGrants.list",
  "verb": [
   "grants",
   "list"
  ],
  "about": "List what clients may use of the vault",
  "method": "GET",
  "path": "/api/v1/admin/vault/grants",
  "scope": "vault:read",
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
    "name": "client_id",
    "kind": "string",
    "about": "Only those of this client."
   },
   {
    "name": "connection_id",
    "kind": "string",
    "about": "Only those for this account."
   },
   {
    "name": "user_id",
    "kind": "string",
    "about": "Only those of this user."
   },
   {
    "name": "provider_id",
    "kind": "string",
    "about": "Only those at this provider."
   }
  ],
  "columns": [
   "id",
   "client_name",
   "client_id",
   "user_id",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "vaultGrants.revoke",
  "verb": [
   "grants",
   "delete"
  ],
  "aliases": [
   "revoke"
  ],
  "about": "No longer let a client use an account of somebody",
  "method": "DELETE",
  "path": "/api/v1/admin/vault/grants/{id}",
  "scope": "vault:write",
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
  "id": "vault.providers.list",
  "verb": [
   "providers",
   "list"
  ],
  "about": "List the providers of the vault",
  "method": "GET",
  "path": "/api/v1/vault/providers",
  "scope": "vault:read",
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
   }
  ],
  "columns": [
   "id",
   "name",
   "display_name",
   "client_id",
   "active",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "vault.providers.create",
  "verb": [
   "providers",
   "create"
  ],
  "about": "Set up a provider of the vault",
  "method": "POST",
  "path": "/api/v1/vault/providers",
  "scope": "vault:write",
  "body": [
   {
    "name": "template",
    "kind": "string",
    "about": "One of `GET /api/v1/vault/templates`.",
    "values": [
     "google_calendar",
     "google_drive",
     "google_gmail",
     "slack",
     "github",
     "microsoft",
     "notion",
     "linear",
     "jira",
     "confluence",
     "gitlab",
     "salesforce",
     "hubspot",
     "zoom",
     "dropbox",
     "discord",
     "figma"
    ]
   },
   {
    "name": "kind",
    "kind": "string",
    "about": "`oauth`, or `api_key` where people bring a key or a personal access token.",
    "values": [
     "oauth",
     "api_key"
    ]
   },
   {
    "name": "name",
    "kind": "string",
    "about": "Its name in addresses; that of the template when not given. It stays, because the provider knows the callback."
   },
   {
    "name": "display_name",
    "kind": "string",
    "about": "What people read."
   },
   {
    "name": "auth_url",
    "kind": "string",
    "about": "Where people allow us to act for them there."
   },
   {
    "name": "token_url",
    "kind": "string",
    "about": "Where codes and refresh tokens are sent."
   },
   {
    "name": "client_id",
    "kind": "string",
    "about": "What the provider calls this server."
   },
   {
    "name": "client_secret",
    "kind": "string",
    "about": "Stored encrypted and never shown."
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "The most that a connection can have. People may connect with fewer."
   },
   {
    "name": "icon_url",
    "kind": "string",
    "about": "A picture for pages of yours; the hosted pages show none."
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Whether anybody connects or uses it."
   },
   {
    "name": "extra_auth_params",
    "kind": "json",
    "about": "What goes along with every authorization request."
   },
   {
    "name": "quirks",
    "kind": "json"
   },
   {
    "name": "allowed_clients",
    "kind": "json",
    "about": "The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.",
    "nullable": true
   },
   {
    "name": "proxy",
    "kind": "json",
    "about": "Which calls agents with the scope vault:use make through the vault; null for none.",
    "nullable": true
   }
  ],
  "keyed": true
 },
 {
  "id": "vault.providers.delete",
  "verb": [
   "providers",
   "delete"
  ],
  "about": "Delete a provider of the vault",
  "method": "DELETE",
  "path": "/api/v1/vault/providers/{id}",
  "scope": "vault:write",
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
  "id": "vault.providers.get",
  "verb": [
   "providers",
   "get"
  ],
  "about": "Get a provider of the vault",
  "method": "GET",
  "path": "/api/v1/vault/providers/{id}",
  "scope": "vault:read"
 },
 {
  "id": "vault.providers.update",
  "verb": [
   "providers",
   "update"
  ],
  "about": "Update a provider of the vault",
  "method": "PATCH",
  "path": "/api/v1/vault/providers/{id}",
  "scope": "vault:write",
  "body": [
   {
    "name": "display_name",
    "kind": "string",
    "about": "What people read."
   },
   {
    "name": "auth_url",
    "kind": "string",
    "about": "Where people allow us to act for them there."
   },
   {
    "name": "token_url",
    "kind": "string",
    "about": "Where codes and refresh tokens are sent."
   },
   {
    "name": "client_id",
    "kind": "string",
    "about": "What the provider calls this server."
   },
   {
    "name": "client_secret",
    "kind": "string",
    "about": "Stored encrypted and never shown."
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "The most that a connection can have. People may connect with fewer."
   },
   {
    "name": "icon_url",
    "kind": "string",
    "about": "A picture for pages of yours; the hosted pages show none.",
    "nullable": true
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Whether anybody connects or uses it."
   },
   {
    "name": "extra_auth_params",
    "kind": "json",
    "about": "What goes along with every authorization request."
   },
   {
    "name": "quirks",
    "kind": "json"
   },
   {
    "name": "allowed_clients",
    "kind": "json",
    "about": "The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.",
    "nullable": true
   },
   {
    "name": "proxy",
    "kind": "json",
    "about": "Which calls agents with the scope vault:use make through the vault; null for none.",
    "nullable": true
   }
  ]
 },
 {
  "id": "vault.templates.list",
  "verb": [
   "templates",
   "list"
  ],
  "about": "List the providers this server knows",
  "method": "GET",
  "path": "/api/v1/vault/templates",
  "scope": "vault:read",
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
   "name",
   "display_name"
  ],
  "paged": true
 },
 {
  "id": "vault.providers.list",
  "verb": [
   "list"
  ],
  "about": "List the providers of the vault",
  "method": "GET",
  "path": "/api/v1/vault/providers",
  "scope": "vault:read",
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
   }
  ],
  "columns": [
   "id",
   "name",
   "display_name",
   "client_id",
   "active",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "vault.providers.create",
  "verb": [
   "create"
  ],
  "about": "Set up a provider of the vault",
  "method": "POST",
  "path": "/api/v1/vault/providers",
  "scope": "vault:write",
  "body": [
   {
    "name": "template",
    "kind": "string",
    "about": "One of `GET /api/v1/vault/templates`.",
    "values": [
     "google_calendar",
     "google_drive",
     "google_gmail",
     "slack",
     "github",
     "microsoft",
     "notion",
     "linear",
     "jira",
     "confluence",
     "gitlab",
     "salesforce",
     "hubspot",
     "zoom",
     "dropbox",
     "discord",
     "figma"
    ]
   },
   {
    "name": "kind",
    "kind": "string",
    "about": "`oauth`, or `api_key` where people bring a key or a personal access token.",
    "values": [
     "oauth",
     "api_key"
    ]
   },
   {
    "name": "name",
    "kind": "string",
    "about": "Its name in addresses; that of the template when not given. It stays, because the provider knows the callback."
   },
   {
    "name": "display_name",
    "kind": "string",
    "about": "What people read."
   },
   {
    "name": "auth_url",
    "kind": "string",
    "about": "Where people allow us to act for them there."
   },
   {
    "name": "token_url",
    "kind": "string",
    "about": "Where codes and refresh tokens are sent."
   },
   {
    "name": "client_id",
    "kind": "string",
    "about": "What the provider calls this server."
   },
   {
    "name": "client_secret",
    "kind": "string",
    "about": "Stored encrypted and never shown."
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "The most that a connection can have. People may connect with fewer."
   },
   {
    "name": "icon_url",
    "kind": "string",
    "about": "A picture for pages of yours; the hosted pages show none."
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Whether anybody connects or uses it."
   },
   {
    "name": "extra_auth_params",
    "kind": "json",
    "about": "What goes along with every authorization request."
   },
   {
    "name": "quirks",
    "kind": "json"
   },
   {
    "name": "allowed_clients",
    "kind": "json",
    "about": "The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.",
    "nullable": true
   },
   {
    "name": "proxy",
    "kind": "json",
    "about": "Which calls agents with the scope vault:use make through the vault; null for none.",
    "nullable": true
   }
  ],
  "keyed": true
 },
 {
  "id": "vault.providers.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a provider of the vault",
  "method": "DELETE",
  "path": "/api/v1/vault/providers/{id}",
  "scope": "vault:write",
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
  "id": "vault.providers.get",
  "verb": [
   "get"
  ],
  "about": "Get a provider of the vault",
  "method": "GET",
  "path": "/api/v1/vault/providers/{id}",
  "scope": "vault:read"
 },
 {
  "id": "vault.providers.update",
  "verb": [
   "update"
  ],
  "about": "Update a provider of the vault",
  "method": "PATCH",
  "path": "/api/v1/vault/providers/{id}",
  "scope": "vault:write",
  "body": [
   {
    "name": "display_name",
    "kind": "string",
    "about": "What people read."
   },
   {
    "name": "auth_url",
    "kind": "string",
    "about": "Where people allow us to act for them there."
   },
   {
    "name": "token_url",
    "kind": "string",
    "about": "Where codes and refresh tokens are sent."
   },
   {
    "name": "client_id",
    "kind": "string",
    "about": "What the provider calls this server."
   },
   {
    "name": "client_secret",
    "kind": "string",
    "about": "Stored encrypted and never shown."
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "The most that a connection can have. People may connect with fewer."
   },
   {
    "name": "icon_url",
    "kind": "string",
    "about": "A picture for pages of yours; the hosted pages show none.",
    "nullable": true
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Whether anybody connects or uses it."
   },
   {
    "name": "extra_auth_params",
    "kind": "json",
    "about": "What goes along with every authorization request."
   },
   {
    "name": "quirks",
    "kind": "json"
   },
   {
    "name": "allowed_clients",
    "kind": "json",
    "about": "The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.",
    "nullable": true
   },
   {
    "name": "proxy",
    "kind": "json",
    "about": "Which calls agents with the scope vault:use make through the vault; null for none.",
    "nullable": true
   }
  ]
 }
]
