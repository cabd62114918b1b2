// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "apiKeys.list",
  "verb": [
   "list"
  ],
  "about": "List API keys",
  "method": "GET",
  "path": "/api/v1/api-keys",
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
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Only those that work, or only those turned off or expired."
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
  "id": "apiKeys.create",
  "verb": [
   "create"
  ],
  "about": "Create an API key",
  "method": "POST",
  "path": "/api/v1/api-keys",
  "scope": "api-keys:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What the key is for, in your words.",
    "required": true
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "* for everything, or <resource>:read, :write or :*. Never more than you hold yourself.",
    "required": true
   },
   {
    "name": "expires_at",
    "kind": "string",
    "about": "When the key stops; null for never. A key that expires makes no key that outlives it.",
    "nullable": true
   }
  ],
  "secrets": [
   "key"
  ],
  "keyed": true
 },
 {
  "id": "apiKeys.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete an API key",
  "method": "DELETE",
  "path": "/api/v1/api-keys/{id}",
  "scope": "api-keys:write",
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
  "id": "apiKeys.get",
  "verb": [
   "get"
  ],
  "about": "Get an API key",
  "method": "GET",
  "path": "/api/v1/api-keys/{id}",
  "scope": "api-keys:read"
 },
 {
  "id": "apiKeys.update",
  "verb": [
   "update"
  ],
  "about": "Update an API key",
  "method": "PATCH",
  "path": "/api/v1/api-keys/{id}",
  "scope": "api-keys:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What the key is for, in your words."
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "* for everything, or <resource>:read, :write or :*. Never more than you hold yourself."
   },
   {
    "name": "expires_at",
    "kind": "string",
    "about": "When the key stops; null for never. A key that expires makes no key that outlives it.",
    "nullable": true
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "false turns the key off, until true turns it on again."
   }
  ]
 },
 {
  "id": "apiKeys.rotate",
  "verb": [
   "rotate"
  ],
  "about": "Give an API key a new secret",
  "method": "POST",
  "path": "/api/v1/api-keys/{id}/rotate",
  "scope": "api-keys:write",
  "body": [
   {
    "name": "overlap_seconds",
    "kind": "integer",
    "about": "How long the old secret works on, at most seven days; by default it stops at once."
   }
  ],
  "secrets": [
   "key"
  ]
 }
]
