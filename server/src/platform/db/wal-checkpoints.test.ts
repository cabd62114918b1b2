import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { scratch } from '#test/support/engines.ts'
import { until } from '#test/support/until.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { SqliteConnection, writtenFile } from './sqlite.ts'
import { WalCheckpoints } from './wal-checkpoints.ts'

const SERVER_FOLDER = fileURLToPath(new URL('../../../', import.meta.url))
/** A row of some ten pages. */
const LONG = 'x'.repeat(40_000)

const newPath = (): string => join(mkdtempSync(join(scratch(), 'wal-')), 'mandate.db')

interface Opened {
  readonly writing: SqliteConnection
  readonly writer: SqliteWriter
  readonly checkpoints: WalCheckpoints
  /** Commits a row of ten pages. */
  write(): Promise<number>
  close(): Promise<void>
}

interface OpenOptions {
  readonly path?: string
  /** The file that the thread is to copy, when it is not the same. */
  readonly copied?: string
  readonly idleMs?: number
}

/** A file and its writer, as a database has them; the thread may be given another file. */
function open({ path = newPath(), copied, idleMs = 60_000 }: OpenOptions = {}): Opened {
  const writing = SqliteConnection.writer(path, false)
  writing.exec('CREATE TABLE IF NOT EXISTS kept (value TEXT)')
  const checkpoints = new WalCheckpoints({ ...writtenFile(path, false), file: copied ?? path, writing, idleMs })
  const writer = new SqliteWriter(writing, { committed: () => checkpoints.committed() })
  return {
    writing,
    writer,
    checkpoints,
    write: () => writer.run(sql`INSERT INTO kept (value) VALUES (${LONG})`),
    close: async () => {
      await writer.close()
      await checkpoints.close()
      writing.close()
    },
  }
}

test('a thread copies the log while many write, and ends when nobody does', async () => {
  const path = newPath()
  const { checkpoints, write, close } = open({ path, idleMs: 20 })
  try {
    await until(async () => (await write()) === 1 && checkpoints.count > 0)
    // Until something is copied, all is in the log.
    assert.ok(statSync(path).size > 1_000_000)
    await until(() => !checkpoints.isRunning)
    const { count } = checkpoints
    await until(async () => (await write()) === 1 && checkpoints.count > count)
  } finally {
    await close()
  }
})

/** Writes until the log has begun anew so often. */
async function writeThrough(times: number, { writing, write }: Opened): Promise<void> {
  let [before, begun] = [0, 0]
  await until(async () => {
    for (let commits = 0; commits < 50; commits++) await write()
    const { written } = writing.logPages()
    if (written < before) begun++
    before = written
    return begun >= times
  })
}

test('the log begins anew although others write on', async () => {
  const opened = open()
  try {
    const { checkpoints, write } = opened
    // Before the thread has started, the writing connection may have copied more than one log.
    await until(async () => (await write()) === 1 && checkpoints.count > 0)
    const { count } = checkpoints
    await writeThrough(3, opened)
    await until(async () => (await write()) === 1 && checkpoints.count > count)
  } finally {
    await opened.close()
  }
})

test('a few commits start no thread, however large', async () => {
  const { writer, checkpoints, write, close } = open()
  try {
    for (let i = 0; i < 2; i++) await Promise.all(Array.from({ length: 200 }, write))
    assert.equal(writer.counts.commits, 2)
    assert.equal(checkpoints.isRunning, false)
  } finally {
    await close()
  }
})

test('where no thread can copy the log it begins anew all the same', async () => {
  const opened = open({ copied: newPath() })
  const { checkpoints, write } = opened
  try {
    await until(async () => (await write()) === 1 && checkpoints.isRunning)
    await writeThrough(3, opened)
    await until(() => !checkpoints.isRunning)
    assert.equal(checkpoints.count, 0)
  } finally {
    await opened.close()
  }
})

test('closing ends the thread, and leaves one file', async () => {
  const path = newPath()
  const { checkpoints, write, close } = open({ path })
  await until(async () => (await write()) === 1 && checkpoints.isRunning)
  await close()
  assert.equal(checkpoints.isRunning, false)
  assert.ok(!existsSync(`${path}-wal`))
})

// Writes without end and names each row once it is acknowledged; says when the thread copies, and leaves or goes on.
const WRITER = `
  import { writeSync } from 'node:fs'
  import { sql } from '#/platform/db/sql.ts'
  import { SqliteConnection, writtenFile } from '#/platform/db/sqlite.ts'
  import { SqliteWriter } from '#/platform/db/sqlite-writer.ts'
  import { WalCheckpoints } from '#/platform/db/wal-checkpoints.ts'
  const [file, leaves] = process.argv.slice(1)
  const writing = SqliteConnection.writer(file)
  writing.exec('CREATE TABLE IF NOT EXISTS kept (value TEXT)')
  const checkpoints = new WalCheckpoints({ ...writtenFile(file, true), writing, idleMs: 3_600_000 })
  const writer = new SqliteWriter(writing, { committed: () => checkpoints.committed() })
  for (let i = 0; leaves === 'goes on' || checkpoints.count === 0; i++) {
    await writer.run(sql\`INSERT INTO kept (value) VALUES (\${i + ' ' + 'x'.repeat(40_000)})\`)
    writeSync(1, i + '\\n')
    if (checkpoints.isRunning) writeSync(1, 'copying\\n')
  }
`

const startWriter = (file: string, leaves: 'leaves' | 'goes on') =>
  spawn(process.execPath, ['--input-type=module', '-e', WRITER, file, leaves], {
    cwd: SERVER_FOLDER,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

test('the thread keeps no process alive', async () => {
  const child = startWriter(newPath(), 'leaves')
  child.stdout.resume()
  assert.deepEqual(await once(child, 'close'), [0, null])
})

test('F1 a process killed while the log is copied loses no acknowledged write', async () => {
  const path = newPath()
  const child = startWriter(path, 'goes on')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes('copying')) child.kill('SIGKILL')
  })
  await once(child, 'close')
  // The last line may be cut off by the kill.
  const acknowledged = output.split('\n').slice(0, -1)
  assert.ok(acknowledged.includes('copying'))
  const database = await openDatabase({ url: `sqlite:${path}` })
  const rows = await database.db.all(sql`SELECT substr(value, 1, instr(value, ' ') - 1) AS name FROM kept`)
  await database.close()
  const kept = new Set(rows.map(({ name }) => name))
  for (const name of acknowledged) assert.ok(name === 'copying' || kept.has(name), `${name} is lost`)
})
