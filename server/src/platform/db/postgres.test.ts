import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { freshDatabase } from '#test/support/engines.ts'
import { DatabaseOpenError, DatabaseUnavailable } from './errors.ts'
import { openDatabase } from './open.ts'
import { pause } from './timeouts.ts'
import { raw, sql } from './sql.ts'
import type { AddressInfo, Socket } from 'node:net'
import type { FreshDatabase } from '#test/support/engines.ts'
import type { Db, Queries, Tx } from './db.ts'
import { until } from '#test/support/until.ts'

const insert = (name: string, expiresAt = 1) =>
  sql`INSERT INTO replays (name, expires_at) VALUES (${name}, ${expiresAt})`
const count = async (queries: Queries) => (await queries.get(sql`SELECT count(*) AS n FROM replays`))?.['n']

/** A test with a fresh PostgreSQL database. */
function onPostgres(name: string, body: (fresh: FreshDatabase) => Promise<void>): void {
  test(name, async () => {
    const fresh = await freshDatabase('postgres')
    await body(fresh).finally(() => fresh.release())
  })
}

/** Ends every other connection to this database, as a failover does. */
const cutOthers = (db: Db) =>
  db.all(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`)

/** Whether the server is at one of the queries that take a while. */
async function isAnyoneAsleep(db: Db): Promise<boolean> {
  const row = await db.get(sql`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = ${'PgSleep'}`)
  return row?.['count'] !== 0
}

onPostgres('F9 connections that are cut cost a refusal at most, then everything works again', async ({ db, url }) => {
  const other = await openDatabase({ url, poolSize: 4 })
  let refusals = 0
  const settle = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      assert.ok(error instanceof DatabaseUnavailable, String(error))
      refusals += 1
    })
  }
  for (let round = 0; round < 3; round++) {
    const busy = Array.from({ length: 8 }, () => settle(other.db.get(sql`SELECT pg_sleep(${0.2})`)))
    busy.push(settle(other.db.tx((tx) => tx.run(insert(`${round}`)).then(() => tx.run(sql`SELECT pg_sleep(${0.2})`)))))
    await until(() => isAnyoneAsleep(db))
    await cutOthers(db)
    await Promise.all(busy)
    await other.ping().catch(() => other.ping())
  }
  assert.ok(refusals > 0)
  assert.equal(await other.db.run(insert('after')), 1)
  await other.close()
})

onPostgres('F9 an idle connection that is cut is replaced without anyone noticing', async ({ db, url }) => {
  const other = await openDatabase({ url, poolSize: 2 })
  await cutOthers(db)
  await pause(50)
  assert.equal(await other.db.run(insert('a')), 1)
  await other.close()
})

onPostgres('F9 a commit whose answer is lost is reported and not tried again', async ({ db, url }) => {
  const proxy = await cuttingProxy(url)
  const far = await openDatabase({ url: proxy.url, poolSize: 1 })
  let runs = 0
  const work = async (tx: Tx) => {
    runs += 1
    await tx.run(insert('once'))
  }
  proxy.cutAfter('COMMIT')
  await assert.rejects(far.db.tx(work), DatabaseUnavailable)
  await pause(50)
  assert.equal(runs, 1)
  assert.equal(await count(db), 1)
  await far.close()
  proxy.close()
})

onPostgres('F10 a full pool makes callers wait in a bounded queue', async ({ url }) => {
  const small = await openDatabase({ url, poolSize: 1 })
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = small.db.tx(async () => {
    held.resolve()
    await release.promise
  })
  await held.promise
  const waiting = Promise.allSettled(Array.from({ length: 150 }, (_, i) => small.db.run(insert(`${i}`))))
  assert.equal(small.stats().waiting, 100)
  release.resolve()
  await holding
  const turnedAway = (await waiting).filter(({ status }) => status === 'rejected')
  assert.equal(turnedAway.length, 50)
  for (const result of turnedAway)
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable)
  assert.equal(await count(small.db), 100)
  await small.close()
})

onPostgres('F9 transactions that conflict run again until both are done', async ({ db }) => {
  await db.run(insert('counter', 0))
  let runs = 0
  let bothHaveRead: (() => void) | undefined
  const meeting = new Promise<void>((resolve) => void (bothHaveRead = resolve))
  const increment = () =>
    db.tx(async (tx) => {
      runs += 1
      await tx.run(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
      const row = await tx.get(sql`SELECT expires_at FROM replays WHERE name = ${'counter'}`)
      if (runs === 2) bothHaveRead?.()
      await meeting
      await tx.run(sql`UPDATE replays SET expires_at = ${Number(row?.['expires_at']) + 1} WHERE name = ${'counter'}`)
    })
  await Promise.all([increment(), increment()])
  assert.equal((await db.get(sql`SELECT expires_at FROM replays`))?.['expires_at'], 2)
  assert.equal(runs, 3)
})

onPostgres('F9 a deadlock is resolved by running one transaction again', async ({ db }) => {
  await db.run(insert('a', 0))
  await db.run(insert('b', 0))
  const touch = (tx: Tx, name: string) =>
    tx.run(sql`UPDATE replays SET expires_at = expires_at + 1 WHERE name = ${name}`)
  const both = (first: string, second: string) =>
    db.tx(async (tx) => {
      await touch(tx, first)
      await tx.run(sql`SELECT pg_sleep(${0.05})`)
      await touch(tx, second)
    })
  await Promise.all([both('a', 'b'), both('b', 'a')])
  const rows = await db.all(sql`SELECT expires_at FROM replays`)
  assert.deepEqual(
    rows.map((row) => row['expires_at']),
    [2, 2],
  )
})

onPostgres('a conflict that the work hides behind its own error is still tried again', async ({ db }) => {
  let runs = 0
  const result = await db.tx(async (tx) => {
    runs += 1
    if (runs === 1)
      await tx.run(sql`DO 'BEGIN RAISE EXCEPTION SQLSTATE ''40001''; END'`).catch(() => {
        throw new Error('hidden')
      })
    return 'done'
  })
  assert.deepEqual([result, runs], ['done', 2])
})

onPostgres('a conflict that never ends is given up on', async ({ db }) => {
  let runs = 0
  await assert.rejects(
    db.tx(async (tx) => {
      runs += 1
      await tx.run(sql`DO 'BEGIN RAISE EXCEPTION SQLSTATE ''40001''; END'`)
    }),
    DatabaseUnavailable,
  )
  assert.equal(runs, 3)
})

onPostgres('prepared statements survive a change of the schema', async ({ db }) => {
  const read = () => db.get(sql`SELECT * FROM replays WHERE expires_at > ${0}`)
  await db.run(insert('a'))
  await read()
  await db.run(sql`ALTER TABLE replays ADD COLUMN note TEXT`)
  assert.deepEqual({ ...(await read()) }, { name: 'a', expires_at: 1, note: null })
  const inside = () => db.tx((tx) => tx.all(sql`SELECT * FROM replays WHERE expires_at >= ${0}`))
  await inside()
  await db.run(sql`ALTER TABLE replays DROP COLUMN note`)
  assert.deepEqual({ ...(await inside())[0] }, { name: 'a', expires_at: 1 })
})

onPostgres('codes of a server in trouble mean unavailable', async ({ db }) => {
  const states = ['57P01', '57P03', '57014', '53100', '53300', '25006', '08006', '58030', '55P03', 'XX001']
  for (const state of states) {
    const raised = sql`${raw(`DO 'BEGIN RAISE EXCEPTION SQLSTATE ''${state}''; END'`)}`
    await assert.rejects(db.run(raised), DatabaseUnavailable, state)
    await assert.rejects(
      db.tx((tx) => tx.run(raised)),
      DatabaseUnavailable,
      state,
    )
  }
  const other = sql`${raw(`DO 'BEGIN RAISE EXCEPTION SQLSTATE ''22012''; END'`)}`
  await assert.rejects(db.run(other), (error) => !(error instanceof DatabaseUnavailable))
})

test('a database that can not be used is refused in one line without its password', async () => {
  const fresh = await freshDatabase('postgres')
  const port = await closedPort()
  const missing = new URL(fresh.url)
  missing.pathname = '/no_such_database'
  missing.password = 'hidden-password'
  await refused(missing.href, /no_such_database.*does not exist/)
  await refused(
    `postgres://mandate:hidden-password@127.0.0.1:${port}/mandate`,
    new RegExp(`127.0.0.1:${port}/mandate.*ECONNREFUSED`),
  )
  await fresh.release()
})

async function refused(url: string, words: RegExp): Promise<void> {
  await assert.rejects(openDatabase({ url }), (error) => {
    assert.ok(error instanceof DatabaseOpenError, String(error))
    assert.match(error.message, words)
    assert.ok(!/\n|hidden-password/.test(error.message))
    return true
  })
}

test('F8 a server that stops answering fails the ping soon', async () => {
  const fresh = await freshDatabase('postgres')
  const proxy = await cuttingProxy(fresh.url)
  const far = await openDatabase({ url: proxy.url, poolSize: 1 })
  proxy.stall()
  const started = performance.now()
  await assert.rejects(far.ping(), DatabaseUnavailable)
  // The driver alone would give up after eleven seconds.
  assert.ok(performance.now() - started < 9000)
  proxy.close()
  await far.close()
  await fresh.release()
})

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

interface CuttingProxy {
  readonly url: string
  /** Cuts the client off once it has sent this word, before the server's answer gets through. */
  cutAfter(word: string): void
  /** Lets nothing through any more, without closing. */
  stall(): void
  close(): void
}

/** A TCP proxy before PostgreSQL that fails on command. */
async function cuttingProxy(url: string): Promise<CuttingProxy> {
  let word: string | undefined
  let stalled = false
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined))
    near.on('data', (data) => {
      if (stalled) return
      far.write(data)
      if (word !== undefined && data.includes(word)) near.destroy()
    })
    far.on('data', (data) => {
      if (!stalled) near.write(data)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  const proxied = new URL(url)
  proxied.port = String((server.address() as AddressInfo).port)
  return {
    url: proxied.href,
    cutAfter: (text) => void (word = text),
    stall: () => void (stalled = true),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
