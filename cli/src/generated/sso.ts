// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "ssoConnections.list",
  "verb": [
   "list"
  ],
  "about": "List the connections for single sign-on",
  "method": "GET",
  "path": "/api/v1/sso/connections",
  "scope": "sso:read",
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
    "about": "The protocol. It stays.",
    "values": [
     "saml",
     "oidc"
    ]
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "The enabled."
   },
   {
    "name": "organization_id",
    "kind": "string",
    "about": "Only those of this organization."
   }
  ],
  "columns": [
   "id",
   "name",
   "type",
   "enabled",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "ssoConnections.create",
  "verb": [
   "create"
  ],
  "about": "Set up a connection for single sign-on",
  "method": "POST",
  "path": "/api/v1/sso/connections",
  "scope": "sso:write",
  "body": [
   {
    "name": "type",
    "kind": "string",
    "about": "The protocol. It stays.",
    "values": [
     "saml",
     "oidc"
    ],
    "required": true
   },
   {
    "name": "name",
    "kind": "string",
    "about": "What people read: usually that of the company.",
    "required": true
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Whether anybody signs in through it."
   },
   {
    "name": "organization_id",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "organization_role",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "required",
    "kind": "boolean",
    "about": "Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server can always sign in otherwise."
   },
   {
    "name": "creates_users",
    "kind": "boolean",
    "about": "Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make them first."
   },
   {
    "name": "attributes",
    "kind": "json",
    "about": "The names of claims or attributes that differ from the usual ones."
   },
   {
    "name": "group_roles",
    "kind": "json",
    "about": "What groups there come to here, at every sign-in. What a group no longer gives is taken away again."
   },
   {
    "name": "oidc",
    "kind": "json"
   },
   {
    "name": "saml",
    "kind": "json"
   }
  ],
  "keyed": true
 },
 {
  "id": "ssoConnections.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a connection for single sign-on",
  "method": "DELETE",
  "path": "/api/v1/sso/connections/{id}",
  "scope": "sso:write",
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
  "id": "ssoConnections.get",
  "verb": [
   "get"
  ],
  "about": "Get a connection for single sign-on",
  "method": "GET",
  "path": "/api/v1/sso/connections/{id}",
  "scope": "sso:read"
 },
 {
  "id": "ssoConnections.replace",
  "verb": [
   "update"
  ],
  "aliases": [
   "replace"
  ],
  "about": "Replace a connection for single sign-on",
  "method": "PUT",
  "path": "/api/v1/sso/connections/{id}",
  "scope": "sso:write",
  "body": [
   {
    "name": "type",
    "kind": "string",
    "about": "The protocol. It stays.",
    "values": [
     "saml",
     "oidc"
    ],
    "required": true
   },
   {
    "name": "name",
    "kind": "string",
    "about": "What people read: usually that of the company.",
    "required": true
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Whether anybody signs in through it."
   },
   {
    "name": "organization_id",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "organization_role",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "required",
    "kind": "boolean",
    "about": "Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server can always sign in otherwise."
   },
   {
    "name": "creates_users",
    "kind": "boolean",
    "about": "Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make them first."
   },
   {
    "name": "attributes",
    "kind": "json",
    "about": "The names of claims or attributes that differ from the usual ones."
   },
   {
    "name": "group_roles",
    "kind": "json",
    "about": "What groups there come to here, at every sign-in. What a group no longer gives is taken away again."
   },
   {
    "name": "oidc",
    "kind": "json"
   },
   {
    "name": "saml",
    "kind": "json"
   },
   {
    "name": "current_version",
    "kind": "integer",
    "about": "The version that the caller read; with it, nothing replaces a later one."
   }
  ],
  "replaces": true
 },
 {
  "id": "ssoDomains.list",
  "verb": [
   "domains",
   "list"
  ],
  "about": "List the domains of a connection",
  "method": "GET",
  "path": "/api/v1/sso/connections/{id}/domains",
  "scope": "sso:read",
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
   "domain",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "ssoDomains.create",
  "verb": [
   "domains",
   "create"
  ],
  "about": "Add a domain to a connection",
  "method": "POST",
  "path": "/api/v1/sso/connections/{id}/domains",
  "scope": "sso:write",
  "body": [
   {
    "name": "domain",
    "kind": "string",
    "about": "What stands behind the @ of addresses.",
    "required": true
   }
  ],
  "keyed": true
 },
 {
  "id": "ssoDomains.delete",
  "verb": [
   "domains",
   "delete"
  ],
  "about": "Delete a domain of a connection",
  "method": "DELETE",
  "path": "/api/v1/sso/connections/{id}/domains/{domainId}",
  "scope": "sso:write",
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
  "id": "ssoDomains.get",
  "verb": [
   "domains",
   "get"
  ],
  "about": "Get a domain of a connection",
  "method": "GET",
  "path": "/api/v1/sso/connections/{id}/domains/{domainId}",
  "scope": "sso:read"
 },
 {
  "id": "ssoDomains.verify",
  "verb": [
   "domains",
   "verify"
  ],
  "about": "Verify a domain of a connection",
  "method": "POST",
  "path": "/api/v1/sso/connections/{id}/domains/{domainId}/verify",
  "scope": "sso:write",
  "body": [
   {
    "name": "by",
    "kind": "string",
    "about": "`dns` looks for the TXT record; `operator` takes your word for it.",
    "values": [
     "dns",
     "operator"
    ]
   }
  ]
 },
 {
  "id": "ssoSamlKeys.list",
  "verb": [
   "saml-keys",
   "list"
  ],
  "about": "List our keys of a connection by SAML",
  "method": "GET",
  "path": "/api/v1/sso/connections/{id}/saml-keys",
  "scope": "sso:read",
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
   "active",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "ssoSamlKeys.create",
  "verb": [
   "saml-keys",
   "create"
  ],
  "about": "Add a key to a connection by SAML",
  "method": "POST",
  "path": "/api/v1/sso/connections/{id}/saml-keys",
  "scope": "sso:write",
  "keyed": true
 },
 {
  "id": "ssoSamlKeys.delete",
  "verb": [
   "saml-keys",
   "delete"
  ],
  "about": "Delete a key of a connection by SAML",
  "method": "DELETE",
  "path": "/api/v1/sso/connections/{id}/saml-keys/{keyId}",
  "scope": "sso:write",
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
  "id": "ssoSamlKeys.get",
  "verb": [
   "saml-keys",
   "get"
  ],
  "about": "Get one of our keys of a connection by SAML",
  "method": "GET",
  "path": "/api/v1/sso/connections/{id}/saml-keys/{keyId}",
  "scope": "sso:read"
 },
 {
  "id": "ssoSamlKeys.activate",
  "verb": [
   "saml-keys",
   "activate"
  ],
  "about": "Let a key of a connection by SAML sign",
  "method": "POST",
  "path": "/api/v1/sso/connections/{id}/saml-keys/{keyId}/activate",
  "scope": "sso:write"
 },
 {
  "id": "ssoScimTokens.list",
  "verb": [
   "scim-tokens",
   "list"
  ],
  "about": "List the provisioning tokens of a connection",
  "method": "GET",
  "path": "/api/v1/sso/connections/{id}/scim-tokens",
  "scope": "sso:read",
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
  "id": "ssoScimTokens.create",
  "verb": [
   "scim-tokens",
   "create"
  ],
  "about": "Make a provisioning token for a connection",
  "method": "POST",
  "path": "/api/v1/sso/connections/{id}/scim-tokens",
  "scope": "sso:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "required": true
   }
  ],
  "secrets": [
   "token"
  ],
  "keyed": true
 },
 {
  "id": "ssoScimTokens.revoke",
  "verb": [
   "scim-tokens",
   "delete"
  ],
  "aliases": [
   "revoke"
  ],
  "about": "Revoke a provisioning token of a connection",
  "method": "DELETE",
  "path": "/api/v1/sso/connections/{id}/scim-tokens/{tokenId}",
  "scope": "sso:write",
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
  "id": "ssoScimTokens.get",
  "verb": [
   "scim-tokens",
   "get"
  ],
  "about": "Get a provisioning token of a connection",
  "method": "GET",
  "path": "/api/v1/sso/connections/{id}/scim-tokens/{tokenId}",
  "scope": "sso:read"
 },
 {
  "id": "ssoConnections.test",
  "verb": [
   "test"
  ],
  "about": "Make a link to try a connection with",
  "method": "POST",
  "path": "/api/v1/sso/connections/{id}/test",
  "scope": "sso:write"
 }
]
