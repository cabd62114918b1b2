import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import type { Rule } from './rule.ts'
import type { RuleSchema } from './schemas.ts'

/** A rule on the wire. */
export const ruleView = (rule: Rule): Static<typeof RuleSchema> => ({
  id: rule.id,
  upstream_id: rule.upstreamId,
  app_id: rule.appId,
  name: rule.name,
  pattern: rule.pattern,
  methods: [...rule.methods] as Static<typeof RuleSchema>['methods'],
  require: [...rule.require],
  scopes: [...rule.scopes],
  acr: rule.acr,
  max_age_seconds: rule.maxAgeSeconds,
  priority: rule.priority,
  enabled: rule.enabled,
  created_at: toIso(rule.createdAt),
  updated_at: toIso(rule.updatedAt),
})
