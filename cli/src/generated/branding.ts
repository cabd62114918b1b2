// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "branding.get",
  "verb": [
   "get"
  ],
  "about": "Read how the hosted pages look",
  "method": "GET",
  "path": "/api/v1/admin/branding",
  "scope": "branding:read"
 },
 {
  "id": "branding.update",
  "verb": [
   "update"
  ],
  "about": "Change name, colours, fonts, links and sentences of the hosted pages",
  "method": "PATCH",
  "path": "/api/v1/admin/branding",
  "scope": "branding:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What people know the service as: in titles, above every page, in every message.",
    "nullable": true
   },
   {
    "name": "colors",
    "kind": "json"
   },
   {
    "name": "fonts",
    "kind": "json"
   },
   {
    "name": "support_url",
    "kind": "string",
    "about": "An address people can follow.",
    "nullable": true
   },
   {
    "name": "terms_url",
    "kind": "string",
    "about": "An address people can follow.",
    "nullable": true
   },
   {
    "name": "privacy_url",
    "kind": "string",
    "about": "An address people can follow.",
    "nullable": true
   },
   {
    "name": "texts",
    "kind": "json",
    "about": "Sentences of the hosted pages by language and key, plain text of one line each. `{name}`, once in a sentence, stands for the name of the service.",
    "nullable": true
   }
  ]
 },
 {
  "id": "branding.updateDesignTokens",
  "verb": [
   "update-design-tokens"
  ],
  "about": "Change the fine print of the look",
  "method": "PATCH",
  "path": "/api/v1/admin/branding/design-tokens",
  "scope": "branding:write",
  "body": [
   {
    "name": "light",
    "kind": "json",
    "nullable": true
   },
   {
    "name": "dark",
    "kind": "json",
    "nullable": true
   },
   {
    "name": "radius_px",
    "kind": "integer",
    "about": "Corners of cards, fields, buttons.",
    "nullable": true
   },
   {
    "name": "shadow",
    "kind": "string",
    "about": "What the card casts on light pages.",
    "values": [
     "soft",
     "none"
    ],
    "nullable": true
   },
   {
    "name": "logo_height_px",
    "kind": "integer",
    "nullable": true
   },
   {
    "name": "logo_plate",
    "kind": "string",
    "about": "What stands behind the logo on dark pages; light by default.",
    "values": [
     "light",
     "none"
    ],
    "nullable": true
   }
  ]
 },
 {
  "id": "branding.draft.delete",
  "verb": [
   "draft",
   "delete"
  ],
  "about": "Throw the draft of the look away",
  "method": "DELETE",
  "path": "/api/v1/admin/branding/draft",
  "scope": "branding:write",
  "query": [
   {
    "name": "etag",
    "kind": "string",
    "about": "That of the draft that the caller saw."
   }
  ],
  "ends": true
 },
 {
  "id": "branding.draft.get",
  "verb": [
   "draft",
   "get"
  ],
  "about": "Read the draft of the look",
  "method": "GET",
  "path": "/api/v1/admin/branding/draft",
  "scope": "branding:read"
 },
 {
  "id": "branding.draft.update",
  "verb": [
   "draft",
   "update"
  ],
  "about": "Change the draft of the look",
  "method": "PATCH",
  "path": "/api/v1/admin/branding/draft",
  "scope": "branding:write",
  "body": [
   {
    "name": "name",
    "kind": "string",
    "about": "What people know the service as: in titles, above every page, in every message.",
    "nullable": true
   },
   {
    "name": "colors",
    "kind": "json"
   },
   {
    "name": "fonts",
    "kind": "json"
   },
   {
    "name": "support_url",
    "kind": "string",
    "about": "An address people can follow.",
    "nullable": true
   },
   {
    "name": "terms_url",
    "kind": "string",
    "about": "An address people can follow.",
    "nullable": true
   },
   {
    "name": "privacy_url",
    "kind": "string",
    "about": "An address people can follow.",
    "nullable": true
   },
   {
    "name": "texts",
    "kind": "json",
    "about": "Sentences of the hosted pages by language and key, plain text of one line each. `{name}`, once in a sentence, stands for the name of the service.",
    "nullable": true
   },
   {
    "name": "design_tokens",
    "kind": "json",
    "nullable": true
   },
   {
    "name": "logo",
    "kind": "json",
    "about": "Takes the logo away; POST …/draft/logo sets one.",
    "nullable": true
   }
  ]
 },
 {
  "id": "branding.draft.uploadLogo",
  "verb": [
   "draft",
   "upload-logo"
  ],
  "about": "Upload a logo for the draft",
  "method": "POST",
  "path": "/api/v1/admin/branding/draft/logo",
  "scope": "branding:write",
  "upload": "logo",
  "keyed": true
 },
 {
  "id": "branding.draft.publish",
  "verb": [
   "draft",
   "publish"
  ],
  "about": "Publish the draft of the look",
  "method": "POST",
  "path": "/api/v1/admin/branding/draft/publish",
  "scope": "branding:write",
  "body": [
   {
    "name": "published_version",
    "kind": "integer",
    "about": "The published_version that the caller saw; with another one now, nothing changes.",
    "required": true
   },
   {
    "name": "etag",
    "kind": "string",
    "about": "That of the draft that the caller saw.",
    "required": true
   }
  ]
 },
 {
  "id": "branding.deleteLogo",
  "verb": [
   "delete-logo"
  ],
  "about": "Remove the logo",
  "method": "DELETE",
  "path": "/api/v1/admin/branding/logo",
  "scope": "branding:write",
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
  "id": "branding.uploadLogo",
  "verb": [
   "upload-logo"
  ],
  "about": "Upload the logo",
  "method": "POST",
  "path": "/api/v1/admin/branding/logo",
  "scope": "branding:write",
  "upload": "logo",
  "keyed": true
 },
 {
  "id": "branding.preview",
  "verb": [
   "preview"
  ],
  "about": "Show a hosted page in the look of the draft or of a version",
  "method": "GET",
  "path": "/api/v1/admin/branding/preview/{page}",
  "scope": "branding:read",
  "query": [
   {
    "name": "version",
    "kind": "string",
    "about": "A version; without it the draft, or what is published where there is none."
   },
   {
    "name": "locale",
    "kind": "string",
    "about": "The locale.",
    "values": [
     "en",
     "es"
    ]
   },
   {
    "name": "texts",
    "kind": "string",
    "about": "Sentences as somebody is writing them: a JSON object by key, in the language of the page. An empty one is as built in. Browsers that are led here by a link see none of them."
   },
   {
    "name": "scheme",
    "kind": "string",
    "about": "light when it is not said.",
    "values": [
     "light",
     "dark"
    ]
   }
  ],
  "text": true
 },
 {
  "id": "branding.texts.list",
  "verb": [
   "texts",
   "list"
  ],
  "about": "List the sentences of the hosted pages that can be chosen",
  "method": "GET",
  "path": "/api/v1/admin/branding/texts",
  "scope": "branding:read",
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
   "key",
   "max_length",
   "built_in"
  ],
  "paged": true
 },
 {
  "id": "branding.versions.list",
  "verb": [
   "versions",
   "list"
  ],
  "about": "List the versions of the look",
  "method": "GET",
  "path": "/api/v1/admin/branding/versions",
  "scope": "branding:read",
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
   "version",
   "changes",
   "restored_from",
   "logo_removed",
   "created_by",
   "created_at"
  ],
  "paged": true
 },
 {
  "id": "branding.versions.get",
  "verb": [
   "versions",
   "get"
  ],
  "about": "Get a version of the look",
  "method": "GET",
  "path": "/api/v1/admin/branding/versions/{version}",
  "scope": "branding:read"
 },
 {
  "id": "branding.versions.restore",
  "verb": [
   "versions",
   "restore"
  ],
  "about": "Publish a version of the look again",
  "method": "POST",
  "path": "/api/v1/admin/branding/versions/{version}/restore",
  "scope": "branding:write",
  "body": [
   {
    "name": "published_version",
    "kind": "integer",
    "about": "The published_version that the caller saw; with another one now, nothing changes.",
    "required": true
   },
   {
    "name": "keep_as_draft",
    "kind": "boolean",
    "about": "Makes what was published until now the draft, unless there is one."
   }
  ]
 }
]
