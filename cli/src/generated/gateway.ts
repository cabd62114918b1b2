// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "proxy.lifecycle",
  "verb": [
   "lifecycle"
  ],
  "about": "Show whether the gateway runs",
  "method": "GET",
  "path": "/api/v1/admin/proxy/lifecycle",
  "scope": "proxy:read"
 },
 {
  "id": "proxy.reload",
  "verb": [
   "reload"
  ],
  "about": "Compile the rules and connect to the upstreams anew",
  "method": "POST",
  "path": "/api/v1/admin/proxy/reload",
  "scope": "proxy:write"
 },
 {
  "id": "proxy.rules.compiled",
  "verb": [
   "rules",
   "compiled"
  ],
  "about": "Show the rules as they are asked",
  "method": "GET",
  "path": "/api/v1/admin/proxy/rules",
  "scope": "proxy:read"
 },
 {
  "id": "proxy.rules.list",
  "verb": [
   "rules",
   "list"
  ],
  "about": "List the rules of the gateway",
  "method": "GET",
  "path": "/api/v1/admin/proxy/rules/db",
  "scope": "proxy:read",
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
    "name": "upstream_id",
    "kind": "string",
    "about": "Only those of this host."
   },
   {
    "name": "app_id",
    "kind": "string",
    "about": "Only those of this application."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Only those that hold, or only those that do not."
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
  "id": "proxy.rules.create",
  "verb": [
   "rules",
   "create"
  ],
  "about": "Create a rule of the gateway",
  "method": "POST",
  "path": "/api/v1/admin/proxy/rules/db",
  "scope": "proxy:write",
  "body": [
   {
    "name": "upstream_id",
    "kind": "string",
    "about": "The host it holds at; null when it holds at every host of app_id.",
    "nullable": true
   },
   {
    "name": "app_id",
    "kind": "string",
    "about": "The application at whose hosts it holds; null when it holds at one host.",
    "nullable": true
   },
   {
    "name": "name",
    "kind": "string",
    "about": "What operators know it by.",
    "required": true
   },
   {
    "name": "pattern",
    "kind": "string",
    "about": "As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included.",
    "required": true
   },
   {
    "name": "methods",
    "kind": "list",
    "about": "The methods that it fits; all of them when empty. GET stands for HEAD too.",
    "values": [
     "GET",
     "HEAD",
     "POST",
     "PUT",
     "PATCH",
     "DELETE",
     "OPTIONS"
    ]
   },
   {
    "name": "require",
    "kind": "list",
    "about": "What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>.",
    "required": true
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "Scopes that the access token must carry besides. A session has none."
   },
   {
    "name": "acr",
    "kind": "string",
    "about": "How strongly the person must have signed in, at least (RFC 9470); null for no matter how.",
    "values": [
     "urn:mandate:acr:1fa",
     "urn:mandate:acr:2fa",
     "phr"
    ],
    "nullable": true
   },
   {
    "name": "max_age_seconds",
    "kind": "integer",
    "about": "How long ago the person may have proved who they are; null for no matter when.",
    "nullable": true
   },
   {
    "name": "priority",
    "kind": "integer",
    "about": "The rule with the highest one that fits decides; of two alike the older."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Whether it holds."
   }
  ],
  "keyed": true
 },
 {
  "id": "proxy.rules.delete",
  "verb": [
   "rules",
   "delete"
  ],
  "about": "Delete a rule of the gateway",
  "method": "DELETE",
  "path": "/api/v1/admin/proxy/rules/db/{id}",
  "scope": "proxy:write",
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
  "id": "proxy.rules.get",
  "verb": [
   "rules",
   "get"
  ],
  "about": "Get a rule of the gateway",
  "method": "GET",
  "path": "/api/v1/admin/proxy/rules/db/{id}",
  "scope": "proxy:read"
 },
 {
  "id": "proxy.rules.update",
  "verb": [
   "rules",
   "update"
  ],
  "about": "Update a rule of the gateway",
  "method": "PATCH",
  "path": "/api/v1/admin/proxy/rules/db/{id}",
  "scope": "proxy:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What operators know it by."
   },
   {
    "name": "pattern",
    "kind": "string",
    "about": "As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included."
   },
   {
    "name": "methods",
    "kind": "list",
    "about": "The methods that it fits; all of them when empty. GET stands for HEAD too.",
    "values": [
     "GET",
     "HEAD",
     "POST",
     "PUT",
     "PATCH",
     "DELETE",
     "OPTIONS"
    ]
   },
   {
    "name": "require",
    "kind": "list",
    "about": "What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>."
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "Scopes that the access token must carry besides. A session has none."
   },
   {
    "name": "acr",
    "kind": "string",
    "about": "How strongly the person must have signed in, at least (RFC 9470); null for no matter how.",
    "values": [
     "urn:mandate:acr:1fa",
     "urn:mandate:acr:2fa",
     "phr"
    ],
    "nullable": true
   },
   {
    "name": "max_age_seconds",
    "kind": "integer",
    "about": "How long ago the person may have proved who they are; null for no matter when.",
    "nullable": true
   },
   {
    "name": "priority",
    "kind": "integer",
    "about": "The rule with the highest one that fits decides; of two alike the older."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Whether it holds."
   }
  ]
 },
 {
  "id": "proxy.simulate",
  "verb": [
   "simulate"
  ],
  "about": "Ask what the gateway would decide",
  "method": "POST",
  "path": "/api/v1/admin/proxy/simulate",
  "scope": "proxy:read",
  "body": [
   {
    "name": "host",
    "kind": "string",
    "about": "Of an upstream.",
    "required": true
   },
   {
    "name": "method",
    "kind": "string",
    "about": "By default GET."
   },
   {
    "name": "path",
    "kind": "string",
    "about": "As a client would send it, with its query.",
    "required": true
   },
   {
    "name": "identity",
    "kind": "json"
   }
  ]
 },
 {
  "id": "proxy.start",
  "verb": [
   "start"
  ],
  "about": "Start the gateway",
  "method": "POST",
  "path": "/api/v1/admin/proxy/start",
  "scope": "proxy:write"
 },
 {
  "id": "proxy.status",
  "verb": [
   "status"
  ],
  "about": "Show how the gateway does",
  "method": "GET",
  "path": "/api/v1/admin/proxy/status",
  "scope": "proxy:read"
 },
 {
  "id": "proxy.stop",
  "verb": [
   "stop"
  ],
  "about": "Stop the gateway",
  "method": "POST",
  "path": "/api/v1/admin/proxy/stop",
  "scope": "proxy:write"
 },
 {
  "id": "proxy.upstreams.list",
  "verb": [
   "upstreams",
   "list"
  ],
  "about": "List the hosts behind the gateway",
  "method": "GET",
  "path": "/api/v1/admin/proxy/upstreams",
  "scope": "proxy:read",
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
    "name": "host",
    "kind": "string",
    "about": "The one of this host."
   },
   {
    "name": "app_id",
    "kind": "string",
    "about": "Only those of this application."
   }
  ],
  "columns": [
   "id",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "proxy.upstreams.create",
  "verb": [
   "upstreams",
   "create"
  ],
  "about": "Put a host behind the gateway",
  "method": "POST",
  "path": "/api/v1/admin/proxy/upstreams",
  "scope": "proxy:write",
  "body": [
   {
    "name": "host",
    "kind": "string",
    "about": "The host as browsers send it: in lower case, with its port when that is not the usual one. It is reached by the scheme of the base URL, and is not the host of this server.",
    "required": true
   },
   {
    "name": "upstream",
    "kind": "string",
    "about": "The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us.",
    "nullable": true
   },
   {
    "name": "app_id",
    "kind": "string",
    "about": "The application whose rules hold here, besides those of this host.",
    "nullable": true
   }
  ],
  "keyed": true
 },
 {
  "id": "proxy.upstreams.delete",
  "verb": [
   "upstreams",
   "delete"
  ],
  "about": "Take a host from the gateway",
  "method": "DELETE",
  "path": "/api/v1/admin/proxy/upstreams/{id}",
  "scope": "proxy:write",
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
  "id": "proxy.upstreams.get",
  "verb": [
   "upstreams",
   "get"
  ],
  "about": "Get a host behind the gateway",
  "method": "GET",
  "path": "/api/v1/admin/proxy/upstreams/{id}",
  "scope": "proxy:read"
 },
 {
  "id": "proxy.upstreams.update",
  "verb": [
   "upstreams",
   "update"
  ],
  "about": "Update a host behind the gateway",
  "method": "PATCH",
  "path": "/api/v1/admin/proxy/upstreams/{id}",
  "scope": "proxy:write",
  "body": [
   {
    "name": "upstream",
    "kind": "string",
    "about": "The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us.",
    "nullable": true
   },
   {
    "name": "app_id",
    "kind": "string",
    "about": "The application whose rules hold here, besides those of this host.",
    "nullable": true
   }
  ]
 },
 {
  "id": "proxy.rules.list",
  "verb": [
   "list"
  ],
  "about": "List the rules of the gateway",
  "method": "GET",
  "path": "/api/v1/admin/proxy/rules/db",
  "scope": "proxy:read",
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
    "name": "upstream_id",
    "kind": "string",
    "about": "Only those of this host."
   },
   {
    "name": "app_id",
    "kind": "string",
    "about": "Only those of this application."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Only those that hold, or only those that do not."
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
  "id": "proxy.rules.create",
  "verb": [
   "create"
  ],
  "about": "Create a rule of the gateway",
  "method": "POST",
  "path": "/api/v1/admin/proxy/rules/db",
  "scope": "proxy:write",
  "body": [
   {
    "name": "upstream_id",
    "kind": "string",
    "about": "The host it holds at; null when it holds at every host of app_id.",
    "nullable": true
   },
   {
    "name": "app_id",
    "kind": "string",
    "about": "The application at whose hosts it holds; null when it holds at one host.",
    "nullable": true
   },
   {
    "name": "name",
    "kind": "string",
    "about": "What operators know it by.",
    "required": true
   },
   {
    "name": "pattern",
    "kind": "string",
    "about": "As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included.",
    "required": true
   },
   {
    "name": "methods",
    "kind": "list",
    "about": "The methods that it fits; all of them when empty. GET stands for HEAD too.",
    "values": [
     "GET",
     "HEAD",
     "POST",
     "PUT",
     "PATCH",
     "DELETE",
     "OPTIONS"
    ]
   },
   {
    "name": "require",
    "kind": "list",
    "about": "What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>.",
    "required": true
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "Scopes that the access token must carry besides. A session has none."
   },
   {
    "name": "acr",
    "kind": "string",
    "about": "How strongly the person must have signed in, at least (RFC 9470); null for no matter how.",
    "values": [
     "urn:mandate:acr:1fa",
     "urn:mandate:acr:2fa",
     "phr"
    ],
    "nullable": true
   },
   {
    "name": "max_age_seconds",
    "kind": "integer",
    "about": "How long ago the person may have proved who they are; null for no matter when.",
    "nullable": true
   },
   {
    "name": "priority",
    "kind": "integer",
    "about": "The rule with the highest one that fits decides; of two alike the older."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Whether it holds."
   }
  ],
  "keyed": true
 },
 {
  "id": "proxy.rules.delete",
  "verb": [
   "delete"
  ],
  "about": "Delete a rule of the gateway",
  "method": "DELETE",
  "path": "/api/v1/admin/proxy/rules/db/{id}",
  "scope": "proxy:write",
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
  "id": "proxy.rules.get",
  "verb": [
   "get"
  ],
  "about": "Get a rule of the gateway",
  "method": "GET",
  "path": "/api/v1/admin/proxy/rules/db/{id}",
  "scope": "proxy:read"
 },
 {
  "id": "proxy.rules.update",
  "verb": [
   "update"
  ],
  "about": "Update a rule of the gateway",
  "method": "PATCH",
  "path": "/api/v1/admin/proxy/rules/db/{id}",
  "scope": "proxy:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What operators know it by."
   },
   {
    "name": "pattern",
    "kind": "string",
    "about": "As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included."
   },
   {
    "name": "methods",
    "kind": "list",
    "about": "The methods that it fits; all of them when empty. GET stands for HEAD too.",
    "values": [
     "GET",
     "HEAD",
     "POST",
     "PUT",
     "PATCH",
     "DELETE",
     "OPTIONS"
    ]
   },
   {
    "name": "require",
    "kind": "list",
    "about": "What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent, role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>."
   },
   {
    "name": "scopes",
    "kind": "list",
    "about": "Scopes that the access token must carry besides. A session has none."
   },
   {
    "name": "acr",
    "kind": "string",
    "about": "How strongly the person must have signed in, at least (RFC 9470); null for no matter how.",
    "values": [
     "urn:mandate:acr:1fa",
     "urn:mandate:acr:2fa",
     "phr"
    ],
    "nullable": true
   },
   {
    "name": "max_age_seconds",
    "kind": "integer",
    "about": "How long ago the person may have proved who they are; null for no matter when.",
    "nullable": true
   },
   {
    "name": "priority",
    "kind": "integer",
    "about": "The rule with the highest one that fits decides; of two alike the older."
   },
   {
    "name": "enabled",
    "kind": "boolean",
    "about": "Whether it holds."
   }
  ]
 }
]
