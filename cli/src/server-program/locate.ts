import { existsSync } from 'node:fs'
import { isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'
import { exitCodes, Failure } from '#/frame/failure.ts'

/** How to run the server that stands beside this program: its sources in the repository, its package, or the executable itself. */
export function serverCommand(): readonly [command: string, ...args: string[]] {
  // The executable holds both: its first word says which one is meant.
  return [process.execPath, isSea() ? 'serve' : programOfServer()]
}

function programOfServer(): string {
  const sources = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
  if (existsSync(sources)) return sources
  try {
    return fileURLToPath(import.meta.resolve('@mandate/server'))
  } catch {
    throw new Failure('The server is not installed here.', {
      exitCode: exitCodes.usage,
      why: 'This is the command alone; what works on the database is part of the server.',
      next: 'npm install @mandate/server beside it, or use the executable, which holds both.',
      code: 'server_missing',
    })
  }
}
