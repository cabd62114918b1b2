import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { databaseUrlOf } from '#/server-program/database-url.ts'
import { maintain } from '#/server-program/maintain.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'

interface Moved {
  readonly tables?: number
  readonly rows?: number
  readonly read_only_ms?: number
  readonly finished_earlier?: true
}

/** Copies SQLite to PostgreSQL while the server goes on, and then lets the file take no writes any more. */
export function move(actions: Actions): Command {
  const command = new Command('move').description(
    'Copy a SQLite database to PostgreSQL while the server goes on; in the end the file takes no writes any more.',
  )
  command.addOption(new Option('--to <postgres://…|@file>', 'an empty PostgreSQL database'))
  addVariableFlags(command, dataFlags)
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const { to } = command.opts<{ to?: string }>()
    if (to === undefined) throw usageError('Say where it goes: --to postgres://…', 'mandate db move --help')
    const task = { operation: 'db.move', to: await databaseUrlOf(to) }
    await cli.prompts.confirm(
      'In the end the server answers writes with 503, until it is started on PostgreSQL. Go on?',
    )
    const moved = await maintain<Moved>(task, environmentOf(command, dataFlags, cli.env), cli)
    if (cli.flags.json) cli.printer.json(moved)
    else cli.printer.object({ ...moved })
    cli.printer.note(
      'Now set MANDATE_DATABASE_URL to where it went, with the same master key, and start the server anew.',
    )
  })
}
