import path from 'node:path'
import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { maintain } from '#/server-program/maintain.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'

/** Makes a key pair; the file opens every backup that is encrypted to the public key it prints. */
export function keygen(actions: Actions): Command {
  const command = new Command('keygen').description(
    'Make a key pair of age in a new file (0600), and print its public key.',
  )
  command.argument('<file>', 'a new file, which opens the backups: keep it away from the server')
  addVariableFlags(command, dataFlags)
  addGlobalFlags(command)
  return actions.on(command, async (cli, [file = '']) => {
    const task = { operation: 'backup.keygen', file: path.resolve(file) }
    const made = await maintain<{ file: string; recipient: string }>(
      task,
      environmentOf(command, dataFlags, cli.env),
      cli,
    )
    if (cli.flags.json) cli.printer.json(made)
    else cli.printer.line(made.recipient)
    cli.printer.note(`Whoever has ${made.file} reads every backup made for this key: keep it away from the server.`)
  })
}
