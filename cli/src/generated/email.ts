// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "email.devInbox.clear",
  "verb": [
   "dev-inbox",
   "clear"
  ],
  "about": "Empty the dev inbox",
  "method": "DELETE",
  "path": "/api/v1/admin/dev/emails",
  "scope": "email:write",
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
  "id": "email.devInbox.list",
  "verb": [
   "dev-inbox",
   "list"
  ],
  "about": "List messages in the dev inbox",
  "method": "GET",
  "path": "/api/v1/admin/dev/emails",
  "scope": "email:write",
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
    "name": "to",
    "kind": "string",
    "about": "Only messages to this address."
   }
  ],
  "columns": [
   "id",
   "subject",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "email.devInbox.get",
  "verb": [
   "dev-inbox",
   "get"
  ],
  "about": "Get a message of the dev inbox",
  "method": "GET",
  "path": "/api/v1/admin/dev/emails/{id}",
  "scope": "email:write"
 },
 {
  "id": "email.getConfig",
  "verb": [
   "config",
   "get"
  ],
  "about": "Read how mail is sent",
  "method": "GET",
  "path": "/api/v1/admin/email-config",
  "scope": "email:read"
 },
 {
  "id": "email.updateConfig",
  "verb": [
   "config",
   "update"
  ],
  "about": "Change how mail is sent",
  "method": "PATCH",
  "path": "/api/v1/admin/email-config",
  "scope": "email:write",
  "body": [
   {
    "name": "provider",
    "kind": "string",
    "about": "smtp sends. dev keeps messages in an inbox under /api/v1/admin/dev/emails.",
    "values": [
     "dev",
     "smtp"
    ],
    "nullable": true
   },
   {
    "name": "from_address",
    "kind": "string",
    "about": "One plain address, without a display name.",
    "nullable": true
   },
   {
    "name": "from_name",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "daily_limit",
    "kind": "integer",
    "about": "Messages a day (UTC). Without it 100 for dev and 10 000 for smtp. What is more waits.",
    "nullable": true
   },
   {
    "name": "smtp",
    "kind": "json"
   }
  ]
 },
 {
  "id": "email.preview",
  "verb": [],
  "about": "Show a template as a message",
  "method": "GET",
  "path": "/api/v1/admin/email-preview/{template}",
  "scope": "email:read",
  "query": [
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "text": true
 },
 {
  "id": "email.templates.list",
  "verb": [
   "templates",
   "list"
  ],
  "about": "List e-mail templates",
  "method": "GET",
  "path": "/api/v1/admin/email-templates",
  "scope": "email:read",
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
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "columns": [
   "id",
   "subject"
  ],
  "paged": true
 },
 {
  "id": "email.templates.get",
  "verb": [
   "templates",
   "get"
  ],
  "about": "Get an e-mail template",
  "method": "GET",
  "path": "/api/v1/admin/email-templates/{id}",
  "scope": "email:read",
  "query": [
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ]
 },
 {
  "id": "email.templates.update",
  "verb": [
   "templates",
   "update"
  ],
  "about": "Change an e-mail template",
  "method": "PATCH",
  "path": "/api/v1/admin/email-templates/{id}",
  "scope": "email:write",
  "query": [
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "body": [
   {
    "name": "subject",
    "kind": "string",
    "nullable": true
   },
   {
    "name": "html",
    "kind": "string",
    "about": "What stands in the card of the message; plain elements (h1, p, p.fine, a, a.button, ul, li) get their look from the branding. Markup that begins with <!doctype or <html is the whole message.",
    "nullable": true
   }
  ]
 },
 {
  "id": "email.templates.preview",
  "verb": [
   "templates",
   "preview"
  ],
  "about": "Preview an e-mail template",
  "method": "POST",
  "path": "/api/v1/admin/email-templates/{id}/preview",
  "scope": "email:read",
  "query": [
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "body": [
   {
    "name": "subject",
    "kind": "string"
   },
   {
    "name": "html",
    "kind": "string",
    "about": "What stands in the card of the message; plain elements (h1, p, p.fine, a, a.button, ul, li) get their look from the branding. Markup that begins with <!doctype or <html is the whole message."
   },
   {
    "name": "variables",
    "kind": "json",
    "about": "Values instead of the samples."
   }
  ]
 },
 {
  "id": "email.templates.reset",
  "verb": [
   "templates",
   "reset"
  ],
  "about": "Take the built-in e-mail template back",
  "method": "POST",
  "path": "/api/v1/admin/email-templates/{id}/reset",
  "scope": "email:write",
  "query": [
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "ends": true
 },
 {
  "id": "email.templates.sendTest",
  "verb": [
   "templates",
   "send-test"
  ],
  "about": "Send an e-mail template with sample values",
  "method": "POST",
  "path": "/api/v1/admin/email-templates/{id}/send-test",
  "scope": "email:write",
  "query": [
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "body": [
   {
    "name": "to",
    "kind": "string",
    "about": "One plain address, without a display name.",
    "required": true
   }
  ]
 },
 {
  "id": "email.sendTest",
  "verb": [],
  "about": "Send a test message",
  "method": "POST",
  "path": "/api/v1/admin/test-email",
  "scope": "email:write",
  "query": [
   {
    "name": "locale",
    "kind": "string",
    "about": "The language of the template.",
    "values": [
     "en",
     "es"
    ]
   }
  ],
  "body": [
   {
    "name": "to",
    "kind": "string",
    "about": "One plain address, without a display name.",
    "required": true
   }
  ]
 }
]
