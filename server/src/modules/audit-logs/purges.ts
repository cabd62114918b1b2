import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { toIso } from '#/platform/clock.ts'
import { auditLogErrors } from './errors.ts'
import { auditLogPurged } from './events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { AuditPurger, PurgePlan } from '#/platform/audit/audit-purger.ts'
import type { AuditKey } from '#/platform/audit/signed-statement.ts'
import type { PurgeMarker } from '#/platform/audit/purge-markers.ts'

interface AuditPurgesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly purger: AuditPurger
  /** How many days of entries no purge takes. */
  readonly minRetentionDays: () => Promise<number>
}

/** What to remove: entries before a time; with `acceptBroken` also when they don't verify. */
export interface PurgeRequest {
  readonly before: number
  readonly dryRun: boolean
  readonly acceptBroken: boolean
}

/** What a purge removed, or would. */
export interface PurgeOutcome {
  readonly dryRun: boolean
  readonly plan: PurgePlan
  readonly marker: PurgeMarker | undefined
}

const ATTEMPTS = 3
const DAY_MS = 86_400_000

/** Removes old entries so that what is left still verifies, and the gap is honest. */
export class AuditPurges {
  readonly #deps: AuditPurgesDeps
  constructor(deps: AuditPurgesDeps) {
    this.#deps = deps
  }

  /** Commits to the removal with a signed marker and one event, then deletes in batches. */
  async purge(request: PurgeRequest, actor: Actor): Promise<PurgeOutcome> {
    await this.#requireOld(request.before)
    const key = await this.#deps.purger.key()
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const plan = await this.#deps.purger.plan(request.before)
      if (request.dryRun) return { dryRun: true, plan, marker: undefined }
      if (plan.fault && !request.acceptBroken) throw broken(plan)
      const outcome = await this.#commit(plan, actor, key)
      if (!outcome) continue
      await this.#deps.purger.sweep()
      return outcome
    }
    throw new AppError(auditLogErrors.audit_purge_in_progress)
  }

  async #requireOld(before: number): Promise<void> {
    const now = this.#deps.clock.now()
    if (before > now) throw invalid('/before', 'must not be in the future')
    const days = await this.#deps.minRetentionDays()
    if (before <= now - days * DAY_MS) return
    throw invalid(
      '/before',
      `must be at least ${days} days ago: audit.min_retention_days says how long entries are kept`,
    )
  }

  /** Undefined when somebody else purged between plan and commit. A purge that finds nothing is an event, too. */
  async #commit(plan: PurgePlan, actor: Actor, key: AuditKey): Promise<PurgeOutcome | undefined> {
    const { db, events, purger } = this.#deps
    return db.tx(async (tx) => {
      const marker = plan.count === 0 ? undefined : await purger.commit(tx, plan, actor, key)
      if (plan.count > 0 && !marker) return undefined
      await events.record(tx, auditLogPurged, { actor, target: null, data: dataOf(plan) })
      return { dryRun: false, plan, marker }
    })
  }
}

const dataOf = ({ before, count, end, fault }: PurgePlan) => ({
  before: toIso(before),
  removed: count,
  through_sequence: end.sequence,
  hash: end.hash,
  broken_at: fault?.sequence ?? null,
})

const broken = ({ fault }: PurgePlan): AppError =>
  new AppError(auditLogErrors.audit_log_broken, {
    details: { kind: fault?.kind ?? '', sequence: fault?.sequence ?? 0, audit_log_id: fault?.eventId ?? null },
  })
