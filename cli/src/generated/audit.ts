// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "auditLogs.checkpoints.list",
  "verb": [
   "checkpoints",
   "list"
  ],
  "about": "List checkpoints of the audit log",
  "method": "GET",
  "path": "/api/v1/admin/audit-logs/checkpoints",
  "scope": "audit-logs:read",
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
   "sequence",
   "first_sequence",
   "hash",
   "sealed_at",
   "key_id",
   "signature"
  ],
  "paged": true
 },
 {
  "id": "auditLogs.checkpoints.get",
  "verb": [
   "checkpoints",
   "get"
  ],
  "about": "Get the checkpoint that covers a place",
  "method": "GET",
  "path": "/api/v1/admin/audit-logs/checkpoints/{sequence}",
  "scope": "audit-logs:read"
 },
 {
  "id": "auditLogs.purge",
  "verb": [
   "purge"
  ],
  "about": "Purge old audit entries",
  "method": "POST",
  "path": "/api/v1/admin/audit-logs/purge",
  "scope": "audit-logs:write",
  "body": [
   {
    "name": "before",
    "kind": "string",
    "about": "ISO 8601. Entries before this time go; it is at least as many days ago as the setting audit.min_retention_days says.",
    "required": true
   },
   {
    "name": "dry_run",
    "kind": "boolean",
    "about": "Answers what would go, and removes nothing."
   },
   {
    "name": "accept_broken",
    "kind": "boolean",
    "about": "Removes the entries also when they do not verify. The marker says so."
   }
  ],
  "ends": true
 },
 {
  "id": "auditLogs.verify",
  "verb": [],
  "about": "Verify the audit log",
  "method": "GET",
  "path": "/api/v1/admin/audit-logs/verify",
  "scope": "audit-logs:read",
  "query": [
   {
    "name": "after",
    "kind": "integer",
    "about": "The resume_after of a response whose verification was not complete."
   },
   {
    "name": "through",
    "kind": "integer",
    "about": "The last place to look at: with after, the entries that one checkpoint covers."
   },
   {
    "name": "anchor_sequence",
    "kind": "integer",
    "about": "With anchor_hash: the checked_through and hash of an earlier response, kept elsewhere."
   },
   {
    "name": "anchor_hash",
    "kind": "string",
    "about": "The hash that goes with the anchor."
   }
  ]
 },
 {
  "id": "auditLogs.list",
  "verb": [
   "list"
  ],
  "about": "List audit entries",
  "method": "GET",
  "path": "/api/v1/audit-logs",
  "scope": "audit-logs:read",
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
    "name": "actor_type",
    "kind": "string",
    "about": "Only what this kind of actor did.",
    "values": [
     "user",
     "admin",
     "agent",
     "system"
    ]
   },
   {
    "name": "actor_id",
    "kind": "string",
    "about": "The id of a user, an API key or an OAuth client, or the name of a job."
   },
   {
    "name": "action",
    "kind": "string",
    "about": "The name of an event, agent.created, or all of a noun: agent.*."
   },
   {
    "name": "target_type",
    "kind": "string",
    "about": "The kind of thing it was done to: user, agent, client, …"
   },
   {
    "name": "target_id",
    "kind": "string",
    "about": "The id of what it was done to."
   },
   {
    "name": "status",
    "kind": "string",
    "about": "Only those that ended so.",
    "values": [
     "success",
     "denied",
     "failure"
    ]
   },
   {
    "name": "from",
    "kind": "string",
    "about": "ISO 8601. The earliest time."
   },
   {
    "name": "to",
    "kind": "string",
    "about": "ISO 8601. Entries before this time."
   },
   {
    "name": "search",
    "kind": "string",
    "about": "Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case."
   }
  ],
  "columns": [
   "id",
   "action",
   "status",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "auditLogs.getHistogram",
  "verb": [
   "histogram"
  ],
  "about": "Count audit entries over time",
  "method": "GET",
  "path": "/api/v1/audit-logs/histogram",
  "scope": "audit-logs:read",
  "query": [
   {
    "name": "actor_type",
    "kind": "string",
    "about": "Only what this kind of actor did.",
    "values": [
     "user",
     "admin",
     "agent",
     "system"
    ]
   },
   {
    "name": "actor_id",
    "kind": "string",
    "about": "The id of a user, an API key or an OAuth client, or the name of a job."
   },
   {
    "name": "action",
    "kind": "string",
    "about": "The name of an event, agent.created, or all of a noun: agent.*."
   },
   {
    "name": "target_type",
    "kind": "string",
    "about": "The kind of thing it was done to: user, agent, client, …"
   },
   {
    "name": "target_id",
    "kind": "string",
    "about": "The id of what it was done to."
   },
   {
    "name": "status",
    "kind": "string",
    "about": "Only those that ended so.",
    "values": [
     "success",
     "denied",
     "failure"
    ]
   },
   {
    "name": "from",
    "kind": "string",
    "about": "ISO 8601. The earliest time."
   },
   {
    "name": "to",
    "kind": "string",
    "about": "ISO 8601. Entries before this time."
   },
   {
    "name": "search",
    "kind": "string",
    "about": "Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case."
   },
   {
    "name": "interval",
    "kind": "string",
    "about": "A stretch for each day in UTC, of at most 400, in place of some sixty.",
    "values": [
     "day"
    ]
   }
  ]
 },
 {
  "id": "auditLogs.get",
  "verb": [
   "get"
  ],
  "about": "Get an audit entry",
  "method": "GET",
  "path": "/api/v1/audit-logs/{id}",
  "scope": "audit-logs:read"
 }
]
