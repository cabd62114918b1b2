import { exitCodes, Failure } from '#/frame/failure.ts'
import { visible } from '#/frame/terminal.ts'
import type { ExitCode } from '#/frame/failure.ts'
import type { Terminal } from '#/frame/terminal.ts'

/** Says on stderr what went wrong, why, and what to do next; returns how the process ends. */
export function reportFailure(error: unknown, { err, errStyles }: Terminal, verbose: boolean): ExitCode {
  if (!(error instanceof Failure)) {
    const text = error instanceof Error ? (verbose ? (error.stack ?? error.message) : error.message) : String(error)
    err.write(`${errStyles.red('✗')} ${visible(text)}\n`)
    return exitCodes.failed
  }
  const { why, next, code, docsUrl, requestId, details = [], exitCode } = error.about
  const lines = [
    `${errStyles.red('✗')} ${errStyles.bold(visible(error.message))}`,
    ...(why === undefined ? [] : [`  ${visible(why)}`]),
    ...details.map((detail) => `  · ${visible(detail)}`),
    ...(next === undefined ? [] : [`  → ${visible(next)}`]),
  ]
  const reference = [code, docsUrl, requestId].filter((part) => part !== undefined)
  if (reference.length > 0) lines.push(errStyles.dim(`  ${visible(reference.join(' · '))}`))
  err.write(`${lines.join('\n')}\n`)
  return exitCode
}
