import path from 'node:path'
import { Contexts } from '#/connection/contexts.ts'
import { configFolder } from '#/connection/folders.ts'
import { locate } from '#/connection/locate.ts'
import type { Cli } from './cli.ts'
import type { GlobalFlags } from './global-flags.ts'
import { Printer } from './output/printer.ts'
import { Prompts } from './prompts.ts'
import type { Terminal } from './terminal.ts'

interface Surroundings {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  readonly interrupted: AbortSignal
  readonly now: () => number
}

/** Puts together what a command works with. Nothing is read, and nobody is called, before a command asks. */
export function makeCli(flags: GlobalFlags, { terminal, env, interrupted, now }: Surroundings): Cli {
  const contexts = new Contexts(path.resolve(configFolder(env)))
  const printer = new Printer({ terminal, flags, now })
  const find = (): ReturnType<typeof locate> => locate(flags, env, contexts)
  return {
    flags,
    terminal,
    printer,
    prompts: new Prompts({ terminal, flags }),
    env,
    now,
    contexts,
    interrupted,
    locate: find,
    connect: async () => {
      const { connect } = await import('#/connection/connect.ts')
      return connect(await find(), { contexts, printer, verbose: flags.verbose, now })
    },
  }
}
