import assert from 'node:assert/strict'
import { onEachEngine } from '#test/support/engines.ts'
import { pageBehind } from '#test/support/paging.ts'
import { KeysetList, LOOKED_AT } from './keyset-list.ts'
import { raw, sql } from './sql.ts'
import { integer, table, text } from './table.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { Db } from './db.ts'
import type { Sql } from './sql.ts'

const things = table('things', { id: text, owner: text, createdAt: integer })
// Two of them are of one moment, so that only the id decides between them.
const rows = [
  { id: 'a', owner: 'one', createdAt: 1 },
  { id: 'b', owner: 'one', createdAt: 2 },
  { id: 'c', owner: 'one', createdAt: 2 },
  { id: 'd', owner: 'two', createdAt: 3 },
  { id: 'e', owner: 'one', createdAt: 4 },
]

async function filled({ db }: EngineFixture): Promise<Db> {
  await db.run(sql`CREATE TABLE things (id TEXT PRIMARY KEY, owner TEXT NOT NULL, created_at BIGINT NOT NULL)`)
  await db.run(sql`CREATE INDEX things_by_owner ON things (owner, created_at, id)`)
  await db.run(sql`CREATE TABLE owners (name TEXT PRIMARY KEY, title TEXT NOT NULL)`)
  await db.run(sql`INSERT INTO owners (name, title) VALUES ('one', 'First'), ('two', 'Second')`)
  for (const row of rows) await db.run(things.insert(row))
  return db
}

const ofOne = sql`owner = ${'one'}`

async function walked<R extends { id: string }>(list: KeysetList<R>, conditions: readonly Sql[], limit: number) {
  const pages: string[] = []
  let before: Position | undefined
  do {
    const page = await list.page(conditions, pageBehind(before, limit))
    pages.push(page.rows.map(({ id }) => id).join(''))
    before = page.next
  } while (before !== undefined)
  return pages
}

onEachEngine('a list is walked page by page, newest first, each row once', async (_t, fixture) => {
  const list = new KeysetList(await filled(fixture), things)
  assert.deepEqual(await walked(list, [ofOne], 1), ['e', 'c', 'b', 'a'])
  assert.deepEqual(await walked(list, [ofOne], 2), ['ec', 'ba'])
  assert.deepEqual(await walked(list, [ofOne], 3), ['ecb', 'a'])
  assert.deepEqual(await walked(list, [], 9), ['edcba'])
  assert.deepEqual(await walked(list, [sql`1 = 0`], 9), [''])
})

onEachEngine('a page says what it holds, where the next begins, and how many there are', async (_t, fixture) => {
  const list = new KeysetList(await filled(fixture), things)
  const { rows: shown, next, total } = await list.page([ofOne], pageBehind({ createdAt: 4, id: 'e' }, 2))
  assert.deepEqual(shown, [rows[2], rows[1]])
  assert.deepEqual(next, { createdAt: 2, id: 'b' })
  assert.equal(total, 4, 'the total is of all pages')
  const untold = await list.page([ofOne], { before: undefined, limit: 4, includeTotal: false })
  assert.deepEqual([untold.next, untold.total], [undefined, undefined])
})

onEachEngine('a join is ordered by the columns it names and counted without what only adds columns', async (_t, f) => {
  const db = await filled(f)
  const joined = new KeysetList(db, {
    columns: sql`t.id, o.title`,
    from: sql`things t JOIN owners o ON o.name = t.owner`,
    counted: sql`things t`,
    key: ['t.created_at', 't.id'],
    decode: (row) => ({ id: row['id'] as string, title: row['title'] as string }),
  })
  assert.deepEqual(await walked(joined, [sql`t.owner = ${'one'}`], 3), ['ecb', 'a'])
  assert.deepEqual((await joined.page([], pageBehind(undefined, 2))).rows, [
    { id: 'e', title: 'First' },
    { id: 'd', title: 'Second' },
  ])
  await db.run(sql`DELETE FROM owners`)
  assert.equal(await joined.count([]), 5)
})

onEachEngine('one row is found or held by its condition', async (_t, fixture) => {
  const db = await filled(fixture)
  const list = new KeysetList(db, things)
  assert.deepEqual(await list.find(sql`id = ${'d'}`), rows[3])
  assert.equal(await list.find(sql`id = ${'d'} AND owner = ${'one'}`), undefined)
  await db.tx(async (tx) => {
    await tx.run(sql`DELETE FROM things WHERE id = ${'d'}`)
    assert.equal(await list.find(sql`id = ${'d'}`, tx), undefined, 'it looks where the transaction looks')
    assert.equal(await list.hold(tx, sql`id = ${'d'}`), undefined)
    assert.equal(await list.count([], tx), 4)
    assert.deepEqual(await list.hold(tx, sql`id = ${'e'}`), rows[4])
  })
})

onEachEngine('of two transactions that hold a row the second waits for the first', async (_t, fixture) => {
  const db = await filled(fixture)
  const list = new KeysetList(db, things)
  const rename = () =>
    db.tx(async (tx) => {
      const held = await list.hold(tx, sql`id = ${'a'}`)
      await tx.run(sql`UPDATE things SET owner = ${`${held?.owner}+`} WHERE id = ${'a'}`)
    })
  await Promise.all([rename(), rename(), rename()])
  assert.equal((await list.find(sql`id = ${'a'}`))?.owner, 'one+++')
})

onEachEngine('a page reads the index in its order and sorts nothing', async (_t, fixture) => {
  const db = await filled(fixture)
  let asked = sql``
  const all = (query: Sql) => {
    asked = query
    return db.all(query)
  }
  const list = new KeysetList({ ...db, all }, things)
  await list.page([ofOne], { before: { createdAt: 4, id: 'e' }, limit: 2, includeTotal: false })
  const plan = await db.tx(async (tx) => {
    if (fixture.engine === 'postgres') await tx.run(sql`SET LOCAL enable_seqscan = off`)
    return tx.all(fixture.engine === 'postgres' ? sql`EXPLAIN ${asked}` : sql`EXPLAIN QUERY PLAN ${asked}`)
  })
  const told = JSON.stringify(plan)
  assert.match(told, /things_by_owner/)
  assert.match(told, /created_at,id\)<|ROW\(created_at, id\) </)
  assert.doesNotMatch(told, /Sort|TEMP B-TREE/)
})

onEachEngine(
  'what no index answers is asked of the next rows only, and the page after goes on behind them',
  async (_t, f) => {
    const db = await filled(f)
    await db.run(sql`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${raw(String(LOOKED_AT))})
    INSERT INTO things (id, owner, created_at) SELECT 'x' || i, 'three', 10 + i FROM n`)
    const list = new KeysetList(db, things)
    const first = await list.pageWithin([], [ofOne], { before: undefined, limit: 2 })
    assert.deepEqual(first, { rows: [], next: { createdAt: 11, id: 'x1' }, total: undefined })
    const second = await list.pageWithin([], [ofOne], { before: first.next, limit: 2 })
    assert.deepEqual([second.rows.map(({ id }) => id), second.next?.id], [['e', 'c'], 'c'])
    const last = await list.pageWithin([], [ofOne], { before: second.next, limit: 2 })
    assert.deepEqual([last.rows.map(({ id }) => id), last.next], [['b', 'a'], undefined])
  },
)
