import assert from 'node:assert/strict'
import {
  createWriteStream,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import { join, raw, sql } from '#/platform/db/sql.ts'
import { migrate } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { TestClock } from '#test/support/clock.ts'
import { chosenEngines, freshDatabase, migrationsBefore, onEachEngine } from '#test/support/engines.ts'
import { sealedChain } from '#test/support/event-chain.ts'
import { fillTables } from '#test/support/filled-tables.ts'
import { digestsOf, emptyDatabase, keyFile, newFile, surroundingsFor } from '#test/support/maintenance.ts'
import { decrypted, encrypted, encrypterTo } from './archive/encryption.ts'
import { linesOf } from './archive/lines.ts'
import { ArchiveReader } from './archive/read-archive.ts'
import { sealed, unsealed } from './archive/seal.ts'
import { backUp } from './backup.ts'
import { explain } from './explain.ts'
import { restore } from './restore.ts'
import type { TestContext } from 'node:test'
import type { WrappingKey } from '#/platform/crypto/master-key.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { FailureKind } from './reporting/reports.ts'

/** A database with some of everything, and a backup of it. */
async function backedUp(fixture: EngineFixture) {
  const { masterKey } = await sealedChain(fixture, 30)
  await fillTables(fixture.db)
  const { clock, url: databaseUrl } = fixture
  const keys = await keyFile(clock)
  const file = newFile('mandate.age')
  const surroundings = surroundingsFor({ databaseUrl, masterKey, clock })
  const written = await backUp({ file, recipients: [keys.recipient], verify: true }, surroundings)
  return { file, identity: keys.file, recipient: keys.recipient, written, surroundings, masterKey }
}

type BackedUp = Awaited<ReturnType<typeof backedUp>>

const restoring = ({ file, identity, surroundings }: BackedUp, to: string, from = file) =>
  restore({ file: from, identity, to, end: [] }, surroundings)

/** Restores what bears no seal of the master key, as an operator may who says so. */
const restoringAnyway = ({ identity, surroundings }: BackedUp, to: string, from: string) =>
  restore({ file: from, identity, to, end: [], acceptUnknownOrigin: true }, surroundings)

/** What depends on the file alone runs on one engine. */
function onOneEngine(name: string, body: (t: TestContext, fixture: EngineFixture) => Promise<void>): void {
  test(name, async (t) => {
    const fresh = await freshDatabase(chosenEngines()[0] ?? 'sqlite')
    t.after(() => fresh.release())
    await body(t, { ...fresh, clock: new TestClock() })
  })
}

async function refused(work: Promise<unknown>, kind: FailureKind, code: string): Promise<void> {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (failure: unknown) => explain(failure),
  )
  assert.deepEqual([error.about.kind, error.about.code], [kind, code], error.message)
}

/** What a database may hold after a restore that failed: nothing, or what no server starts on. */
async function assertUnusable(url: string, clock: TestClock): Promise<void> {
  const database = await openDatabase({ url, durable: false })
  try {
    const tables = await database.db.all(sql`SELECT 1 AS one FROM ${raw(tablesTable[database.db.engine])}`)
    if (tables.length > 0) await assert.rejects(migrate(database, clock), /did not finish/)
  } finally {
    await database.close()
  }
}

const tablesTable = {
  sqlite: "sqlite_schema WHERE type = 'table'",
  postgres: "pg_tables WHERE schemaname = 'public'",
}

onEachEngine('a backup brings back every value on both engines, and leaves nothing open', async (t, fixture) => {
  const made = await backedUp(fixture)
  const { file, written } = made
  assert.deepEqual(
    { ...written, size: 0, created_at: '' },
    {
      ...written,
      size: 0,
      created_at: '',
      verified: true,
      contains_master_key: false,
      engine: fixture.engine,
    },
  )
  assert.equal((written as { audit: { sequence: number } }).audit.sequence, 30)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(path.dirname(file)), ['mandate.age'], 'no half file is left')
  const before = await digestsOf(fixture.url)
  for (const engine of chosenEngines()) {
    const to = await emptyDatabase(t, engine)
    const restored = await restoring(made, to)
    const { ended, origin } = restored as { ended: object; origin: string }
    assert.deepEqual([ended, origin], [{}, 'verified'])
    const { events: recorded, ...after } = await digestsOf(to)
    const { events: former, ...rest } = before
    assert.deepEqual(after, rest)
    assert.equal(recorded?.rows, (former?.rows ?? 0) + 1, 'the log tells of the restore')
    const database = await openDatabase({ url: to, durable: false })
    t.after(() => database.close())
    assert.equal((await migrate(database, fixture.clock)).applied, 0, 'a server starts on it')
    const event = await database.db.get(sql`SELECT name, actor_id, data FROM events WHERE sequence IS NULL`)
    assert.deepEqual([event?.['name'], event?.['actor_id']], ['system.restored', 'restore'])
    assert.match(String(event?.['data']), /"origin_verified":true/)
  }
})

onOneEngine('is encrypted to every recipient, and no row or key can be read in it', async (_t, fixture) => {
  const { masterKey } = await sealedChain(fixture, 10)
  const [one, other] = [await keyFile(fixture.clock), await keyFile(fixture.clock)]
  assert.equal(statSync(one.file).mode & 0o777, 0o600)
  const surroundings = surroundingsFor({ databaseUrl: fixture.url, masterKey, clock: fixture.clock })
  const file = newFile('mandate.age')
  await backUp({ file, recipients: [one.recipient, other.recipient], verify: false }, surroundings)
  assert.match(readFileSync(file, 'latin1'), /^age-encryption\.org\/v1\n(-> X25519 \S+\n\S+\n){2}--- /)
  const texts = await Promise.all(
    [one, other].map(async (keys) => {
      const [, , identity = ''] = readFileSync(keys.file, 'utf8').split('\n')
      const lines: string[] = []
      for await (const line of linesOf(decrypted(file, [identity]))) lines.push(line)
      return lines.join('\n')
    }),
  )
  assert.equal(texts[0], texts[1])
  assert.match(texts[0] ?? '', /thing\.counted/)
  assert.ok(!readFileSync(file, 'latin1').includes('thing.counted'))
  assert.ok(!(texts[0] ?? '').includes(masterKey))
})

onEachEngine('while somebody writes, a backup is one moment', async (_t, fixture) => {
  const { db, url: databaseUrl, clock } = fixture
  const { masterKey } = await sealedChain(fixture, 10)
  let n = 0
  // Two tables that always hold the same, in the eyes of whoever looks at one moment.
  const both = () =>
    db.tx(async (tx) => {
      n += 1
      await tx.run(sql`INSERT INTO milestones (name, reached_at, detail) VALUES (${`m${n}`}, ${n}, '')`)
      await tx.run(sql`INSERT INTO jobs (name, lease_until, next_run_at) VALUES (${`j${n}`}, 0, 0)`)
    })
  for (let i = 0; i < 600; i++) await both()
  const stop = new AbortController()
  const writing = (async () => {
    while (!stop.signal.aborted) await both()
  })()
  const surroundings = surroundingsFor({ databaseUrl, masterKey, clock })
  const keys = await keyFile(clock)
  const file = newFile('mandate.age')
  await backUp({ file, recipients: [keys.recipient], verify: true }, surroundings)
  stop.abort()
  await writing
  const rows = new Map<string, number>()
  let table = ''
  const [, , identity = ''] = readFileSync(keys.file, 'utf8').split('\n')
  for await (const line of linesOf(decrypted(file, [identity]))) {
    const value = JSON.parse(line) as { table?: string; rows?: number }
    table = value.table ?? table
    if (value.rows !== undefined) rows.set(table, value.rows)
  }
  assert.equal(rows.get('milestones'), rows.get('jobs'))
  assert.ok(Number(rows.get('jobs')) >= 600 && n > Number(rows.get('jobs')), 'somebody wrote meanwhile')
})

onOneEngine(
  'a file that was cut off or changed anywhere is refused, and no server starts on what came of it',
  async (t, fixture) => {
    const made = await backedUp(fixture)
    const whole = readFileSync(made.file)
    const to = await emptyDatabase(t, fixture.engine)
    const headerEnd = whole.indexOf('\n--- ') + 50
    const places = [
      0,
      1,
      30,
      headerEnd,
      headerEnd + 20,
      Math.floor(whole.length / 2),
      whole.length - 20,
      whole.length - 1,
    ]
    const damaged = newFile('damaged.age')
    for (const place of places) {
      writeFileSync(damaged, whole.subarray(0, place))
      await refused(restoring(made, to, damaged), 'check_failed', 'backup_damaged')
      const flipped = Buffer.from(whole)
      flipped[place] = (flipped[place] ?? 0) ^ 1
      writeFileSync(damaged, flipped)
      const error = await restoring(made, to, damaged).then(
        () => assert.fail(`byte ${place} changed`),
        (failure: unknown) => explain(failure),
      )
      // A changed stanza of a recipient is that of somebody else.
      assert.ok(['backup_damaged', 'identity_wrong'].includes(error.about.code), `${place}: ${error.message}`)
      await assertUnusable(to, fixture.clock)
    }
    writeFileSync(damaged, Buffer.concat([whole, Buffer.from('more')]))
    await refused(restoring(made, to, damaged), 'check_failed', 'backup_damaged')
    // What was left unfinished is thrown away by the next restore, which then is whole.
    await restoring(made, to)
    assert.equal(Object.keys(await digestsOf(to)).length > 80, true)
  },
)

/** Changes the lines of a backup and encrypts them anew, as somebody can who has the public key. */
async function forged(made: BackedUp, change: (lines: string[]) => string[] | Promise<string[]>): Promise<string> {
  const [, , identity = ''] = readFileSync(made.identity, 'utf8').split('\n')
  const lines: string[] = []
  for await (const line of linesOf(decrypted(made.file, [identity]))) lines.push(line)
  const file = newFile('forged.age')
  const text = `${(await change(lines)).join('\n')}\n`
  const written = async function* () {
    yield text
  }
  await pipeline(await encrypted(written(), encrypterTo([made.recipient])), createWriteStream(file))
  return file
}

onOneEngine('what another key encrypted, a newer version made or somebody forged is refused', async (t, fixture) => {
  const made = await backedUp(fixture)
  const to = await emptyDatabase(t, fixture.engine)
  const another = await keyFile(fixture.clock)
  await refused(restoring({ ...made, identity: another.file }, to), 'usage', 'identity_wrong')
  await refused(restoring({ ...made, identity: made.file }, to), 'usage', 'identity_invalid')
  await refused(restoring({ ...made, identity: newFile('none') }, to), 'usage', 'identity_missing')
  await refused(restoring(made, to, newFile('none')), 'not_found', 'backup_not_found')
  const header = (change: (header: Record<string, unknown>) => unknown) => (lines: string[]) =>
    lines.with(0, JSON.stringify(change(JSON.parse(lines[0] ?? '') as Record<string, unknown>)))
  const next = { number: 9000, name: 'later', checksum: 'x' }
  const newer = [
    header((it) => ({ ...it, version: 3 })),
    header((it) => ({ ...it, migrations: [...(it['migrations'] as object[]), next] })),
    header((it) => ({ ...it, migrations: [{ ...next, number: 1 }] })),
  ]
  for (const change of newer)
    await refused(restoring(made, to, await forged(made, change)), 'conflict', 'backup_version')
  assert.deepEqual(await digestsOf(to), {}, 'nothing was touched before')
  const changes: readonly [string, string, (lines: string[]) => string[]][] = [
    ['check_failed', 'backup_damaged', header((it) => ({ ...it, format: 'another' }))],
    ['check_failed', 'data_unfit', (lines) => renamed(lines, '"name":"email"', '"name":"unknown"')],
    [
      'check_failed',
      'backup_damaged',
      (lines) => renamed(lines, '"table":"users"', String.raw`"table":"users; DROP TABLE users"`),
    ],
    ['check_failed', 'backup_damaged', (lines) => lines.filter((line) => !line.includes('thing.counted'))],
    ['check_failed', 'backup_damaged', (lines) => lines.slice(0, -2)],
    ['check_failed', 'backup_damaged', (lines) => [...lines, lines.at(-1) ?? '']],
    [
      'check_failed',
      'data_unfit',
      (lines) => lines.map((line) => line.replace(/^\[("[^"]*"|-?\d+|null),/, '[{"a":1},')),
    ],
  ]
  for (const [kind, code, change] of changes) {
    await refused(restoringAnyway(made, to, await forged(made, change)), kind as FailureKind, code)
    await assertUnusable(to, fixture.clock)
  }
})

/** The lines as the first format had them. */
const withoutSeal = (lines: readonly string[]): string[] => lines.slice(0, -1)
const first = (lines: readonly string[]): string[] =>
  withoutSeal(lines).with(0, renamed([lines[0] ?? ''], '"version":2', '"version":1')[0] ?? '')

/** Lines that a stranger seals with a key of theirs, under a name of their choice. */
async function sealedAnew(lines: readonly string[], key: WrappingKey): Promise<string[]> {
  const pieces = Readable.from(withoutSeal(lines).map((line) => `${line}\n`)) as AsyncIterable<string>
  return (await Array.fromAsync(sealed(pieces, key))).map((piece) => piece.trimEnd())
}

onOneEngine('whoever has only the public key makes no backup that is restored', async (t, fixture) => {
  const made = await backedUp(fixture)
  const to = await emptyDatabase(t, fixture.engine)
  const changed = (lines: string[]) => renamed(lines, 'thing.counted', 'thing.planted')
  const own = { id: 'abcdefabcdef', bytes: randomBytes(32) }
  const ours = parseMasterKey(made.masterKey, 'the test').id
  const attempts: readonly [FailureKind, string, (lines: string[]) => string[] | Promise<string[]>][] = [
    ['check_failed', 'backup_forged', changed],
    ['check_failed', 'backup_unsealed', (lines) => withoutSeal(changed(lines))],
    ['check_failed', 'backup_unsealed', (lines) => first(changed(lines))],
    ['usage', 'master_key', (lines) => sealedAnew(changed(lines), own)],
    ['check_failed', 'backup_forged', (lines) => sealedAnew(changed(lines), { ...own, id: ours })],
    ['check_failed', 'backup_forged', (lines) => lines.with(lines.length - 1, `{"seal":{"key":"${ours}","mac":""}}`)],
    ['check_failed', 'backup_unsealed', (lines) => lines.with(lines.length - 1, '{"seal":{"key":1,"mac":[]}}')],
  ]
  for (const [kind, code, attempt] of attempts) {
    await refused(restoring(made, to, await forged(made, attempt)), kind, code)
    assert.deepEqual(await digestsOf(to), {}, `${code}: nothing was touched before`)
  }
})

onOneEngine(
  'a backup without a seal is restored where the operator says so, and the log tells of it',
  async (t, fixture) => {
    const made = await backedUp(fixture)
    const to = await emptyDatabase(t, fixture.engine)
    const restored = await restoringAnyway(made, to, await forged(made, first))
    assert.equal((restored as { origin: string }).origin, 'unknown')
    const database = await openDatabase({ url: to, durable: false })
    t.after(() => database.close())
    const event = await database.db.get(sql`SELECT data FROM events WHERE name = 'system.restored'`)
    assert.match(String(event?.['data']), /"origin_verified":false/)
  },
)

onOneEngine('a seal of the master key before the last rotation is known', async (t, fixture) => {
  const made = await backedUp(fixture)
  const about = { databaseUrl: fixture.url, clock: fixture.clock, previousKey: made.masterKey }
  const to = await emptyDatabase(t, fixture.engine)
  const restored = await restoring({ ...made, surroundings: surroundingsFor(about) }, to)
  assert.equal((restored as { origin: string }).origin, 'verified')
})

onOneEngine('what the seal does not fit is refused at its end when it is loaded, too', async (_t, fixture) => {
  const made = await backedUp(fixture)
  const [, , identity = ''] = readFileSync(made.identity, 'utf8').split('\n')
  const masterKey = { current: parseMasterKey(made.masterKey, 'the test'), previous: [] }
  const forgery = await forged(made, (lines) => lines.with(0, (lines[0] ?? '').replace('"mandate":"', '"mandate":"9')))
  const reader = new ArchiveReader(unsealed(linesOf(decrypted(forgery, [identity])), masterKey))
  await reader.header()
  const load = async (): Promise<void> => {
    for await (const { batches } of reader.tables()) await Array.fromAsync(batches)
  }
  await refused(load(), 'check_failed', 'backup_forged')
})

onOneEngine('a file that can not be looked at is not taken for one that is not there', async (t, fixture) => {
  const made = await backedUp(fixture)
  const file = newFile('loop.age')
  symlinkSync(file, file)
  const request = { file, recipients: [made.recipient], verify: true }
  await refused(backUp(request, made.surroundings), 'failed', 'eloop')
  await refused(restoring(made, await emptyDatabase(t, fixture.engine), file), 'failed', 'eloop')
  assert.ok(lstatSync(file).isSymbolicLink(), 'nothing took its place')
})

const renamed = (lines: readonly string[], from: string, to: string): string[] =>
  lines.map((line) => line.replaceAll(from, to))

onEachEngine(
  'a log that was tampered with is never taken for a good backup, nor restored as one',
  async (t, fixture) => {
    const made = await backedUp(fixture)
    await fixture.db.run(sql`UPDATE events SET data = '{"n":999}' WHERE sequence = 12`)
    const file = newFile('mandate.age')
    const request = { file, recipients: [made.recipient], verify: true }
    await refused(backUp(request, made.surroundings), 'check_failed', 'backup_unproven')
    assert.equal(existsSync(file), false)
    await backUp({ ...request, verify: false }, made.surroundings)
    const to = await emptyDatabase(t, fixture.engine)
    await refused(restoring(made, to, file), 'check_failed', 'audit_broken')
    await assertUnusable(to, fixture.clock)
  },
)

onOneEngine('another master key is refused before anything may start', async (t, fixture) => {
  const made = await backedUp(fixture)
  const surroundings = surroundingsFor({ databaseUrl: fixture.url, clock: fixture.clock })
  const request = { file: newFile('mandate.age'), recipients: [made.recipient], verify: true }
  await refused(backUp(request, surroundings), 'usage', 'master_key')
  await refused(backUp({ ...request, verify: false }, surroundings), 'usage', 'master_key')
  const to = await emptyDatabase(t, fixture.engine)
  await refused(restoring({ ...made, surroundings }, to), 'usage', 'master_key')
  assert.deepEqual(await digestsOf(to), {})
})

onOneEngine('what is there is never overwritten', async (_t, fixture) => {
  const made = await backedUp(fixture)
  const before = await digestsOf(fixture.url)
  await refused(restoring(made, fixture.url), 'conflict', 'target_not_empty')
  assert.deepEqual(await digestsOf(fixture.url), before)
  const copy = readFileSync(made.file)
  const request = { file: made.file, recipients: [made.recipient], verify: true }
  await refused(backUp(request, made.surroundings), 'usage', 'file_exists')
  assert.deepEqual(readFileSync(made.file), copy)
  await refused(
    backUp({ ...request, file: newFile('x'), recipients: ['age1nonsense'] }, made.surroundings),
    'usage',
    'recipient_invalid',
  )
})

onEachEngine('an interruption leaves no file, and a database that the next restore begins anew', async (t, fixture) => {
  const made = await backedUp(fixture)
  const about = { databaseUrl: fixture.url, masterKey: made.masterKey, clock: fixture.clock }
  for (const interruptAt of [/writing roles/, /restoring roles/, /comparing roles/]) {
    const file = newFile('mandate.age')
    const request = { file, recipients: [made.recipient], verify: true }
    await refused(backUp(request, surroundingsFor({ ...about, interruptAt })), 'failed', 'interrupted')
    assert.deepEqual(readdirSync(path.dirname(file)), [])
  }
  const to = await emptyDatabase(t, fixture.engine)
  const surroundings = surroundingsFor({ ...about, interruptAt: /restoring roles/ })
  await refused(restoring({ ...made, surroundings }, to), 'failed', 'interrupted')
  await assertUnusable(to, fixture.clock)
  await restoring(made, to)
})

for (const engine of chosenEngines())
  test(`a backup of an older schema comes to that of this version (${engine})`, async (t: TestContext) => {
    const older = migrationsBefore('revocation_feed')
    const clock = new TestClock()
    const fresh = await freshDatabase(engine, { migrated: false })
    t.after(() => fresh.release())
    const { current: number } = await migrate(fresh.database, clock, older)
    const { masterKey } = await sealedChain({ ...fresh, clock }, 20)
    await fresh.db.run(sql`INSERT INTO milestones (name, reached_at, detail) VALUES ('kept', 5, '')`)
    const keys = await keyFile(clock)
    const file = newFile('older.age')
    const surroundings = surroundingsFor({ databaseUrl: fresh.url, masterKey, clock })
    const written = await backUp({ file, recipients: [keys.recipient], verify: true }, surroundings)
    assert.equal((written as { schema: { number: number } }).schema.number, number)
    for (const into of chosenEngines()) {
      const to = await emptyDatabase(t, into)
      const done = await restore({ file, identity: keys.file, to, end: [] }, surroundings)
      assert.ok((done as { migrated: number }).migrated >= 1)
      assert.equal((await digestsOf(to))['milestones']?.rows, 1)
      assert.ok('revocation_feed' in (await digestsOf(to)))
    }
  })

onOneEngine('memory does not grow with the rows', async (_t, fixture) => {
  const { db, url: databaseUrl, clock } = fixture
  const { masterKey } = await sealedChain(fixture, 10)
  const detail = 'x'.repeat(1500)
  const row = () => sql`(${randomBytes(12).toString('hex')}, 0, ${detail})`
  const { recipient } = await keyFile(clock)
  const peaks: number[] = []
  let rows = 0
  for (const upTo of [20_000, 100_000]) {
    for (; rows < upTo; rows += 500)
      await db.run(
        sql`INSERT INTO milestones (name, reached_at, detail) VALUES ${join(Array.from({ length: 500 }, row))}`,
      )
    const request = { operation: 'backup', file: newFile('mandate.age'), recipients: [recipient], verify: true }
    peaks.push(await peakOf(request, { MANDATE_DATABASE_URL: databaseUrl, MANDATE_MASTER_KEY: masterKey }))
  }
  const [few = 0, many = 0] = peaks
  // 80,000 rows more are 116 MiB of text, which is written, read, restored and compared.
  assert.ok(many - few < 40, `${few} MiB, then ${many} MiB`)
})

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const TELL = `data:text/javascript,process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))`

/** The most memory that the program has in MiB while it does something. The heap is kept small: garbage does not count. */
async function peakOf(request: object, env: Readonly<Record<string, string>>): Promise<number> {
  const flags = ['--max-old-space-size=64', '--max-semi-space-size=4', '--import', TELL]
  const child = spawn(process.execPath, [...flags, MAIN, 'maintenance'], { env: { ...process.env, ...env } })
  child.stdin.write(`${JSON.stringify(request)}\n`)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.match(out, /"result"/, err)
  return Math.round(Number(/peak (\d+)/.exec(err)?.[1]) / 1024)
}
