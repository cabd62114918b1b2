import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { maintain } from '#/server-program/maintain.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'

interface Migrated {
  readonly engine: string
  readonly current: { readonly number: number; readonly name: string }
  readonly applied: number
}

/** Applies what is pending, as the server does at its start. */
export function up(actions: Actions): Command {
  const command = new Command('up').description('Apply pending migrations; the server does the same when it starts.')
  addVariableFlags(command, dataFlags)
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const task = { operation: 'migrate.up' }
    const done = await maintain<Migrated>(task, environmentOf(command, dataFlags, cli.env), cli)
    const { engine, current, applied } = done
    if (cli.flags.json) return cli.printer.json(done)
    cli.printer.object({ engine, current: `${current.number} ${current.name}`, applied })
  })
}
