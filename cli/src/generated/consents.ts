// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "consents.create",
  "verb": [
   "create"
  ],
  "about": "Give a consent for a user",
  "method": "POST",
  "path": "/api/v1/admin/consents",
  "scope": "consents:write",
  "body": [
   {
    "name": "user_id",
    "kind": "string",
    "required": true
   },
   {
    "name": "client_id",
    "kind": "string",
    "required": true
   },
   {
    "name": "scope",
    "kind": "words",
    "required": true
   },
   {
    "name": "resource",
    "kind": "list",
    "about": "This server when left out."
   }
  ],
  "keyed": true
 },
 {
  "id": "consents.list",
  "verb": [
   "list"
  ],
  "about": "List living consents",
  "method": "GET",
  "path": "/api/v1/admin/oauth/consents",
  "scope": "consents:read",
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
    "about": "The id of a user."
   },
   {
    "name": "client_id",
    "kind": "string",
    "about": "The client_id of a client."
   }
  ],
  "columns": [
   "id",
   "client_name",
   "client_id",
   "user_id",
   "scope",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "consents.revoke",
  "verb": [
   "delete"
  ],
  "aliases": [
   "revoke"
  ],
  "about": "Take a consent back for a user",
  "method": "DELETE",
  "path": "/api/v1/admin/oauth/consents/{id}",
  "scope": "consents:write",
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
  "id": "consents.get",
  "verb": [
   "get"
  ],
  "about": "Get a living consent",
  "method": "GET",
  "path": "/api/v1/admin/oauth/consents/{id}",
  "scope": "consents:read"
 }
]
