import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { freshDatabase, scratch } from '#test/support/engines.ts'
import { DatabaseOpenError, DatabaseUnavailable, UniqueViolation } from './errors.ts'
import { openDatabase } from './open.ts'
import { pause } from './timeouts.ts'
import { raw, sql } from './sql.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { SqliteConnection } from './sqlite.ts'
import type { FreshDatabase } from '#test/support/engines.ts'
import type { Queries, Tx } from './db.ts'

const insert = (name: string) => sql`INSERT INTO replays (name, expires_at) VALUES (${name}, ${1})`
const count = async (queries: Queries) => (await queries.get(sql`SELECT count(*) AS n FROM replays`))?.['n']
const keeping = (name: string) => async (tx: Tx) => void (await tx.run(insert(name)))

/** A test with a fresh SQLite database. */
function onSqlite(name: string, body: (fresh: FreshDatabase) => Promise<void>): void {
  test(name, async () => {
    const fresh = await freshDatabase('sqlite')
    await body(fresh).finally(() => fresh.release())
  })
}

const pathOf = ({ url }: FreshDatabase): string => url.slice('sqlite:'.length)
const newPath = (): string => join(mkdtempSync(join(scratch(), 'file-')), 'deep', 'mandate.db')

onSqlite('writes that arrive together share one commit', async ({ db, database }) => {
  const writes = Array.from({ length: 200 }, (_, i) => (i % 2 ? db.run(insert(`${i}`)) : db.tx(keeping(`${i}`))))
  await Promise.all(writes)
  assert.deepEqual(database.stats(), { commits: 1, transactions: 200, waiting: 0 })
  await Promise.all(Array.from({ length: 1000 }, (_, i) => db.run(insert(`more ${i}`))))
  assert.equal(database.stats().commits, 1 + Math.ceil(1000 / 256))
  assert.equal(await count(db), 1200)
})

onSqlite(
  'writes of the next turns of the event loop join those before, and a lone one waits for none',
  async (fresh) => {
    const { db, database } = fresh
    const writes: Promise<unknown>[] = [db.run(insert('first')), db.run(insert('second'))]
    for (const name of ['third', 'fourth', 'fifth', 'sixth']) {
      await nextTurn()
      writes.push(db.tx(keeping(name)))
    }
    await Promise.all(writes)
    assert.deepEqual(database.stats(), { commits: 1, transactions: 6, waiting: 0 })
    const lone = db.run(insert('lone'))
    await nextTurn()
    assert.equal(await count(db), 7, 'in the next turn')
    await lone
  },
)

onSqlite('a caller is answered only when others can see its work', async ({ db, url }) => {
  const other = await openDatabase({ url })
  const seen = Array.from({ length: 20 }, async (_, i) => {
    await db.tx(keeping(`${i}`))
    return other.db.get(sql`SELECT 1 AS there FROM replays WHERE name = ${`${i}`}`)
  })
  for (const row of await Promise.all(seen)) assert.equal(row?.['there'], 1)
  await other.close()
})

onSqlite('a caller whose work failed is answered when it can see the work that stood in its way', async ({ db }) => {
  const settled = ['first', 'second', 'third'].map(async (name) => {
    const claim = db.tx(async (tx) => {
      if ((await count(tx)) !== 0) throw new Error(`${name} came too late`)
      await tx.run(insert(name))
    })
    return claim.then(
      () => 'won',
      () => count(db),
    )
  })
  assert.deepEqual(await Promise.all(settled), ['won', 1, 1])
})

onSqlite('a failed statement in a shared commit fails its caller alone', async ({ db, database }) => {
  const settled = await Promise.allSettled(['a', 'b', 'a', 'c'].map((name) => db.run(insert(name))))
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.ok(settled[2]?.status === 'rejected' && settled[2].reason instanceof UniqueViolation)
  assert.equal(database.stats().commits, 1)
  assert.equal(await count(db), 3)
})

onSqlite('a commit that fails fails everyone in it and the next one works', async ({ db }) => {
  await db.run(sql`CREATE TABLE parents (id INTEGER PRIMARY KEY)`)
  await db.run(sql`CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`)
  const lost = [db.run(insert('a')), db.run(sql`INSERT INTO children VALUES (${1})`)]
  // Their own part failed because of a row that never came to be, so that is no answer to give either.
  const inTheWay = [db.run(insert('a')), db.tx(keeping('a')), db.tx(async () => Promise.reject(new Error('no')))]
  const settled = await Promise.allSettled([...lost, ...inTheWay])
  assert.equal(settled.length, 5)
  for (const result of settled) assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable)
  assert.equal(await count(db), 0)
  assert.equal(await db.run(insert('a')), 1)
})

onSqlite('F4 a full disk rejects writes, keeps what was acknowledged, and passes', async ({ db }) => {
  await db.run(insert('before'))
  const pages = String((await db.get(sql`PRAGMA page_count`))?.['page_count'])
  await db.run(sql`PRAGMA max_page_count = ${raw(pages)}`)
  const big = (name: string) => insert(name + 'x'.repeat(1_000_000))
  await assert.rejects(db.run(big('a')), DatabaseUnavailable)
  await assert.rejects(
    db.tx((tx) => tx.run(big('b')).catch(() => 0)),
    DatabaseUnavailable,
  )
  const batch = ['small', 'c', 'little', 'd'].map((name) => db.run(name.length > 1 ? insert(name) : big(name)))
  const acknowledged = (await Promise.allSettled(batch)).filter(({ status }) => status === 'fulfilled')
  assert.equal(await count(db), 1 + acknowledged.length)
  await db.run(sql`PRAGMA max_page_count = 1000000`)
  assert.equal(await db.run(big('e')), 1)
})

onSqlite('F5 a file that became read-only rejects writes and answers reads', async (fresh) => {
  const connection = SqliteConnection.writer(pathOf(fresh))
  const writer = new SqliteWriter(connection)
  connection.exec('PRAGMA query_only = ON')
  await assert.rejects(writer.run(insert('a')), DatabaseUnavailable)
  await assert.rejects(writer.tx(keeping('b')), DatabaseUnavailable)
  assert.equal(await count(fresh.db), 0)
  connection.exec('PRAGMA query_only = OFF')
  assert.equal(await writer.run(insert('c')), 1)
  await writer.close()
  connection.close()
})

onSqlite('a query outside a transaction can not write', async ({ db }) => {
  await assert.rejects(db.get(sql`${insert('a')} RETURNING name`), /tried to write/)
  assert.equal(await count(db), 0)
})

onSqlite('F6 a lock of another process is waited for while the event loop stays free', async ({ db, url }) => {
  const other = await openDatabase({ url })
  const held = Promise.withResolvers<void>()
  const holding = other.db.tx(async (tx) => {
    await tx.run(insert('theirs'))
    held.resolve()
    // A wait that keeps the event loop would end none of these turns, and so wait for itself.
    for (let turns = 0; turns < 30; turns++) await pause(5)
  })
  await held.promise
  const ours = db.run(insert('ours'))
  assert.equal(await count(db), 0)
  await ours
  await holding
  assert.equal(await count(db), 2)
  await other.close()
})

onSqlite('F6 a lock that stays is given up on after the bound', async (fresh) => {
  const connection = SqliteConnection.writer(pathOf(fresh))
  const writer = new SqliteWriter(connection, { lockPatienceMs: 200 })
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = fresh.db.tx(async () => {
    held.resolve()
    await release.promise
  })
  await held.promise
  const started = performance.now()
  await assert.rejects(Promise.all([writer.run(insert('a')), writer.tx(keeping('b'))]), DatabaseUnavailable)
  const waited = performance.now() - started
  assert.ok(waited >= 200 && waited < 30_000, `waited ${waited} ms`)
  release.resolve()
  await holding
  assert.equal(await writer.run(insert('c')), 1)
  await writer.close()
  connection.close()
})

onSqlite('a transaction that waits for something else is ended for the others', async (fresh) => {
  const connection = SqliteConnection.writer(pathOf(fresh))
  const writer = new SqliteWriter(connection, { longestMs: 100 })
  let stray: Tx | undefined
  const stuck = writer.tx(async (tx) => {
    await tx.run(insert('stuck'))
    stray = tx
    await new Promise(() => undefined)
  })
  const patient = writer.tx(keeping('patient'))
  await assert.rejects(stuck, DatabaseUnavailable)
  await patient
  await assert.rejects(async () => stray?.run(insert('late')), /has ended/)
  assert.equal(await count(fresh.db), 1)
  await writer.close()
  connection.close()
})

onSqlite('a transaction of many statements lets others have the event loop, and may last', async (fresh) => {
  const connection = SqliteConnection.writer(pathOf(fresh))
  const writer = new SqliteWriter(connection, { longestMs: 100 })
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  const started = performance.now()
  await writer.tx(async (tx) => {
    for (let i = 0; performance.now() - started < 300; i++) await tx.run(insert(`${i}`))
  })
  clearInterval(ticking)
  assert.ok(turns >= 5, `the event loop turned ${turns} times`)
  await writer.close()
  connection.close()
})

test('F2 F3 opens a file that is durable and private', async () => {
  const path = newPath()
  const database = await openDatabase({ url: `sqlite:${path}` })
  await database.db.run(sql`CREATE TABLE t (a TEXT)`)
  assert.equal((await database.db.get(sql`PRAGMA journal_mode`))?.['journal_mode'], 'wal')
  assert.equal((await database.db.tx((tx) => tx.get(sql`PRAGMA synchronous`)))?.['synchronous'], 2)
  assert.equal((await database.db.tx((tx) => tx.get(sql`PRAGMA foreign_keys`)))?.['foreign_keys'], 1)
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700)
  for (const file of [path, `${path}-wal`, `${path}-shm`]) assert.equal(statSync(file).mode & 0o777, 0o600)
  await database.close()
  assert.ok(!existsSync(`${path}-wal`), 'closing leaves one file')
})

test('F2 a file serves one server at a time, by whatever name; what looks at its data comes in', async () => {
  const path = newPath()
  const url = `sqlite:${path}`
  const server = await openDatabase({ url, exclusive: true })
  const link = join(mkdtempSync(join(scratch(), 'link-')), 'other.db')
  symlinkSync(path, link)
  await refused(`sqlite:${link}`, /Another server runs on the database .*other\.db\. Stop it first/, true)
  const looking = await openDatabase({ url })
  assert.ok(await looking.db.get(sql`SELECT 1 AS one`))
  await looking.close()
  const next = openDatabase({ url, exclusive: true })
  await server.close()
  await (await next).close()
  assert.equal(statSync(`${path}.lock`).mode & 0o777, 0o600)
})

test('a SQLite file can be named by a relative path, an absolute path, or a file URL', async () => {
  const path = newPath()
  for (const url of [`sqlite:${path}`, `sqlite://${path}`]) await (await openDatabase({ url })).close()
  assert.ok(existsSync(path))
})

test('F5 F7 a file that can not be used is refused in one line', async () => {
  const garbage = newPath()
  await (await openDatabase({ url: `sqlite:${garbage}` })).close()
  writeFileSync(garbage, 'this is no database '.repeat(1000))
  await refused(`sqlite:${garbage}`, /not a database/)
  await refused(`sqlite:${garbage}/below/a/file.db`, /ENOTDIR/)
  await refused('sqlite::memory:', /must be a file/)
  await refused('sqlite:', /must be a file/)
  await refused('sqlite://host/path', /path on this machine/)
  await refused('mysql://host/name', /must look like/)
})

test('F7 flipped bytes in the file are found at start', async () => {
  const path = newPath()
  const database = await openDatabase({ url: `sqlite:${path}` })
  await database.db.run(sql`CREATE TABLE t (a TEXT)`)
  await Promise.all(
    Array.from({ length: 500 }, (_, i) => database.db.run(sql`INSERT INTO t VALUES (${`${i}`.repeat(50)})`)),
  )
  await database.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, 8192, 9000)
  writeFileSync(path, bytes)
  await refused(`sqlite:${path}`, /damaged|malformed/)
})

async function refused(url: string, words: RegExp, exclusive = false): Promise<void> {
  await assert.rejects(openDatabase({ url, exclusive }), (error) => {
    assert.ok(error instanceof DatabaseOpenError, String(error))
    assert.match(error.message, words)
    assert.ok(!error.message.includes('\n'))
    return true
  })
}
