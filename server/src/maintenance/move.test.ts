import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { migrate } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { setMark } from '#/platform/db/schema-marks.ts'
import { sql } from '#/platform/db/sql.ts'
import { TestClock } from '#test/support/clock.ts'
import { freshDatabase } from '#test/support/engines.ts'
import { sealedChain } from '#test/support/event-chain.ts'
import { fillTables } from '#test/support/filled-tables.ts'
import { digestsOf, emptyDatabase, surroundingsFor } from '#test/support/maintenance.ts'
import { explain } from './explain.ts'
import { move, reopen } from './move.ts'
import type { TestContext } from 'node:test'
import type { Db } from '#/platform/db/db.ts'

async function filled(t: TestContext) {
  const fresh = await freshDatabase('sqlite')
  t.after(() => fresh.release())
  const clock = new TestClock()
  const { masterKey } = await sealedChain({ ...fresh, clock }, 20)
  await fillTables(fresh.db)
  const about = { databaseUrl: fresh.url, masterKey, clock }
  return { ...fresh, clock, about, surroundings: surroundingsFor(about), to: await emptyDatabase(t, 'postgres') }
}

const refused = async (work: Promise<unknown>, code: string): Promise<void> => {
  const failure = explain(
    await work.then(
      () => assert.fail('it was not refused'),
      (error: unknown) => error,
    ),
  )
  assert.equal(failure.about.code, code, failure.message)
}

const note = (db: Db, name: string, detail: string) =>
  db.run(sql`INSERT INTO milestones (name, reached_at, detail) VALUES (${name}, 1, ${detail})`)

/** Rows come, change, go and hand what is unique to others, until the database takes no writes any more. */
async function writeUntilStopped(db: Db): Promise<{ last: number; error: unknown }> {
  for (let n = 1; ; n++) {
    try {
      await note(db, `w${n}`, 'first')
      await db.run(sql`UPDATE milestones SET detail = ${`changed ${n}`} WHERE name = ${`w${Math.ceil(n / 2)}`}`)
      if (n % 3 === 0) await db.run(sql`DELETE FROM milestones WHERE name = ${`w${n - 1}`}`)
      // The name passes to a row with another number, in either direction.
      await db.tx(async (tx) => {
        await tx.run(sql`DELETE FROM milestones WHERE name = 'passed'`)
        await tx.run(sql`UPDATE milestones SET name = 'passed' WHERE name = ${`w${n}`}`)
      })
    } catch (error) {
      return { last: n, error }
    }
  }
}

describe('a move from SQLite to PostgreSQL', () => {
  test('loses no write of a server that goes on, and lets none get lost afterwards', async (t) => {
    const { db, url, to, clock, surroundings } = await filled(t)
    for (let n = 0; n < 3000; n++) await note(db, `kept ${n}`, 'x')
    const writing = writeUntilStopped(db)
    const moved = await move({ to }, surroundings)
    const { last, error } = await writing
    assert.ok(last > 20, 'somebody wrote meanwhile')
    assert.ok(error instanceof DatabaseUnavailable, String(error))
    assert.deepEqual(await digestsOf(to), await digestsOf(url))
    assert.ok((moved as { read_only_ms: number }).read_only_ms > 0)
    await assert.rejects(db.run(sql`DELETE FROM milestones`), /takes no writes/)
    await assert.rejects(
      db.tx((tx) => tx.run(sql`UPDATE milestones SET detail = ''`)),
      /takes no writes/,
    )
    assert.ok(await db.get(sql`SELECT name FROM milestones`), 'it can be read')

    const target = await openDatabase({ url: to })
    t.after(() => target.close())
    assert.equal((await migrate(target, clock)).applied, 0, 'a server starts there')
    const source = await openDatabase({ url })
    await assert.rejects(migrate(source, clock), /was moved to PostgreSQL/)
    await source.close()
    await refused(move({ to }, surroundings), 'moved')
    await reopen({}, surroundings)
    await note(db, 'after', '')
    await refused(reopen({}, surroundings), 'not_moved')
  })

  test('that is interrupted leaves the file as it was, and is begun anew', async (t) => {
    const { db, url, to, about, clock, surroundings } = await filled(t)
    const before = await digestsOf(url)
    for (const interruptAt of [/copying roles/, /copying the rest of roles/, /comparing roles/]) {
      await refused(move({ to }, surroundingsFor({ ...about, interruptAt })), 'interrupted')
      assert.deepEqual(await digestsOf(url), before)
      const target = await openDatabase({ url: to })
      await assert.rejects(migrate(target, clock), /did not finish/)
      await target.close()
    }
    await note(db, 'between', '')
    await move({ to }, surroundings)
    assert.deepEqual(await digestsOf(to), await digestsOf(url))
  })

  test('that died right before its last step is finished by saying it again', async (t) => {
    const { to, url, clock, surroundings } = await filled(t)
    await move({ to }, surroundings)
    const [target, source] = [await openDatabase({ url: to }), await openDatabase({ url })]
    t.after(() => Promise.all([target.close(), source.close()]))
    const row = await source.db.get(sql`SELECT name FROM schema_migrations WHERE number > 9999`)
    await target.db.tx((tx) => setMark(tx, 'unfinished', String(row?.['name']), clock.now()))
    assert.deepEqual(await move({ to }, surroundings), { finished_earlier: true })
    assert.equal((await migrate(target, clock)).applied, 0)
  })

  test('is refused where something is there, and between other engines', async (t) => {
    const { db, url, to, surroundings, about } = await filled(t)
    const other = await freshDatabase('postgres')
    t.after(() => other.release())
    await refused(move({ to: other.url }, surroundings), 'target_not_empty')
    await refused(move({ to: url }, surroundings), 'engines')
    await refused(move({ to }, surroundingsFor({ ...about, databaseUrl: to })), 'engines')
    await db.run(sql`UPDATE milestones SET detail = ${'a\0b'}`)
    await refused(move({ to }, surroundings), 'data_unfit')
    await note(db, 'goes on', '')
  })
})
