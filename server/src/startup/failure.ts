import { ConfigError } from '#/platform/config/problem.ts'
import { MasterKeyError } from '#/platform/crypto/master-key.ts'
import { DatabaseOpenError, DatabaseUnavailable, MigrationError } from '#/platform/db/errors.ts'
import { scrubText } from '#/platform/log/scrub.ts'

/** The server can't start; the message is the one line an operator reads, and says what to do. */
export class StartFailure extends Error {}

const FOR_OPERATORS = [StartFailure, DatabaseOpenError, DatabaseUnavailable, MigrationError, MasterKeyError]

/** Says on standard error why the server did not start; answers the exit code: 2 for the configuration, 1 for the rest. */
export function explainStartFailure(error: unknown): number {
  for (const line of linesOf(error)) process.stderr.write(`mandate: ${scrubText(line)}\n`)
  return error instanceof ConfigError ? 2 : 1
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems
  if (FOR_OPERATORS.some((kind) => error instanceof kind)) return [(error as Error).message]
  const line = explainListen(error as NodeJS.ErrnoException)
  if (line) return [line]
  return [`The server could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
}

function explainListen({ code, syscall, ...where }: NodeJS.ErrnoException): string | undefined {
  if (syscall !== 'listen' && syscall !== 'bind') return undefined
  const { address, port } = where as { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is in use. Stop what uses it, or set MANDATE_PORT.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set MANDATE_PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Set MANDATE_HOST to one it has.`
  return `Listening on ${address} port ${port} failed (${code}). Check MANDATE_HOST and MANDATE_PORT.`
}
