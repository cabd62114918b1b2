import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'

const WITHIN_MS = 60_000
// Where the packages are found that the code of guides imports.
const FOLDER = fileURLToPath(new URL('../', import.meta.url))

/** A program of somebody else's, whose output is read along. */
export class Program {
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>
  #output = ''

  private constructor(command: string, parameters: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(command, parameters, {
      cwd: FOLDER,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#ended = new Promise((resolve) => void this.#child.once('close', resolve))
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => void (this.#output += String(chunk)))
  }

  /** A module, as Node runs it from a file. */
  static module(code: string, env: Readonly<Record<string, string>> = {}): Program {
    return new Program(process.execPath, ['--input-type=module', '--eval', code], env)
  }

  static shell(code: string, env: Readonly<Record<string, string>> = {}): Program {
    return new Program('bash', ['-euo', 'pipefail', '-c', code], env)
  }

  get output(): string {
    return this.#output
  }

  /** Waits for a line that fits; its first group. */
  async says(line: RegExp): Promise<string> {
    const until = performance.now() + WITHIN_MS
    for (;;) {
      const match = line.exec(this.#output)
      if (match) return match[1] ?? match[0]
      if (this.#child.exitCode !== null || performance.now() > until)
        throw new Error(`it did not say ${String(line)} but:\n${this.#output}`)
      await sleep(20)
    }
  }

  /** Waits for its end, which must be a good one; everything it said. */
  async succeeds(): Promise<string> {
    const code = await Promise.race([this.#ended, sleep(WITHIN_MS, 'nothing', { ref: false })])
    if (code !== 0) throw new Error(`it ended with ${String(code)}:\n${this.#output}`)
    return this.#output
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}
