// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "roles.list",
  "verb": [
   "list"
  ],
  "about": "List roles",
  "method": "GET",
  "path": "/api/v1/roles",
  "scope": "roles:read",
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
    "name": "name",
    "kind": "string",
    "about": "The one of this name."
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
  "id": "roles.create",
  "verb": [
   "create"
  ],
  "about": "Create a role",
  "method": "POST",
  "path": "/api/v1/roles",
  "scope": "roles:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "At most 100 characters, no commas. Two roles can't have names that look the same.",
    "required": true
   },
   {
    "name": "description",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "permissions",
    "kind": "list",
    "about": "All it is to hold, from the list of permissions; none when left out."
   }
  ],
  "keyed": true
 },
 {
  "id": "roles.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a role",
  "method": "DELETE",
  "path": "/api/v1/roles/{id}",
  "scope": "roles:write",
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
  "id": "roles.get",
  "verb": [
   "get"
  ],
  "about": "Get a role",
  "method": "GET",
  "path": "/api/v1/roles/{id}",
  "scope": "roles:read"
 },
 {
  "id": "roles.replace",
  "verb": [
   "update"
  ],
  "aliases": [
   "replace"
  ],
  "about": "Replace a role",
  "method": "PUT",
  "path": "/api/v1/roles/{id}",
  "scope": "roles:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "At most 100 characters, no commas. Two roles can't have names that look the same.",
    "required": true
   },
   {
    "name": "description",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "permissions",
    "kind": "list",
    "about": "All it is to hold, from the list of permissions; none when left out."
   }
  ],
  "replaces": true
 },
 {
  "id": "roles.permissions.add",
  "verb": [
   "permissions",
   "add"
  ],
  "about": "Let a role hold a permission",
  "method": "POST",
  "path": "/api/v1/roles/{id}/permissions",
  "scope": "roles:write",
  "body": [
   {
    "name": "permission_id",
    "kind": "string",
    "required": true
   }
  ]
 },
 {
  "id": "roles.permissions.remove",
  "verb": [
   "permissions",
   "delete"
  ],
  "aliases": [
   "remove"
  ],
  "about": "Take a permission from a role",
  "method": "DELETE",
  "path": "/api/v1/roles/{id}/permissions/{pid}",
  "scope": "roles:write",
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
  "id": "roles.permissions.get",
  "verb": [
   "permissions",
   "get"
  ],
  "about": "Get a permission that a role holds",
  "method": "GET",
  "path": "/api/v1/roles/{id}/permissions/{pid}",
  "scope": "roles:read"
 },
 {
  "id": "roles.users.list",
  "verb": [
   "users",
   "list"
  ],
  "about": "List the users who have a role",
  "method": "GET",
  "path": "/api/v1/roles/{id}/users",
  "scope": "users:read",
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
   "email"
  ],
  "paged": true
 }
]
