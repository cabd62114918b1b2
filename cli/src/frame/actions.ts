import type { Command } from 'commander'
import type { Cli } from './cli.ts'
import type { GlobalFlags } from './global-flags.ts'
import { readGlobalFlags } from './global-flags.ts'

/** What a command does with its arguments. */
export type Run = (cli: Cli, args: readonly string[], command: Command) => Promise<void>

const NONE: ReadonlySet<string> = new Set()

/** Joins commands with what they work with, which is made of the flags they were called with. */
export class Actions {
  readonly #cliOf: (flags: GlobalFlags) => Cli
  constructor(cliOf: (flags: GlobalFlags) => Cli) {
    this.#cliOf = cliOf
  }

  /** Gives a command its action. `own` are flags that it has for itself although they are called as a global one. */
  bind(command: Command, own: ReadonlySet<string>, run: Run): Command {
    return command.action(async () => {
      await run(this.#cliOf(readGlobalFlags(command, own)), command.args, command)
    })
  }

  /** The same for a command without flags of such names. */
  on(command: Command, run: Run): Command {
    return this.bind(command, NONE, run)
  }
}
