import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './http.ts'
import { freePort } from './ports.ts'

/** The program of the server: what `npm start` runs, where `npm test` says it. */
export const MAIN =
  process.env['MANDATE_TEST_SERVER'] ?? fileURLToPath(import.meta.resolve('@mandate/server/src/main.ts'))
/** The built dashboard, where there is one: what `npm test` built, as `npm start` does. */
export const DASHBOARD = process.env['MANDATE_TEST_DASHBOARD']
// A fresh start takes a second. A machine that does ten other things at once may take much longer.
const READY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 60_000

/** What differs from a server with no configuration at all. */
export interface ServerOptions {
  /** `postgres://…`; without it the embedded database in the data directory. */
  readonly databaseUrl?: string
  /** The public address, when another node or a proxy stands there. Without it the node's own. */
  readonly baseUrl?: string
  /** Nodes that share a database share the key of its secrets. */
  readonly masterKey?: string
  readonly env?: Readonly<Record<string, string>>
  /** What is run, with its arguments, when it is not the program of `npm start` under this Node. */
  readonly command?: readonly [string, ...string[]]
}

/** A master key for nodes that share one. */
export const newMasterKey = (): string => randomBytes(32).toString('base64')

/** The real server in a process of its own, with its own data directory and port, which it keeps over restarts. */
export class Server {
  readonly url: string
  /** The base URL, which is the OAuth issuer. */
  readonly issuer: string
  readonly dataDir: string
  readonly #env: NodeJS.ProcessEnv
  readonly #command: readonly [string, ...string[]]
  #process: ChildProcess | undefined
  #output = ''
  #adminKey: string | undefined

  private constructor(port: number, options: ServerOptions) {
    this.url = `http://localhost:${port}`
    this.#command = options.command ?? [process.execPath, MAIN]
    this.issuer = options.baseUrl ?? this.url
    this.dataDir = mkdtempSync(path.join(tmpdir(), 'mandate-e2e-'))
    process.once('exit', () => {
      this.#process?.kill('SIGKILL')
      rmSync(this.dataDir, { recursive: true, force: true })
    })
    this.#env = {
      ...withoutOwnKeys(process.env),
      MANDATE_PORT: String(port),
      MANDATE_DATA_DIR: this.dataDir,
      MANDATE_LOG_LEVEL: 'warn',
      MANDATE_WORKERS: '1',
      ...(DASHBOARD === undefined ? {} : { MANDATE_DASHBOARD_DIR: DASHBOARD }),
      ...(options.databaseUrl === undefined ? {} : { MANDATE_DATABASE_URL: options.databaseUrl }),
      ...(options.baseUrl === undefined ? {} : { MANDATE_BASE_URL: options.baseUrl }),
      ...(options.masterKey === undefined ? {} : { MANDATE_MASTER_KEY: options.masterKey }),
      ...options.env,
    }
  }

  /** A fresh installation, ready to answer. */
  static async start(options: ServerOptions = {}): Promise<Server> {
    const server = new Server(await freePort(), options)
    await server.boot()
    return server
  }

  /** Whether the process was started and neither stopped nor killed since. */
  get runs(): boolean {
    return this.#process !== undefined
  }

  /** Everything the process has printed since the first boot. */
  get output(): string {
    return this.#output
  }

  /** The first admin key, which the server that made the database wrote into its data directory. */
  get adminKey(): string {
    this.#adminKey ??= readFileSync(path.join(this.dataDir, 'admin.key.firstboot'), 'utf8').trim()
    return this.#adminKey
  }

  /** Starts the process on the same data and waits for it; answers how long that took in milliseconds. */
  async boot(): Promise<number> {
    const startedAt = performance.now()
    const [file, ...args] = this.#command
    const child = spawn(file, args, { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => void (this.#output += String(chunk)))
    await this.#untilReady(child, startedAt + READY_WITHIN_MS)
    if (existsSync(path.join(this.dataDir, 'admin.key.firstboot'))) void this.adminKey
    return performance.now() - startedAt
  }

  /** Asks the process to end, as an operator would, and insists on a clean exit. */
  async stop(): Promise<void> {
    const child = this.#running()
    const ended = exitOf(child)
    child.kill('SIGTERM')
    const code = await Promise.race([ended, sleep(STOPPED_WITHIN_MS, 'nothing', { ref: false })])
    this.#process = undefined
    if (code === 0) return
    child.kill('SIGKILL')
    throw new Error(`the server ended with ${String(code)} after SIGTERM:\n${this.#output}`)
  }

  /** Sends the process a signal that does not end it. */
  signal(signal: NodeJS.Signals): void {
    this.#running().kill(signal)
  }

  /** Ends the process without a warning, as a crash or the kernel would. */
  async kill(): Promise<void> {
    const child = this.#running()
    this.#process = undefined
    const ended = exitOf(child)
    child.kill('SIGKILL')
    await ended
  }

  /** Ends the process if it runs, and removes its files. Fails when the server had failures of its own to report. */
  async remove(): Promise<void> {
    try {
      if (this.#process) await this.stop()
    } finally {
      rmSync(this.dataDir, { recursive: true, force: true })
    }
    const failures = this.#output.split('\n').filter(isFailure)
    if (failures.length > 0) throw new Error(`the server reported failures:\n${failures.slice(0, 5).join('\n')}`)
  }

  /** Calls the admin API with the first admin key; throws on an error answer. */
  async admin<T = unknown>(method: string, url: string, body?: unknown): Promise<T> {
    const { status, text } = await send(`${this.url}/api/v1${url}`, {
      method,
      headers: {
        authorization: `Bearer ${this.adminKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (status >= 400) throw new Error(`${method} ${url} answered ${status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** Changes runtime settings by their dotted names. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.admin('PATCH', '/admin/config', settings)
  }

  /** Lists a resource that tokens can be for. */
  async list(uri: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.admin('POST', '/admin/resources', { uri, name: 'A resource', ...more })
  }

  #running(): ChildProcess {
    if (!this.#process) throw new Error('the server does not run')
    return this.#process
  }

  async #untilReady(child: ChildProcess, deadline: number): Promise<void> {
    while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
      const answer = await send(`${this.url}/readyz`, { method: 'GET' }).catch(() => undefined)
      if (answer?.status === 200) return
      await sleep(20)
    }
    child.kill('SIGKILL')
    throw new Error(`the server did not become ready:\n${this.#output}`)
  }
}

/** G1: nothing a client sends is a failure of the server. To be too busy, and to say so, is none. */
const isFailure = (line: string): boolean => line.startsWith('{"level":"error"') && !line.includes('unavailable"')

const exitOf = (child: ChildProcess): Promise<number | NodeJS.Signals> =>
  new Promise((resolve) => void child.once('exit', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')))

/** A developer's own configuration must not leak into the tests. */
const withoutOwnKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(MANDATE_|NODE_OPTIONS|NODE_TEST)/.test(name)))
