// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { Operation } from '#/operations/operation.ts'

export const operations: readonly Operation[] = [
 {
  "id": "stats.get",
  "verb": [
   "get"
  ],
  "about": "Read how many there are",
  "method": "GET",
  "path": "/api/v1/admin/stats",
  "scope": "system:read"
 },
 {
  "id": "stats.getTrends",
  "verb": [
   "trends"
  ],
  "about": "Read what happened over time",
  "method": "GET",
  "path": "/api/v1/admin/stats/trends",
  "scope": "system:read",
  "query": [
   {
    "name": "days",
    "kind": "integer",
    "about": "How many days, today included. By the hour at most 7."
   },
   {
    "name": "interval",
    "kind": "string",
    "about": "How long each point lasts. Days are UTC.",
    "values": [
     "hour",
     "day"
    ]
   }
  ]
 }
]
