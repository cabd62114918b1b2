import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfFlow, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import { flowRuns } from './run.ts'
import type { FlowRun, RunState } from './run.ts'

/** What a list of runs is narrowed to. */
export interface RunFilter {
  readonly flowId: string
  readonly userId?: string | undefined
  readonly state?: RunState | undefined
}

/** The right to run the steps of one run, held by one request until it ends or its node falls silent. */
export interface Lease {
  readonly runId: string
  readonly owner: string
}

/** Every SQL statement about runs. */
export class RunStore {
  readonly #db: Db
  readonly #runs: KeysetList<FlowRun>
  constructor(db: Db) {
    this.#db = db
    this.#runs = new KeysetList(db, flowRuns)
  }

  async insert(tx: Tx, run: FlowRun): Promise<void> {
    await tx.run(flowRuns.insert(run))
  }

  find(id: string): Promise<FlowRun | undefined> {
    return this.#runs.find(sql`id = ${id}`)
  }

  findBySession(sessionId: string): Promise<FlowRun | undefined> {
    return this.#runs.find(sql`session_id = ${sessionId}`)
  }

  list(filter: RunFilter, now: number, request: PageRequest): Promise<Page<FlowRun>> {
    return this.#runs.page(conditionsOf(filter, now), request)
  }

  /**
   * Takes a run to go on with it: undefined when another request has it, or took it from where it stood. One conditional
   * write decides, so whatever a wait asked for is used once.
   */
  async take(seen: FlowRun, lease: Lease, now: number, leaseUntil: number): Promise<FlowRun | undefined> {
    const changes = { state: 'running', lease: lease.owner, leaseUntil } as const
    const isSame = seen.lease === null ? sql`lease IS NULL` : sql`lease = ${seen.lease} AND lease_until <= ${now}`
    const taken = await this.#db.run(sql`
      UPDATE flow_runs SET ${flowRuns.assign(changes)}
      WHERE id = ${seen.id} AND position = ${seen.position} AND state = ${seen.state} AND finished_at IS NULL
        AND expires_at > ${now} AND ${isSame}`)
    return taken === 1 ? { ...seen, ...changes } : undefined
  }

  /** Runs that went on for too long and are not written down as that yet, a few at a time. */
  async listOver(now: number, limit: number): Promise<FlowRun[]> {
    const rows = await this.#db.all(sql`
      SELECT ${flowRuns.columns} FROM flow_runs WHERE ${isOver(now)} ORDER BY expires_at LIMIT ${limit}`)
    return rows.map(flowRuns.decode)
  }

  /** Writes down that a run went on for too long; false when somebody did. */
  async expire(tx: Tx, { id, origin, expiresAt }: FlowRun, now: number): Promise<boolean> {
    const changes: Partial<FlowRun> = {
      state: 'expired',
      finishedAt: expiresAt,
      wait: null,
      lease: null,
      leaseUntil: null,
      origin: { ...origin, passwordFaults: {} },
    }
    const written = await tx.run(sql`
      UPDATE flow_runs SET ${flowRuns.assign(changes)} WHERE id = ${id} AND ${isOver(now)}`)
    return written === 1
  }

  /** Writes how far a run came; false when the lease was lost, or the run ended meanwhile. */
  async write(tx: Tx, { runId, owner }: Lease, changes: Partial<FlowRun>): Promise<boolean> {
    const written = await tx.run(sql`
      UPDATE flow_runs SET ${flowRuns.assign(changes)}
      WHERE id = ${runId} AND lease = ${owner} AND finished_at IS NULL`)
    return written === 1
  }
}

const isOver = (now: number): Sql => sql`finished_at IS NULL AND expires_at <= ${now}`

const conditionsOf = ({ flowId, userId, state }: RunFilter, now: number): (Sql | undefined)[] => [
  sql`flow_id = ${flowId}`,
  userId === undefined ? undefined : sql`user_id = ${userId}`,
  state === undefined ? undefined : inState(state, now),
]

function inState(state: RunState, now: number): Sql {
  if (state === 'expired') return sql`(state = 'expired' OR (${isOver(now)}))`
  return sql`state = ${state} AND (finished_at IS NOT NULL OR expires_at > ${now})`
}

/** The runs that wait in a flow, which end with it; they stay to be read. */
export const runsOfFlow: RowEnding<OfFlow> = {
  table: 'flow_runs',
  counts: 'flow_runs',
  end: (now) =>
    sql`UPDATE flow_runs SET ${flowRuns.assign({ state: 'ended', finishedAt: now, wait: null, lease: null })}`,
  which: ({ flowId }, now) => sql`flow_id = ${flowId} AND finished_at IS NULL AND expires_at > ${now}`,
}

/** What is kept of the sign-ins of a user. */
export const runsOfUser: RowEnding<OfUser> = {
  table: 'flow_runs',
  counts: null,
  end: () => sql`DELETE FROM flow_runs`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}
