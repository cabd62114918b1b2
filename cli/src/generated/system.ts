// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "system.getConfig",
  "verb": [],
  "about": "Read the runtime settings",
  "method": "GET",
  "path": "/api/v1/admin/config",
  "scope": "system:read"
 },
 {
  "id": "system.getHealthReport",
  "verb": [
   "health"
  ],
  "about": "Read the health report",
  "method": "GET",
  "path": "/api/v1/admin/health",
  "scope": "system:read"
 },
 {
  "id": "system.getMode",
  "verb": [],
  "about": "Read the mode",
  "method": "GET",
  "path": "/api/v1/admin/system/mode",
  "scope": "system:read"
 },
 {
  "id": "system.reset",
  "verb": [
   "reset"
  ],
  "about": "Wipe sessions, tokens and audit logs",
  "method": "POST",
  "path": "/api/v1/admin/system/reset",
  "scope": "system:write",
  "body": [
   {
    "name": "confirm",
    "kind": "string",
    "about": "This very word, so that nobody does it by mistake.",
    "required": true
   }
  ],
  "ends": true
 }
]
