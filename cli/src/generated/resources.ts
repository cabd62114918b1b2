// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "resources.list",
  "verb": [
   "list"
  ],
  "about": "List resources",
  "method": "GET",
  "path": "/api/v1/admin/resources",
  "scope": "resources:read",
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
    "name": "uri",
    "kind": "string",
    "about": "The one at this address."
   },
   {
    "name": "open_to",
    "kind": "string",
    "about": "Only those open to these clients.",
    "values": [
     "all",
     "trusted",
     "named"
    ]
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
  "id": "resources.create",
  "verb": [
   "create"
  ],
  "about": "List a resource that tokens can be for",
  "method": "POST",
  "path": "/api/v1/admin/resources",
  "scope": "resources:write",
  "body": [
   {
    "name": "uri",
    "kind": "string",
    "about": "What clients send as resource (RFC 8707) and tokens carry as aud: an absolute URI without fragment.",
    "required": true
   },
   {
    "name": "name",
    "kind": "string",
    "about": "What people read on the consent page.",
    "required": true
   },
   {
    "name": "scopes",
    "kind": "json",
    "about": "What tokens for it may do. A client that registered itself may ask a person for these here without registering them; a request that names none asks for all."
   },
   {
    "name": "open_to",
    "kind": "string",
    "about": "By default all.",
    "values": [
     "all",
     "trusted",
     "named"
    ]
   }
  ],
  "keyed": true
 },
 {
  "id": "resources.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a resource",
  "method": "DELETE",
  "path": "/api/v1/admin/resources/{id}",
  "scope": "resources:write",
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
  "id": "resources.get",
  "verb": [
   "get"
  ],
  "about": "Get a resource",
  "method": "GET",
  "path": "/api/v1/admin/resources/{id}",
  "scope": "resources:read"
 },
 {
  "id": "resources.update",
  "verb": [
   "update"
  ],
  "about": "Update a resource",
  "method": "PATCH",
  "path": "/api/v1/admin/resources/{id}",
  "scope": "resources:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What people read on the consent page."
   },
   {
    "name": "scopes",
    "kind": "json",
    "about": "What tokens for it may do. A client that registered itself may ask a person for these here without registering them; a request that names none asks for all."
   },
   {
    "name": "open_to",
    "kind": "string",
    "about": "Which clients may ask for tokens: all, also those that registered themselves; trusted, those that operators made; named, those that have it in their audiences.",
    "values": [
     "all",
     "trusted",
     "named"
    ]
   }
  ]
 }
]
