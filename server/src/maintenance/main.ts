/**
 * What operators do with the database of a server beside it: migrations, backups, moving it. The command line starts this
 * program of the server, tells it on standard input what to do, and reads how it goes from standard output: so the one
 * program knows people and the other one the database.
 */
import { createInterface } from 'node:readline'
import { systemClock } from '#/platform/clock.ts'
import { configOfProcess } from '#/platform/config/config.ts'
import { explain } from './explain.ts'
import { backUp, makeKeys } from './backup.ts'
import { applyMigrations, showMigrations } from './migrations.ts'
import { move, reopen } from './move.ts'
import { MaintenanceFailure, Reports } from './reporting/reports.ts'
import { restore } from './restore.ts'
import type { Operation } from './operation.ts'

const operations: Readonly<Record<string, Operation<never>>> = {
  'migrate.status': showMigrations,
  'migrate.up': applyMigrations,
  'backup.keygen': makeKeys,
  backup: backUp,
  restore,
  'db.move': move,
  'db.reopen': reopen,
}

/** Does what standard input says, and returns how the process ends. */
export async function maintain(): Promise<number> {
  const reports = new Reports((line) => void process.stdout.write(line))
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort())
  try {
    const { operation, ...request } = JSON.parse(await firstLine(() => interruption.abort())) as { operation: string }
    const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined
    if (!run)
      throw new MaintenanceFailure(`This server has no operation ${operation}.`, {
        kind: 'usage',
        code: 'operation_unknown',
        next: 'Use a command and a server of the same version.',
      })
    const surroundings = { config: configOfProcess(), clock: systemClock, reports, signal: interruption.signal }
    reports.result(await run(request as never, surroundings))
    return 0
  } catch (error) {
    reports.failure(explain(error))
    return 1
  }
}

/** The request. Standard input stays open until whoever started this has what they wanted, so its end is an interruption. */
function firstLine(onGone: () => void): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  return new Promise((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => {
      resolve('{"operation":""}')
      onGone()
    })
  })
}
