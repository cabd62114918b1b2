import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#/support/http.ts'
import { freePort } from '#/support/ports.ts'
import { MAIN } from '#/support/server.ts'
import type { ChildProcess } from 'node:child_process'
import type { TestContext } from 'node:test'

const ENDS_WITHIN_MS = 60_000

interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly dataDir?: string
  /** The program to run instead of the server itself, with its arguments. */
  readonly script?: readonly string[]
}

/** The server as a bare process: what it prints and how it ends are what these tests look at. */
export class MainProcess {
  readonly child: ChildProcess
  readonly port: number
  readonly dataDir: string
  readonly exited: Promise<number | NodeJS.Signals>
  stdout = ''
  stderr = ''

  private constructor(child: ChildProcess, port: number, dataDir: string) {
    this.child = child
    this.port = port
    this.dataDir = dataDir
    child.stdout?.on('data', (chunk) => void (this.stdout += String(chunk)))
    child.stderr?.on('data', (chunk) => void (this.stderr += String(chunk)))
    this.exited = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'))
    })
  }

  /** Starts the process; it and its data are gone when the test ends. */
  static async start(
    t: TestContext,
    { env = {}, dataDir, script = [MAIN] }: ProcessOptions = {},
  ): Promise<MainProcess> {
    const port = Number(env['MANDATE_PORT'] ?? (await freePort()))
    const data = dataDir ?? newDataDir(t)
    const throughOthers = script[0] !== MAIN
    const child = spawn(process.execPath, script, {
      // What starts the server in its turn is ended together with it: an orphan would hold our pipes for ever.
      detached: throughOthers,
      env: { ...inherited(), MANDATE_PORT: String(port), MANDATE_DATA_DIR: data, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const started = new MainProcess(child, port, data)
    t.after(async () => {
      if (throughOthers) killGroup(child)
      else child.kill('SIGKILL')
      await started.exited
    })
    return started
  }

  url(pathname: string, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${pathname}`
  }

  /** Waits until it answers; says how many milliseconds that took. */
  async untilReady(): Promise<number> {
    const startedAt = performance.now()
    while (this.child.exitCode === null && this.child.signalCode === null) {
      const answer = await send(this.url('/readyz'), { method: 'GET' }).catch(() => undefined)
      if (answer?.status === 200) return performance.now() - startedAt
      await sleep(20)
    }
    throw new Error(`the server ended: ${this.stderr}`)
  }

  /** Waits for the end; fails when it does not come. */
  async end(): Promise<number | NodeJS.Signals> {
    const code = await Promise.race([this.exited, sleep(ENDS_WITHIN_MS, undefined, { ref: false })])
    if (code === undefined) throw new Error(`the process did not end:\n${this.stdout}${this.stderr}`)
    return code
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has ended already
  }
}

/** An empty directory that is removed when the test ends. */
export function newDataDir(t: TestContext): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-process-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MANDATE_|NODE_OPTIONS|NODE_TEST)/.test(name)))
