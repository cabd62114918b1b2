// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "sessions.revokeAll",
  "verb": [
   "revoke-all"
  ],
  "about": "Sign everybody out",
  "method": "DELETE",
  "path": "/api/v1/admin/sessions",
  "scope": "sessions:write",
  "query": [
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would end, and change nothing."
   },
   {
    "name": "include_own",
    "kind": "boolean",
    "about": "Also the session this request came with."
   }
  ],
  "ends": true
 },
 {
  "id": "sessions.list",
  "verb": [
   "list"
  ],
  "about": "List living sessions",
  "method": "GET",
  "path": "/api/v1/admin/sessions",
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
   },
   {
    "name": "user_id",
    "kind": "string",
    "about": "The id of a user."
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
  "id": "sessions.purgeExpired",
  "verb": [
   "purge-expired"
  ],
  "about": "Remove what is left of sessions that are over",
  "method": "POST",
  "path": "/api/v1/admin/sessions/purge-expired",
  "scope": "sessions:write",
  "body": [
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would end, and change nothing."
   }
  ]
 },
 {
  "id": "sessions.revoke",
  "verb": [
   "delete"
  ],
  "aliases": [
   "revoke"
  ],
  "about": "End a session",
  "method": "DELETE",
  "path": "/api/v1/admin/sessions/{id}",
  "scope": "sessions:write",
  "query": [
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answer what would end, and change nothing."
   }
  ],
  "ends": true
 }
]
