import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { scratch } from '#test/support/engines.ts'
import { until } from '#test/support/until.ts'
import { DatabaseUnavailable, UniqueViolation } from './errors.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'
import { SqliteWriteThread } from './sqlite-write-thread.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { SqliteConnection, writtenFile } from './sqlite.ts'
import { pause } from './timeouts.ts'
import type { Write } from './db.ts'

const MANY = 50
const SERVER_FOLDER = fileURLToPath(new URL('../../../', import.meta.url))
const newPath = (): string => join(mkdtempSync(join(scratch(), 'thread-')), 'mandate.db')

const insert = (name: string) => sql`INSERT INTO kept (name) VALUES (${name})`
const rename = (from: string, to: string) => sql`UPDATE kept SET name = ${to} WHERE name = ${from}`
const all = (...statements: Write['statement'][]): Write[] => statements.map((statement) => ({ statement }))

interface Options {
  readonly path?: string
  /** The file that the thread is given, when it is not the same. */
  readonly threadPath?: string
  readonly fromPart?: number
  readonly staysMs?: number
}

/** A file with its writer and a thread, as a database has them; the thread begins as soon as something was written. */
function open({ path = newPath(), threadPath = path, fromPart = 0, staysMs = 60_000 }: Options = {}) {
  const writing = SqliteConnection.writer(path, false)
  writing.exec('CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY)')
  const reading = SqliteConnection.reader(path)
  const thread = new SqliteWriteThread({ ...writtenFile(path, false), file: threadPath, fromPart, staysMs })
  const writer = new SqliteWriter(writing, { thread })
  let wrote = 0
  return {
    writer,
    thread,
    path,
    /** Writes until the thread takes what is written. */
    untilReady: () =>
      until(async () => {
        await writer.run(insert(`before ${wrote++}`))
        return thread.isReady
      }),
    names: () =>
      reading.all(sql`SELECT name FROM kept WHERE name NOT LIKE 'before %' ORDER BY name`).map((row) => row['name']),
    close: async () => {
      await writer.close()
      await thread.close()
      reading.close()
      writing.close()
    },
  }
}

type Opened = ReturnType<typeof open>

function withThread(name: string, body: (opened: Opened) => Promise<void>, options: Options = {}): void {
  test(name, { skip: availableParallelism() === 1 && 'a thread wants a processor of its own' }, async () => {
    const opened = open(options)
    await body(opened).finally(() => opened.close())
  })
}

withThread(
  'a thread commits what is known beforehand, and everybody sees it when they are answered',
  async (opened) => {
    const { writer, untilReady, names } = opened
    await untilReady()
    const commits = writer.counts.commits
    const seen = ['a', 'b', 'c'].map(async (name) => {
      const changed = await writer.run(insert(name))
      return [changed, names().includes(name)]
    })
    assert.deepEqual(await Promise.all(seen), [
      [1, true],
      [1, true],
      [1, true],
    ])
    assert.equal(writer.counts.commits, commits + 1)
    // A transaction sees it, too, and what it writes is there for the thread.
    await writer.tx(async (tx) => {
      assert.equal(await tx.run(rename('a', 'd')), 1)
    })
    assert.equal(await writer.run(rename('d', 'e')), 1)
    assert.deepEqual(names(), ['b', 'c', 'e'])
  },
)

withThread('in a thread, too, each learns of its own, and what fails is undone alone', async (opened) => {
  const { writer, untilReady, names } = opened
  await untilReady()
  const outcomes = await Promise.allSettled([
    writer.run(insert('a')),
    writer.run(insert('a')),
    writer.runAll(all(insert('b'), insert('a'))),
    writer.runAll(all(insert('c'), rename('nobody', 'x'))),
    writer.runAll(all(rename('nobody', 'x'), insert('d'))),
    writer.runAll(all(insert('e'), rename('e', 'f'))),
    writer.runAll([{ statement: insert('g'), rows: 2 }]),
    writer.run(sql`INSERT INTO missing VALUES (1)`),
    writer.run(sql`DELETE FROM kept WHERE name LIKE ${'?'}`),
  ])
  const told = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason))
  assert.equal(told[0], 1)
  assert.ok(told[1] instanceof UniqueViolation)
  assert.equal(told[1].constraint, 'kept.name')
  assert.ok(told[2] instanceof UniqueViolation)
  assert.deepEqual([told[3], told[4], told[5], told[6]], [false, false, true, false])
  assert.match(String(told[7]), /no such table: missing/)
  assert.equal(told[8], 0)
  assert.deepEqual(names(), ['a', 'f'])
})

withThread('whoever ends a transaction midway learns of it, and the others that nothing was saved', async (opened) => {
  const { writer, untilReady, names, path } = opened
  await untilReady()
  // The trigger stands for a full disk: SQLite ends the transaction by itself.
  const maker = SqliteConnection.writer(path, false)
  maker.exec(
    `CREATE TRIGGER full BEFORE INSERT ON kept WHEN NEW.name = 'full' BEGIN SELECT RAISE(ROLLBACK, 'full'); END`,
  )
  maker.close()
  const outcomes = await Promise.allSettled(['a', 'full', 'b'].map((name) => writer.run(insert(name))))
  const told = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : outcome.value))
  const lost = 'the transaction was rolled back'
  assert.deepEqual(told, [lost, 'the database was moved and takes no writes', lost])
  assert.deepEqual(names(), [])
})

withThread('a lock of another process is waited for by the thread, too', async (opened) => {
  const { writer, untilReady, names, path } = opened
  await untilReady()
  const other = await openDatabase({ url: `sqlite:${path}` })
  const held = Promise.withResolvers<void>()
  const holding = other.db.tx(async () => {
    held.resolve()
    for (let turns = 0; turns < 30; turns++) await pause(5)
  })
  await held.promise
  const patient = writer.run(insert('a'))
  assert.deepEqual(names(), [])
  await holding
  assert.equal(await patient, 1)
  await other.close()
})

withThread('whoever waits for a thread that breaks is told so; others are served without it', async (opened) => {
  const { writer, thread, untilReady, names } = opened
  await untilReady()
  const long = sql`
    WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${3_000_000})
    INSERT INTO kept (name) SELECT 'long' FROM count WHERE n = ${3_000_000}`
  const broken = assert.rejects(writer.run(long), DatabaseUnavailable)
  while (writer.waiting > 0) await nextTurn()
  // It lets go of the file when its statement is over.
  await thread.close()
  await broken
  assert.equal(await writer.run(insert('a')), 1)
  assert.deepEqual([thread.isReady, names().includes('a')], [false, true])
})

const withoutThread = async ({ writer, thread, names }: Opened): Promise<void> => {
  await until(async () => (await writer.run(insert(`before ${Math.random()}`))) === 1 && thread.count === 1)
  await until(() => thread.count === 0)
  assert.equal(await writer.run(insert('a')), 1)
  // It isn't tried again with each window in which much is written.
  await pause(250)
  assert.equal(await writer.run(insert('b')), 1)
  assert.deepEqual([thread.isReady, thread.count], [false, 0])
  assert.deepEqual(names(), ['a', 'b'])
}

withThread('where no thread can begin, all is written without', withoutThread, { threadPath: '/dev/null/mandate.db' })

const gone = newPath()
withThread(
  'a thread makes no file where that is gone',
  async (opened) => {
    await withoutThread(opened)
    assert.ok(!existsSync(gone))
  },
  { threadPath: gone },
)

const another = newPath()
withThread(
  'a thread touches no other file that bears the name by then',
  async (opened) => {
    const other = SqliteConnection.writer(another, false)
    await withoutThread(opened)
    assert.deepEqual(other.all(sql`SELECT * FROM sqlite_schema`), [])
    other.close()
  },
  { threadPath: another },
)

withThread(
  'a thread ends when little is written',
  async ({ thread, untilReady }) => {
    await untilReady()
    await until(() => !thread.isReady && thread.count === 0)
  },
  { staysMs: 100 },
)

withThread(
  'a few writes start no thread',
  async ({ writer, thread }) => {
    for (let i = 0; i < 3; i++) await writer.run(insert(`${i}`))
    thread.took(1)
    await pause(250)
    thread.took(1)
    assert.equal(thread.count, 0)
  },
  { fromPart: 0.25 },
)

test('closing ends the thread, and leaves one file', async () => {
  const opened = open()
  if (availableParallelism() > 1) await opened.untilReady()
  await opened.close()
  assert.equal(opened.thread.count, 0)
  assert.ok(!existsSync(`${opened.path}-wal`))
})

// Writes pairs without end, names each once it is acknowledged, and says when it is the thread that writes.
const WRITER = `
  import { writeSync } from 'node:fs'
  import { sql } from '#/platform/db/sql.ts'
  import { SqliteConnection, writtenFile } from '#/platform/db/sqlite.ts'
  import { SqliteWriter } from '#/platform/db/sqlite-writer.ts'
  import { SqliteWriteThread } from '#/platform/db/sqlite-write-thread.ts'
  const [file] = process.argv.slice(1)
  const writing = SqliteConnection.writer(file)
  writing.exec('CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY)')
  const thread = new SqliteWriteThread({ ...writtenFile(file, true), fromPart: 0 })
  const writer = new SqliteWriter(writing, { thread })
  const insert = (name) => ({ statement: sql\`INSERT INTO kept (name) VALUES (\${name})\` })
  for (let worker = 0; worker < 16; worker++) void (async () => {
    for (let i = 0; ; i++) {
      const name = [worker, i].join('.')
      const isTaken = thread.isReady
      await writer.runAll([insert(name + '-left'), insert(name + '-right')])
      writeSync(1, (isTaken ? 'taken ' : 'own ') + name + '\\n')
    }
  })()
`

test('F1 a process that is killed while its thread writes loses no acknowledged write and leaves none half done', async (t) => {
  if (availableParallelism() === 1) return t.skip('a thread wants a processor of its own')
  const path = newPath()
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, path], {
    cwd: SERVER_FOLDER,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.split('taken').length > MANY) child.kill('SIGKILL')
  })
  await once(child, 'close')
  // The last line may be cut off by the kill.
  const acknowledged = output.split('\n').slice(0, -1)
  assert.ok(acknowledged.some((line) => line.startsWith('taken')))
  const database = await openDatabase({ url: `sqlite:${path}` })
  const rows = await database.db.all(sql`SELECT name FROM kept`)
  await database.close()
  const kept = new Set(rows.map(({ name }) => name as string))
  for (const line of acknowledged) assert.ok(kept.has(`${line.split(' ')[1]}-left`), `${line} is lost`)
  for (const half of kept) {
    const name = half.replace(/-(left|right)$/, '')
    assert.ok(kept.has(`${name}-left`) && kept.has(`${name}-right`), `${name} is half done`)
  }
})
