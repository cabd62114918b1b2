import type { Acr } from '#/modules/sessions/index.ts'
import { flag, integer, integerOrNull, json, table, text, textOrNull, wordOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `proxy_rules`. */
export const rules = table('proxy_rules', {
  id: text,
  upstreamId: textOrNull,
  appId: textOrNull,
  name: text,
  pattern: text,
  methods: json<readonly string[]>(),
  require: json<readonly string[]>(),
  scopes: json<readonly string[]>(),
  acr: wordOrNull<Acr>(),
  maxAgeSeconds: integerOrNull,
  priority: integer,
  enabled: flag,
  createdAt: integer,
  updatedAt: integer,
})

/**
 * Who comes through at a path: of one host (`upstreamId`), or of every host of an application (`appId`). Everything it
 * asks for must be met. The rule with the highest priority that fits decides, and of two alike the older one.
 */
export type Rule = EntityOf<typeof rules>

/** The methods a rule can name. HEAD comes with GET; CONNECT and TRACE go nowhere. */
export const ruleMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The order in which rules are asked. */
export const byPriority = (one: Rule, two: Rule): number =>
  two.priority - one.priority || one.createdAt - two.createdAt || (one.id < two.id ? -1 : 1)
