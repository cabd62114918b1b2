import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId } from '#/platform/ids.ts'
import { auditLogErrors } from './errors.ts'
import { planOf } from './filter.ts'
import { AuditLogStore, COUNTED_ROWS, planAbout, WINDOW_ROWS } from './store.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'
import type { PageRequest, Position } from '#/platform/paging/paging.ts'
import type { AuditLogFilter, FilterPlan } from './filter.ts'
import type { Counted, Found, HistogramCell } from './store.ts'

export interface AuditLogsDeps {
  readonly db: Db
  /** The ids an agent goes by in events; throws when there is no such agent. */
  readonly agentIds: (id: string) => Promise<readonly string[]>
  /** What whoever acted is called now: the name of a key, a client or a person. */
  readonly nameOfActor: (actor: Pick<EventRow, 'actorType' | 'actorId'>) => Promise<string | null>
  readonly now: () => number
  /** The name of every kind of event there is. */
  readonly eventNames: readonly string[]
}

/** Counts of entries over time. */
export interface AuditHistogram {
  readonly from: number
  readonly to: number
  readonly widthMs: number
  readonly cells: readonly HistogramCell[]
  /** Whether all of that time was counted. */
  readonly isComplete: boolean
}

const DAY = 86_400_000
const HISTOGRAM_BUCKETS = 60
const MAX_DAYS = 400

/** A page of entries; the total when it was asked for. */
export type AuditLogPage = Found & { readonly counted: Counted | undefined }

/** The recorded events, for those who look into what happened. */
export class AuditLogs {
  readonly #deps: AuditLogsDeps
  readonly #store: AuditLogStore
  constructor(deps: AuditLogsDeps) {
    this.#deps = deps
    this.#store = new AuditLogStore(deps.db)
  }

  /** One entry and what its actor is called; throws when there is none. */
  async get(id: string): Promise<{ entry: EventRow; actorName: string | null }> {
    const entry = isId('aud', id) ? await this.#store.find(id) : undefined
    if (!entry) throw new AppError(auditLogErrors.audit_log_not_found)
    return { entry, actorName: await this.#deps.nameOfActor(entry) }
  }

  /** Entries that fit a filter, newest first. */
  list(filter: AuditLogFilter, request: PageRequest): Promise<AuditLogPage> {
    return this.#page(planOf(filter, this.#deps.eventNames), request)
  }

  /** How many entries that fit happened when, and how they ended: as far back as one look reaches. */
  async histogram(filter: AuditLogFilter, byDay = false): Promise<AuditHistogram> {
    const to = filter.to ?? this.#deps.now() + 1
    const from = filter.from ?? to - DAY
    if (byDay && to - from > MAX_DAYS * DAY) throw invalid('/from', `must not be more than ${MAX_DAYS} days before to`)
    const widthMs = byDay ? DAY : Math.max(1000, Math.ceil((to - from) / HISTOGRAM_BUCKETS))
    const plan = planOf({ ...filter, from, to }, this.#deps.eventNames)
    const { cells, seen } = await this.#store.histogram(plan, widthMs)
    return { from, to, widthMs, cells, isComplete: seen < (plan.rest.length === 0 ? COUNTED_ROWS : WINDOW_ROWS) }
  }

  /** What a user did and what was done to them. */
  listOfUser(id: string, request: PageRequest): Promise<AuditLogPage> {
    return this.#page(planAbout([id]), request)
  }

  /** What an agent did and what was done to it. */
  async listOfAgent(id: string, request: PageRequest): Promise<AuditLogPage> {
    return this.#page(planAbout(await this.#deps.agentIds(id)), request)
  }

  /** Every entry that fits, newest first, in batches, until the signal says that nobody wants more. */
  async *all(filter: AuditLogFilter, batchRows: number, signal: AbortSignal): AsyncGenerator<EventRow[]> {
    const plan = planOf(filter, this.#deps.eventNames)
    let position: Position | undefined
    do {
      const { rows, next } = await this.#store.list(plan, position, batchRows)
      if (rows.length > 0) yield rows
      position = next
    } while (position !== undefined && !signal.aborted)
  }

  async #page(plan: FilterPlan, { before, limit, includeTotal }: PageRequest): Promise<AuditLogPage> {
    const found = await this.#store.list(plan, before, limit)
    return { ...found, counted: includeTotal ? await this.#store.count(plan) : undefined }
  }
}
