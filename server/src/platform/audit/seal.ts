import { Steps } from '#/platform/jobs/steps.ts'
import { rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { AuditKeys } from './audit-key.ts'
import { checkpoints, extendChain, extendFormerChain, signCheckpoint } from './hash-chain.ts'
import { isAuthentic, isUnauthenticated } from './entry.ts'
import { readUnsealed } from './chain-segment.ts'
import { chainHead } from './purge-markers.ts'
import { events } from './event-table.ts'
import { isFormer } from './signed-statement.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import type { AuditKey, AuditPublicKeys } from './signed-statement.ts'
import type { ChainPoint } from './hash-chain.ts'

interface SealerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: { error(fields: object, message: string): void }
}

/** How many events are sealed at once, and by which keys. */
interface Batch {
  readonly rows: number
  readonly key: AuditKey
  readonly keys: AuditPublicKeys
}

/** Another node seals at this moment; what this one did is undone. */
export class SealedElsewhere extends Error {
  override readonly name = 'SealedElsewhere'
}

const PERIOD_MS = 1000

/**
 * Gives committed events their place in the hash chain. Recording takes no lock and knows no order; this job alone
 * orders, and an event that was committed late gets the next place, whatever its time.
 */
export class Sealer {
  readonly #deps: SealerDeps
  readonly #auditKeys: AuditKeys
  constructor(deps: SealerDeps) {
    this.#deps = deps
    this.#auditKeys = new AuditKeys(deps)
  }

  /** Seals every second, on one node, while there is something to seal. */
  schedule(jobs: Jobs): void {
    jobs.inSteps('events.seal', PERIOD_MS, (steps) => this.seal(steps), { due: () => this.#isDue() })
  }

  /** Seals what is committed and not yet sealed, step by step; answers how many events that were. */
  async seal(steps = new Steps(this.#deps.db)): Promise<number> {
    if (!(await this.#isDue())) return 0
    const key = await this.#auditKeys.signing()
    const { keys } = await this.#auditKeys.verifying()
    return steps.runInTx((tx, rows) => this.#sealBatch(tx, { rows, key, keys }))
  }

  async #isDue(): Promise<boolean> {
    return (await this.#deps.db.get(sql`SELECT 1 AS due FROM events WHERE sequence IS NULL LIMIT 1`)) !== undefined
  }

  /**
   * A forged entry gets its place like any other: it is evidence, which verification names from then on. What an older
   * version left behind unsealed is taken as it is, until the first statement that asks for authentication.
   */
  async #sealBatch(tx: Tx, { rows, key, keys }: Batch): Promise<number> {
    const { keyring, clock } = this.#deps
    const head = await chainHead(tx)
    const former = isFormer(head.statement, keys)
    const batch = await readUnsealed(tx, rows)
    let point: ChainPoint = head
    const forged: string[] = []
    const places: (ChainPoint & { readonly id: string })[] = []
    for (const event of batch) {
      const isOld = former && isUnauthenticated(event)
      if (!isOld && !isAuthentic(keyring, event)) forged.push(event.id)
      point = isOld ? extendFormerChain(keyring, point, event) : extendChain(keyring, point, event)
      places.push({ id: event.id, ...point })
    }
    await setPlaces(tx, places)
    const strict = !former || batch.length < rows
    if (batch.length > 0) await tx.run(checkpoints.insert(signCheckpoint(point, clock.now(), key, strict)))
    if (forged.length > 0) tx.afterCommit(() => this.#deps.log.error({ forged }, 'audit entries were forged'))
    return batch.length
  }
}

// Two sealers at once, after a lease was lost: the second meets a sealed row or a taken sequence, and its batch fails whole.
async function setPlaces(tx: Tx, places: readonly (ChainPoint & { readonly id: string })[]): Promise<void> {
  const records = rowsOfValue(
    raw('id TEXT, sequence BIGINT, hash TEXT'),
    rowsAsValue(places.map(({ id, sequence, hash }) => ({ id, sequence, hash }))),
  )
  const changed = await tx.run(sql`
    WITH places AS (${records})
    UPDATE ${events.name} SET sequence = places.sequence, hash = places.hash FROM places
    WHERE ${events.name}.id = places.id AND ${events.name}.sequence IS NULL`)
  if (changed !== places.length) throw new SealedElsewhere('some of these events were sealed by another node')
}
