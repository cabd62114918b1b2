import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { ruleView } from '#/modules/proxy/rules/views.ts'
import { upstreamView } from '#/modules/proxy/upstreams/views.ts'
import type { CompiledRule, RuleSet } from './rule-set.ts'
import type { RuleSetSchema, SimulationSchema } from './schemas.ts'
import type { Simulated } from './simulation.ts'

/** What would come of a request, on the wire. */
export function simulationView({ decision, headers }: Simulated, issuer: string): Static<typeof SimulationSchema> {
  const { upstream } = decision
  const rule = decision.allowed ? decision.rule.rule : decision.rule
  return {
    decision: decision.allowed ? 'allow' : 'deny',
    reason: decision.allowed ? 'allowed' : decision.reason,
    unmet: decision.allowed ? null : decision.unmet,
    matched_rule: rule && ruleView(rule),
    upstream: upstream && upstreamView(upstream, issuer),
    path: decision.allowed ? decision.path.path + decision.path.query : null,
    headers: { ...headers },
  }
}

/** The set of a node, on the wire: hosts by name, rules as they are asked. */
export const ruleSetView = ({ compiledAt, hosts }: RuleSet): Static<typeof RuleSetSchema> => ({
  compiled_at: toIso(compiledAt),
  hosts: [...hosts.values()]
    .toSorted((one, two) => (one.upstream.host < two.upstream.host ? -1 : 1))
    .map(({ upstream, rules }) => ({
      host: upstream.host,
      upstream_id: upstream.id,
      upstream: upstream.upstream,
      rules: rules.map(compiledRuleView),
    })),
})

const compiledRuleView = ({ rule, methods }: CompiledRule) => ({
  id: rule.id,
  name: rule.name,
  pattern: rule.pattern,
  methods: [...methods],
  require: [...rule.require],
  scopes: [...rule.scopes],
  acr: rule.acr,
  max_age_seconds: rule.maxAgeSeconds,
  priority: rule.priority,
})
