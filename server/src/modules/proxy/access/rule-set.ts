import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { matchPattern, parsePattern } from '#/platform/paths/path-pattern.ts'
import type { Pattern } from '#/platform/paths/path-pattern.ts'
import { parseRequirement } from '#/modules/proxy/rules/requirement.ts'
import type { Requirement } from '#/modules/proxy/rules/requirement.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'
import { byPriority } from '#/modules/proxy/rules/rule.ts'
import type { Rule } from '#/modules/proxy/rules/rule.ts'
import { RuleStore } from '#/modules/proxy/rules/store.ts'
import { UpstreamStore } from '#/modules/proxy/upstreams/store.ts'
import type { Upstream } from '#/modules/proxy/upstreams/upstream.ts'

/** A rule in the form that requests are held against. */
export interface CompiledRule {
  readonly rule: Rule
  readonly pattern: Pattern
  /** Empty for every method. */
  readonly methods: ReadonlySet<string>
  readonly requirements: readonly Requirement[]
}

/** A host with its rules, in the order in which they are asked. */
export interface CompiledHost {
  readonly upstream: Upstream
  readonly rules: readonly CompiledRule[]
}

/** Everything that requests are held against, as it was at one moment. */
export interface RuleSet {
  readonly compiledAt: number
  readonly hosts: ReadonlyMap<string, CompiledHost>
}

/** Which rule a request falls under; `by-case` when only the case of letters keeps one from it. */
export type RuleMatch = { readonly kind: 'rule' | 'by-case'; readonly rule: CompiledRule } | { readonly kind: 'none' }

/** The set of this node: at most a second old, so that a change acts everywhere within that time. */
export class RuleSets {
  readonly #upstreams: UpstreamStore
  readonly #rules: RuleStore
  readonly #clock: Clock
  readonly #current = new Snapshot(() => this.#compile())

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#upstreams = new UpstreamStore(db)
    this.#rules = new RuleStore(db)
    this.#clock = clock
  }

  current(): Promise<RuleSet> {
    return this.#current.current()
  }

  /** Makes the next request compile anew, after this node changed a rule itself. */
  invalidate(): void {
    this.#current.invalidate()
  }

  async #compile(): Promise<RuleSet> {
    const compiledAt = this.#clock.now()
    const [upstreams, rules] = await Promise.all([this.#upstreams.all(), this.#rules.enabled()])
    const compiled = rules.toSorted(byPriority).map(compileRule)
    const hosts = upstreams.map((upstream) => {
      const ofHost = compiled.filter(({ rule }) => holdsAt(rule, upstream))
      return [upstream.host, { upstream, rules: ofHost }] as const
    })
    return { compiledAt, hosts: new Map(hosts) }
  }
}

const holdsAt = ({ upstreamId, appId }: Rule, upstream: Upstream): boolean =>
  upstreamId === upstream.id || (appId !== null && appId === upstream.appId)

/** Compiles a rule. One that another version wrote and this one can't read fails the whole set: nobody comes through. */
function compileRule(rule: Rule): CompiledRule {
  const pattern = parsePattern(rule.pattern)
  const requirements = rule.require.map(parseRequirement)
  if (!pattern || requirements.length === 0 || requirements.includes(undefined))
    throw new AppError(proxyErrors.proxy_rules_unreadable, { cause: new Error(`rule ${rule.id} can't be read`) })
  const methods = rule.methods.includes('GET') ? [...rule.methods, 'HEAD'] : rule.methods
  return { rule, pattern, methods: new Set(methods), requirements: requirements as Requirement[] }
}

/** The first rule that a request falls under. The case of letters must not decide which one: servers differ over it. */
export function matchRule({ rules }: CompiledHost, method: string, segments: readonly string[]): RuleMatch {
  for (const rule of rules) {
    if (rule.methods.size > 0 && !rule.methods.has(method)) continue
    const match = matchPattern(rule.pattern, segments)
    if (match !== 'no') return { kind: match === 'exact' ? 'rule' : 'by-case', rule }
  }
  return { kind: 'none' }
}
