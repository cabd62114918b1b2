import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { maintain } from '#/server-program/maintain.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'

/** Lets a SQLite database that was moved take writes again. */
export function reopen(actions: Actions): Command {
  const command = new Command('reopen').description('Let a SQLite database that was moved take writes again.')
  addVariableFlags(command, dataFlags)
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    await cli.prompts.confirm('What PostgreSQL got since the move is not in the file. Go on?')
    const task = { operation: 'db.reopen' }
    const done = await maintain<{ file: string }>(task, environmentOf(command, dataFlags, cli.env), cli)
    if (cli.flags.json) cli.printer.json(done)
    else cli.printer.object({ ...done })
  })
}
