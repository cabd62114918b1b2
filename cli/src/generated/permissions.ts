// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "permissions.usage.list",
  "verb": [
   "usage",
   "list"
  ],
  "about": "Count the roles and users of permissions",
  "method": "GET",
  "path": "/api/v1/admin/permissions/batch-usage",
  "scope": "permissions:read",
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
    "name": "ids",
    "kind": "string",
    "about": "Ids of permissions with commas between them, at most 100.",
    "required": true
   }
  ],
  "columns": [
   "permission_id",
   "permission",
   "roles",
   "users"
  ],
  "paged": true
 },
 {
  "id": "permissions.check",
  "verb": [
   "check"
  ],
  "about": "Ask whether a user may do something",
  "method": "POST",
  "path": "/api/v1/auth/check",
  "scope": "permissions:read",
  "body": [
   {
    "name": "user_id",
    "kind": "string",
    "required": true
   },
   {
    "name": "permission",
    "kind": "string",
    "about": "resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an action on every resource, * for everything."
   },
   {
    "name": "resource",
    "kind": "string",
    "about": "One word in lower case, or *."
   },
   {
    "name": "action",
    "kind": "string",
    "about": "One word in lower case, or *."
   },
   {
    "name": "organization_id",
    "kind": "string",
    "about": "Counts what the user may do as a member of this organization too."
   }
  ]
 },
 {
  "id": "permissions.list",
  "verb": [
   "list"
  ],
  "about": "List permissions",
  "method": "GET",
  "path": "/api/v1/permissions",
  "scope": "permissions:read",
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
    "name": "permission",
    "kind": "string",
    "about": "The one of this name."
   },
   {
    "name": "resource",
    "kind": "string",
    "about": "Only those of this resource."
   },
   {
    "name": "action",
    "kind": "string",
    "about": "Only those of this action."
   }
  ],
  "columns": [
   "id",
   "action",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "permissions.create",
  "verb": [
   "create"
  ],
  "about": "Create a permission",
  "method": "POST",
  "path": "/api/v1/permissions",
  "scope": "permissions:write",
  "body": [
   {
    "name": "permission",
    "kind": "string",
    "about": "resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an action on every resource, * for everything."
   },
   {
    "name": "resource",
    "kind": "string",
    "about": "One word in lower case, or *."
   },
   {
    "name": "action",
    "kind": "string",
    "about": "One word in lower case, or *."
   },
   {
    "name": "description",
    "kind": "string",
    "nullable": true
   }
  ],
  "keyed": true
 },
 {
  "id": "permissions.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a permission",
  "method": "DELETE",
  "path": "/api/v1/permissions/{id}",
  "scope": "permissions:write",
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
  "id": "permissions.get",
  "verb": [
   "get"
  ],
  "about": "Get a permission",
  "method": "GET",
  "path": "/api/v1/permissions/{id}",
  "scope": "permissions:read"
 },
 {
  "id": "permissions.roles.list",
  "verb": [
   "roles",
   "list"
  ],
  "about": "List the roles that hold a permission",
  "method": "GET",
  "path": "/api/v1/permissions/{id}/roles",
  "scope": "permissions:read",
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
  "id": "permissions.users.list",
  "verb": [
   "users",
   "list"
  ],
  "about": "List the users who hold a permission",
  "method": "GET",
  "path": "/api/v1/permissions/{id}/users",
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
