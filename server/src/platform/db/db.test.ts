import assert from 'node:assert/strict'
import fc from 'fast-check'
import { onEachEngine } from '#test/support/engines.ts'
import { DatabaseUnavailable, UniqueViolation } from './errors.ts'
import { openDatabase } from './open.ts'
import { lockTable } from './dialect.ts'
import { pause } from './timeouts.ts'
import { flatten, raw, Sql, sql } from './sql.ts'
import { integer, table, text } from './table.ts'
import type { Queries, Tx } from './db.ts'

const replays = table('replays', { name: text, expiresAt: integer })
const insert = (name: string, expiresAt = 1) => replays.insert({ name, expiresAt })
const namesIn = async (queries: Queries): Promise<string[]> =>
  (await queries.all(sql`SELECT name FROM replays ORDER BY name`)).map((row) => row['name'] as string)
const failing = (name: string) => async (tx: Tx) => {
  await tx.run(insert(name))
  throw new Error(`no ${name}`)
}

onEachEngine('a statement answers how many rows it changed', async (_t, { db }) => {
  assert.equal(await db.run(insert('a')), 1)
  await db.run(insert('b'))
  assert.equal(await db.run(sql`UPDATE replays SET expires_at = ${2}`), 2)
  assert.equal(await db.run(sql`DELETE FROM replays WHERE name = ${'c'}`), 0)
  assert.equal(await db.run(sql`${insert('a')} ON CONFLICT DO NOTHING`), 0)
})

onEachEngine('both engines answer the same values for the same query', async (_t, { db }) => {
  await db.run(insert('a', 1_800_000_000_000))
  const row = await db.get(sql`
    SELECT count(*) AS n, sum(expires_at) AS total, count(*) > 0 AS some, max(expires_at) / ${7} AS share,
      NULL AS missing, 'é😀' AS words FROM replays WHERE name = ${'a'}`)
  const expected = { n: 1, total: 1_800_000_000_000, some: 1, share: 257_142_857_142, missing: null, words: 'é😀' }
  assert.deepEqual({ ...row }, expected)
})

onEachEngine('values that look like SQL stay values', async (_t, { db }) => {
  const value = fc.array(fc.constantFrom(...'\';--"\\$1?%_é😀\n x'), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(value, async (signs) => {
      const row = await db.get(sql`SELECT CAST(${signs.join('')} AS text) AS back, CAST(${null} AS text) AS none`)
      assert.deepEqual({ ...row }, { back: signs.join(''), none: null })
    }),
    { numRuns: 100 },
  )
})

onEachEngine('a transaction keeps all of its writes or none', async (_t, { db }) => {
  assert.equal(
    await db.tx(async (tx) => {
      await tx.run(insert('a'))
      await tx.run(insert('b'))
      return 'done'
    }),
    'done',
  )
  await assert.rejects(db.tx(failing('c')), { message: 'no c' })
  assert.deepEqual(await namesIn(db), ['a', 'b'])
})

onEachEngine('statements that are run together are written all or none', async (_t, { db }) => {
  const all = (...statements: Sql[]) => db.runAll(statements.map((statement) => ({ statement })))
  assert.equal(await all(insert('a'), insert('b')), true)
  const none = sql`DELETE FROM replays WHERE name = ${'nobody'}`
  const outcomes = await Promise.allSettled([
    all(insert('c'), none),
    all(none, insert('d')),
    all(insert('e'), insert('a')),
    all(insert('f')),
    db.runAll([{ statement: sql`UPDATE replays SET expires_at = ${7} WHERE name IN ('a', 'b')`, rows: 2 }]),
    db.runAll([{ statement: insert('g') }, { statement: sql`UPDATE replays SET expires_at = ${8}`, rows: 1000 }]),
    db.runAll([{ statement: none, rows: 0 }, { statement: insert('h') }]),
    db.runAll([]),
  ])
  const told = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))
  const [unique] = told.splice(2, 1)
  assert.ok(unique instanceof UniqueViolation)
  assert.deepEqual(told, [false, false, true, true, false, true, true])
  // By itself, where nothing of a neighbour has to be undone.
  assert.equal(await db.runAll([{ statement: none, rows: 0 }, { statement: insert('i') }]), true)
  assert.deepEqual(await namesIn(db), ['a', 'b', 'f', 'h', 'i'])
})

onEachEngine(
  'what waits for the commit is called when the rows are there, and never when they are undone',
  async (_t, { db }) => {
    const called: string[] = []
    const noting = (name: string) => async (tx: Tx) => {
      await tx.run(insert(name))
      tx.afterCommit(() => called.push(name))
      assert.deepEqual(called.includes(name), false)
    }
    const undone = db.tx(async (tx) => {
      await noting('a')(tx)
      throw new Error('no')
    })
    // On one of the engines these share a commit.
    const outcomes = await Promise.allSettled([undone, db.tx(noting('b')), db.tx(noting('c'))])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    )
    assert.deepEqual(called.toSorted(), ['b', 'c'])
    const seen: Promise<string[]>[] = []
    await db.tx(async (tx) => {
      await tx.run(insert('d'))
      tx.afterCommit(() => seen.push(namesIn(db)))
    })
    assert.deepEqual(await Promise.all(seen), [['b', 'c', 'd']])
  },
)

onEachEngine('a transaction that throws at once leaves nothing open', async (_t, { db }) => {
  const thrown = new TypeError('at once')
  await assert.rejects(
    db.tx(() => Promise.reject(thrown)),
    thrown,
  )
  await assert.rejects(
    db.tx(() => {
      throw thrown
    }),
    thrown,
  )
  assert.equal(await db.run(insert('a')), 1)
  assert.deepEqual(await namesIn(db), ['a'])
})

onEachEngine('uncommitted rows are seen inside their transaction only', async (_t, { db }) => {
  await db.tx(async (tx) => {
    await tx.run(insert('a'))
    assert.deepEqual(await namesIn(tx), ['a'])
    assert.deepEqual(await namesIn(db), [])
  })
  assert.deepEqual(await namesIn(db), ['a'])
})

onEachEngine('a failing transaction among fifty at once undoes itself alone', async (_t, { db }) => {
  const works = Array.from({ length: 50 }, (_, i) => (i % 7 === 3 ? failing(`row ${i}`) : keeping(`row ${i}`)))
  const settled = await Promise.allSettled(works.map((work) => db.tx(work)))
  const kept = settled.flatMap(({ status }, i) => (status === 'fulfilled' ? [`row ${i}`] : []))
  assert.equal(kept.length, 43)
  assert.deepEqual(await namesIn(db), kept.toSorted())
})

const keeping = (name: string) => async (tx: Tx) => void (await tx.run(insert(name)))

onEachEngine('a taken key is a UniqueViolation with the same name on both engines', async (_t, { db }) => {
  const taken = (error: unknown) => error instanceof UniqueViolation && error.constraint === 'replays.name'
  await db.run(insert('a'))
  await assert.rejects(db.run(insert('a')), taken)
  await assert.rejects(
    db.tx(async (tx) => void (await tx.run(insert('a')))),
    taken,
  )
  const consent = (id: string) => sql`
    INSERT INTO consents (id, user_id, client_id, granted, created_at, updated_at)
    VALUES (${id}, 'usr', 'cli', '[]', 1, 1)`
  await db.run(consent('1'))
  await assert.rejects(db.run(consent('2')), { constraint: 'consents.user_id, consents.client_id' })
})

onEachEngine('one of fifty inserts of the same key wins', async (_t, { db }) => {
  const changed = await Promise.all(
    Array.from({ length: 50 }, () => db.run(sql`${insert('once')} ON CONFLICT DO NOTHING`)),
  )
  assert.equal(changed.filter((count) => count === 1).length, 1)
})

onEachEngine('one of fifty compare-and-swaps wins', async (_t, { db }) => {
  await db.run(insert('code', 0))
  const changed = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      db.tx((tx) => tx.run(sql`UPDATE replays SET expires_at = ${i + 1} WHERE name = ${'code'} AND expires_at = ${0}`)),
    ),
  )
  assert.equal(changed.filter((count) => count === 1).length, 1)
})

onEachEngine('an error that the work swallows still fails the transaction', async (_t, { db }) => {
  const work = async (tx: Tx) => {
    await tx.run(insert('a'))
    await tx.run(insert('a')).catch(() => undefined)
    await tx.run(insert('b')).catch(() => undefined)
  }
  await assert.rejects(db.tx(work), UniqueViolation)
  assert.deepEqual(await namesIn(db), [])
})

onEachEngine('a handle kept after its transaction refuses to work', async (_t, { db }) => {
  let kept: Tx | undefined
  await db.tx(async (tx) => void (kept = tx))
  await assert.rejects(async () => kept?.run(insert('late')), /has ended/)
  assert.deepEqual(await namesIn(db), [])
})

onEachEngine('more statements than the cache holds are answered', async (_t, { db }) => {
  for (let i = 0; i < 520; i++) {
    const row = await db.get(sql`SELECT ${raw(String(i))} AS n`)
    assert.equal(row?.['n'], i)
  }
})

onEachEngine('a mistake in a statement is an error of its own and harms nobody', async (_t, { db }) => {
  await assert.rejects(db.get(sql`SELECT nonsense FROM replays`), (error) => !(error instanceof DatabaseUnavailable))
  await assert.rejects(
    db.run(sql`INSERT INTO replays (name) VALUES (${'secret-row-content'})`),
    (error) => error instanceof Error && !JSON.stringify({ ...error }).includes('secret-row-content'),
  )
  assert.equal(await db.run(insert('a')), 1)
})

onEachEngine('two nodes on one database see each other', async (_t, { db, url }) => {
  const other = await openDatabase({ url })
  try {
    await db.run(insert('a'))
    await other.db.run(insert('b'))
    assert.deepEqual(await namesIn(db), ['a', 'b'])
    assert.deepEqual(await namesIn(other.db), ['a', 'b'])
  } finally {
    await other.close()
  }
})

onEachEngine('accepted writes are kept when the database closes', async (_t, { db, database, url }) => {
  const writes = Promise.all(['a', 'b', 'c'].map((name) => db.run(insert(name))))
  await database.close()
  await writes
  await assert.rejects(db.run(insert('d')), DatabaseUnavailable)
  const again = await openDatabase({ url })
  assert.deepEqual(await namesIn(again.db), ['a', 'b', 'c'])
  await again.close()
})

onEachEngine('an opened database answers a ping and tells its size and work', async (_t, { db, database }) => {
  await database.ping()
  assert.ok((await database.sizeBytes()) > 10_000)
  await db.run(insert('a'))
  await db.tx(keeping('b'))
  assert.deepEqual(database.stats(), { commits: 2, transactions: 2, waiting: 0 })
})

onEachEngine('a closed database is not available, neither to readers nor to writers', async (_t, { db, database }) => {
  await database.close()
  await assert.rejects(db.get(sql`SELECT 1 AS one`), DatabaseUnavailable)
  await assert.rejects(db.all(sql`SELECT 1 AS one`), DatabaseUnavailable)
  await assert.rejects(db.run(insert('a')), DatabaseUnavailable)
  await assert.rejects(
    db.tx((tx) => tx.run(insert('a'))),
    DatabaseUnavailable,
  )
})

onEachEngine('what is selected can be inserted with the types of the columns', async (_t, { db }) => {
  const values = replays.values({ name: 'a', expiresAt: 5 })
  const { strings } = flatten(
    sql`INSERT INTO replays (${replays.columns}) SELECT ${replays.gaps} WHERE 1 = ${0}`,
    db.engine,
  )
  assert.equal(await db.run(new Sql(strings, [...values, 2])), 0)
  assert.equal(await db.run(new Sql(strings, [...values, 1])), 1)
  assert.deepEqual((await db.all(sql`SELECT ${replays.columns} FROM replays`)).map(replays.decode), [
    { name: 'a', expiresAt: 5 },
  ])
})

onEachEngine('a table that is locked is read by others and written to after the commit', async (_t, { db, url }) => {
  const other = await openDatabase({ url })
  await db.run(insert('a'))
  let writing: Promise<number> | undefined
  await db.tx(async (tx) => {
    await tx.all(sql`${lockTable(raw('replays'))}`)
    writing = other.db.run(insert('b'))
    assert.deepEqual(await namesIn(other.db), ['a'])
    await pause(50)
    assert.deepEqual(await namesIn(tx), ['a'])
    await tx.run(sql`DELETE FROM replays`)
  })
  assert.equal(await writing, 1)
  assert.deepEqual(await namesIn(db), ['b'])
  await other.close()
})
