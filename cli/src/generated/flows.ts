// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "flows.list",
  "verb": [
   "list"
  ],
  "about": "List auth flows",
  "method": "GET",
  "path": "/api/v1/admin/flows",
  "scope": "flows:read",
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
    "name": "trigger",
    "kind": "string",
    "about": "The trigger.",
    "values": [
     "signup",
     "login",
     "password_reset",
     "magic_link",
     "oauth_callback"
    ]
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "The enabled."
   }
  ],
  "columns": [
   "id",
   "name",
   "enabled",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "flows.create",
  "verb": [
   "create"
  ],
  "about": "Create an auth flow",
  "method": "POST",
  "path": "/api/v1/admin/flows",
  "scope": "flows:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What operators call it.",
    "required": true
   },
   {
    "name": "trigger",
    "kind": "string",
    "about": "What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider.",
    "values": [
     "signup",
     "login",
     "password_reset",
     "magic_link",
     "oauth_callback"
    ],
    "required": true
   },
   {
    "name": "steps",
    "kind": "json",
    "about": "In order; those in branches count, too.",
    "required": true
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "false: it takes no sign-in. Those on their way go on."
   },
   {
    "name": "priority",
    "kind": "integer",
    "about": "Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."
   },
   {
    "name": "conditions",
    "kind": "json",
    "about": "Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them."
   }
  ],
  "secrets": [
   "secret"
  ],
  "keyed": true
 },
 {
  "id": "flows.runs.get",
  "verb": [
   "runs",
   "get"
  ],
  "about": "Get a run",
  "method": "GET",
  "path": "/api/v1/admin/flows/runs/{runId}",
  "scope": "flows:read"
 },
 {
  "id": "flows.steps.get",
  "verb": [
   "steps",
   "get"
  ],
  "about": "Get what flows are made of",
  "method": "GET",
  "path": "/api/v1/admin/flows/steps",
  "scope": "flows:read"
 },
 {
  "id": "flows.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete an auth flow",
  "method": "DELETE",
  "path": "/api/v1/admin/flows/{id}",
  "scope": "flows:write",
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
  "id": "flows.get",
  "verb": [
   "get"
  ],
  "about": "Get an auth flow",
  "method": "GET",
  "path": "/api/v1/admin/flows/{id}",
  "scope": "flows:read"
 },
 {
  "id": "flows.update",
  "verb": [
   "update"
  ],
  "about": "Update an auth flow",
  "method": "PATCH",
  "path": "/api/v1/admin/flows/{id}",
  "scope": "flows:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What operators call it."
   },
   {
    "name": "trigger",
    "kind": "string",
    "about": "What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider.",
    "values": [
     "signup",
     "login",
     "password_reset",
     "magic_link",
     "oauth_callback"
    ]
   },
   {
    "name": "steps",
    "kind": "json",
    "about": "In order; those in branches count, too."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "false: it takes no sign-in. Those on their way go on."
   },
   {
    "name": "priority",
    "kind": "integer",
    "about": "Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest."
   },
   {
    "name": "conditions",
    "kind": "json",
    "about": "Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them.",
    "nullable": true
   }
  ]
 },
 {
  "id": "flows.rotateSecret",
  "verb": [
   "rotate-secret"
  ],
  "about": "Give an auth flow a new secret",
  "method": "POST",
  "path": "/api/v1/admin/flows/{id}/rotate-secret",
  "scope": "flows:write",
  "body": [
   {
    "name": "overlap_seconds",
    "kind": "integer",
    "about": "How long the old secret works on, at most seven days; by default it stops at once."
   }
  ],
  "secrets": [
   "secret"
  ]
 },
 {
  "id": "flows.runs.list",
  "verb": [
   "runs",
   "list"
  ],
  "about": "List the runs of an auth flow",
  "method": "GET",
  "path": "/api/v1/admin/flows/{id}/runs",
  "scope": "flows:read",
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
    "name": "state",
    "kind": "string",
    "about": "Only those in this state.",
    "values": [
     "ready",
     "running",
     "waiting",
     "passed",
     "denied",
     "failed",
     "ended",
     "expired"
    ]
   }
  ],
  "columns": [
   "id",
   "user_id",
   "started_at"
  ],
  "paged": true
 },
 {
  "id": "flows.test",
  "verb": [
   "test"
  ],
  "about": "Try an auth flow out",
  "method": "POST",
  "path": "/api/v1/admin/flows/{id}/test",
  "scope": "flows:write",
  "query": [
   {
    "name": "live_webhooks",
    "kind": "boolean",
    "about": "Really asks the servers of webhook steps, with test: true in what they get."
   }
  ],
  "body": [
   {
    "name": "version",
    "kind": "integer",
    "about": "One that is kept; without it the current one."
   },
   {
    "name": "user_id",
    "kind": "string",
    "about": "Somebody there is; their data is what counts."
   },
   {
    "name": "user",
    "kind": "json",
    "about": "Somebody there could be; over what is known of user_id."
   },
   {
    "name": "password",
    "kind": "string",
    "about": "The one they type; nothing keeps it."
   },
   {
    "name": "auth_methods",
    "kind": "list",
    "values": [
     "password",
     "magic_link",
     "passkey",
     "social",
     "sso",
     "second_factor"
    ]
   },
   {
    "name": "client_id",
    "kind": "string"
   },
   {
    "name": "ip",
    "kind": "string",
    "about": "An IPv4 or IPv6 address."
   },
   {
    "name": "new_device",
    "kind": "boolean"
   },
   {
    "name": "at",
    "kind": "string",
    "about": "The moment; now when not given."
   }
  ]
 },
 {
  "id": "flows.versions.list",
  "verb": [
   "versions",
   "list"
  ],
  "about": "List the versions of an auth flow",
  "method": "GET",
  "path": "/api/v1/admin/flows/{id}/versions",
  "scope": "flows:read",
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
   "enabled",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "flows.versions.restore",
  "verb": [
   "versions",
   "restore"
  ],
  "about": "Restore a version of an auth flow",
  "method": "POST",
  "path": "/api/v1/admin/flows/{id}/versions/{version}/restore",
  "scope": "flows:write",
  "body": [
   {
    "name": "current_version",
    "kind": "integer",
    "about": "The version that the caller saw as the current one; nothing is restored over a later one.",
    "required": true
   }
  ]
 }
]
