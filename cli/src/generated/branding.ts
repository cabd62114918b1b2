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
  "about": "Change name, colours, fonts and links of the hosted pages",
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
 }
]
