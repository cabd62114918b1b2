// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "deviceCodes.list",
  "verb": [
   "list"
  ],
  "about": "List devices that wait for a decision",
  "method": "GET",
  "path": "/api/v1/admin/oauth/device-codes",
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
   }
  ],
  "columns": [
   "user_code",
   "client_id",
   "scope",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "deviceCodes.approve",
  "verb": [
   "approve"
  ],
  "about": "Approve a device for a user",
  "method": "POST",
  "path": "/api/v1/admin/oauth/device-codes/{user_code}/approve",
  "scope": "consents:write",
  "body": [
   {
    "name": "user_id",
    "kind": "string",
    "required": true
   }
  ]
 },
 {
  "id": "deviceCodes.deny",
  "verb": [
   "deny"
  ],
  "about": "Deny a device",
  "method": "POST",
  "path": "/api/v1/admin/oauth/device-codes/{user_code}/deny",
  "scope": "consents:write"
 }
]
