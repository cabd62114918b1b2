import { Steps } from '#/platform/jobs/steps.ts'
import { rowsAsValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
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
import type { Db, Write } from '#/platform/db/db.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import type { AuditKey, AuditPublicKeys } from './signed-statement.ts'
import type { ChainPoint } from './hash-chain.ts'

interface SealerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: { error(fields: object, message: string): void }
}

/** By which keys events are sealed. */
interface Keys {
  readonly key: AuditKey
  readonly keys: AuditPublicKeys
}

/** What seals some events, how many there are, and which of them were forged. */
interface Sealing {
  /** The last place that was taken before. */
  readonly behind: number
  readonly count: number
  readonly writes: readonly Write[]
  readonly forged: readonly string[]
}

const PERIOD_MS = 1000
/** So often somebody may have been faster although the chain is no longer; more often it is something else. */
const MAX_IN_VAIN = 5

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
    let [sealed, inVain, behind] = [0, 0, -1]
    await steps.run(async (rows, timed) => {
      const sealing = await timed(() => this.#prepare({ key, keys }, rows))
      if (sealing === undefined) return 0
      if (await this.#write(sealing)) {
        sealed += sealing.count
        return sealing.count
      }
      inVain = sealing.behind === behind ? inVain + 1 : 1
      behind = sealing.behind
      if (inVain === MAX_IN_VAIN) throw new Error(`the places behind ${behind} are taken, and nothing is sealed there`)
      return rows
    })
    return sealed
  }

  async #isDue(): Promise<boolean> {
    return (await this.#deps.db.get(sql`SELECT 1 AS due FROM events WHERE sequence IS NULL LIMIT 1`)) !== undefined
  }

  /**
   * False where somebody else was faster, such as a purge, or another node after a lease was lost: the second meets a sealed row or a
   * taken place, and all of its batch is undone.
   */
  async #write({ writes, forged }: Sealing): Promise<boolean> {
    const { db, log } = this.#deps
    try {
      if (!(await db.runAll(writes))) return false
    } catch (error) {
      if (error instanceof UniqueViolation) return false
      throw error
    }
    if (forged.length > 0) log.error({ forged }, 'audit entries were forged')
    return true
  }

  /**
   * A forged entry gets its place like any other: it is evidence, which verification names from then on. What an older
   * version left behind unsealed is taken as it is, until the first statement that asks for authentication.
   */
  async #prepare({ key, keys }: Keys, rows: number): Promise<Sealing | undefined> {
    const { db, keyring, clock } = this.#deps
    const head = await chainHead(db)
    const former = isFormer(head.statement, keys)
    const batch = await readUnsealed(db, rows)
    if (batch.length === 0) return undefined
    let point: ChainPoint = head
    const forged: string[] = []
    const places: (ChainPoint & { readonly id: string })[] = []
    for (const event of batch) {
      const isOld = former && isUnauthenticated(event)
      if (!isOld && !isAuthentic(keyring, event)) forged.push(event.id)
      point = isOld ? extendFormerChain(keyring, point, event) : extendChain(keyring, point, event)
      places.push({ id: event.id, ...point })
    }
    const strict = !former || batch.length < rows
    const checkpoint = checkpoints.insert(signCheckpoint(point, clock.now(), key, strict))
    return {
      behind: head.sequence,
      count: batch.length,
      writes: [setPlaces(places), { statement: checkpoint }],
      forged,
    }
  }
}

/** Changes as many rows as there are places, or somebody else was first. */
function setPlaces(places: readonly (ChainPoint & { readonly id: string })[]): Write {
  const records = rowsOfValue(
    raw('id TEXT, sequence BIGINT, hash TEXT'),
    rowsAsValue(places.map(({ id, sequence, hash }) => ({ id, sequence, hash }))),
  )
  const statement = sql`
    WITH places AS (${records})
    UPDATE ${events.name} SET sequence = places.sequence, hash = places.hash FROM places
    WHERE ${events.name}.id = places.id AND ${events.name}.sequence IS NULL`
  return { statement, rows: places.length }
}
