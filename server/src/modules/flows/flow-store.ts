import { forShare } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfFlow, RowEnding } from '#/modules/lifecycle/index.ts'
import type { FlowTrigger } from '#/modules/sessions/index.ts'
import { flows, flowVersions } from './flow.ts'
import type { Flow, FlowVersion } from './flow.ts'

/** What a list of flows is narrowed to. */
export interface FlowFilter {
  readonly trigger?: FlowTrigger | undefined
  readonly enabled?: boolean | undefined
}

/** How many versions of a flow are kept. None is needed for longer than a run lives. */
const KEPT_VERSIONS = 100

/** Every SQL statement about flows and their versions. */
export class FlowStore {
  readonly #db: Db
  readonly #flows: KeysetList<Flow>
  readonly #versions: KeysetList<FlowVersion>
  constructor(db: Db) {
    this.#db = db
    this.#flows = new KeysetList(db, flows)
    this.#versions = new KeysetList(db, versionsInOrder)
  }

  list(filter: FlowFilter, request: PageRequest): Promise<Page<Flow>> {
    return this.#flows.page(conditionsOf(filter), request)
  }

  count(queries: Queries): Promise<number> {
    return this.#flows.count([], queries)
  }

  find(id: string): Promise<Flow | undefined> {
    return this.#flows.find(sql`id = ${id}`)
  }

  hold(tx: Tx, id: string): Promise<Flow | undefined> {
    return this.#flows.hold(tx, sql`id = ${id}`)
  }

  /** The versions of the flows that take sign-ins, in the order they are asked. */
  async listEnabled(): Promise<FlowVersion[]> {
    const rows = await this.#db.all(sql`
      SELECT ${flowVersions.columnsOf('v')} FROM flows f
      JOIN flow_versions v ON v.flow_id = f.id AND v.version = f.version
      WHERE f.enabled = 1 ORDER BY f.priority DESC, f.created_at, f.id`)
    return rows.map(flowVersions.decode)
  }

  async insert(tx: Tx, flow: Flow): Promise<void> {
    await tx.run(flows.insert(flow))
  }

  async update(tx: Tx, id: string, changes: Partial<Flow>): Promise<void> {
    await tx.run(sql`UPDATE flows SET ${flows.assign(changes)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM flows WHERE id = ${id}`)
  }

  /** Keeps what a flow is now, and lets go of what it was long ago. */
  async insertVersion(tx: Tx, version: FlowVersion): Promise<void> {
    await tx.run(flowVersions.insert(version))
    await tx.run(sql`
      DELETE FROM flow_versions WHERE flow_id = ${version.flowId} AND version <= ${version.version - KEPT_VERSIONS}`)
  }

  findVersion(flowId: string, version: number, queries?: Queries): Promise<FlowVersion | undefined> {
    return this.#versions.find(sql`flow_id = ${flowId} AND version = ${version}`, queries)
  }

  /** Whether a version is there; it stays so until the transaction ends. */
  async holdVersion(tx: Tx, flowId: string, version: number): Promise<boolean> {
    return (await this.#versions.hold(tx, sql`flow_id = ${flowId} AND version = ${version}`, forShare)) !== undefined
  }

  /** Those that are kept. */
  async listVersions(flowId: string): Promise<FlowVersion[]> {
    const rows = await this.#db.all(sql`SELECT ${flowVersions.columns} FROM flow_versions WHERE flow_id = ${flowId}`)
    return rows.map(flowVersions.decode)
  }
}

const conditionsOf = ({ trigger, enabled }: FlowFilter): (Sql | undefined)[] => [
  trigger === undefined ? undefined : sql`trigger_name = ${trigger}`,
  enabled === undefined ? undefined : sql`enabled = ${enabled ? 1 : 0}`,
]

const versionsInOrder: ListSource<FlowVersion> = {
  columns: flowVersions.columns,
  from: flowVersions.name,
  key: ['created_at', 'flow_id'],
  decode: flowVersions.decode,
}

/** The versions that go with their flow. */
export const versionsOfFlow: RowEnding<OfFlow> = {
  table: 'flow_versions',
  counts: null,
  end: () => sql`DELETE FROM flow_versions`,
  which: ({ flowId }) => sql`flow_id = ${flowId}`,
}
