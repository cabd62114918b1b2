import type { Static } from 'typebox'
import type { Counts } from '#/modules/lifecycle/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import { changesBetween, given, ifGiven, unique } from '#/platform/merge-patch.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'
import { ruleCreated, ruleDeleted, ruleUpdated } from '#/modules/proxy/shared/events.ts'
import { requireSound } from './checks.ts'
import type { Rule } from './rule.ts'
import type { CreateRuleSchema, UpdateRuleSchema } from './schemas.ts'
import { RuleStore } from './store.ts'
import type { RuleFilter } from './store.ts'

export interface RulesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly isUpstream: (id: string) => Promise<boolean>
  readonly isApp: (id: string) => Promise<boolean>
  /** Learns that requests are decided otherwise from now on. */
  readonly onChanged: () => void
}

type CreateRule = Static<typeof CreateRuleSchema>
type UpdateRule = Static<typeof UpdateRuleSchema>

/** Every node holds all of them in memory. */
const MAX_RULES = 5000

/** The rules of the gateway, as operators work with them. */
export class Rules {
  readonly #deps: RulesDeps
  readonly #store: RuleStore
  constructor(deps: RulesDeps) {
    this.#deps = deps
    this.#store = new RuleStore(deps.db)
  }

  async get(id: string): Promise<Rule> {
    return (isId('rule', id) ? await this.#store.find(id) : undefined) ?? notFound()
  }

  /** Rules, newest first. */
  list(filter: RuleFilter, request: PageRequest): Promise<Page<Rule>> {
    return this.#store.list(filter, request)
  }

  async create(input: CreateRule, actor: Actor): Promise<Rule> {
    const { db, clock, events, onChanged } = this.#deps
    const now = clock.now()
    const rule: Rule = {
      id: newId('rule', now),
      upstreamId: input.upstream_id ?? null,
      appId: input.app_id ?? null,
      name: input.name.trim(),
      pattern: input.pattern,
      methods: unique(input.methods ?? []),
      require: listOf(input.require),
      scopes: unique(input.scopes ?? []),
      acr: input.acr ?? null,
      maxAgeSeconds: input.max_age_seconds ?? null,
      priority: input.priority ?? 0,
      enabled: input.enabled ?? true,
      createdAt: now,
      updatedAt: now,
    }
    await this.#requirePlace(rule)
    requireSound(rule)
    await db.tx(async (tx) => {
      if ((await this.#store.count(tx)) >= MAX_RULES) throw new AppError(proxyErrors.too_many_proxy_rules)
      await this.#store.insert(tx, rule)
      const data = { ...nameFields(rule), require: [...rule.require], enabled: rule.enabled }
      await events.record(tx, ruleCreated, { ...actorAndTarget(rule, actor), data })
    })
    onChanged()
    return rule
  }

  /** Applies a merge patch. Where a rule holds stays. */
  async update(id: string, patch: UpdateRule, actor: Actor): Promise<Rule> {
    const { db, clock, events, onChanged } = this.#deps
    const fields = fieldsOf(patch)
    const after = await db.tx(async (tx) => {
      const before = (isId('rule', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
      const changes = changesBetween(auditedFields(before), auditedFields({ ...before, ...fields }))
      if (Object.keys(changes).length === 0) return before
      const changed = { ...before, ...fields, updatedAt: clock.now() }
      requireSound(changed)
      await this.#store.update(tx, id, { ...fields, updatedAt: changed.updatedAt })
      await events.record(tx, ruleUpdated, {
        ...actorAndTarget(changed, actor),
        data: { ...nameFields(changed), changes },
      })
      return changed
    })
    onChanged()
    return after
  }

  async delete(id: string, actor: Actor): Promise<void> {
    const { db, events, onChanged } = this.#deps
    await db.tx(async (tx) => {
      const rule = (isId('rule', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
      await this.#store.delete(tx, id)
      await events.record(tx, ruleDeleted, { ...actorAndTarget(rule, actor), data: nameFields(rule) })
    })
    onChanged()
  }

  /** What deleting would end: the rule, and nothing with it. */
  async countEnding(id: string): Promise<Counts> {
    await this.get(id)
    return {}
  }

  /** Refuses a rule for a host or an application that is not there. */
  async #requirePlace({ upstreamId, appId }: Rule): Promise<void> {
    const { isUpstream, isApp } = this.#deps
    if (upstreamId !== null && !(await isUpstream(upstreamId)))
      throw invalid('/upstream_id', 'is not the id of an upstream of the gateway')
    if (appId !== null && !(await isApp(appId))) throw invalid('/app_id', 'is not the id of an application')
  }
}

function notFound(): never {
  throw new AppError(proxyErrors.proxy_rule_not_found)
}

const listOf = (require: string | readonly string[]): readonly string[] =>
  unique(typeof require === 'string' ? [require] : require)

const fieldsOf = (patch: UpdateRule): Partial<Rule> =>
  given<Rule>({
    name: patch.name?.trim(),
    pattern: patch.pattern,
    methods: ifGiven(patch.methods, unique),
    require: ifGiven(patch.require, listOf),
    scopes: ifGiven(patch.scopes, unique),
    acr: patch.acr,
    maxAgeSeconds: patch.max_age_seconds,
    priority: patch.priority,
    enabled: patch.enabled,
  })

const actorAndTarget = ({ id }: Rule, actor: Actor) => ({ actor, target: { type: 'proxy_rule', id } })

const nameFields = ({ id, name, pattern, upstreamId, appId }: Rule) => ({
  id,
  name,
  pattern,
  upstream_id: upstreamId,
  app_id: appId,
})

const auditedFields = (rule: Rule) => ({
  name: rule.name,
  pattern: rule.pattern,
  methods: rule.methods,
  require: rule.require,
  scopes: rule.scopes,
  acr: rule.acr,
  max_age_seconds: rule.maxAgeSeconds,
  priority: rule.priority,
  enabled: rule.enabled,
})
