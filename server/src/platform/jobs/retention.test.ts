import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { pause } from '#/platform/db/timeouts.ts'
import { altered } from '#test/support/altered-db.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { deleteExpired } from './retention.ts'
import { Steps } from './steps.ts'
import type { Db } from '#/platform/db/db.ts'

const fill = async (db: Db, rows: number): Promise<void> => {
  await db.tx(async (tx) => {
    for (let i = 0; i < rows; i++) await tx.run(sql`INSERT INTO replays (name, expires_at) VALUES (${`x:${i}`}, ${i})`)
  })
}

const countRows = async (db: Db): Promise<unknown> => (await db.get(sql`SELECT count(*) AS n FROM replays`))?.['n']

describe('deleting what expired', () => {
  onEachEngine('removes every row before the moment, in batches, and nothing else', async (_t, { db }) => {
    await fill(db, 120)
    assert.equal(await deleteExpired(db, 'replays', 'expires_at', 100, { maxRows: 30 }), 100)
    assert.equal(Number(await countRows(db)), 20)
    assert.equal(await deleteExpired(db, 'replays', 'expires_at', 100), 0)
  })

  onEachEngine('removes as many at once however long each statement waits for its turn', async (_t, { db }) => {
    await fill(db, 220)
    const removed: number[] = []
    const slow = altered(db, {
      run: async (statement) => {
        await pause(30)
        removed.push(await db.run(statement))
        return removed.at(-1) ?? 0
      },
    })
    await deleteExpired(slow, 'replays', 'expires_at', 1000)
    assert.deepEqual(removed, [25, 50, 50, 50, 45])
  })

  onEachEngine('two nodes at once remove each row once', async (_t, { db }) => {
    await fill(db, 200)
    const removed = await Promise.all(
      [1, 2, 3].map(() => deleteExpired(db, 'replays', 'expires_at', 1000, { maxRows: 20 })),
    )
    await deleteExpired(db, 'replays', 'expires_at', 1000)
    assert.equal(Number(await countRows(db)), 0)
    assert.ok(removed.reduce((sum, count) => sum + count) <= 200)
  })

  onEachEngine('ends after the batch at hand when it is told to stop', async (_t, { db }) => {
    await fill(db, 50)
    const steps = new Steps(db, AbortSignal.abort())
    assert.equal(await deleteExpired(db, 'replays', 'expires_at', 1000, { steps, maxRows: 10 }), 10)
  })
})
