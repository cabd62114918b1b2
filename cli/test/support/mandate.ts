import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bareEnvironment, newFolder } from './server-process.ts'

const ENDS_WITHIN_MS = 60_000
const PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** How a command ended and what it wrote. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** What it wrote, read as JSON. */
  json(): Readonly<Record<string, unknown>>
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Ends the command once its output holds this. */
  readonly until?: RegExp
  /** Is told all that was written so far, until it returns true. */
  readonly onOutput?: (seen: string) => Promise<boolean>
}

/** The command `mandate` as somebody at home calls it, with a folder of their own for what it keeps. */
export class Person {
  readonly home = newFolder()
  readonly #env: Readonly<Record<string, string>>
  constructor(env: Readonly<Record<string, string>> = {}) {
    this.#env = env
  }

  /** The file of their contexts. */
  get contextsFile(): string {
    return path.join(this.home, '.config', 'mandate', 'contexts.json')
  }

  /** Runs the command to its end. */
  async run(args: readonly string[], { env = {}, input = '', until, onOutput }: Surroundings = {}): Promise<Ended> {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: this.home,
      env: { ...bareEnvironment(), HOME: this.home, ...this.#env, ...env },
    })
    const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const told = watch(child, { until, onOutput })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    clearTimeout(late)
    await told.finished()
    return { code: child.exitCode, out, err, json: () => JSON.parse(out) as ReturnType<Ended['json']> }
  }
}

interface Watching {
  readonly until: RegExp | undefined
  readonly onOutput: Surroundings['onOutput'] | undefined
}

/** Reads along while a command runs. */
function watch(child: ChildProcessWithoutNullStreams, { until, onOutput }: Watching) {
  let seen = ''
  let isTold = onOutput === undefined
  let isInterrupted = false
  let telling: Promise<void> = Promise.resolve()
  const look = (chunk: unknown): void => {
    seen += String(chunk)
    // Once: a second interruption ends it without leave.
    if (!isInterrupted && until?.test(seen)) isInterrupted = child.kill('SIGINT')
    telling = telling.then(async () => {
      if (!isTold) isTold = (await onOutput?.(seen)) === true
    })
  }
  child.stdout.on('data', look)
  child.stderr.on('data', look)
  return { finished: () => telling }
}
