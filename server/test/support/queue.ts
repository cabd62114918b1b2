import { raw, sql } from '#/platform/db/sql.ts'
import { table, text, textOrNull } from '#/platform/db/table.ts'
import { Queue } from '#/platform/queue/queue.ts'
import { newQueueRow, queueColumns } from '#/platform/queue/queue-row.ts'
import { onEachEngine } from './engines.ts'
import type { TestContext } from 'node:test'
import type { Db } from '#/platform/db/db.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Claim } from '#/platform/queue/queue.ts'
import type { EngineFixture } from './engines.ts'

const parcels = table('parcels', { ...queueColumns, destination: text, note: textOrNull })

/** A row of the queue of tests: its id begins with its destination. */
export type Parcel = EntityOf<typeof parcels>

/** Declares one test for each engine, with an empty queue in a table of its own. */
export function onEachQueue(
  name: string,
  body: (t: TestContext, fixture: QueueFixture) => Promise<void>,
  { turns = true } = {},
): void {
  onEachEngine(name, async (t, fixture) => {
    const { db } = fixture
    await db.run(
      raw(`CREATE TABLE parcels (id TEXT PRIMARY KEY, attempts INTEGER NOT NULL, next_at BIGINT, lease TEXT,
        destination TEXT NOT NULL, note TEXT)`),
    )
    await db.run(raw('CREATE INDEX parcels_due ON parcels (next_at, id) WHERE next_at IS NOT NULL'))
    await db.run(raw('CREATE INDEX parcels_by ON parcels (destination, next_at, id) WHERE next_at IS NOT NULL'))
    try {
      await body(t, queueFixture(fixture, turns))
    } finally {
      await db.run(raw('DROP TABLE parcels'))
    }
  })
}

type QueueFixture = ReturnType<typeof queueFixture>

function queueFixture(fixture: EngineFixture, turns: boolean) {
  const { db, clock } = fixture
  const row = (id: string): Parcel => ({ ...newQueueRow(id, clock.now()), destination: id.slice(0, 1), note: null })
  /** One more node, with a connection of its own or the same. */
  const node = (nodeDb: Db) => {
    const queue = new Queue({ db: nodeDb, table: parcels, ...(turns ? { destination: 'destination' } : {}) })
    const take = (some: Partial<Claim> = {}) => {
      const now = clock.now()
      return queue.claim({ now, until: now + 60_000, limit: 10, busy: [], ...some })
    }
    const claim = async (some: Partial<Claim> = {}) => (await take(some)).map(({ id }) => id).toSorted()
    return { queue, take, claim }
  }
  const first = node(db)
  /** Queues rows that are due, one behind the other in the order of their numbers. */
  const add = (ids: string) =>
    db.tx(async (tx) => {
      for (const id of ids.split(' ')) {
        await first.queue.add(tx, { ...row(id), nextAt: clock.now() - 100 + Number(id.slice(1)) })
      }
    })
  const rows = () => db.all(sql`SELECT * FROM parcels ORDER BY id`)
  return { ...fixture, ...first, node, add, row, rows }
}
