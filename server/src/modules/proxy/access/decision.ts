import { acrValues } from '#/modules/sessions/index.ts'
import { canonicalPath } from '#/platform/paths/canonical-path.ts'
import type { CanonicalPath } from '#/platform/paths/canonical-path.ts'
import type { Requirement } from '#/modules/proxy/rules/requirement.ts'
import type { Rule } from '#/modules/proxy/rules/rule.ts'
import type { Upstream } from '#/modules/proxy/upstreams/upstream.ts'
import type { Caller } from './caller.ts'
import { matchRule } from './rule-set.ts'
import type { CompiledRule, RuleSet } from './rule-set.ts'

/** Why a request does not come through. */
export const denials = [
  'unknown_host',
  'method_not_allowed',
  'ambiguous_path',
  'no_rule',
  'not_signed_in',
  'not_an_agent',
  'missing_role',
  'missing_permission',
  'not_a_member',
  'missing_scope',
  'step_up_required',
] as const
export type Denial = (typeof denials)[number]

/** What is asked for: a request line, with the host it was sent to. */
export interface AskedRequest {
  readonly host: string
  readonly method: string
  /** As it came: path and query. */
  readonly target: string
}

/** A request that a rule decides about, before it is known who sent it. */
export interface RuledRequest {
  readonly upstream: Upstream
  readonly path: CanonicalPath
  readonly rule: CompiledRule
}

/** What comes of a request: where it goes on to, or why not. */
export type Decision =
  | ({ readonly allowed: true } & RuledRequest)
  | {
      readonly allowed: false
      readonly reason: Denial
      readonly upstream: Upstream | null
      readonly rule: Rule | null
      /** What of the rule was not met, as it is written there. */
      readonly unmet: string | null
    }

/** RFC 9110 §9.3.6, §9.3.8: a tunnel, and an echo of headers that nobody outside may see. */
const REFUSED_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])
const METHOD = /^[A-Z][A-Z-]{0,31}$/

/**
 * The one decision of the gateway: the listener, the forward authentication of other proxies and the simulation come
 * here. Whatever is not allowed by a rule is denied. `findCaller` is asked once a rule is found.
 */
export async function decide(
  set: RuleSet,
  asked: AskedRequest,
  findCaller: (request: RuledRequest) => Promise<Caller | undefined>,
  now: number,
): Promise<{ readonly decision: Decision; readonly caller: Caller | undefined }> {
  const found = ruleFor(set, asked)
  if ('reason' in found) return { decision: found, caller: undefined }
  const caller = await findCaller(found)
  const { upstream, rule } = found
  for (const { reason, unmet, isMet } of demandsOf(rule, now)) {
    if (await isMet(caller)) continue
    return { decision: { allowed: false, reason, upstream, rule: rule.rule, unmet }, caller }
  }
  return { decision: { allowed: true, ...found }, caller }
}

/** The rule that decides about a request, or why there is none. */
function ruleFor(
  set: RuleSet,
  { host, method, target }: AskedRequest,
): RuledRequest | Extract<Decision, { allowed: false }> {
  const known = set.hosts.get(host)
  const denied = (reason: Denial, rule: Rule | null = null) =>
    ({ allowed: false, reason, upstream: known?.upstream ?? null, rule, unmet: null }) as const
  if (!known) return denied('unknown_host')
  if (!METHOD.test(method) || REFUSED_METHODS.has(method)) return denied('method_not_allowed')
  const path = canonicalPath(target)
  if (!path) return denied('ambiguous_path')
  const match = matchRule(known, method, path.segments)
  if (match.kind === 'none') return denied('no_rule')
  if (match.kind === 'by-case') return denied('ambiguous_path', match.rule.rule)
  return { upstream: known.upstream, path, rule: match.rule }
}

/** One thing that a rule asks for. */
interface Demand {
  readonly reason: Denial
  readonly unmet: string
  readonly isMet: (caller: Caller | undefined) => boolean | Promise<boolean>
}

/** What a rule asks for, in the order in which it is looked at: who somebody is comes before what they may do. */
function* demandsOf({ rule, requirements }: CompiledRule, now: number): Generator<Demand> {
  if (requirements.every(({ kind }) => kind === 'anonymous')) return
  yield { reason: 'not_signed_in', unmet: 'authenticated', isMet: (caller) => caller !== undefined }
  for (const requirement of requirements) yield demandOf(requirement)
  for (const scope of rule.scopes) yield demandOf({ kind: 'scope', scope, text: `scope:${scope}` })
  const { acr, maxAgeSeconds } = rule
  if (acr !== null) {
    const least = acrValues.indexOf(acr)
    const isMet = (caller: Caller | undefined): boolean =>
      caller !== undefined && caller.acr !== null && acrValues.indexOf(caller.acr) >= least
    yield { reason: 'step_up_required', unmet: `acr:${acr}`, isMet }
  }
  if (maxAgeSeconds !== null) {
    const isMet = (caller: Caller | undefined): boolean =>
      caller !== undefined && caller.authenticatedAt !== null && now - caller.authenticatedAt <= maxAgeSeconds * 1000
    yield { reason: 'step_up_required', unmet: `max_age_seconds:${maxAgeSeconds}`, isMet }
  }
}

function demandOf(requirement: Requirement): Demand {
  switch (requirement.kind) {
    case 'anonymous':
    case 'authenticated':
      return { reason: 'not_signed_in', unmet: 'authenticated', isMet: (caller) => caller !== undefined }
    case 'agent':
      return {
        reason: 'not_an_agent',
        unmet: 'agent',
        isMet: (caller) => caller !== undefined && caller.agent !== null,
      }
    case 'role': {
      const isIt = ({ canonical }: { canonical: string }): boolean => canonical === requirement.role
      return { reason: 'missing_role', unmet: requirement.text, isMet: (it) => it?.user?.roles.some(isIt) === true }
    }
    case 'permission':
      return {
        reason: 'missing_permission',
        unmet: requirement.text,
        isMet: async (caller) => caller !== undefined && (await caller.holds(requirement.permission)),
      }
    case 'org':
      return {
        reason: 'not_a_member',
        unmet: requirement.text,
        isMet: async (caller) => caller !== undefined && (await caller.isMemberOf(requirement.organization)),
      }
    case 'scope': {
      const isMet = (caller: Caller | undefined): boolean => caller?.scopes?.includes(requirement.scope) === true
      return { reason: 'missing_scope', unmet: requirement.text, isMet }
    }
  }
}
