import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { altered } from '#test/support/altered-db.ts'
import { onEachQueue } from '#test/support/queue.ts'
import { EndingWriter } from './ending-writer.ts'
import { finished, postponed } from './endings.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'

const MINUTE = 60_000

/** The same database, which counts what it is told to run and may refuse it. */
function watched(db: Db, refuses: (statement: Sql) => boolean = () => false) {
  const ran: Sql[] = []
  const run = async (statement: Sql): Promise<number> => {
    ran.push(statement)
    if (refuses(statement)) throw new Error('the database does not take that')
    return db.run(statement)
  }
  return { db: altered(db, { run }), ran }
}

const numbered = (count: number): string => Array.from({ length: count }, (_, i) => `a${i + 1}`).join(' ')

describe('the ends of attempts', () => {
  onEachQueue('are written together: those that end alike with one statement', async (_t, fixture) => {
    const { queue, add, take, rows, clock } = fixture
    await add(numbered(20))
    const taken = await take({ perTurn: 20, limit: 20 })
    const { db, ran } = watched(fixture.db)
    const writer = new EndingWriter({ db, queue, gatherMs: 5, onLost: () => assert.fail('no lease was lost') })
    const later = clock.now() + MINUTE
    await Promise.all(
      taken.map((row, i) =>
        writer.write(
          i < 9
            ? finished(row, { note: `done ${row.id}` })
            : i < 18
              ? postponed(row, later + i, { changes: { note: `later ${row.id}` }, uncounted: true })
              : finished(row, 'delete'),
        ),
      ),
    )
    assert.equal(ran.length, 3)
    const expected = taken
      .slice(0, 18)
      .map(({ id }, i) => (i < 9 ? [id, `done ${id}`, 1, null, null] : [id, `later ${id}`, 0, later + i, null]))
    const found = (await rows()).map((row) => [row['id'], row['note'], row['attempts'], row['next_at'], row['lease']])
    assert.deepEqual(
      found,
      expected.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
  })

  onEachQueue('are gathered while others are written', async (_t, fixture) => {
    const { queue, add, take } = fixture
    await add(numbered(100))
    const taken = await take({ perTurn: 100, limit: 100 })
    const { db, ran } = watched(fixture.db)
    const writer = new EndingWriter({ db, queue, gatherMs: 0, onLost: () => assert.fail('no lease was lost') })
    await Promise.all(taken.map((row) => writer.write(finished(row, 'delete'))))
    // The first alone, 64 together, and what is left.
    assert.equal(ran.length, 3)
    assert.deepEqual(await fixture.rows(), [])
  })

  onEachQueue('that one row spoils are written one by one', async (_t, fixture) => {
    const { queue, add, take, rows } = fixture
    await add(numbered(5))
    const taken = await take({ perTurn: 5 })
    const { db } = watched(fixture.db, ({ pieces }) => pieces.includes('spoiled'))
    const writer = new EndingWriter({ db, queue, gatherMs: 5, onLost: () => assert.fail('no lease was lost') })
    const written = await Promise.allSettled(
      taken.map((row) => writer.write(finished(row, { note: row.id === 'a3' ? 'spoiled' : 'done' }))),
    )
    assert.deepEqual(
      written.map(({ status }) => status === 'fulfilled'),
      taken.map(({ id }) => id !== 'a3'),
    )
    assert.deepEqual(
      (await rows()).map(({ note }) => note),
      ['done', 'done', null, 'done', 'done'],
    )
  })

  onEachQueue('change nothing of rows whose lease was lost, and say how many', async (_t, fixture) => {
    const { queue, add, take, rows, clock } = fixture
    await add(numbered(4))
    const taken = await take({ perTurn: 4 })
    clock.advance(MINUTE)
    const again = await take({ limit: 1 })
    const lost: number[] = []
    const writer = new EndingWriter({ db: fixture.db, queue, gatherMs: 5, onLost: (count) => void lost.push(count) })
    await Promise.all(taken.map((row) => writer.write(finished(row, 'delete'))))
    assert.deepEqual(
      (await rows()).map(({ id, lease }) => [id, lease]),
      again.map(({ id, lease }) => [id, lease]),
    )
    assert.deepEqual(lost, [1])
  })
})
