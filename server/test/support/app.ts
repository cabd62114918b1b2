import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createApp } from '#/composition/app.ts'
import type { App } from '#/composition/app.ts'
import type { AppOptions } from '#/composition/foundation.ts'
import { loadConfig } from '#/platform/config/config.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import type { Database } from '#/platform/db/db.ts'
import { openDatabase } from '#/platform/db/open.ts'
import type { Engine } from '#/platform/db/sql.ts'
import type { AppServices } from '#/composition/services.ts'
import { LogLines } from '#/platform/log/lines.ts'
import { createLogger } from '#/platform/log/log.ts'
import { PasswordHasher } from '#/modules/credentials/index.ts'
import { TestClock } from './clock.ts'
import { freshDatabase, scratch, storyEngine } from './engines.ts'
import { noting } from './statements.ts'
import type { FreshDatabase } from './engines.ts'

interface TestAppOptions {
  /** SQLite or PostgreSQL; `MANDATE_TEST_ENGINE` when not given. */
  readonly engine?: Engine
  readonly baseUrl?: string
  readonly clock?: TestClock
  readonly mode?: 'dev' | 'production'
  /** Names and certificates of servers that stand on this machine. */
  readonly outbound?: AppOptions['outbound']
  /** What the DNS says. */
  readonly lookUpTxt?: AppOptions['lookUpTxt']
  /** Whether the gateway is turned on; it is, though it does not listen before it is told to. */
  readonly gateway?: boolean
  /** Proxies that are believed. */
  readonly trustedProxies?: readonly string[]
  /** How patient the gateway is with its upstreams. */
  readonly upstreamTimeouts?: AppOptions['upstreamTimeouts']
  /** Where a built dashboard is. */
  readonly dashboardDir?: string
  /** Where a built guide is. */
  readonly guideDir?: string
  /** Gets the name of each statement that writes. */
  readonly written?: string[]
  /** Gets the text of each statement. */
  readonly statements?: string[]
}

/** A request of a test: fields are written as JSON, `form` as a form. */
export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  readonly url: string
  readonly headers?: Record<string, string | string[]>
  readonly json?: unknown
  readonly form?: Record<string, string> | readonly (readonly [string, string])[]
  readonly body?: string | Buffer
  readonly remoteAddress?: string
}

/** An answer, with its body parsed when it is JSON. */
export interface TestAnswer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
  readonly json: Record<string, unknown>
}

/** One node of the server under test, served in memory, with a clock that stands still. */
export class TestApp {
  readonly app: App
  readonly services: AppServices
  readonly clock: TestClock
  readonly baseUrl: string
  readonly adminKey: string
  readonly database: Database
  /** Everything the server logged, as JSON lines. */
  readonly log: string[]
  readonly dataDir: string
  readonly #options: NodeOptions

  constructor(app: App, adminKey: string, log: string[], options: NodeOptions) {
    this.app = app
    this.services = app.services
    this.clock = options.clock
    this.baseUrl = options.baseUrl
    this.adminKey = adminKey
    this.database = options.database
    this.log = log
    this.dataDir = options.dataDir
    this.#options = options
  }

  /** Sends one request and answers what came back. Strict: an answer that its route does not declare is a failure. */
  async send(request: TestRequest): Promise<TestAnswer> {
    const { method = request.json === undefined && request.form === undefined ? 'GET' : 'POST', url } = request
    const answer = await this.app.http.inject({
      method,
      url,
      headers: { host: new URL(this.baseUrl).host, ...contentType(request), ...request.headers },
      ...payload(request),
      ...(request.remoteAddress === undefined ? {} : { remoteAddress: request.remoteAddress }),
    })
    const isJson = /^application\/(scim\+)?json/.test(answer.headers['content-type'] ?? '')
    return {
      status: answer.statusCode,
      headers: answer.headers as TestAnswer['headers'],
      text: answer.body,
      json: isJson && answer.body !== '' ? (JSON.parse(answer.body) as Record<string, unknown>) : {},
    }
  }

  /** Sends a request with the first admin key. */
  admin(method: NonNullable<TestRequest['method']>, path: string, json?: unknown): Promise<TestAnswer> {
    const headers = { authorization: `Bearer ${this.adminKey}` }
    return this.send({ method, url: `/api/v1${path}`, headers, ...(json === undefined ? {} : { json }) })
  }

  /** A second node on the same database, sharing the clock. */
  async secondNode(t: TestContext): Promise<TestApp> {
    const database = await openDatabase({ url: this.#options.url, durable: false })
    const node = await startNode({ ...this.#options, database })
    endWith(t, () => stopNode(node, database))
    return node
  }
}

interface NodeOptions {
  readonly url: string
  readonly database: Database
  readonly clock: TestClock
  readonly baseUrl: string
  readonly dataDir: string
  readonly masterKey: string
  readonly mode: 'dev' | 'production'
  readonly outbound: AppOptions['outbound']
  readonly lookUpTxt: AppOptions['lookUpTxt']
  readonly gateway: boolean
  readonly trustedProxies: readonly string[]
  readonly dashboardDir: string
  readonly guideDir: string
  readonly upstreamTimeouts: AppOptions['upstreamTimeouts']
}

/** Starts a server with an empty database of its own; it is gone when the test ends. */
export async function createTestApp(t: TestContext, options: TestAppOptions = {}): Promise<TestApp> {
  const fresh = await freshDatabase(options.engine ?? storyEngine())
  const dataDir = mkdtempSync(join(scratch(), 'data-'))
  const app = await startNode({
    url: fresh.url,
    database: notedDatabase(fresh.database, options),
    clock: options.clock ?? new TestClock(),
    baseUrl: options.baseUrl ?? 'http://localhost:8080',
    dataDir,
    masterKey: randomBytes(32).toString('base64'),
    mode: options.mode ?? 'dev',
    outbound: options.outbound,
    lookUpTxt: options.lookUpTxt,
    gateway: options.gateway ?? true,
    trustedProxies: options.trustedProxies ?? [],
    dashboardDir: options.dashboardDir ?? join(dataDir, 'no-dashboard'),
    guideDir: options.guideDir ?? join(dataDir, 'no-guide'),
    upstreamTimeouts: options.upstreamTimeouts,
  })
  endWith(t, () => stopNode(app, fresh, dataDir))
  return app
}

/** Ends something with its test. The runner keeps every hook until the whole run is over, so this one lets go of it. */
function endWith(t: TestContext, end: () => Promise<void>): void {
  let waiting: (() => Promise<void>) | undefined = end
  t.after(() => {
    const now = waiting
    waiting = undefined
    return now?.()
  })
}

async function startNode(options: NodeOptions): Promise<TestApp> {
  const { database, clock, baseUrl, dataDir, masterKey, mode } = options
  const log: string[] = []
  const loaded = loadConfig({ MANDATE_BASE_URL: baseUrl, MANDATE_DATA_DIR: dataDir })
  const proxy = options.gateway ? { host: '127.0.0.1', port: 0 } : undefined
  const { trustedProxies, dashboardDir, guideDir } = options
  const config = { ...loaded, port: 0, proxy, trustedProxies, dashboardDir, guideDir }
  const keyring = await Keyring.open({
    db: database.db,
    clock,
    masterKey: { current: parseMasterKey(masterKey, 'the test'), previous: [] },
  })
  const logLines = new LogLines()
  const app = await createApp({
    config,
    database,
    keyring,
    clock,
    logger: createLogger({
      level: 'debug',
      format: 'json',
      destination: { write: (line) => void log.push(line) },
      lines: logLines,
    }),
    logLines,
    strictResponses: true,
    ...(options.outbound ? { outbound: options.outbound } : {}),
    ...(options.upstreamTimeouts ? { upstreamTimeouts: options.upstreamTimeouts } : {}),
    ...(options.lookUpTxt ? { lookUpTxt: options.lookUpTxt } : {}),
    hasher: new PasswordHasher({ cost: { memory: 64, passes: 1, parallelism: 1 } }),
  })
  await app.services.firstBoot.prepare(mode)
  const adminKey = (await app.services.firstBoot.firstKey()) ?? ''
  return new TestApp(app, adminKey, log, options)
}

async function stopNode(
  node: TestApp,
  database: Pick<Database, 'close'> | FreshDatabase,
  dataDir?: string,
): Promise<void> {
  await node.app.close()
  await ('release' in database ? database.release() : database.close())
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true })
}

function contentType({ json, form }: TestRequest): Record<string, string> {
  if (json !== undefined) return { 'content-type': 'application/json' }
  return form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
}

function payload({ json, form, body }: TestRequest): { payload?: string | Buffer } {
  if (body !== undefined) return { payload: body }
  if (json !== undefined) return { payload: JSON.stringify(json) }
  if (form === undefined) return {}
  const pairs = Array.isArray(form) ? (form as [string, string][]) : (form as Record<string, string>)
  return { payload: new URLSearchParams(pairs).toString() }
}

function notedDatabase(database: Database, { written, statements }: TestAppOptions): Database {
  return written || statements ? noting(database, written ?? [], statements ?? []) : database
}
