// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "organizations.list",
  "verb": [
   "list"
  ],
  "about": "List organizations",
  "method": "GET",
  "path": "/api/v1/admin/organizations",
  "scope": "organizations:read",
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
    "name": "search",
    "kind": "string",
    "about": "How the name or the slug begins, whatever the case, or the id, as it is spelled."
   }
  ],
  "columns": [
   "id",
   "name",
   "slug",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "organizations.create",
  "verb": [
   "create"
  ],
  "about": "Create an organization",
  "method": "POST",
  "path": "/api/v1/admin/organizations",
  "scope": "organizations:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "At most 100 characters, no web address.",
    "required": true
   },
   {
    "name": "slug",
    "kind": "string",
    "about": "Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same.",
    "required": true
   },
   {
    "name": "metadata",
    "kind": "json",
    "about": "At most 16 KiB as JSON. For operators only: members do not see it."
   },
   {
    "name": "owner_id",
    "kind": "string",
    "about": "The user who owns it; it can get one later."
   }
  ],
  "keyed": true
 },
 {
  "id": "organizations.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete an organization",
  "method": "DELETE",
  "path": "/api/v1/admin/organizations/{id}",
  "scope": "organizations:write",
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
  "id": "organizations.get",
  "verb": [
   "get"
  ],
  "about": "Get an organization",
  "method": "GET",
  "path": "/api/v1/admin/organizations/{id}",
  "scope": "organizations:read"
 },
 {
  "id": "organizations.update",
  "verb": [
   "update"
  ],
  "about": "Update an organization",
  "method": "PATCH",
  "path": "/api/v1/admin/organizations/{id}",
  "scope": "organizations:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "At most 100 characters, no web address."
   },
   {
    "name": "slug",
    "kind": "string",
    "about": "Its name in addresses: 2 to 63 of a-z, 0-9 and single hyphens. Kept in lower case; no two are the same."
   },
   {
    "name": "metadata",
    "kind": "json",
    "about": "Merged into what is there; null empties it.",
    "nullable": true
   }
  ]
 },
 {
  "id": "organizations.invitations.list",
  "verb": [
   "invitations",
   "list"
  ],
  "about": "List the invitations of an organization",
  "method": "GET",
  "path": "/api/v1/admin/organizations/{id}/invitations",
  "scope": "organizations:read",
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
    "name": "state",
    "kind": "string",
    "about": "Only those in this state.",
    "values": [
     "pending",
     "accepted",
     "declined",
     "revoked",
     "expired"
    ]
   }
  ],
  "columns": [
   "id",
   "email",
   "role",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "organizations.invitations.create",
  "verb": [
   "invitations",
   "create"
  ],
  "about": "Invite somebody to an organization",
  "method": "POST",
  "path": "/api/v1/admin/organizations/{id}/invitations",
  "scope": "organizations:write",
  "body": [
   {
    "name": "email",
    "kind": "string",
    "required": true
   },
   {
    "name": "role",
    "kind": "string",
    "about": "The name of a role: owner, admin, member, or one of the organization’s own."
   },
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the mail; English when left out.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "keyed": true
 },
 {
  "id": "organizations.invitations.revoke",
  "verb": [
   "invitations",
   "delete"
  ],
  "aliases": [
   "revoke"
  ],
  "about": "Take an invitation back",
  "method": "DELETE",
  "path": "/api/v1/admin/organizations/{id}/invitations/{invitationId}",
  "scope": "organizations:write",
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
  "id": "organizations.invitations.get",
  "verb": [
   "invitations",
   "get"
  ],
  "about": "Get an invitation of an organization",
  "method": "GET",
  "path": "/api/v1/admin/organizations/{id}/invitations/{invitationId}",
  "scope": "organizations:read"
 },
 {
  "id": "organizations.invitations.resend",
  "verb": [
   "invitations",
   "resend"
  ],
  "about": "Send an invitation again",
  "method": "POST",
  "path": "/api/v1/admin/organizations/{id}/invitations/{invitationId}/resend",
  "scope": "organizations:write"
 },
 {
  "id": "organizations.members.list",
  "verb": [
   "members",
   "list"
  ],
  "about": "List the members of an organization",
  "method": "GET",
  "path": "/api/v1/admin/organizations/{id}/members",
  "scope": "organizations:read",
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
   "name",
   "email",
   "user_id",
   "role"
  ],
  "paged": true
 },
 {
  "id": "organizations.members.add",
  "verb": [
   "members",
   "add"
  ],
  "about": "Make a user a member of an organization",
  "method": "POST",
  "path": "/api/v1/admin/organizations/{id}/members",
  "scope": "organizations:write",
  "body": [
   {
    "name": "user_id",
    "kind": "string",
    "required": true
   },
   {
    "name": "role",
    "kind": "string",
    "about": "The name of a role: owner, admin, member, or one of the organization’s own."
   }
  ],
  "keyed": true
 },
 {
  "id": "organizations.members.remove",
  "verb": [
   "members",
   "delete"
  ],
  "aliases": [
   "remove"
  ],
  "about": "Remove a member from an organization",
  "method": "DELETE",
  "path": "/api/v1/admin/organizations/{id}/members/{uid}",
  "scope": "organizations:write",
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
  "id": "organizations.members.get",
  "verb": [
   "members",
   "get"
  ],
  "about": "Get a member of an organization",
  "method": "GET",
  "path": "/api/v1/admin/organizations/{id}/members/{uid}",
  "scope": "organizations:read"
 },
 {
  "id": "organizations.members.update",
  "verb": [
   "members",
   "update"
  ],
  "about": "Give a member another role",
  "method": "PATCH",
  "path": "/api/v1/admin/organizations/{id}/members/{uid}",
  "scope": "organizations:write",
  "body": [
   {
    "name": "role",
    "kind": "string",
    "about": "The name of a role: owner, admin, member, or one of the organization’s own.",
    "required": true
   }
  ]
 },
 {
  "id": "organizations.roles.list",
  "verb": [
   "roles",
   "list"
  ],
  "about": "List the roles of an organization",
  "method": "GET",
  "path": "/api/v1/admin/organizations/{id}/roles",
  "scope": "organizations:read",
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
  "id": "organizations.roles.create",
  "verb": [
   "roles",
   "create"
  ],
  "about": "Create a role of an organization",
  "method": "POST",
  "path": "/api/v1/admin/organizations/{id}/roles",
  "scope": "organizations:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "Small letters, digits, hyphens and underscores, beginning with a letter.",
    "required": true
   },
   {
    "name": "description",
    "kind": "string"
   },
   {
    "name": "permissions",
    "kind": "list",
    "required": true
   }
  ],
  "keyed": true
 },
 {
  "id": "organizations.roles.delete",
  "verb": [
   "roles",
   "delete"
  ],
  "about": "Delete a role of an organization",
  "method": "DELETE",
  "path": "/api/v1/admin/organizations/{id}/roles/{roleId}",
  "scope": "organizations:write",
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
  "id": "organizations.roles.get",
  "verb": [
   "roles",
   "get"
  ],
  "about": "Get a role of an organization",
  "method": "GET",
  "path": "/api/v1/admin/organizations/{id}/roles/{roleId}",
  "scope": "organizations:read"
 },
 {
  "id": "organizations.roles.replace",
  "verb": [
   "roles",
   "update"
  ],
  "aliases": [
   "replace"
  ],
  "about": "Replace a role of an organization",
  "method": "PUT",
  "path": "/api/v1/admin/organizations/{id}/roles/{roleId}",
  "scope": "organizations:write",
  "body": [
   {
    "name": "description",
    "kind": "string"
   },
   {
    "name": "permissions",
    "kind": "list",
    "required": true
   }
  ],
  "replaces": true
 }
]
