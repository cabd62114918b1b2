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
  "id": "stats.getActing",
  "verb": [
   "acting"
  ],
  "about": "Read who acts for whom",
  "method": "GET",
  "path": "/api/v1/admin/stats/acting",
  "scope": "system:read",
  "query": [
   {
    "name": "window",
    "kind": "string",
    "about": "By whole hours, the one under way included.",
    "values": [
     "24h",
     "7d",
     "30d"
    ]
   }
  ]
 },
 {
  "id": "stats.getClients",
  "verb": [
   "clients"
  ],
  "about": "Read how many tokens clients got over time",
  "method": "GET",
  "path": "/api/v1/admin/stats/clients",
  "scope": "system:read",
  "query": [
   {
    "name": "client_ids",
    "kind": "string",
    "about": "The client_ids of 50 clients at most, with commas between.",
    "required": true
   },
   {
    "name": "days",
    "kind": "integer",
    "about": "How many days, today included."
   },
   {
    "name": "interval",
    "kind": "string",
    "about": "How long each number counts. Days are UTC.",
    "values": [
     "hour",
     "day"
    ]
   }
  ]
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
