// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "tokens.revokeByJti",
  "verb": [],
  "about": "Revoke one token by its jti",
  "method": "POST",
  "path": "/api/v1/admin/auth/revoke-jti",
  "scope": "tokens:write",
  "body": [
   {
    "name": "jti",
    "kind": "string",
    "required": true
   },
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would be revoked and change nothing."
   }
  ]
 },
 {
  "id": "tokens.revokeByPattern",
  "verb": [],
  "about": "Revoke the tokens of every client that matches a pattern",
  "method": "POST",
  "path": "/api/v1/admin/oauth/revoke-by-pattern",
  "scope": "tokens:write",
  "body": [
   {
    "name": "client_id_pattern",
    "kind": "string",
    "about": "GLOB: * any sequence, ? one character, case-sensitive.",
    "required": true
   },
   {
    "name": "reason",
    "kind": "string"
   },
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would be revoked and change nothing."
   }
  ]
 },
 {
  "id": "tokens.list",
  "verb": [
   "list"
  ],
  "about": "List tokens",
  "method": "GET",
  "path": "/api/v1/admin/tokens",
  "scope": "tokens:read",
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
    "about": "The client_id of a client."
   },
   {
    "name": "user_id",
    "kind": "string",
    "about": "The id of a user."
   },
   {
    "name": "active",
    "kind": "boolean",
    "about": "Only those that live, or with false only those that are over. Needs client_id or user_id."
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
  "id": "tokens.get",
  "verb": [
   "get"
  ],
  "about": "Trace a token",
  "method": "GET",
  "path": "/api/v1/admin/tokens/{id}",
  "scope": "tokens:read"
 }
]
