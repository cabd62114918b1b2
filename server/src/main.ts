/** The process: the server itself, the supervisor of several that share one port, or what is done with its database beside it. */
import { isSea } from 'node:sea'
import { configOfProcess } from '#/platform/config/config.ts'
import { createLogger, ignoreBrokenPipes } from '#/platform/log/log.ts'
import { explainStartFailure } from '#/startup/failure.ts'
import { dieOnUnhandled, stopOnSignal } from '#/startup/process-end.ts'
import { showSourceLines } from '#/startup/source-lines.ts'
import { restOptimizers } from '#/startup/start-memory.ts'
import { WorkerLink } from '#/startup/worker-link.ts'
import type { Config } from '#/platform/config/config.ts'

/** Loads nothing of the server: a supervisor is a small process. */
async function supervise(config: Config): Promise<void> {
  const { Supervisor } = await import('#/startup/supervisor.ts')
  const { NodePlaces } = await import('#/startup/worker-sockets.ts')
  const { workers, logLevel, logFormat } = config
  const log = createLogger({ level: logLevel, format: logFormat })
  // The executable is Node and program in one: what it is told first says which part of it is meant.
  const program = isSea() ? 'serve' : import.meta.filename
  // It brings its own flags along and takes none.
  const nodeFlags = isSea() ? [] : process.execArgv
  const places = await NodePlaces.find(config)
  const supervisor = new Supervisor({ workers, program, nodeFlags, places, log })
  const kill = (): never => {
    supervisor.kill()
    process.exit(1)
  }
  stopOnSignal(['SIGTERM', 'SIGINT', 'SIGHUP'], { log, stop: () => supervisor.stop(), giveUp: kill })
  dieOnUnhandled(log)
  process.on('SIGUSR2', () => void supervisor.restart())
  const failed = await supervisor.start()
  if (failed !== undefined) process.exit(failed)
}

ignoreBrokenPipes()
showSourceLines(import.meta.filename)
// The command line says it, and reads from standard output how it went.
if (process.argv[2] === 'maintenance') process.exit(await (await import('#/maintenance/main.ts')).maintain())
try {
  const config = configOfProcess()
  const link = WorkerLink.of(process.argv.slice(2))
  if (config.workers > 1 && !link) await supervise(config)
  else {
    restOptimizers()
    await (await import('./serve.ts')).serve(config, link)
  }
} catch (error) {
  process.exit(explainStartFailure(error))
}
