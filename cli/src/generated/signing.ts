// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "signingKeys.rotate",
  "verb": [
   "rotate"
  ],
  "about": "Rotate the signing key",
  "method": "POST",
  "path": "/api/v1/admin/auth/rotate-signing-key",
  "scope": "signing-keys:write"
 },
 {
  "id": "signingKeys.list",
  "verb": [
   "list"
  ],
  "about": "List the signing keys",
  "method": "GET",
  "path": "/api/v1/admin/signing-keys",
  "scope": "signing-keys:read",
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
   "kid",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "signingKeys.revoke",
  "verb": [
   "delete"
  ],
  "aliases": [
   "revoke"
  ],
  "about": "Drop a signing key that leaked",
  "method": "DELETE",
  "path": "/api/v1/admin/signing-keys/{kid}",
  "scope": "signing-keys:write",
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
