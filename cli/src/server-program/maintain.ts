import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Cli } from '#/frame/cli.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import type { ExitCode } from '#/frame/failure.ts'
import { serverCommand } from './locate.ts'
import { ProgressLine } from './progress-line.ts'
import type { Progress } from './progress-line.ts'

/** What the program of the server tells, a line of JSON each. */
interface Report<Result> {
  readonly progress?: Progress
  readonly note?: string
  readonly result?: Result
  readonly failure?: {
    readonly what: string
    readonly kind: string
    readonly code: string
    readonly why?: string
    readonly next?: string
  }
}

/** What a failure of the server's program is to a script. */
const byKind: Readonly<Record<string, ExitCode>> = {
  usage: exitCodes.usage,
  not_found: exitCodes.notFound,
  conflict: exitCodes.conflict,
  unreachable: exitCodes.unreachable,
  check_failed: exitCodes.checksFailed,
}

interface Task {
  readonly operation: string
  readonly [member: string]: unknown
}

/**
 * Has the program of the server do something with its database, in a process of its own. What is to be done goes to its
 * standard input, so that no list of processes shows it, and the end of that is an interruption.
 */
export async function maintain<Result extends object>(
  task: Task,
  env: Readonly<Record<string, string>>,
  { printer, terminal, interrupted, flags }: Pick<Cli, 'printer' | 'terminal' | 'interrupted' | 'flags'>,
): Promise<Result> {
  const [program, ...args] = serverCommand()
  const child = spawn(program, [...args, 'maintenance'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  // A program that ends at once reads nothing.
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(task)}\n`)
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  const end = (): void => void child.stdin.end()
  interrupted.addEventListener('abort', end)
  const progress = new ProgressLine(terminal, flags.quiet)
  let last: Report<Result> = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const report = JSON.parse(line) as Report<Result>
    if (report.progress) progress.show(report.progress)
    else progress.clear()
    if (report.note !== undefined) printer.note(report.note)
    if (report.result ?? report.failure) last = report
  }
  progress.clear()
  await closed
  interrupted.removeEventListener('abort', end)
  end()
  if (last.result) return last.result
  if (!last.failure)
    throw new Failure('The program of the server ended without a word.', { exitCode: exitCodes.failed })
  const { what, kind, code, why, next } = last.failure
  throw new Failure(what, { exitCode: byKind[kind] ?? exitCodes.failed, code, why, next })
}
