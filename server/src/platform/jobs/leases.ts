import { sql } from '#/platform/db/sql.ts'
import { newId } from '#/platform/ids.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'

interface LeasesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly leaseMs: number
}

/** The right to run one job, held by one run on one node until it ends or the node falls silent. */
export interface Lease {
  readonly job: string
  readonly owner: string
}

/** The table of jobs. Every time in it is trusted only within its own bounds, so a clock that went back locks nothing. */
export class Leases {
  readonly #deps: LeasesDeps
  constructor(deps: LeasesDeps) {
    this.#deps = deps
  }

  /**
   * Takes the lease when the job is due and no run holds it; one conditional statement decides between nodes. Their clocks
   * differ, and one that asked first may be answered last: only what is later than twice its term was written by a clock that
   * has gone back.
   */
  async take(job: string, periodMs: number): Promise<Lease | undefined> {
    const { db, clock, leaseMs } = this.#deps
    const now = clock.now()
    const owner = newId('node', now)
    const taken = await db.run(sql`
      INSERT INTO jobs (name, lease_owner, lease_until, next_run_at)
      VALUES (${job}, ${owner}, ${now + leaseMs}, ${now + periodMs})
      ON CONFLICT (name) DO UPDATE SET lease_owner = ${owner}, lease_until = ${now + leaseMs}, next_run_at = ${now + periodMs}
      WHERE (jobs.lease_until <= ${now} OR jobs.lease_until > ${now + 2 * leaseMs})
        AND (jobs.next_run_at <= ${now} OR jobs.next_run_at > ${now + 2 * periodMs})`)
    return taken === 1 ? { job, owner } : undefined
  }

  /** When each job may run next, and whether its last run failed. One that runs now is not late. */
  async states(): Promise<ReadonlyMap<string, { readonly nextAt: number; readonly failed: boolean }>> {
    const now = this.#deps.clock.now()
    const rows = await this.#deps.db.all(sql`SELECT name, lease_until, next_run_at, last_error FROM jobs`)
    return new Map(
      rows.map((row) => [
        String(row['name']),
        {
          nextAt: Number(row['lease_until']) > now ? now : Number(row['next_run_at']),
          failed: row['last_error'] !== null,
        },
      ]),
    )
  }

  /** Holds the lease longer; false when another run has it by now. */
  async renew({ job, owner }: Lease): Promise<boolean> {
    const until = this.#deps.clock.now() + this.#deps.leaseMs
    const statement = sql`UPDATE jobs SET lease_until = ${until} WHERE name = ${job} AND lease_owner = ${owner}`
    return (await this.#deps.db.run(statement)) === 1
  }

  /** Gives the lease back and notes how the run ended. */
  async release({ job, owner }: Lease, error: string | null): Promise<void> {
    await this.#deps.db.run(sql`
      UPDATE jobs SET lease_owner = NULL, lease_until = 0, last_finished_at = ${this.#deps.clock.now()}, last_error = ${error}
      WHERE name = ${job} AND lease_owner = ${owner}`)
  }
}
