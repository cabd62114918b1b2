import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { Steps } from '#/platform/jobs/steps.ts'
import { AuditKeys } from './audit-key.ts'
import { genesis } from './hash-chain.ts'
import { addRemoval, chainFloor, chainHead, latestPurgeMarker } from './purge-markers.ts'
import { Sealer } from './seal.ts'
import { ChainVerifier } from './chain-verifier.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import type { ChainPoint } from './hash-chain.ts'
import type { Actor } from './event.ts'
import type { PurgeMarker } from './purge-markers.ts'
import type { AuditKey } from './signed-statement.ts'
import type { ChainFault } from './chain-segment.ts'

interface EventRemoverDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: { error(fields: object, message: string): void }
}

/** What a purge would take: the events behind `from` up to `end`. */
export interface PurgePlan {
  readonly before: number
  readonly from: ChainPoint
  readonly end: ChainPoint
  readonly count: number
  /** The first place there that is broken already. */
  readonly fault: ChainFault | undefined
}

/** Empties the log in the caller's transaction and leaves a signed marker. What is recorded afterwards stays. */
export type Wipe = (tx: Tx, actor: Actor) => Promise<{ readonly removed: number; readonly marker: PurgeMarker }>

const PLAN_ROWS = 2000
const PERIOD_MS = 60_000

/**
 * Takes events out of the log on purpose. First a signed marker is committed that says what goes; only then rows are
 * deleted, batch by batch. So a crash in between leaves a chain that verifies, and a job that finishes the work.
 */
export class AuditPurger {
  readonly #deps: EventRemoverDeps
  readonly #auditKeys: AuditKeys
  constructor(deps: EventRemoverDeps) {
    this.#deps = deps
    this.#auditKeys = new AuditKeys(deps)
  }

  /** Finishes what a crash or a stop interrupted. */
  schedule(jobs: Jobs): void {
    jobs.inSteps('events.sweep', PERIOD_MS, (steps) => this.sweep(steps), { due: () => this.#isDue() })
  }

  /** The key that signs markers, fetched before a transaction that can't wait for it. */
  key(): Promise<AuditKey> {
    return this.#auditKeys.signing()
  }

  /**
   * Finds out what lies before a time and whether it is whole. Only a beginning of the chain can go: the plan ends before
   * the first event that is as young as `before`, also when an older one was sealed behind it.
   */
  async plan(before: number): Promise<PurgePlan> {
    await new Sealer(this.#deps).seal()
    const from = await chainFloor(this.#deps.db)
    let end: ChainPoint = { sequence: from.sequence, hash: from.hash }
    for (;;) {
      const page = await this.#pageAfter(end.sequence)
      const young = page.findIndex(({ createdAt }) => createdAt >= before)
      const old = young === -1 ? page : page.slice(0, young)
      end = old.at(-1) ?? end
      if (young !== -1 || page.length < PLAN_ROWS) break
    }
    const { fault } = await new ChainVerifier(this.#deps).check({ upTo: end.sequence })
    return {
      before,
      from,
      end: { sequence: end.sequence, hash: end.hash },
      count: end.sequence - from.sequence,
      fault,
    }
  }

  /** Commits to a plan. Undefined when somebody else removed as much meanwhile: then the plan is void. */
  async commit(tx: Tx, plan: PurgePlan, actor: Actor, key: AuditKey): Promise<PurgeMarker | undefined> {
    const last = await latestPurgeMarker(tx)
    if ((last ?? genesis).sequence !== plan.from.sequence) return undefined
    const removal = {
      ...plan.end,
      kind: 'purge',
      unsealed: 0,
      before: plan.before,
      brokenAt: plan.fault?.sequence ?? null,
      removedAt: this.#deps.clock.now(),
      actor,
    } as const
    return addRemoval(tx, removal, last, key)
  }

  /** Deletes what the markers say is gone. */
  async sweep(steps = new Steps(this.#deps.db)): Promise<void> {
    const { sequence: floor } = await chainFloor(this.#deps.db)
    await steps.runInTx((tx, rows) => sweepSome(tx, floor, rows))
  }

  /** Readies a wipe: fetches the key, so that the caller's transaction awaits nothing but itself. */
  async wiper(): Promise<Wipe> {
    const key = await this.key()
    return (tx, actor) => this.#wipe(tx, actor, key)
  }

  // The rows go first: whoever seals at this moment is waited for, so its checkpoint is seen.
  async #wipe(tx: Tx, actor: Actor, key: AuditKey): Promise<{ removed: number; marker: PurgeMarker }> {
    const last = await latestPurgeMarker(tx)
    const floor = last ?? genesis
    const stale = Number(
      (await tx.get(sql`SELECT count(*) AS n FROM events WHERE sequence <= ${floor.sequence}`))?.['n'],
    )
    const removed = (await tx.run(raw('DELETE FROM events'))) - stale
    const head = await chainHead(tx)
    await tx.run(sql`DELETE FROM event_checkpoints`)
    const unsealed = Math.max(0, removed - (head.sequence - floor.sequence))
    const { sequence, hash } = head
    const now = this.#deps.clock.now()
    const removal = {
      kind: 'reset',
      sequence,
      hash,
      unsealed,
      before: null,
      brokenAt: null,
      removedAt: now,
      actor,
    } as const
    const marker = await addRemoval(tx, removal, last, key)
    if (!marker) throw new DatabaseUnavailable('the log was purged while it was being wiped')
    return { removed, marker }
  }

  async #isDue(): Promise<boolean> {
    const first = await this.#firstSequence()
    return first !== undefined && first <= (await chainFloor(this.#deps.db)).sequence
  }

  async #firstSequence(): Promise<number | undefined> {
    const row = await this.#deps.db.get(
      sql`SELECT sequence FROM events WHERE sequence IS NOT NULL ORDER BY sequence LIMIT 1`,
    )
    return row?.['sequence'] as number | undefined
  }

  async #pageAfter(sequence: number): Promise<{ sequence: number; hash: string; createdAt: number }[]> {
    const rows = await this.#deps.db.all(sql`
      SELECT sequence, hash, created_at FROM events WHERE sequence > ${sequence} ORDER BY sequence LIMIT ${PLAN_ROWS}`)
    return rows.map((row) => ({
      sequence: row['sequence'] as number,
      hash: row['hash'] as string,
      createdAt: row['created_at'] as number,
    }))
  }
}

/** Deletes the first events up to a place. */
async function sweepSome(tx: Tx, floor: number, rows: number): Promise<number> {
  const swept = await tx.all(sql`
    SELECT sequence FROM events WHERE sequence <= ${floor} ORDER BY sequence LIMIT ${rows}`)
  const upTo = swept.at(-1)?.['sequence'] as number | undefined
  if (upTo === undefined) return 0
  await tx.run(sql`DELETE FROM events WHERE sequence <= ${upTo}`)
  await tx.run(sql`DELETE FROM event_checkpoints WHERE sequence <= ${upTo}`)
  return swept.length
}
