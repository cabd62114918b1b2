#!/usr/bin/env node
/** The command `mandate`. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { cacheFolder } from './connection/folders.ts'

// Compiled sources are kept in a folder of this person, never in one that others may write to.
enableCompileCache(path.join(cacheFolder(process.env), 'compiled'))

/** Ends a command that would go on at the first Ctrl-C, and the process at the second. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort()
    })
  return controller.signal
}

// Whoever reads the output may stop reading: `mandate audit list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

const args = process.argv.slice(2)
if (args[0] === '--version' || args[0] === '-V') {
  const { version } = await import('./version.ts')
  process.stdout.write(`${version}\n`)
} else {
  const [{ run }, { terminalOf }] = await Promise.all([import('./program.ts'), import('./frame/terminal.ts')])
  const terminal = terminalOf(process, process.env)
  process.exitCode = await run({ args, env: process.env, terminal, interrupted: interruption(), now: () => Date.now() })
}
