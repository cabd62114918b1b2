// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "webhooks.list",
  "verb": [
   "list"
  ],
  "about": "List webhooks",
  "method": "GET",
  "path": "/api/v1/webhooks",
  "scope": "webhooks:read",
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
   "url",
   "enabled",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "webhooks.create",
  "verb": [
   "create"
  ],
  "about": "Subscribe to events",
  "method": "POST",
  "path": "/api/v1/webhooks",
  "scope": "webhooks:write",
  "body": [
   {
    "name": "url",
    "kind": "string",
    "about": "Where deliveries are posted. https, except in dev mode on this machine and for hosts in outbound.allowed_hosts; no redirect is followed.",
    "required": true
   },
   {
    "name": "events",
    "kind": "list",
    "about": "Names of events and globs: user.created, user.*, * for all. A name that nothing emits yet is taken, and named in unmatched_events."
   },
   {
    "name": "description",
    "kind": "string",
    "about": "What it is for, in your words."
   },
   {
    "name": "secret",
    "kind": "string",
    "about": "A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "false: nothing is sent, and what it would have got is counted."
   },
   {
    "name": "signature_format",
    "kind": "string",
    "about": "How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=.",
    "values": [
     "timestamped",
     "raw",
     "raw_prefixed"
    ]
   },
   {
    "name": "retry",
    "kind": "string",
    "about": "none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails.",
    "values": [
     "none",
     "standard"
    ]
   }
  ],
  "secrets": [
   "secret"
  ],
  "keyed": true
 },
 {
  "id": "webhooks.listEvents",
  "verb": [
   "events"
  ],
  "about": "List the events there are",
  "method": "GET",
  "path": "/api/v1/webhooks/events",
  "scope": "webhooks:read"
 },
 {
  "id": "webhooks.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a webhook",
  "method": "DELETE",
  "path": "/api/v1/webhooks/{id}",
  "scope": "webhooks:write",
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
  "id": "webhooks.get",
  "verb": [
   "get"
  ],
  "about": "Get a webhook",
  "method": "GET",
  "path": "/api/v1/webhooks/{id}",
  "scope": "webhooks:read"
 },
 {
  "id": "webhooks.update",
  "verb": [
   "update"
  ],
  "about": "Update a webhook",
  "method": "PATCH",
  "path": "/api/v1/webhooks/{id}",
  "scope": "webhooks:write",
  "body": [
   {
    "name": "url",
    "kind": "string",
    "about": "Where deliveries are posted. https, except in dev mode on this machine and for hosts in outbound.allowed_hosts; no redirect is followed."
   },
   {
    "name": "events",
    "kind": "list",
    "about": "Names of events and globs: user.created, user.*, * for all. A name that nothing emits yet is taken, and named in unmatched_events."
   },
   {
    "name": "description",
    "kind": "string",
    "about": "What it is for, in your words.",
    "nullable": true
   },
   {
    "name": "secret",
    "kind": "string",
    "about": "A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "false: nothing is sent, and what it would have got is counted."
   },
   {
    "name": "signature_format",
    "kind": "string",
    "about": "How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with raw_prefixed behind sha256=.",
    "values": [
     "timestamped",
     "raw",
     "raw_prefixed"
    ]
   },
   {
    "name": "retry",
    "kind": "string",
    "about": "none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails.",
    "values": [
     "none",
     "standard"
    ]
   }
  ]
 },
 {
  "id": "webhooks.deliveries.list",
  "verb": [
   "deliveries",
   "list"
  ],
  "about": "List deliveries",
  "method": "GET",
  "path": "/api/v1/webhooks/{id}/deliveries",
  "scope": "webhooks:read",
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
    "name": "success",
    "kind": "boolean",
    "about": "Only those that arrived, or only those that did not, or not yet."
   },
   {
    "name": "state",
    "kind": "string",
    "about": "Only those in this state.",
    "values": [
     "waiting",
     "succeeded",
     "failed"
    ]
   },
   {
    "name": "event",
    "kind": "string",
    "about": "Only those of this event."
   },
   {
    "name": "include_payload",
    "kind": "boolean",
    "about": "Whether payload holds what was sent, which is most of each entry; with false it is empty.",
    "default": true
   }
  ],
  "columns": [
   "id",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "webhooks.deliveries.replayFailed",
  "verb": [],
  "about": "Send again what failed",
  "method": "POST",
  "path": "/api/v1/webhooks/{id}/deliveries/replay",
  "scope": "webhooks:write",
  "body": [
   {
    "name": "since",
    "kind": "string",
    "about": "ISO 8601. Deliveries that were made at this time or later and failed for good.",
    "required": true
   }
  ]
 },
 {
  "id": "webhooks.deliveries.get",
  "verb": [
   "deliveries",
   "get"
  ],
  "about": "Get a delivery",
  "method": "GET",
  "path": "/api/v1/webhooks/{id}/deliveries/{deliveryId}",
  "scope": "webhooks:read"
 },
 {
  "id": "webhooks.deliveries.replay",
  "verb": [],
  "about": "Send a delivery again",
  "method": "POST",
  "path": "/api/v1/webhooks/{id}/deliveries/{deliveryId}/replay",
  "scope": "webhooks:write"
 },
 {
  "id": "webhooks.rotateSecret",
  "verb": [
   "rotate-secret"
  ],
  "about": "Give a webhook a new secret",
  "method": "POST",
  "path": "/api/v1/webhooks/{id}/rotate-secret",
  "scope": "webhooks:write",
  "body": [
   {
    "name": "overlap_seconds",
    "kind": "integer",
    "about": "How long the old secret works on, at most seven days; by default it stops at once."
   },
   {
    "name": "secret",
    "kind": "string",
    "about": "A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64."
   }
  ],
  "secrets": [
   "secret"
  ]
 },
 {
  "id": "webhooks.test",
  "verb": [
   "test"
  ],
  "about": "Send a test",
  "method": "POST",
  "path": "/api/v1/webhooks/{id}/test",
  "scope": "webhooks:write",
  "body": [
   {
    "name": "event_type",
    "kind": "string",
    "about": "The event to send a sample of; webhook.test when not given."
   }
  ]
 }
]
