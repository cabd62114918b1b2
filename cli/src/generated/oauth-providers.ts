// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "oauthProviders.list",
  "verb": [
   "list"
  ],
  "about": "List providers",
  "method": "GET",
  "path": "/api/v1/admin/oauth-providers",
  "scope": "providers:read",
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
   "client_id",
   "enabled",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "oauthProviders.create",
  "verb": [
   "create"
  ],
  "about": "Set up a provider to sign in with",
  "method": "POST",
  "path": "/api/v1/admin/oauth-providers",
  "scope": "providers:write",
  "body": [
   {
    "name": "kind",
    "kind": "string",
    "about": "`oidc` is any OpenID Connect issuer.",
    "values": [
     "google",
     "github",
     "microsoft",
     "apple",
     "gitlab",
     "discord",
     "oidc"
    ],
    "required": true
   },
   {
    "name": "name",
    "kind": "string",
    "about": "Its name in addresses; the kind when not given. It stays, because the provider knows the callback."
   },
   {
    "name": "display_name",
    "kind": "string",
    "about": "What the button says."
   },
   {
    "name": "issuer",
    "kind": "string",
    "about": "For `oidc`, and for `gitlab` on a host of your own."
   },
   {
    "name": "client_id",
    "kind": "string",
    "required": true
   },
   {
    "name": "client_secret",
    "kind": "string",
    "about": "Stored encrypted and never shown. For Apple the private key, in PEM, that signs client secrets."
   },
   {
    "name": "scopes",
    "kind": "words"
   },
   {
    "name": "enabled",
    "kind": "boolean"
   },
   {
    "name": "tenant",
    "kind": "string",
    "about": "Microsoft: the tenant; `common` when not given."
   },
   {
    "name": "team_id",
    "kind": "string",
    "about": "Apple."
   },
   {
    "name": "key_id",
    "kind": "string",
    "about": "Apple."
   },
   {
    "name": "token_endpoint_auth_method",
    "kind": "string",
    "about": "`oidc`: how the client authenticates; by default, as the metadata of the provider says.",
    "values": [
     "client_secret_basic",
     "client_secret_post"
    ]
   }
  ],
  "keyed": true
 },
 {
  "id": "oauthProviders.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a provider",
  "method": "DELETE",
  "path": "/api/v1/admin/oauth-providers/{id}",
  "scope": "providers:write",
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
  "id": "oauthProviders.get",
  "verb": [
   "get"
  ],
  "about": "Get a provider",
  "method": "GET",
  "path": "/api/v1/admin/oauth-providers/{id}",
  "scope": "providers:read"
 },
 {
  "id": "oauthProviders.update",
  "verb": [
   "update"
  ],
  "about": "Update a provider",
  "method": "PATCH",
  "path": "/api/v1/admin/oauth-providers/{id}",
  "scope": "providers:write",
  "body": [
   {
    "name": "display_name",
    "kind": "string",
    "about": "What the button says."
   },
   {
    "name": "client_id",
    "kind": "string"
   },
   {
    "name": "client_secret",
    "kind": "string",
    "about": "Stored encrypted and never shown. For Apple the private key, in PEM, that signs client secrets."
   },
   {
    "name": "scopes",
    "kind": "words",
    "nullable": true
   },
   {
    "name": "enabled",
    "kind": "boolean"
   },
   {
    "name": "tenant",
    "kind": "string",
    "about": "Microsoft: the tenant; `common` when not given."
   },
   {
    "name": "team_id",
    "kind": "string",
    "about": "Apple."
   },
   {
    "name": "key_id",
    "kind": "string",
    "about": "Apple."
   },
   {
    "name": "token_endpoint_auth_method",
    "kind": "string",
    "about": "`oidc`: how the client authenticates; by default, as the metadata of the provider says.",
    "values": [
     "client_secret_basic",
     "client_secret_post"
    ]
   }
  ]
 }
]
