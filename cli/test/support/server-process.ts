import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN =
  process.env['MANDATE_TEST_SERVER'] ?? fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
const READY_WITHIN_MS = 60_000

/** A server of its own for one file of stories, on an empty data directory. */
export class ServerProcess {
  readonly url: string
  readonly dataDir: string
  readonly #child: ChildProcess
  readonly #ended: Promise<void>

  private constructor(child: ChildProcess, url: string, dataDir: string) {
    this.#child = child
    this.url = url
    this.dataDir = dataDir
    this.#ended = new Promise((resolve) => {
      child.once('close', () => resolve())
    })
  }

  /** Starts it and waits until it is ready. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const port = await freePort()
    const dataDir = newFolder()
    const child = spawn(process.execPath, [MAIN], {
      env: { ...bareEnvironment(), MANDATE_PORT: String(port), MANDATE_DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const server = new ServerProcess(child, `http://localhost:${port}`, dataDir)
    const until = Date.now() + READY_WITHIN_MS
    while (child.exitCode === null && Date.now() < until) {
      const response = await fetch(`${server.url}/readyz`).catch(() => undefined)
      if (response?.ok) return server
      await sleep(30)
    }
    await server.stop()
    throw new Error('the server did not become ready')
  }

  /** The first admin key, which a new server leaves in a file. */
  get apiKey(): string {
    return readFileSync(path.join(this.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

/** A folder that is empty, and gone when whoever made it removes it. */
export const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'mandate-cli-'))

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** Nothing that would tell a program of ours what to do. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(MANDATE_|XDG_|NODE_OPTIONS|NODE_TEST|NO_COLOR|FORCE_COLOR)/.test(name)
        ? []
        : [[name, value]],
    ),
  )
